//! An estimate from strata of any source: what is worth it is counted, and the others are drawn from until it is
//! enough.

use super::interval::DrawsSummary;
use super::multiplicity::Multiplicity;
use super::pilot::Pilot;
use super::sequence::until_enough;
use super::source::DrawSource;
use super::strata::TaskRange;
use super::{Effort, Ending, EstimateOptions, Estimated, Interval};
use crate::runtime::RuntimeError;
use crate::{MineError, Seconds};

/// Of the time that is left, the part is one of so many in which all should be counted where that is expected to take
/// no longer than draws.
const PARTS_OF_TIME: u32 = 2;

/// Draws until it is enough, or the deadline comes.
pub(super) fn drawn(
    source: &mut impl DrawSource,
    strata: &[TaskRange],
    each: Multiplicity,
    options: &EstimateOptions,
) -> Result<Estimated, MineError> {
    let mut pilot = Pilot::new(source, strata, options)?;
    // For these alone: that the pilot's draws decided which strata were counted must not be seen in an estimate that is
    // made of them.
    let known = |pilot: &Pilot| {
        let all = pilot.alone();
        let (rest, aim) = (pilot.draws - all.draws, all.draws as f64);
        Estimated { pilot_draws: rest, ..estimated(all, (0, aim), (pilot, strata.len()), each, options) }
    };
    if pilot.is_late {
        return Ok(known(&pilot));
    }
    match further(source, &mut pilot, strata.len(), each, options) {
        Err(MineError::Runtime(RuntimeError::Deadline)) => Ok(known(&pilot)),
        done => done,
    }
}

/// Counts what is worth it of so many strata, or all of them, and draws from the others.
fn further(
    source: &mut impl DrawSource,
    pilot: &mut Pilot,
    strata: usize,
    each: Multiplicity,
    options: &EstimateOptions,
) -> Result<Estimated, MineError> {
    if options.counting {
        if source.had_better_be_counted(pilot)? {
            match source.count_all(options.context.clone().ending_after_part(PARTS_OF_TIME)) {
                // So it takes longer than was expected. Draws have the time that is left.
                Err(MineError::Runtime(RuntimeError::Deadline)) => {}
                counted => return Ok(Estimated::exact(counted?, options)),
            }
        } else if let Some(counter) = source.counter() {
            pilot.count(counter, options)?;
        }
    }
    if pilot.drawn.is_empty() {
        let exact = Estimated::exact(each.of_all(pilot.counted)?, options);
        let (all, effort) = ((strata, strata), Some(Effort::of(pilot, each)));
        return Ok(Estimated { strata: all, effort, pilot_draws: pilot.draws, ..exact });
    }
    let (all, end) = match options.drawing {
        true => until_enough(source, pilot, options)?,
        false => (DrawsSummary::of(&pilot.samples()), Ending::Draws),
    };
    let counted = (strata - pilot.drawn.len(), strata);
    let estimated = estimated(all, (pilot.counted, pilot.aim), (pilot, strata), each, options);
    Ok(Estimated { strata: counted, end, ..estimated })
}

/// What draws tell that the deadline has ended, beside what was `counted`, with intervals that are tightest at `aim`
/// draws: of so many strata, none of which was counted.
fn estimated(
    all: DrawsSummary,
    (counted, aim): (u128, f64),
    (pilot, strata): (&Pilot, usize),
    each: Multiplicity,
    options: &EstimateOptions,
) -> Estimated {
    let counted = counted as f64;
    let [interval, rigorous] = all
        .intervals(counted, 1.0 - options.confidence, aim)
        .map(|Interval { low, high }| Interval { low: each.of(low), high: each.of(high) });
    Estimated {
        estimate: each.of(counted + all.mean),
        exact: None,
        interval,
        rigorous,
        confidence: options.confidence,
        draws: all.draws,
        hits: all.hits,
        pilot_draws: pilot.draws,
        counted: each.of(counted),
        strata: (0, strata),
        effort: Some(Effort::of(pilot, each)),
        end: Ending::Deadline,
        seconds: Seconds::default(),
    }
}

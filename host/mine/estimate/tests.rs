//! What is known when the deadline comes, whenever that is.

use motherlode_device::kernels::estimate::GROUP;

use super::multiplicity::Multiplicity;
use super::pilot::Pilot;
use super::source::{CountStratum, DrawSource};
use super::strata::{DrawMoments, TaskRange};
use super::stratified::drawn;
use super::{Ending, EstimateOptions, Estimated};
use crate::runtime::RuntimeError;
use crate::{Context, MineError};

/// Tasks that each hold 3 matches: a draw finds 6 or nothing, as often. The deadline comes in the round, or the count,
/// of this number.
struct UpTo {
    steps: f64,
    rounds: usize,
    draws: Vec<u64>,
    counts: Option<u128>,
    had_better: bool,
}

impl UpTo {
    fn rounds(rounds: usize) -> UpTo {
        UpTo { steps: 1e12, rounds, draws: Vec::new(), counts: None, had_better: false }
    }
}

fn deadline<T>() -> Result<T, MineError> {
    Err(RuntimeError::Deadline.into())
}

impl DrawSource for UpTo {
    fn draw(&mut self, _: &[TaskRange], groups: &[u64]) -> Result<Vec<DrawMoments>, MineError> {
        if self.draws.len() == self.rounds {
            return deadline();
        }
        self.draws.push(groups.iter().sum::<u64>() * GROUP);
        let moments = |&groups: &u64| {
            let draws = groups * GROUP;
            let hits = draws as f64 / 2.0;
            DrawMoments {
                draws,
                weights: 6.0 * hits,
                squares: 36.0 * hits,
                hits,
                steps: self.steps * draws as f64,
            }
        };
        Ok(groups.iter().map(moments).collect())
    }

    fn counter(&self) -> Option<&dyn CountStratum> {
        Some(self)
    }

    fn had_better_be_counted(&mut self, _: &Pilot) -> Result<bool, MineError> {
        Ok(self.had_better)
    }

    fn count_all(&mut self, _: Context) -> Result<u128, MineError> {
        deadline()
    }
}

impl CountStratum for UpTo {
    fn count(&self, stratum: &TaskRange) -> Result<u128, MineError> {
        self.counts.map_or_else(deadline, |each| Ok(each * u128::from(stratum.tasks)))
    }
}

const STRATA: [TaskRange; 2] =
    [TaskRange { start: 0, tasks: 500, bound: 10.0 }, TaskRange { start: 500, tasks: 100, bound: 20.0 }];
const MATCHES: f64 = 3.0 * 600.0;

fn known(source: &mut UpTo) -> Result<Estimated, MineError> {
    let each = Multiplicity { maps: 1, repeats: 1 };
    drawn(source, &STRATA, each, &EstimateOptions::default().error(1e-4))
}

#[test]
fn of_the_pilot_the_last_round_is_an_estimate() {
    for rounds in [1, 2] {
        let mut source = UpTo::rounds(rounds);
        let found = known(&mut source).unwrap();
        assert_eq!((found.end, found.exact, found.strata), (Ending::Deadline, None, (0, 2)));
        assert_eq!((found.estimate, found.counted), (MATCHES, 0.0));
        assert!(found.interval.holds(MATCHES) && found.rigorous.holds(MATCHES), "{found:?}");
        assert!(
            found.interval.low < MATCHES
                && found.interval.high.is_finite()
                && found.rigorous.high.is_finite()
        );
        // That round alone, as the ones before it decided what it draws.
        assert_eq!(found.draws, source.draws[rounds - 1]);
        assert_eq!(found.draws + found.pilot_draws, source.draws.iter().sum::<u64>());
    }
}

#[test]
fn so_it_is_when_a_stratum_is_being_counted() {
    // Few steps: all strata are worth it.
    let mut source = UpTo { steps: 1.0, ..UpTo::rounds(usize::MAX) };
    let found = known(&mut source).unwrap();
    assert_eq!((found.end, found.estimate, found.strata), (Ending::Deadline, MATCHES, (0, 2)));
    let mut source = UpTo { counts: Some(3), draws: Vec::new(), ..source };
    assert_eq!(known(&mut source).unwrap().exact, Some(1800));
}

#[test]
fn draws_follow_a_count_that_takes_too_long() {
    let mut source = UpTo { had_better: true, ..UpTo::rounds(3) };
    let found = known(&mut source).unwrap();
    assert_eq!((found.end, found.exact, found.estimate), (Ending::Deadline, None, MATCHES));
    assert_eq!(found.draws, source.draws[2]);
}

#[test]
fn rounds_that_are_done_are_kept() {
    let mut source = UpTo::rounds(4);
    let found = known(&mut source).unwrap();
    assert_eq!((found.end, found.estimate), (Ending::Deadline, MATCHES));
    assert_eq!(
        (found.draws, found.pilot_draws),
        (source.draws[2..].iter().sum(), source.draws[..2].iter().sum())
    );
}

#[test]
fn without_a_round_there_is_nothing() {
    assert!(matches!(known(&mut UpTo::rounds(0)), Err(MineError::Runtime(RuntimeError::Deadline))));
}

//! Rounds of draws, until it is enough.

use std::time::{Duration, Instant};

use super::interval::DrawsSummary;
use super::pilot::Pilot;
use super::source::DrawSource;
use super::strata::{StratumSample, TaskRange};
use super::{Ending, EstimateOptions};
use crate::runtime::RuntimeError;
use crate::{Context, MineError, Progress};

/// By what the least round is multiplied at most.
const MOST_ROUND: u64 = 1 << 7;
/// Hits without which no interval is taken for narrow: the asymptotic one is that of many draws.
const LEAST_HITS: u64 = 400;
/// More draws than are expected to be needed: what is expected is not sure.
const SPARE: f64 = 1.1;

/// The part of the time that is left which a round may take: what is drawn of one that is not done by the deadline is
/// lost.
const PART_OF_TIME: f64 = 0.5;

/// Draws from what the pilot has left to draw from, until it is enough. Returns what the draws tell, and why they
/// ended.
///
/// # Errors
/// When a device fails, what is drawn passes 128 bits, or the job is to stop before a round is done.
pub(super) fn until_enough(
    source: &mut impl DrawSource,
    pilot: &Pilot,
    options: &EstimateOptions,
) -> Result<(DrawsSummary, Ending), MineError> {
    let tasks: Vec<TaskRange> = pilot.drawn.iter().map(|(tasks, _)| *tasks).collect();
    let mut samples: Vec<StratumSample> = pilot.samples();
    let least = pilot.least();
    let (mut done, mut size) = (0, first_size(pilot.aim, least));
    let mut pace = pilot.pace.mul_f64(pilot.groups.iter().sum::<u64>() as f64);
    loop {
        size = in_time(size, pace, options.context.time_left());
        let start = Instant::now();
        let groups: Vec<u64> = pilot.groups.iter().map(|groups| groups * size).collect();
        match source.draw(&tasks, &groups) {
            Ok(moments) => samples.iter_mut().zip(&moments).for_each(|(sample, round)| sample.add(round)),
            Err(MineError::Runtime(RuntimeError::Deadline)) if done > 0 => {
                return Ok((DrawsSummary::of(&samples), Ending::Deadline));
            }
            Err(error) => return Err(error),
        }
        pace = start.elapsed().div_f64(size as f64);
        done += size * least;
        let all = DrawsSummary::of(&samples);
        let half = all.asymptotic(1.0 - options.confidence, pilot.aim);
        let too_wide = half / (options.error * (pilot.counted as f64 + all.mean));
        let needed = needed(done, pilot.aim, too_wide);
        report(&options.context, done, needed);
        if all.hits >= LEAST_HITS && too_wide <= 1.0 {
            return Ok((all, Ending::Error));
        }
        if done >= options.draws {
            return Ok((all, Ending::Draws));
        }
        // With few hits it is not known how many draws are needed.
        let needed = if all.hits < LEAST_HITS { f64::INFINITY } else { needed * SPARE };
        let left = needed.min(options.draws as f64) - done as f64;
        size = next_size(size, left / least as f64);
    }
}

/// How many times the least round the first one is, where `aim` draws are expected to be enough: half of them.
fn first_size(aim: f64, least: u64) -> u64 {
    ((aim / least as f64 / 2.0) as u64).clamp(1, MOST_ROUND)
}

/// How many times the least round the next one is, where `left` of these are expected to be enough: all of them, but no
/// more than twice the last.
fn next_size(last: u64, left: f64) -> u64 {
    (left.ceil() as u64).clamp(1, (2 * last).min(MOST_ROUND))
}

/// A round of this size, or a smaller one, if the least round takes the time `pace`, and so much is left.
fn in_time(size: u64, pace: Duration, left: Option<Duration>) -> u64 {
    let Some(left) = left else { return size };
    let most = PART_OF_TIME * left.as_secs_f64() / pace.as_secs_f64();
    // Beyond all numbers, if no time was measured.
    size.min((most as u64).max(1))
}

/// How many draws are needed, of which so many are done, and tell an interval that is so many times as wide as it is to
/// be.
fn needed(done: u64, aim: f64, too_wide: f64) -> f64 {
    match too_wide.is_finite() {
        true => done as f64 * (too_wide * too_wide).max(1.0),
        // Nothing was found.
        false => aim.max(2.0 * done as f64),
    }
}

/// Tells how far it has come: by draws, of those that are needed.
pub(super) fn report(context: &Context, done: u64, needed: f64) {
    let all = if needed.is_finite() { needed as u64 } else { u64::MAX };
    context.report(Progress { done, all: all.max(done) });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_are_as_large_as_what_is_left() {
        assert_eq!(
            (first_size(1e6, 1 << 15), first_size(3.0, 1 << 15), first_size(f64::MAX, 1)),
            (15, 1, 128)
        );
        assert_eq!(
            (next_size(4, 0.2), next_size(4, 6.5), next_size(4, 1e9), next_size(100, 1e9)),
            (1, 7, 8, 128)
        );
        let in_time = |size, left| in_time(size, Duration::from_millis(100), left);
        let seconds = |seconds| Some(Duration::from_secs(seconds));
        assert_eq!((in_time(128, None), in_time(128, seconds(3600)), in_time(3, seconds(10))), (128, 128, 3));
        assert_eq!((in_time(128, seconds(10)), in_time(128, seconds(0))), (50, 1));
        assert_eq!((needed(100, 50.0, 3.0), needed(100, 50.0, 0.5)), (900.0, 100.0));
        assert_eq!((needed(100, 5000.0, f64::INFINITY), needed(100, 5.0, f64::NAN)), (5000.0, 200.0));
    }
}

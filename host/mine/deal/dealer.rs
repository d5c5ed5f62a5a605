//! Which tasks come next, and how many.

use std::collections::VecDeque;
use std::ops::Range;
use std::time::Duration;

/// How many times larger than the share before it a share may be, where shares are to take a time.
const GROWTH: u64 = 4;
/// The part of the tasks that the first share of a worker is, of which nothing is known yet: it tells how fast the
/// worker is, and does not delay the end if that is a hundred times slower than others.
const PROBE: u64 = 8192;
/// The part of the job's time so far that the next share of the fastest worker may take, and less of a slower one. The
/// first tasks are often the heaviest by far, so that how much of the work they are is known only when it is done.
const ADVANCE: f64 = 0.5;
/// The part of a worker's portion of what is left, by the rates of all, that its next share is: tasks differ, and so
/// shares shrink towards the end.
const PORTION: f64 = 0.6;
/// The least and the most seconds that a share should take beside other workers: each costs some ten microseconds, and
/// ends with a part of the device idle; and one that is lost with its worker is done again.
const SECONDS: (f64, f64) = (4e-4, 4.0);

/// How the tasks of a job are cut into shares.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Pace {
    /// All at once for a lone worker; for several, shares that shrink towards the end.
    Unbroken,
    /// Shares that take about this time, for whoever wants to know how far the job has come.
    Timed(Duration),
    /// So many tasks at first, and twice as many each time, up to `most`: for whoever wants the first results soon.
    Doubling {
        /// The first share.
        first: u64,
        /// The largest.
        most: u64,
    },
}

/// What is known of a worker.
#[derive(Clone, Copy, Debug, Default)]
struct Pulse {
    /// Tasks in its last share, and in a second, once it has done one.
    last: Option<(u64, f64)>,
    /// Whether it takes no more.
    gone: bool,
}

/// The cursor of a job.
#[derive(Clone, Debug)]
pub(super) struct Dealer {
    /// The tasks that are left: those that were given back may lie before others.
    left: VecDeque<Range<u64>>,
    pace: Pace,
    /// The size of the next share, where that doubles.
    size: u64,
    /// By worker.
    pulses: Vec<Pulse>,
    /// Workers that have not come yet.
    expected: usize,
}

impl Dealer {
    /// Deals `tasks` to workers that join; `expected` of them are waited for.
    pub fn new(tasks: Range<u64>, pace: Pace, expected: usize) -> Self {
        let size = match pace {
            Pace::Doubling { first, .. } => first.max(1),
            Pace::Unbroken | Pace::Timed(_) => 1,
        };
        let left = if tasks.is_empty() { VecDeque::new() } else { VecDeque::from([tasks]) };
        Dealer { left, pace, size, pulses: Vec::new(), expected }
    }

    /// Takes in a worker. Returns its number.
    pub fn join(&mut self) -> usize {
        self.pulses.push(Pulse::default());
        self.pulses.len() - 1
    }

    /// Waits for one worker less.
    pub fn expect_less(&mut self) {
        self.expected = self.expected.saturating_sub(1);
    }

    /// Whether there are other workers than this one, or are to be.
    pub fn has_others(&self, worker: usize) -> bool {
        let here = |(other, pulse): (usize, &Pulse)| other != worker && !pulse.gone;
        self.expected > 0 || self.pulses.iter().enumerate().any(here)
    }

    /// Whether there are more tasks to be dealt.
    pub fn has_more(&self) -> bool {
        !self.left.is_empty()
    }

    /// How long the workers that have come are expected to take for what is left, by their last shares; none as long as
    /// there are none.
    pub fn seconds_left(&self) -> Option<f64> {
        let here = self.pulses.iter().filter(|pulse| !pulse.gone);
        let rate: f64 = here.filter_map(|pulse| pulse.last).map(|(_, rate)| rate).sum();
        (rate > 0.0).then(|| self.tasks_left() as f64 / rate)
    }

    fn tasks_left(&self) -> u64 {
        self.left.iter().map(|range| range.end - range.start).sum()
    }

    /// The tasks of the next share of a worker, at least as many as `least` says for the first of them, but at the end;
    /// none when there are no more. The job has taken the time `elapsed` so far.
    pub fn next(
        &mut self,
        worker: usize,
        least: impl Fn(u64) -> u64,
        elapsed: Duration,
    ) -> Option<Range<u64>> {
        let size = match self.pace {
            Pace::Unbroken => self.portion(worker, elapsed),
            Pace::Timed(time) => match self.pulses[worker].last {
                None => 0,
                Some((last, rate)) => ((rate * time.as_secs_f64()) as u64).min(last.saturating_mul(GROWTH)),
            },
            Pace::Doubling { most, .. } => {
                let size = self.size;
                self.size = size.saturating_mul(2).min(most);
                size
            }
        };
        let front = self.left.front_mut()?;
        let least = if matches!(self.pace, Pace::Doubling { .. }) { 1 } else { least(front.start).max(1) };
        let end = front.start + size.max(least).min(front.end - front.start);
        let share = std::mem::replace(&mut front.start, end)..end;
        if front.is_empty() {
            self.left.pop_front();
        }
        Some(share)
    }

    /// How many tasks a worker should have next.
    fn portion(&self, worker: usize, elapsed: Duration) -> u64 {
        let here = self.pulses.iter().filter(|pulse| !pulse.gone).count();
        if here + self.expected <= 1 {
            return u64::MAX;
        }
        let left = self.tasks_left();
        let rates =
            self.pulses.iter().filter(|pulse| !pulse.gone).map(|pulse| pulse.last.map(|(_, rate)| rate));
        let fastest = rates.clone().flatten().fold(0.0, f64::max);
        let Some((_, rate)) = self.pulses[worker].last else {
            let quick = if fastest > 0.0 { (fastest * SECONDS.0 / 4.0) as u64 } else { u64::MAX };
            return (left / PROBE).min(quick);
        };
        // Those of whom nothing is known are taken to be as fast as this one.
        let all = rates.map(|known| known.unwrap_or(rate)).sum::<f64>() + rate * self.expected as f64;
        let size = left as f64 * PORTION * rate / all;
        let seconds = (ADVANCE * elapsed.as_secs_f64() * rate / fastest).clamp(SECONDS.0, SECONDS.1);
        size.max(rate * SECONDS.0).min(rate * seconds) as u64
    }

    /// Takes notice of how long a worker's share of `size` tasks took.
    pub fn took(&mut self, worker: usize, size: u64, time: Duration) {
        self.pulses[worker].last = Some((size, size as f64 / time.as_secs_f64().max(1e-9)));
    }

    /// Takes tasks back from a worker that takes no more.
    pub fn give_back(&mut self, worker: usize, tasks: impl IntoIterator<Item = Range<u64>>) {
        self.pulses[worker].gone = true;
        self.left.extend(tasks);
        self.left.make_contiguous().sort_by_key(|range| range.start);
    }

    /// Deals no more.
    pub fn close(&mut self) {
        self.left.clear();
    }
}

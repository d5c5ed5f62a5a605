//! Which tasks come next, and how many.

use std::ops::Range;
use std::time::Duration;

/// How many times larger than the share before it a share may be.
const GROWTH: u64 = 4;
/// Into how many shares, at least, what is left is cut for each of several workers: the last ones are small, so that nobody
/// waits long for the slowest.
const CUTS: u64 = 3;

/// How the tasks of a job are cut into shares.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::mine) enum Pace {
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

/// The cursor of a job.
#[derive(Clone, Debug)]
pub(super) struct Dealer {
    left: Range<u64>,
    pace: Pace,
    /// The size of the next share, where the pace says nothing else.
    size: u64,
    /// The fewest tasks in a share, but for the last.
    least: u64,
    workers: u64,
}

impl Dealer {
    /// Deals `tasks` to so many workers, in shares of `least` at least.
    pub fn new(tasks: Range<u64>, pace: Pace, least: u64, workers: usize) -> Self {
        let least = least.max(1);
        let size = match pace {
            Pace::Doubling { first, .. } => first.max(1),
            Pace::Unbroken | Pace::Timed(_) => least,
        };
        Dealer { left: tasks, pace, size, least, workers: workers as u64 }
    }

    /// The tasks of the next share; none when there are no more.
    pub fn next(&mut self) -> Option<Range<u64>> {
        let left = self.left.end - self.left.start;
        if left == 0 {
            return None;
        }
        let size = match self.pace {
            Pace::Unbroken if self.workers == 1 => left,
            Pace::Unbroken => (left / (CUTS * self.workers)).max(self.least),
            Pace::Timed(_) => self.size,
            Pace::Doubling { most, .. } => {
                let size = self.size;
                self.size = size.saturating_mul(2).min(most);
                size
            }
        };
        let end = self.left.start + size.min(left);
        Some(std::mem::replace(&mut self.left.start, end)..end)
    }

    /// Takes notice of how long a share of `size` tasks took.
    pub fn took(&mut self, size: u64, time: Duration) {
        if let Pace::Timed(wanted) = self.pace {
            let fitting = wanted.as_secs_f64() / time.as_secs_f64().max(1e-9);
            self.size = ((size as f64 * fitting) as u64).clamp(self.least, self.size.saturating_mul(GROWTH));
        }
    }

    /// Deals no more.
    pub fn close(&mut self) {
        self.left.start = self.left.end;
    }
}

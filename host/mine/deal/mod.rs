//! Dealing work: the one loop that every count and search goes through. A listing, which is asked for its rows, draws shares of
//! the same [`Dealer`].
//!
//! A job is a [`Work`]: so many tasks, and a way to run some of them that gives a [`Merge`]-able tally. [`deal`] hands shares of
//! the tasks to one worker or several, and alone knows where the job stands: it has the cursor and the sizes of the shares
//! ([`Dealer`]), reports progress, looks whether it is to stop, and tells how far all is done, so that it can be taken up there.
//!
//! | module | what is in it |
//! | --- | --- |
//! | `dealer` | [`Dealer`], [`Pace`]: which tasks come next, and how many |
//! | `share` | [`Share`]: tasks that a worker was given, and who hears of them |
//! | `ledger` | [`Done`]: what is done of a job, in the order of the tasks |

mod dealer;
mod ledger;
mod share;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Instant;

pub(super) use dealer::{Dealer, Pace};
pub(super) use ledger::Done;
use ledger::Ledger;
pub(super) use share::Share;

use super::{Context, MineError};

/// What comes of some tasks.
pub(super) trait Merge: Default + Send {
    /// Adds what came of other tasks: in any order, with the same result.
    ///
    /// # Errors
    /// When a count passes 128 bits.
    fn merge(&mut self, other: Self) -> Result<(), MineError>;
}

impl Merge for u128 {
    fn merge(&mut self, other: u128) -> Result<(), MineError> {
        *self = self.checked_add(other).ok_or(MineError::CountOverflow)?;
        Ok(())
    }
}

impl Merge for Vec<u128> {
    fn merge(&mut self, other: Vec<u128>) -> Result<(), MineError> {
        if self.is_empty() {
            *self = other;
            return Ok(());
        }
        self.iter_mut().zip(other).try_for_each(|(sum, more)| sum.merge(more))
    }
}

/// Where the tasks leave all that comes of them on the device.
impl Merge for () {
    fn merge(&mut self, (): ()) -> Result<(), MineError> {
        Ok(())
    }
}

/// A job that can be dealt, on one worker.
pub(super) trait Work: Send {
    /// What comes of tasks.
    type Tally: Merge;

    /// The number of all tasks: the same on every worker.
    fn tasks(&self) -> u64;

    /// The fewest tasks that are worth a share.
    fn least_share(&self) -> u64 {
        1
    }

    /// Runs the tasks of a share.
    ///
    /// # Errors
    /// When the worker fails, a count passes 128 bits, or the job is to stop.
    fn run(&mut self, share: &Share<'_>) -> Result<Self::Tally, MineError>;
}

/// Deals all tasks of a job to its workers.
///
/// # Errors
/// As [`Work::run`].
pub(super) fn deal<W: Work>(workers: &mut [W], context: &Context) -> Result<W::Tally, MineError> {
    let done = deal_from(workers, Done::default(), Pace::Unbroken, context, |_| ControlFlow::Continue(()))?;
    Ok(done.tally)
}

/// Deals the tasks of a job that are not done yet, and calls `after` with how far all is done, until everything is or `after`
/// breaks.
///
/// # Errors
/// As [`Work::run`]. What `after` was told stays right.
pub(super) fn deal_from<W: Work>(
    workers: &mut [W],
    from: Done<W::Tally>,
    pace: Pace,
    context: &Context,
    after: impl FnMut(&Done<W::Tally>) -> ControlFlow<()> + Send,
) -> Result<Done<W::Tally>, MineError> {
    let Some(first) = workers.first() else { return Ok(from) };
    let all = first.tasks();
    let tasks = from.tasks.min(all)..all;
    let dealer = Dealer::new(tasks, pace, first.least_share(), workers.len());
    let table = Table {
        finished: AtomicU64::new(from.tasks),
        state: Mutex::new(State { dealer, ledger: Ledger::new(from), failure: None, after }),
        all,
        context,
    };
    match workers {
        [worker] => table.serve(worker),
        workers => thread::scope(|scope| {
            for worker in workers {
                scope.spawn(|| table.serve(worker));
            }
        }),
    }
    let State { ledger, failure, .. } = table.state.into_inner().unwrap_or_else(PoisonError::into_inner);
    failure.map_or(Ok(ledger.into_done()), Err)
}

/// What the workers of a job share.
struct Table<'c, T, A> {
    state: Mutex<State<T, A>>,
    /// Tasks whose shares are done, in any order.
    finished: AtomicU64,
    all: u64,
    context: &'c Context,
}

struct State<T, A> {
    dealer: Dealer,
    ledger: Ledger<T>,
    failure: Option<MineError>,
    after: A,
}

impl<T: Merge, A: FnMut(&Done<T>) -> ControlFlow<()>> Table<'_, T, A> {
    /// Has `worker` run shares until there are none.
    fn serve<W: Work<Tally = T>>(&self, worker: &mut W) {
        while let Some(tasks) = self.next() {
            let share = Share::new(tasks.clone(), &self.finished, self.all, self.context);
            let start = Instant::now();
            let tally = worker.run(&share);
            self.finished.fetch_add(tasks.end - tasks.start, Ordering::Relaxed);
            let mut state = self.lock();
            state.dealer.took(tasks.end - tasks.start, start.elapsed());
            let State { ledger, after, .. } = &mut *state;
            let entered = tally.and_then(|tally| ledger.enter(tasks, tally));
            match entered {
                Ok(false) => {}
                Ok(true) if after(ledger.done()).is_continue() => {}
                Ok(true) => state.dealer.close(),
                Err(error) => state.fail(error),
            }
        }
    }

    /// The tasks of the next share; none when there are no more, or the job is to stop.
    fn next(&self) -> Option<std::ops::Range<u64>> {
        let mut state = self.lock();
        if let Err(stopped) = self.context.check() {
            state.fail(stopped.into());
        }
        state.dealer.next()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, State<T, A>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T, A> State<T, A> {
    /// Ends the job; the first failure is told.
    fn fail(&mut self, error: MineError) {
        self.dealer.close();
        self.failure.get_or_insert(error);
    }
}

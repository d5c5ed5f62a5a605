//! A job under way.

use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use super::dealer::Dealer;
use super::ledger::Ledger;
use super::{Done, Merge, Pace, Share, Work};
use crate::mine::{Context, MineError, Progress};

/// A job under way: what its workers share.
pub(in crate::mine) struct Deal<T> {
    state: Mutex<State<T>>,
    /// Tasks whose shares are done, in any order.
    finished: AtomicU64,
    all: u64,
    context: Context,
}

struct State<T> {
    dealer: Dealer,
    ledger: Ledger<T>,
    failure: Option<MineError>,
}

impl<T: Merge> Deal<T> {
    /// Deals the tasks of `work` that are not done yet to so many workers.
    pub fn new(
        work: &impl Work<Tally = T>,
        workers: usize,
        from: Done<T>,
        pace: Pace,
        context: &Context,
    ) -> Self {
        let all = work.tasks();
        let tasks = from.tasks.min(all)..all;
        let finished = AtomicU64::new(tasks.start);
        let dealer = Dealer::new(tasks, pace, work.least_share(), workers);
        let state = State { dealer, ledger: Ledger::new(from), failure: None };
        Deal { state: Mutex::new(state), finished, all, context: context.clone() }
    }

    /// One turn of the loop: `worker` runs the next share, and `after` hears how far all is done, if that is further than
    /// before; no more is dealt when it breaks. False if there was no share: everything was dealt, or the job is to stop.
    pub fn turn(
        &self,
        worker: &mut impl Work<Tally = T>,
        after: impl FnOnce(&Done<T>) -> ControlFlow<()>,
    ) -> bool {
        let Some(tasks) = self.next() else { return false };
        let size = tasks.end - tasks.start;
        let share = Share::new(tasks.clone(), &self.finished, self.all, &self.context);
        let start = Instant::now();
        let tally = worker.run(&share);
        let done = self.finished.fetch_add(size, Ordering::Relaxed) + size;
        if tally.is_ok() && done < self.all {
            self.context.report(Progress { done, all: self.all });
        }
        let mut state = lock(&self.state);
        state.dealer.took(size, start.elapsed());
        match tally.and_then(|tally| state.ledger.enter(tasks, tally)) {
            Ok(further) if further && after(state.ledger.done()).is_break() => state.dealer.close(),
            Ok(_) => {}
            Err(error) => state.fail(error),
        }
        true
    }

    /// Takes what came of the shares that are done, in the order of their tasks, since it was last taken.
    ///
    /// # Errors
    /// What ended the job.
    pub fn take(&self) -> Result<T, MineError> {
        let mut state = lock(&self.state);
        match state.failure.take() {
            Some(failure) => Err(failure),
            None => Ok(state.ledger.take()),
        }
    }

    /// How far all is done.
    ///
    /// # Errors
    /// What ended the job.
    pub fn finish(self) -> Result<Done<T>, MineError> {
        let State { ledger, failure, .. } = self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        failure.map_or(Ok(ledger.into_done()), Err)
    }

    /// The tasks of the next share; none when there are no more, or the job is to stop.
    fn next(&self) -> Option<Range<u64>> {
        let mut state = lock(&self.state);
        if let Err(stopped) = self.context.check() {
            state.fail(stopped.into());
        }
        state.dealer.next()
    }
}

/// What `mutex` guards, even if a thread panicked while it had it: all of it is changed in single steps.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<T> State<T> {
    /// Ends the job; the first failure is told.
    fn fail(&mut self, error: MineError) {
        self.dealer.close();
        self.failure.get_or_insert(error);
    }
}

//! What is done of a job, in the order of the tasks.

use std::collections::BTreeMap;
use std::ops::Range;

use super::Merge;
use crate::MineError;

/// What came of the first tasks of a job.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Done<T> {
    /// How many tasks these are.
    pub tasks: u64,
    /// What came of them.
    pub tally: T,
}

/// The shares that are done. What is done out of turn waits until all before it is.
#[derive(Debug)]
pub(super) struct Ledger<T> {
    done: Done<T>,
    /// By their first tasks, the ends and tallies of shares that were done out of turn.
    waiting: BTreeMap<u64, (u64, T)>,
}

impl<T: Merge> Ledger<T> {
    pub fn new(done: Done<T>) -> Self {
        Ledger { done, waiting: BTreeMap::new() }
    }

    /// Enters a share. Says whether more of the first tasks are done now.
    pub fn enter(&mut self, tasks: Range<u64>, tally: T) -> Result<bool, MineError> {
        let before = self.done.tasks;
        if tasks.start != before {
            self.waiting.insert(tasks.start, (tasks.end, tally));
            return Ok(false);
        }
        let mut next = Some((tasks.end, tally));
        while let Some((end, tally)) = next {
            self.done.tally.merge(tally)?;
            self.done.tasks = end;
            next = self.waiting.remove(&end);
        }
        Ok(self.done.tasks > before)
    }

    pub fn done(&self) -> &Done<T> {
        &self.done
    }

    /// Takes what came of the first tasks since it was last taken.
    pub fn take(&mut self) -> T {
        std::mem::take(&mut self.done.tally)
    }

    pub fn into_done(self) -> Done<T> {
        self.done
    }
}

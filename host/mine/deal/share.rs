//! Tasks that a worker was given.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::mine::{Context, Progress};
use crate::runtime::{Buffer, Device, RuntimeError, Watch};

/// Tasks that a worker was given, and who hears of them.
pub(in crate::mine) struct Share<'c> {
    tasks: Range<u64>,
    /// Tasks of other shares that are done.
    finished: &'c AtomicU64,
    all: u64,
    context: &'c Context,
}

impl<'c> Share<'c> {
    /// These of `all` tasks.
    pub fn new(tasks: Range<u64>, finished: &'c AtomicU64, all: u64, context: &'c Context) -> Self {
        Share { tasks, finished, all, context }
    }

    /// The tasks.
    pub fn tasks(&self) -> Range<u64> {
        self.tasks.clone()
    }

    /// How many tasks these are.
    pub fn size(&self) -> u64 {
        self.tasks.end - self.tasks.start
    }

    /// Runs `launches` to their end on `device`, while progress is reported and a request to stop heeded. Their kernels draw
    /// from `queues`: from numbers that add up to `start`, up to those in `ends`.
    ///
    /// # Errors
    /// When a kernel fails, or the job is to stop.
    pub fn watch(
        &self,
        device: &Device,
        queues: &Buffer<'_, u64>,
        start: u64,
        ends: &[u64],
        launches: impl FnOnce() -> Result<(), RuntimeError>,
    ) -> Result<(), RuntimeError> {
        let progress = |drawn: u64| {
            // The kernels may draw parts of tasks.
            let parts = ends.iter().sum::<u64>().saturating_sub(start).max(1);
            let share = drawn.saturating_sub(start) as f64 / parts as f64;
            let drawn = (self.size() as f64 * share.min(1.0)) as u64;
            let done = (self.finished.load(Ordering::Relaxed) + drawn).min(self.all);
            self.context.report(Progress { done, all: self.all });
        };
        let watch = Watch { queues, ends, interrupt: &self.context.interrupt, progress: &progress };
        device.watched(watch, launches)
    }
}

//! Tasks that a worker was given.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::runtime::{Buffer, Device, RuntimeError, Watch};
use crate::{Context, Progress};

/// How far the workers of a job have come, together.
#[derive(Debug, Default)]
pub(crate) struct Tide {
    /// Tasks whose shares are done, in any order.
    finished: AtomicU64,
    /// Tasks drawn of shares that are not.
    drawn: AtomicU64,
}

impl Tide {
    /// With so many tasks done.
    pub fn at(finished: u64) -> Tide {
        Tide { finished: AtomicU64::new(finished), drawn: AtomicU64::new(0) }
    }

    /// Says that so many more tasks are done. Returns how many those are now.
    pub fn finish(&self, tasks: u64) -> u64 {
        self.finished.fetch_add(tasks, Ordering::Relaxed) + tasks
    }

    /// Says that so many are to be done again.
    pub fn undo(&self, tasks: u64) {
        self.finished.fetch_sub(tasks, Ordering::Relaxed);
    }

    fn level(&self) -> u64 {
        self.finished.load(Ordering::Relaxed) + self.drawn.load(Ordering::Relaxed)
    }
}

/// Tasks that a worker was given, and who hears of them.
pub(crate) struct Share<'c> {
    tasks: Range<u64>,
    tide: &'c Tide,
    /// What of the tide's drawn tasks is this share's.
    drawn: AtomicU64,
    all: u64,
    context: &'c Context,
}

impl<'c> Share<'c> {
    /// These of `all` tasks.
    pub fn new(tasks: Range<u64>, tide: &'c Tide, all: u64, context: &'c Context) -> Self {
        Share { tasks, tide, drawn: AtomicU64::new(0), all, context }
    }

    /// The tasks.
    pub fn tasks(&self) -> Range<u64> {
        self.tasks.clone()
    }

    /// How many tasks these are.
    pub fn size(&self) -> u64 {
        self.tasks.end - self.tasks.start
    }

    /// Runs `launches` to their end on `device`, while progress is reported and a request to stop heeded. Their kernels
    /// draw from `queues`: from numbers that add up to `start`, up to those in `ends`.
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
        // The kernels may draw parts of tasks.
        let parts = ends.iter().sum::<u64>().saturating_sub(start).max(1);
        let share = |drawn: u64| drawn.saturating_sub(start) as f64 / parts as f64;
        self.watched(device, queues, ends, share, launches)
    }

    /// Runs `launches` as [`watch`](Self::watch) does, which draw numbers up to those in `ends` of what is left of the
    /// share's tasks: all of these have been drawn before.
    ///
    /// # Errors
    /// When a kernel fails, or the job is to stop.
    pub fn watch_rest(
        &self,
        device: &Device,
        queues: &Buffer<'_, u64>,
        ends: &[u64],
        launches: impl FnOnce() -> Result<(), RuntimeError>,
    ) -> Result<(), RuntimeError> {
        self.watched(device, queues, ends, |_| 1.0, launches)
    }

    /// Runs `launches` as [`watch`](Self::watch) does, of kernels that look at their queues within a task too: these
    /// end when a queue is `beyond` its end, where what is drawn does not come.
    ///
    /// # Errors
    /// When a kernel fails, or the job is to stop.
    pub fn watch_within(
        &self,
        device: &Device,
        queues: &Buffer<'_, u64>,
        start: u64,
        ends: &[u64],
        beyond: u64,
        launches: impl FnOnce() -> Result<(), RuntimeError>,
    ) -> Result<(), RuntimeError> {
        let parts = ends.iter().sum::<u64>().saturating_sub(start).max(1);
        let stops: Vec<u64> = ends.iter().map(|end| end + beyond).collect();
        let share = |drawn: u64| drawn.saturating_sub(start) as f64 / parts as f64;
        self.watched(device, queues, &stops, share, launches)
    }

    /// Runs `launches` to their end, where `share` says which part of the tasks have been drawn when so many numbers
    /// have.
    fn watched(
        &self,
        device: &Device,
        queues: &Buffer<'_, u64>,
        ends: &[u64],
        share: impl Fn(u64) -> f64 + Sync,
        launches: impl FnOnce() -> Result<(), RuntimeError>,
    ) -> Result<(), RuntimeError> {
        let progress = |drawn: u64| {
            self.draw((self.size() as f64 * share(drawn).min(1.0)) as u64);
            self.context.report(Progress { done: self.tide.level().min(self.all), all: self.all });
        };
        let watch = Watch { queues, ends, interrupt: &self.context.interrupt, progress: &progress };
        device.watched(watch, launches)
    }

    /// Says that so many of the tasks have been drawn.
    fn draw(&self, drawn: u64) {
        let before = self.drawn.swap(drawn, Ordering::Relaxed);
        // Modulo 2^64: the tide may fall.
        self.tide.drawn.fetch_add(drawn.wrapping_sub(before), Ordering::Relaxed);
    }
}

impl Drop for Share<'_> {
    fn drop(&mut self) {
        self.draw(0);
    }
}

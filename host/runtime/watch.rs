//! Progress and interruption of a kernel that draws its tasks from a queue.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::Buffer;

/// How often a running kernel's queue is looked at.
pub(super) const PERIOD: Duration = Duration::from_millis(100);

/// A request to stop, shared with a signal handler.
#[derive(Clone, Debug, Default)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Asks every job that holds this interrupt to stop.
    pub fn request(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether stopping was asked for.
    pub fn requested(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// What to look at while a kernel runs.
#[derive(Clone, Copy)]
pub struct Watch<'w> {
    /// One element: the number of the next task to be drawn. Setting it to `end` ends the kernel early.
    pub queue: &'w Buffer<'w, u64>,
    /// The number of tasks.
    pub end: u64,
    /// Stops the kernel.
    pub interrupt: &'w Interrupt,
    /// Called with the number of tasks drawn, about ten times a second.
    pub progress: &'w (dyn Fn(u64) + Sync),
}

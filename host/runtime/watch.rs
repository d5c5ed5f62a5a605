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

/// What to look at while kernels run.
#[derive(Clone, Copy)]
pub struct Watch<'w> {
    /// For each kernel, the number of the next task to be drawn. Setting it to the kernel's end ends that early.
    pub queues: &'w Buffer<'w, u64>,
    /// For each kernel, the number of its tasks.
    pub ends: &'w [u64],
    /// Stops the kernels.
    pub interrupt: &'w Interrupt,
    /// Called with the number of tasks drawn from all queues, about ten times a second.
    pub progress: &'w (dyn Fn(u64) + Sync),
}

/// How many tasks have been drawn, by what the queues hold and where they end.
pub(super) fn tasks_drawn(queues: impl IntoIterator<Item = u64>, ends: &[u64]) -> u64 {
    queues.into_iter().zip(ends).map(|(drawn, &end)| drawn.min(end)).sum()
}

//! Progress and interruption of a kernel that draws its tasks from a queue.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::{Buffer, RuntimeError};

/// How often a running kernel's queue is looked at.
pub(super) const PERIOD: Duration = Duration::from_millis(100);

/// A request to stop, shared with a signal handler; or a time from which on it holds.
#[derive(Clone, Debug, Default)]
pub struct Interrupt {
    requested: Arc<AtomicBool>,
    deadline: Option<Instant>,
}

impl Interrupt {
    /// This request, which also holds from `deadline` on.
    #[must_use]
    pub fn at(&self, deadline: Instant) -> Interrupt {
        Interrupt { requested: self.requested.clone(), deadline: Some(deadline) }
    }

    /// Asks every job that holds this interrupt to stop.
    pub fn request(&self) {
        self.requested.store(true, Ordering::Relaxed);
    }

    /// Whether stopping was asked for, or the deadline has passed.
    pub fn requested(&self) -> bool {
        self.requested.load(Ordering::Relaxed)
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// The time up to the deadline; `None` if there is none.
    pub fn time_left(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }

    /// Whether to go on.
    ///
    /// # Errors
    /// [`RuntimeError::Interrupted`] after a request to stop, [`RuntimeError::Deadline`] after the deadline.
    pub fn check(&self) -> Result<(), RuntimeError> {
        match self.requested.load(Ordering::Relaxed) {
            true => Err(RuntimeError::Interrupted),
            false if self.requested() => Err(RuntimeError::Deadline),
            false => Ok(()),
        }
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

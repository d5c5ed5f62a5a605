//! What a job runs under: who may stop it, and who hears how far it has come.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::Mutex;

use super::strategy::Strategy;
use super::{MineError, Progress};
use crate::pattern::Pattern;
use crate::runtime::{Interrupt, RuntimeError};

/// Stops a job, and hears of its progress. It is cheap to clone, may go to any thread, and by default does neither.
#[derive(Clone, Default)]
pub struct Context {
    pub(super) interrupt: Interrupt,
    progress: Option<Arc<dyn Fn(Progress) + Send + Sync>>,
    walked: Option<Arc<Walked>>,
    shares: Option<Arc<ShareCallback>>,
    left_out: Option<Arc<LeftOut>>,
}

/// Hears what part of a job a device did.
type ShareCallback = dyn Fn(&str, DeviceShare) + Send + Sync;
/// Hears of a device that takes no part, or no part any more, and why.
type LeftOut = dyn Fn(&str, &MineError) + Send + Sync;

/// A part of a job that a device did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeviceShare {
    /// How many tasks these were; of a listing, how many matches; of a database, how many patterns.
    pub tasks: u64,
    /// How long they took.
    pub busy: Duration,
}

/// Hears of a pattern that is walked, and how it would be counted with more memory.
type Walked = dyn Fn(&Pattern, Strategy) + Send + Sync;

impl Context {
    /// This context, stopped by `interrupt`: by a request, or from a deadline on ([`Interrupt::at`]).
    #[must_use]
    pub fn interrupt(self, interrupt: Interrupt) -> Self {
        Context { interrupt, ..self }
    }

    /// This context, which ends at this time, whatever deadline it had.
    #[must_use]
    pub fn ending_at(self, deadline: Instant) -> Self {
        let interrupt = self.interrupt.at(deadline);
        self.interrupt(interrupt)
    }

    /// This context, which ends after one of so many equal parts of the time up to its deadline, if it has one.
    #[must_use]
    pub fn ending_after_part(self, parts: u32) -> Self {
        match self.time_left() {
            Some(left) => self.ending_at(Instant::now() + left / parts.max(1)),
            None => self,
        }
    }

    /// This context, with `progress` called now and then, from any thread: about ten times a second while a device
    /// works.
    #[must_use]
    pub fn progress(self, progress: impl Fn(Progress) + Send + Sync + 'static) -> Self {
        Context { progress: Some(Arc::new(progress)), ..self }
    }

    /// This context, with `walked` called before a pattern is walked because the strategy that was meant for it does
    /// not fit in the device's memory: the walk may take far longer.
    #[must_use]
    pub fn walked(self, walked: impl Fn(&Pattern, Strategy) + Send + Sync + 'static) -> Self {
        Context { walked: Some(Arc::new(walked)), ..self }
    }

    /// This context, with `shares` called after each part of the job that a device did, from any thread: with what the
    /// device is called, and how much that was.
    #[must_use]
    pub fn shares(self, shares: impl Fn(&str, DeviceShare) + Send + Sync + 'static) -> Self {
        Context { shares: Some(Arc::new(shares)), ..self }
    }

    /// This context, with `left_out` called when one of several devices takes no part, or has failed and its tasks go
    /// to the others: with what the device is called, and the reason. The result is right in any case.
    #[must_use]
    pub fn left_out(self, left_out: impl Fn(&str, &MineError) + Send + Sync + 'static) -> Self {
        Context { left_out: Some(Arc::new(left_out)), ..self }
    }

    /// This context, where each device that is left out is told of once: for a job that is dealt in many parts.
    pub(super) fn telling_once(&self) -> Context {
        let Some(hear) = self.left_out.clone() else { return self.clone() };
        let told = Mutex::new(BTreeSet::new());
        self.clone().left_out(move |device, why| {
            if told.lock().insert(device.to_owned()) {
                hear(device, why);
            }
        })
    }

    /// This context, where nobody hears who did what.
    pub(super) fn without_shares(&self) -> Context {
        Context { shares: None, ..self.clone() }
    }

    /// A context that stops when this one does, and of which nobody hears anything.
    pub(super) fn quiet(&self) -> Context {
        Context { interrupt: self.interrupt.clone(), ..Context::default() }
    }

    /// This context, of whose progress nobody hears, but of its devices.
    pub(super) fn without_progress(&self) -> Context {
        Context { progress: None, ..self.clone() }
    }

    /// The time up to the deadline; `None` if there is none.
    pub(super) fn time_left(&self) -> Option<Duration> {
        self.interrupt.time_left()
    }

    /// Whether to go on.
    ///
    /// # Errors
    /// [`RuntimeError::Interrupted`] after a request to stop, [`RuntimeError::Deadline`] after the deadline.
    pub fn check(&self) -> Result<(), RuntimeError> {
        self.interrupt.check()
    }

    /// Says that `pattern` is walked, where `meant` does not fit in the memory.
    pub(super) fn report_walked(&self, pattern: &Pattern, meant: Strategy) {
        if let Some(hear) = &self.walked {
            hear(pattern, meant);
        }
    }

    /// Says what a device did.
    pub(super) fn report_share(&self, device: &str, tasks: u64, busy: Duration) {
        if let Some(hear) = &self.shares {
            hear(device, DeviceShare { tasks, busy });
        }
    }

    /// Says that a device takes no part any more.
    pub(super) fn report_left_out(&self, device: &str, why: &MineError) {
        if let Some(hear) = &self.left_out {
            hear(device, why);
        }
    }

    /// Says how far the job has come.
    pub fn report(&self, progress: Progress) {
        if let Some(hear) = &self.progress {
            hear(progress);
        }
    }
}

impl fmt::Debug for Context {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Context")
            .field("interrupt", &self.interrupt)
            .field("progress", &self.progress.is_some())
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::list::{ListOptions, Listing};
    use crate::transactions::FrequentOptions;
    use crate::{CountOptions, PartialCount};
    use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

    #[test]
    fn jobs_may_go_to_another_thread() {
        fn may_go<T: Send + Sync + 'static>() {}
        may_go::<Context>();
        may_go::<CountOptions>();
        may_go::<ListOptions>();
        may_go::<FrequentOptions>();
        may_go::<PartialCount>();
        may_go::<Listing>();
    }

    #[test]
    fn a_request_and_a_deadline_are_told_apart() {
        let interrupt = Interrupt::default();
        let asked = Context::default().interrupt(interrupt.clone());
        let late = Context::default().interrupt(interrupt.at(Instant::now()));
        assert!(asked.check().is_ok());
        assert!(matches!(late.check(), Err(RuntimeError::Deadline)));
        interrupt.request();
        assert!(matches!(asked.check(), Err(RuntimeError::Interrupted)));
        assert!(matches!(late.check(), Err(RuntimeError::Interrupted)), "who asks comes first");
    }

    #[test]
    fn clones_report_to_the_same() {
        Context::default().report(Progress { done: 1, all: 2 });
        let heard = Arc::new(AtomicU64::new(0));
        let sum = heard.clone();
        let context = Context::default().progress(move |progress| {
            sum.fetch_add(progress.done, Relaxed);
        });
        context.clone().report(Progress { done: 3, all: 9 });
        context.interrupt(Interrupt::default()).report(Progress { done: 4, all: 9 });
        assert_eq!(heard.load(Relaxed), 7);
    }
}

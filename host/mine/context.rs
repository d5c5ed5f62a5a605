//! What a job runs under: who may stop it, and who hears how far it has come.

use std::fmt;
use std::sync::Arc;

use super::Progress;
use super::strategy::Strategy;
use crate::pattern::Pattern;
use crate::runtime::{Interrupt, RuntimeError};

/// Stops a job, and hears of its progress. It is cheap to clone, may go to any thread, and by default does neither.
#[derive(Clone, Default)]
pub struct Context {
    pub(super) interrupt: Interrupt,
    progress: Option<Arc<dyn Fn(Progress) + Send + Sync>>,
    walked: Option<Arc<Walked>>,
}

/// Hears of a pattern that is walked, and how it would be counted with more memory.
type Walked = dyn Fn(&Pattern, Strategy) + Send + Sync;

impl Context {
    /// The same, stopped by `interrupt`: by a request, or from a deadline on ([`Interrupt::at`]).
    #[must_use]
    pub fn interrupt(self, interrupt: Interrupt) -> Self {
        Context { interrupt, ..self }
    }

    /// The same, with `progress` called now and then, from any thread: about ten times a second while a device works.
    #[must_use]
    pub fn progress(self, progress: impl Fn(Progress) + Send + Sync + 'static) -> Self {
        Context { progress: Some(Arc::new(progress)), ..self }
    }

    /// The same, with `walked` called before a pattern is walked because the strategy that was meant for it does not fit in the
    /// device's memory: the walk may take far longer.
    #[must_use]
    pub fn walked(self, walked: impl Fn(&Pattern, Strategy) + Send + Sync + 'static) -> Self {
        Context { walked: Some(Arc::new(walked)), ..self }
    }

    /// The same, of whose progress nobody hears.
    pub(super) fn quiet(&self) -> Context {
        Context { interrupt: self.interrupt.clone(), progress: None, walked: None }
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
    use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
    use std::time::Instant;

    use super::*;
    use crate::mine::list::{ListOptions, Listing};
    use crate::mine::transactions::FrequentOptions;
    use crate::mine::{CountOptions, PartialCount};

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

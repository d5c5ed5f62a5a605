//! What several devices have left to search: parts that nobody has begun, and who waits for one.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

use parking_lot::{Condvar, Mutex, MutexGuard};

use crate::dfs_code::Step;
use crate::{Context, MineError};

/// How often who waits looks whether the job is to stop.
const LOOK: Duration = Duration::from_millis(20);
/// How often a thread of a pool that waits looks whether the job is to stop: it must not block.
const SHORT_LOOK: Duration = Duration::from_micros(50);

/// The minimum code of a pattern.
pub(super) type Code = Vec<Step>;

/// The parts of a search that are left.
pub(super) struct Frontier {
    state: Mutex<FrontierState>,
    /// A part was put, or one is done, or the search is closed.
    changed: Condvar,
    /// How many more parts would be taken at once, for those who look often.
    wanted: AtomicUsize,
    closed: AtomicBool,
}

/// A part is codes of one length: what is left of it is all that grows from their patterns.
#[derive(Default)]
struct FrontierState {
    parts: Vec<Vec<Code>>,
    /// Parts that were taken and are not done: more may come of them.
    under_way: usize,
    waiting: usize,
    /// What ended the search.
    failure: Option<MineError>,
}

/// A part that a device works at.
pub(super) struct TakenPart<'f> {
    pub(super) codes: Vec<Code>,
    frontier: &'f Frontier,
}

impl Frontier {
    /// Of a whole search: all patterns grow from that without an edge.
    pub(super) fn new() -> Frontier {
        let state = FrontierState { parts: vec![vec![Code::new()]], ..FrontierState::default() };
        Frontier {
            state: Mutex::new(state),
            changed: Condvar::new(),
            wanted: AtomicUsize::new(0),
            closed: AtomicBool::new(false),
        }
    }

    /// How many devices have nothing to do, and nothing that they could take.
    pub(super) fn wanted(&self) -> usize {
        self.wanted.load(Relaxed)
    }

    /// Leaves a part to whoever takes it. The codes have one length.
    pub(super) fn put(&self, codes: Vec<Code>) {
        if codes.is_empty() {
            return;
        }
        let mut state = self.state();
        state.parts.push(codes);
        self.note(&state);
        self.changed.notify_one();
    }

    /// Ends the search, for all devices: it is to stop, or what was found cannot be taken. The first reason is told.
    pub(super) fn end(&self, why: MineError) {
        self.state().failure.get_or_insert(why);
        self.close();
    }

    /// What ended the search before everything was done, if anything did.
    pub(super) fn into_failure(self) -> Option<MineError> {
        self.state.into_inner().failure
    }

    fn close(&self) {
        self.closed.store(true, Relaxed);
        self.changed.notify_all();
    }

    pub(super) fn is_closed(&self) -> bool {
        self.closed.load(Relaxed)
    }

    /// Whether everything is done, or the search is closed.
    pub(super) fn is_over(&self) -> bool {
        self.is_closed() || self.state().is_done()
    }

    /// A part of what is left; `None` when everything is done, the search is closed, or the job is to stop, which ends
    /// it. It waits while others are at parts, as they may give some away, or fail.
    pub(super) fn take(&self, context: &Context) -> Option<TakenPart<'_>> {
        let mut state = self.state();
        loop {
            if self.is_closed() || state.is_done() {
                return None;
            }
            if let Err(stopped) = context.check() {
                drop(state);
                self.end(stopped.into());
                return None;
            }
            if let Some(codes) = state.parts.pop() {
                state.under_way += 1;
                self.note(&state);
                return Some(TakenPart { codes, frontier: self });
            }
            state.waiting += 1;
            self.note(&state);
            self.wait(&mut state);
            state.waiting -= 1;
            self.note(&state);
        }
    }

    /// Waits for a change, or a while.
    fn wait(&self, state: &mut MutexGuard<'_, FrontierState>) {
        if rayon::current_thread_index().is_none() {
            self.changed.wait_for(state, LOOK);
            return;
        }
        // The pool's other threads may wait for this one.
        MutexGuard::unlocked(state, || {
            rayon::yield_now();
            std::thread::sleep(SHORT_LOOK);
        });
    }

    fn state(&self) -> MutexGuard<'_, FrontierState> {
        self.state.lock()
    }

    fn note(&self, state: &FrontierState) {
        self.wanted.store(state.waiting.saturating_sub(state.parts.len()), Relaxed);
    }
}

impl FrontierState {
    fn is_done(&self) -> bool {
        self.parts.is_empty() && self.under_way == 0
    }
}

impl Drop for TakenPart<'_> {
    fn drop(&mut self) {
        // A thread that panics leaves its part undone: nobody must wait for it.
        if std::thread::panicking() {
            self.frontier.close();
        }
        self.frontier.state().under_way -= 1;
        self.frontier.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    fn code(kind: u32) -> Code {
        vec![Step { from: 0, to: 1, kind }]
    }

    #[test]
    fn who_waits_gets_what_another_gives_away() {
        let (frontier, context) = (Frontier::new(), Context::default());
        let whole = frontier.take(&context).expect("the whole");
        assert_eq!(whole.codes, [Code::new()]);
        thread::scope(|scope| {
            let other = scope.spawn(|| frontier.take(&context).map(|taken| taken.codes.clone()));
            while frontier.wanted() == 0 {
                thread::yield_now();
            }
            frontier.put(vec![code(3)]);
            assert_eq!(frontier.wanted(), 0, "one part for one device");
            assert_eq!(other.join().unwrap(), Some(vec![code(3)]));
        });
        assert!(!frontier.is_over());
        drop(whole);
        assert!(frontier.is_over());
        assert!(frontier.take(&context).is_none());
    }

    #[test]
    fn nobody_waits_for_a_part_that_panics_or_a_search_that_is_closed() {
        let (frontier, context) = (Frontier::new(), Context::default());
        thread::scope(|scope| {
            let taken = frontier.take(&context);
            let waits = scope.spawn(|| frontier.take(&context).is_none());
            let panics = scope.spawn(move || {
                let _taken = taken;
                panic!("on purpose");
            });
            assert!(panics.join().is_err());
            assert!(waits.join().unwrap());
        });
        assert!(frontier.is_closed());
    }
}

//! Threads that look at launches now and then: they are kept for the next launch, as to start one takes longer than a
//! small launch does.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::thread;

use parking_lot::{Condvar, Mutex};

use super::watch::PERIOD;
use super::{MemorySize, RuntimeError};

/// How often a watcher whose launch is over waits for the next one by itself. Then it sleeps until it is called, which
/// costs whoever calls.
const PATIENCE: u32 = 10;
/// What a thread takes, about.
const THREAD: MemorySize = MemorySize(2 << 20);

/// What a watcher does now and then.
type Look = dyn Fn() + Sync;

/// Watchers: as many as there were launches at the same time.
pub(super) struct Watchers(Mutex<Vec<Arc<Watcher>>>);

/// A thread that watches one launch at a time.
#[derive(Default)]
struct Watcher {
    seat: Mutex<WatchState>,
    called: Condvar,
}

/// What a watcher and a launch share.
#[derive(Default)]
struct WatchState {
    look: Option<&'static Look>,
    asleep: bool,
    /// What a look panicked with.
    panic: Option<Box<dyn Any + Send>>,
}

impl Watchers {
    /// None yet.
    pub const fn new() -> Watchers {
        Watchers(Mutex::new(Vec::new()))
    }

    /// Does `work` while another thread calls `look` every [`PERIOD`]: not at all, if that takes less time.
    ///
    /// # Errors
    /// Those of `work`; when no thread can be started.
    ///
    /// # Panics
    /// If `look` does.
    pub fn during<T>(
        &self,
        look: &(dyn Fn() + Sync),
        work: impl FnOnce() -> Result<T, RuntimeError>,
    ) -> Result<T, RuntimeError> {
        let idle = self.0.lock().pop();
        let watcher = idle.map_or_else(Watcher::start, Ok)?;
        // SAFETY: nothing but the lifetime changes. The reference lies in the watcher's seat alone, and is used only
        // under the seat's lock; `Occupied` takes it out of there, under that lock, when it is dropped: before this
        // function returns or unwinds, and so before the lifetime ends.
        let look = unsafe { std::mem::transmute::<&(dyn Fn() + Sync), &'static Look>(look) };
        let occupied = Occupied::new(self, watcher, look);
        let done = work();
        match occupied.leave() {
            Some(panic) => resume_unwind(panic),
            None => done,
        }
    }
}

/// A watcher that a launch has.
struct Occupied<'w> {
    of: &'w Watchers,
    watcher: Arc<Watcher>,
}

impl<'w> Occupied<'w> {
    fn new(of: &'w Watchers, watcher: Arc<Watcher>, look: &'static Look) -> Occupied<'w> {
        let mut seat = watcher.seat.lock();
        seat.look = Some(look);
        if std::mem::take(&mut seat.asleep) {
            watcher.called.notify_one();
        }
        drop(seat);
        Occupied { of, watcher }
    }

    /// Lets the watcher go, and tells what it panicked with.
    fn leave(self) -> Option<Box<dyn Any + Send>> {
        self.watcher.seat.lock().panic.take()
    }
}

impl Drop for Occupied<'_> {
    fn drop(&mut self) {
        let mut seat = self.watcher.seat.lock();
        (seat.look, seat.panic) = (None, None);
        drop(seat);
        self.of.0.lock().push(self.watcher.clone());
    }
}

impl Watcher {
    fn start() -> Result<Arc<Watcher>, RuntimeError> {
        let watcher = Arc::<Watcher>::default();
        let serving = watcher.clone();
        let began = thread::Builder::new().name("watcher".to_owned()).spawn(move || serving.serve());
        began.map(|_| watcher).map_err(|_| RuntimeError::NoHostMemory { wanted: THREAD })
    }

    /// Looks at one launch after another.
    fn serve(&self) {
        let (mut seat, mut idle) = (self.seat.lock(), 0);
        loop {
            if idle < PATIENCE {
                self.called.wait_for(&mut seat, PERIOD);
            } else {
                seat.asleep = true;
                self.called.wait_while(&mut seat, |seat| seat.asleep);
                idle = 0;
                continue;
            }
            match seat.look {
                Some(look) => {
                    idle = 0;
                    if let Err(panic) = catch_unwind(AssertUnwindSafe(look)) {
                        (seat.look, seat.panic) = (None, Some(panic));
                    }
                }
                None => idle += 1,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
    use std::thread::ThreadId;
    use std::time::{Duration, Instant};

    use super::*;

    /// Waits until something holds, for as long as a test has patience.
    fn wait_until(holds: impl Fn() -> bool) {
        let start = Instant::now();
        while !holds() {
            assert!(start.elapsed() < Duration::from_secs(60), "nobody looks");
            thread::sleep(Duration::from_millis(1));
        }
    }

    #[test]
    fn one_thread_looks_at_launches_that_follow_each_other() {
        let (watchers, seen) = (Watchers::new(), Mutex::new(BTreeSet::<String>::new()));
        let name = |id: ThreadId| format!("{id:?}");
        let launch = |pause: Duration| {
            let looks = AtomicU32::new(0);
            let look = || {
                looks.fetch_add(1, Relaxed);
                seen.lock().insert(name(thread::current().id()));
            };
            let twice = || {
                wait_until(|| looks.load(Relaxed) >= 2);
                Ok(())
            };
            watchers.during(&look, twice).unwrap();
            thread::sleep(pause);
        };
        // The last one finds it asleep.
        [Duration::ZERO, Duration::ZERO, PERIOD * (PATIENCE + 4), Duration::ZERO]
            .into_iter()
            .for_each(launch);
        assert_eq!(seen.lock().len(), 1);
        assert!(!seen.lock().contains(&name(thread::current().id())));
    }

    #[test]
    fn launches_at_the_same_time_have_watchers_of_their_own() {
        let watchers = Watchers::new();
        let (outer, inner) = (AtomicU32::new(0), AtomicU32::new(0));
        let count = |of: &AtomicU32| _ = of.fetch_add(1, Relaxed);
        // A look that does not come back must not keep others from theirs.
        let blocked = || {
            count(&outer);
            wait_until(|| inner.load(Relaxed) > 1);
        };
        let within = || {
            wait_until(|| outer.load(Relaxed) > 0);
            let work = || {
                wait_until(|| inner.load(Relaxed) > 1);
                Ok(())
            };
            watchers.during(&|| count(&inner), work)
        };
        watchers.during(&blocked, within).unwrap();
        assert_eq!(watchers.0.lock().len(), 2);
        let (before_outer, before_inner) = (outer.load(Relaxed), inner.load(Relaxed));
        thread::sleep(3 * PERIOD);
        assert_eq!(
            (outer.load(Relaxed), inner.load(Relaxed)),
            (before_outer, before_inner),
            "nobody looks when it is over"
        );
    }

    #[test]
    fn a_look_that_panics_is_the_launch_s_panic() {
        let (watchers, looked) = (Watchers::new(), AtomicU32::new(0));
        let look = || {
            looked.fetch_add(1, Relaxed);
            panic!("no more looking");
        };
        let work = || {
            wait_until(|| looked.load(Relaxed) > 0);
            // The next launch of this watcher is another's.
            thread::sleep(2 * PERIOD);
            Ok(())
        };
        let caught = catch_unwind(AssertUnwindSafe(|| watchers.during(&look, work)));
        assert_eq!(caught.unwrap_err().downcast_ref(), Some(&"no more looking"));
        assert_eq!(looked.load(Relaxed), 1);
        watchers.during(&|| (), || Ok(())).unwrap();
    }
}

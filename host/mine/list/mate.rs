//! Another device that writes batches of a listing.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender, TryRecvError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::engine::{Engine, Slot};
use super::window::Jobs;
use super::writing::SLOTS;
use super::{ListOptions, Listing};
use crate::MineError;
use crate::clock::Clock;
use crate::runtime::{Device, Joining, RuntimeError};

/// How long a listing must have taken before others join: to get the graph and pinned memory takes them about as long.
const WORTH_JOINING: Duration = Duration::from_millis(50);
/// How often a device that is being opened looks whether it is still needed.
const LOOK: Duration = Duration::from_millis(2);
/// A device that takes so many times longer for a batch than the first is given no more: the batches after its own
/// would wait.
const TOO_SLOW: u32 = 4;

/// A device that writes batches on a thread of its own, once it is open. Dropping it ends the thread.
pub(super) struct Mate {
    /// None when the listing is over.
    orders: Option<Sender<Order>>,
    thread: Option<JoinHandle<()>>,
    notes: Receiver<Note>,
    stopped: Arc<AtomicBool>,
    /// Places for batches that are not in use, once there are some.
    free: Vec<Slot>,
    /// Rows in one of them, and the most jobs of a launch.
    room: u64,
    most_jobs: u64,
    /// How long it took for its last batch, once it has written one.
    took: Option<Duration>,
    gone: bool,
}

/// A batch to be written.
struct Order {
    slot: Slot,
    jobs: Arc<Jobs>,
}

/// What a mate says.
enum Note {
    /// It is ready.
    Ready { slots: Vec<Slot>, room: u64, most_jobs: u64 },
    /// A batch is on its way to the host.
    Written(Slot, Duration),
    /// It takes no part, or no part any more.
    Failed(MineError),
}

impl Mate {
    /// Waits for the device, and begins.
    pub fn start(joining: &Arc<Joining>, listing: &Listing, options: &ListOptions) -> Mate {
        let (orders, orders_of_mate) = mpsc::channel();
        let (notes_of_mate, notes) = mpsc::channel();
        let stopped = Arc::new(AtomicBool::new(false));
        let (joining, listing, options) = (joining.clone(), listing.clone(), options.clone());
        let stop = stopped.clone();
        let thread =
            thread::spawn(move || work(&joining, &listing, &options, &stop, &orders_of_mate, &notes_of_mate));
        Mate {
            orders: Some(orders),
            thread: Some(thread),
            notes,
            stopped,
            free: Vec::new(),
            room: 0,
            most_jobs: 0,
            took: None,
            gone: false,
        }
    }

    /// How many rows it should be given, if it can write a batch now, and is fast enough beside one that takes the time
    /// `first` for a batch. Hears whether it has become ready.
    pub fn room(&mut self, first: Option<Duration>) -> Result<Option<u64>, MineError> {
        if self.room == 0 && !self.gone {
            match self.notes.try_recv() {
                Ok(Note::Ready { slots, room, most_jobs }) => {
                    (self.free, self.room, self.most_jobs) = (slots, room, most_jobs);
                }
                Ok(Note::Failed(why)) => {
                    self.gone = true;
                    return Err(why);
                }
                Ok(Note::Written(..)) | Err(TryRecvError::Disconnected) => self.gone = true,
                Err(TryRecvError::Empty) => {}
            }
        }
        if self.gone || self.free.is_empty() {
            return Ok(None);
        }
        let slow = self.took.zip(first).is_some_and(|(took, first)| took > TOO_SLOW * first);
        Ok((!slow).then_some(self.room))
    }

    /// Has it write a batch.
    ///
    /// # Panics
    /// If it has no [room](Self::room).
    pub fn write(&mut self, jobs: &Arc<Jobs>) {
        let slot = self.free.pop().expect("a mate with room");
        // If the thread is gone, that is heard when the batch is asked for.
        if let Some(orders) = &self.orders {
            drop(orders.send(Order { slot, jobs: jobs.clone() }));
        }
    }

    /// The batch that it was given first, of those not asked for yet; the rows are on their way.
    ///
    /// # Errors
    /// Why it could not be written: no later one is, either.
    pub fn written(&mut self) -> Result<(Slot, Duration), MineError> {
        match self.notes.recv() {
            Ok(Note::Written(slot, took)) => {
                self.took = Some(took);
                Ok((slot, took))
            }
            Ok(Note::Failed(why)) => {
                self.gone = true;
                Err(why)
            }
            Ok(Note::Ready { .. }) => unreachable!("a mate is ready before it is given a batch"),
            // The thread has panicked.
            Err(mpsc::RecvError) => match self.thread.take().map(JoinHandle::join) {
                Some(Err(panic)) => std::panic::resume_unwind(panic),
                _ => unreachable!("a thread that ends says why"),
            },
        }
    }

    /// Gives a place back.
    pub fn give_back(&mut self, slot: Slot) {
        self.free.push(slot);
    }

    /// The most jobs of a batch.
    pub fn most_jobs(&self) -> u64 {
        self.most_jobs
    }

    /// Whether it takes no part any more.
    pub fn is_gone(&self) -> bool {
        self.gone
    }
}

impl Drop for Mate {
    fn drop(&mut self) {
        self.stopped.store(true, Ordering::Relaxed);
        self.orders = None;
        // What it has on the device is given back when this returns. A thread of a pool must not wait: the mate may
        // need the pool.
        if let Some(thread) = self.thread.take().filter(|_| rayon::current_thread_index().is_none()) {
            let _ = thread.join();
        }
    }
}

/// What a mate's thread does.
fn work(
    joining: &Arc<Joining>,
    listing: &Listing,
    options: &ListOptions,
    stopped: &AtomicBool,
    orders: &Receiver<Order>,
    notes: &Sender<Note>,
) {
    // Whoever listens is gone when the listing is over.
    let say = |note| drop(notes.send(note));
    let Some(opened) = opened(joining, stopped) else { return };
    let made = opened
        .map_err(MineError::LeftOut)
        .and_then(|device| Ok(Engine::new(listing, &device, options, SLOTS, &Clock::default())?));
    let mut engine = match made {
        Ok((engine, slots)) => {
            say(Note::Ready { slots, room: engine.room, most_jobs: engine.most_chunks });
            engine
        }
        Err(why) => return say(Note::Failed(why)),
    };
    while let Ok(Order { mut slot, jobs }) = orders.recv() {
        if stopped.load(Ordering::Relaxed) {
            return;
        }
        let start = Instant::now();
        match engine.list(&mut slot, &jobs) {
            Ok(()) => say(Note::Written(slot, start.elapsed())),
            Err(why) => return say(Note::Failed(why.into())),
        }
    }
}

/// The device, when it is open; none if the listing is over before.
fn opened(joining: &Arc<Joining>, stopped: &AtomicBool) -> Option<Result<Device, Arc<RuntimeError>>> {
    let patient = Instant::now();
    while patient.elapsed() < joining.patience().max(WORTH_JOINING) {
        if stopped.load(Ordering::Relaxed) {
            return None;
        }
        thread::sleep(LOOK);
    }
    joining.begin();
    loop {
        if stopped.load(Ordering::Relaxed) {
            return None;
        }
        if let Some(opened) = joining.within(LOOK) {
            return Some(opened);
        }
    }
}

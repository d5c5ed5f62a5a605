//! Batch after batch of matches.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::slice::ChunksExact;
use std::time::{Duration, Instant};

use super::engine::{Engine, width};
use super::window::{Filled, Jobs, ListWindow, MOST_ROWS};
use super::{ListOptions, Listing, Matches, Position};
use crate::clock::Clock;
use crate::mine::deal::{Deal, Done, InOrder, Pace, Seat, Share, Work};
use crate::mine::{MineError, Seconds};

/// Batches under way at a time: one is read by the caller while the next is written and copied.
const SLOTS: usize = 2;
/// Matches that were found are handed over after this time, even if there is room for more.
const PATIENCE: Duration = Duration::from_millis(200);

/// Matches that follow each other in the order of the listing.
#[derive(Clone, Copy, Debug)]
pub struct Batch<'b> {
    /// How many matches were listed before these.
    pub first: u64,
    /// The place after these.
    pub end: Position,
    /// The vertices of the graph, row after row; a row's are in the order of the pattern's vertices.
    pub ids: &'b [u32],
    /// Vertices in a row.
    pub width: usize,
}

impl<'b> Batch<'b> {
    /// The matches.
    pub fn rows(&self) -> ChunksExact<'b, u32> {
        self.ids.chunks_exact(self.width)
    }

    /// How many matches these are: at least 1.
    #[allow(clippy::len_without_is_empty, reason = "a batch is not empty")]
    pub fn len(&self) -> usize {
        self.ids.len() / self.width
    }
}

/// A listing under way.
pub struct Lister {
    engine: Engine,
    options: ListOptions,
    width: usize,
    /// How long it took to get the graph to its device, and to make room there.
    seconds: Seconds,
    /// Deals the tasks: their matches are counted, window after window.
    deal: Deal<InOrder<ListWindow>>,
    seat: Seat,
    /// Windows that are counted, and come next.
    counted: VecDeque<ListWindow>,
    window: ListWindow,
    /// Batches written and not handed over.
    pending: VecDeque<Pending>,
    next_slot: usize,
    /// Matches in all batches so far, handed over or not.
    written: u64,
    listed: u64,
}

struct Pending {
    slot: usize,
    rows: u64,
    end: Position,
}

impl Lister {
    pub(super) fn open(listing: &Listing, options: &ListOptions, clock: &Clock) -> Result<Self, MineError> {
        let device = listing.planned.known.team().first();
        let (mut engine, from) = (Engine::new(listing, device, options, SLOTS, clock)?, options.from);
        // Small windows at first, for those who want a few matches soon.
        let (first, most) = (engine.least_chunks * engine.unit, engine.most_chunks * engine.unit);
        let pace = Pace::Doubling { first, most };
        let none = Done { tasks: from.task, tally: InOrder::default() };
        let work = CountWindows { engine: &mut engine, most: MOST_ROWS };
        let deal = Deal::new(&work, 1, none, pace, &options.context);
        Ok(Lister {
            width: width(&listing.planned),
            seconds: clock.seconds(),
            seat: deal.join(device),
            deal,
            counted: VecDeque::new(),
            window: ListWindow::before(from),
            engine,
            options: options.clone(),
            pending: VecDeque::new(),
            next_slot: 0,
            written: 0,
            listed: 0,
        })
    }

    /// The next batch; `None` when there are no more, or the limit is reached.
    ///
    /// # Errors
    /// When the device fails or an interrupt was requested. There are no more batches after that, and
    /// [`is_complete`](Self::is_complete) stays false.
    pub fn next_batch(&mut self) -> Result<Option<Batch<'_>>, MineError> {
        while self.pending.len() < SLOTS && self.write_next()? {}
        let Some(Pending { slot, rows, end }) = self.pending.pop_front() else { return Ok(None) };
        let first = self.listed;
        self.listed += rows;
        let ids = self.engine.rows(slot)?;
        Ok(Some(Batch { first, end, ids, width: self.width }))
    }

    /// An iterator over the matches that are left.
    pub fn matches(self) -> Matches {
        Matches::new(self)
    }

    /// How long it took to get the graph to its device, and to make room there.
    pub fn seconds(&self) -> Seconds {
        self.seconds
    }

    /// Matches handed over so far.
    pub fn matches_listed(&self) -> u64 {
        self.listed
    }

    /// Whether all matches have been handed over; not if the limit came first.
    pub fn is_complete(&self) -> bool {
        self.pending.is_empty() && self.window.position().task >= self.engine.tasks
    }

    /// Writes one batch more; false when there is nothing to write.
    fn write_next(&mut self) -> Result<bool, MineError> {
        let left = self.options.limit.map_or(u64::MAX, |limit| limit - self.written);
        let room = self.engine.room.min(left);
        let most = self.engine.most_chunks as usize;
        let mut jobs = Jobs::default();
        let start = Instant::now();
        // The room is that of the matches still wanted.
        while room > 0 && (jobs.rows == 0 || start.elapsed() < PATIENCE) {
            match self.window.fill(&mut jobs, room, most) {
                Filled::Full => break,
                Filled::UsedUp if self.next_window(left)? => (),
                Filled::UsedUp => break,
                Filled::Count { first, end, most } => {
                    let counted = self.engine.count_again(first..end, most)?;
                    self.window.recount(counted.counts[0], most);
                }
            }
        }
        if jobs.rows == 0 {
            return Ok(false);
        }
        let slot = self.next_slot;
        self.engine.list(slot, &jobs)?;
        self.next_slot = (slot + 1) % SLOTS;
        self.written += jobs.rows;
        self.pending.push_back(Pending { slot, rows: jobs.rows, end: self.window.position() });
        Ok(true)
    }

    /// Goes on to the next window, of which no more than `wanted` matches are; false if there is none.
    fn next_window(&mut self, wanted: u64) -> Result<bool, MineError> {
        if self.counted.is_empty() {
            let mut work = CountWindows { engine: &mut self.engine, most: MOST_ROWS.min(wanted) };
            self.deal.turn(&self.seat, &mut work, |_| ControlFlow::Continue(()));
            self.counted = self.deal.take()?.0.into();
        }
        let Some(next) = self.counted.pop_front() else { return Ok(false) };
        // Only a listing that begins within a task has something to skip.
        self.window = next.skipping(self.window.position().skip);
        Ok(true)
    }
}

/// Counts the matches of windows, no further than `most` and a little more in each chunk: a task is one of the plan's.
struct CountWindows<'e> {
    engine: &'e mut Engine,
    most: u64,
}

impl Work for CountWindows<'_> {
    type Tally = InOrder<ListWindow>;

    fn tasks(&self) -> u64 {
        self.engine.tasks
    }

    fn run(&mut self, share: &Share<'_>) -> Result<InOrder<ListWindow>, MineError> {
        Ok(InOrder(vec![self.engine.count(share, self.most)?]))
    }
}

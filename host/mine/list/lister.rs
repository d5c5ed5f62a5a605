//! Batch after batch of matches.

use std::collections::VecDeque;
use std::slice::ChunksExact;
use std::time::{Duration, Instant};

use super::engine::Engine;
use super::window::{Filled, Jobs, MOST_ROWS, Window};
use super::{ListOptions, Listing, Matches, Position};
use crate::mine::{MineError, Progress};
use crate::runtime::Device;

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
pub struct Lister<'l> {
    engine: Engine<'l>,
    options: ListOptions,
    width: usize,
    tasks: u64,
    window: Window,
    /// Chunks in the next window.
    chunks: u64,
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

impl<'l> Lister<'l> {
    pub(super) fn open(
        listing: &'l Listing,
        device: &'l Device,
        options: &ListOptions,
    ) -> Result<Self, MineError> {
        let engine = Engine::new(listing, device, options, SLOTS)?;
        Ok(Lister {
            width: listing.width(),
            tasks: listing.tasks(),
            window: Window::before(options.from),
            chunks: engine.least_chunks,
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
    /// When the device fails or an interrupt was requested.
    pub fn next_batch(&mut self) -> Result<Option<Batch<'_>>, MineError> {
        while self.pending.len() < SLOTS && self.write_next()? {}
        let Some(Pending { slot, rows, end }) = self.pending.pop_front() else { return Ok(None) };
        let first = self.listed;
        self.listed += rows;
        let ids = self.engine.rows(slot)?;
        Ok(Some(Batch { first, end, ids, width: self.width }))
    }

    /// An iterator over the matches that are left.
    pub fn matches(self) -> Matches<'l> {
        Matches::new(self)
    }

    /// Matches handed over so far.
    pub fn matches_listed(&self) -> u64 {
        self.listed
    }

    /// Whether all matches have been handed over; not if the limit came first.
    pub fn is_complete(&self) -> bool {
        self.pending.is_empty() && self.window.position().task >= self.tasks
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
                    let counted = self.engine.count(first, end, most, 0)?;
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

    /// Counts the next window, of which no more than `wanted` matches are; false if there is none.
    fn next_window(&mut self, wanted: u64) -> Result<bool, MineError> {
        let Position { task, skip } = self.window.position();
        self.options.context.report(Progress { done: task, all: self.tasks });
        if task >= self.tasks {
            return Ok(false);
        }
        let end = self.tasks.min(task.saturating_add(self.chunks * self.engine.unit));
        self.window = self.engine.count(task, end, MOST_ROWS.min(wanted), skip)?;
        // Small windows at first, for those who want a few matches soon.
        self.chunks = (2 * self.chunks).min(self.engine.most_chunks);
        Ok(true)
    }
}

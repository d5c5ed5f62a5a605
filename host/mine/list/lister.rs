//! Batch after batch of matches.

use std::slice::ChunksExact;

use super::engine::width;
use super::writing::{Writing, WrittenBatch};
use super::{ListOptions, Listing, Matches, Position};
use crate::clock::Clock;
use crate::{MineError, Seconds};

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
    listing: Listing,
    options: ListOptions,
    width: usize,
    /// How long it took to get the graph to its device, and to make room there.
    seconds: Seconds,
    writing: Writing,
    /// The batch that was handed over last.
    read: Option<WrittenBatch>,
    /// Where the next one begins.
    position: Position,
    listed: u64,
}

impl Lister {
    pub(super) fn open(listing: &Listing, options: &ListOptions, clock: &Clock) -> Result<Self, MineError> {
        let mut listing = listing.clone();
        let writing = begin(&mut listing, options, clock, None)?;
        Ok(Lister {
            width: width(&listing.planned),
            seconds: clock.seconds(),
            options: options.clone(),
            position: options.from,
            listing,
            writing,
            read: None,
            listed: 0,
        })
    }

    /// The next batch; `None` when there are no more, or the limit is reached.
    ///
    /// # Errors
    /// When the devices fail or an interrupt was requested. There are no more batches after that, and
    /// [`is_complete`](Self::is_complete) stays false.
    pub fn next_batch(&mut self) -> Result<Option<Batch<'_>>, MineError> {
        if let Some(read) = self.read.take() {
            self.writing.give_back(read);
        }
        let Some(batch) = self.next_written()? else { return Ok(None) };
        let (first, end) = (self.listed, batch.end);
        (self.listed, self.position) = (first + batch.rows, end);
        let ids = self.read.insert(batch).slot.rows()?;
        Ok(Some(Batch { first, end, ids, width: self.width }))
    }

    /// The next batch, on the host; where the first device fails, another one leads from there on.
    fn next_written(&mut self) -> Result<Option<WrittenBatch>, MineError> {
        loop {
            let arrived = |mut batch: WrittenBatch| batch.slot.rows().map(drop).map(|()| batch);
            let next = self.writing.next().and_then(|batch| Ok(batch.map(arrived).transpose()?));
            match next {
                Err(error) if error.is_of_device() && !self.listing.placed.team().others().is_empty() => {
                    let limit = self.options.limit.map(|limit| limit - self.listed);
                    let options = self.options.clone().limit(limit).from(self.position);
                    self.writing = begin(&mut self.listing, &options, &Clock::default(), Some(error))?;
                }
                next => return next,
            }
        }
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
        self.writing.is_complete()
    }
}

/// Begins to write; where the first device fails, or has failed with `failure`, another one leads, and `listing` is
/// its.
fn begin(
    listing: &mut Listing,
    options: &ListOptions,
    clock: &Clock,
    mut failure: Option<MineError>,
) -> Result<Writing, MineError> {
    loop {
        if let Some(why) = failure.take() {
            let Some(next) = listing.without_first(options, &why)? else { return Err(why) };
            *listing = next;
        }
        match Writing::begin(listing, options, clock) {
            Err(error) if error.is_of_device() && !listing.placed.team().others().is_empty() => {
                failure = Some(error);
            }
            begun => return begun,
        }
    }
}

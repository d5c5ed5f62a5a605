//! What the warps of a block hand to each other.
//!
//! Where one warp's search is long, the others have soon nothing left to take of the root, and wait. Then the one that
//! is still searching writes down what it has left, as it would for a next launch, and all take from what was written:
//! the root's matrix is there.

use core::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

use super::handover::{HandOver, NodeRecord, Patience, node_of, record_words};
use crate::kernels::cliques::tickets::take;
use crate::kernels::triangles::shared::{Arena, bytes_of};
use crate::memory::{Scratch, Slice};
use crate::simt::{Block, Warp};

/// Records for each warp, in a turn: a warp that finds no room goes on by itself.
const OF_WARP: usize = 32;

/// Records of a block, in one of two turns.
const fn capacity(warps: usize) -> usize {
    // Nobody waits for a lone warp.
    if warps > 1 { OF_WARP * warps } else { 0 }
}

/// Words of device memory that a block of so many warps needs, for lists of at most `longest` vertices and records of
/// so many sets.
pub(in crate::kernels) const fn among_words(longest: u32, sets: usize, warps: usize) -> usize {
    2 * capacity(warps) * record_words(longest, sets)
}

/// The records of a block. What is written in one turn is gone on with in the next.
#[derive(Clone, Copy)]
pub(in crate::kernels) struct Among<'a> {
    records: Scratch<'a, u64>,
    /// How many were written, in each of two turns.
    counts: Slice<'a, AtomicU64>,
    /// Not 0 if a warp waits for the others. Only a hint: what is true is told late.
    waiting: &'a AtomicU32,
    /// Records of a turn.
    capacity: u32,
    /// Words of a record.
    stride: u32,
}

impl<'a> Among<'a> {
    /// Bytes of shared memory that it takes.
    pub(in crate::kernels) const BYTES: usize = bytes_of::<u64>(2) + bytes_of::<u32>(1);

    /// With counters in the block's shared memory, and [`among_words`] words for records of so many sets.
    #[inline(always)]
    pub(in crate::kernels) fn in_arena<B: Block>(
        block: B,
        arena: &mut Arena<'a>,
        records: Scratch<'a, u64>,
        (longest, sets): (u32, usize),
    ) -> Self {
        let counts = arena.take::<u64>(2).pointer().cast::<AtomicU64>();
        Among {
            records,
            // SAFETY: two words of the arena, aligned to themselves, that nothing else uses; whatever bits there are
            // make a number.
            counts: unsafe { Slice::from_raw_parts(counts, 2) },
            waiting: &arena.atomics(1)[0],
            capacity: capacity(block.warps() as usize) as u32,
            stride: record_words(longest, sets) as u32,
        }
    }

    /// Forgets what was before: called when a root's matrix is made, before the block meets for the last time.
    #[inline(always)]
    pub(in crate::kernels) fn reset<B: Block>(&self, block: B) {
        if block.thread() == 0 {
            self.waiting.store(0, Relaxed);
            self.counts.iter().for_each(|count| count.store(0, Relaxed));
        }
    }

    /// Whether a warp waits for the others, as far as is known.
    #[inline(always)]
    pub(in crate::kernels) fn waits(&self) -> bool {
        // A load that meets a store is a race to racecheck, atomic or not; two atomic additions are none.
        self.waiting.fetch_add(0, Relaxed) != 0
    }

    /// Where records are written in a turn.
    #[inline(always)]
    pub(in crate::kernels) fn over(&self, turn: u32) -> HandOver<'a> {
        let words = u64::from(self.capacity) * u64::from(self.stride);
        HandOver {
            records: self.records.part(u64::from(turn) * words, words),
            positions: Scratch::empty(),
            count: self.counts.part(turn.into(), 1),
            tasks: 0,
            capacity: self.capacity,
            stride: self.stride,
            patience: 0,
            first: 0,
        }
    }

    /// Waits for the other warps of the block. Returns how many records were written in `turn`, to be taken by
    /// `ticket`: all warps go on with them, and write in the other turn. A collective of the block.
    #[inline(always)]
    pub(in crate::kernels) fn meet<B: Block>(&self, block: B, ticket: &AtomicU32, turn: u32) -> u32 {
        if block.warps() == 1 {
            return 0;
        }
        if block.warp().lane() == 0 {
            self.waiting.fetch_add(1, Relaxed);
        }
        block.sync();
        let count = self.counts[turn as usize].load(Relaxed) as u32;
        if count > 0 {
            if block.thread() == 0 {
                self.waiting.store(0, Relaxed);
                self.counts[1 - turn as usize].store(0, Relaxed);
                ticket.store(0, Relaxed);
            }
            block.sync();
        }
        count
    }

    /// Record `at` of those that were written in a turn: the node, and its sets.
    #[inline(always)]
    pub(in crate::kernels) fn record(&self, turn: u32, at: u32) -> (NodeRecord, Slice<'a, u64>) {
        let record = u64::from(turn * self.capacity + at) * u64::from(self.stride);
        // SAFETY: it was written before the block met, and is not written before the block meets again.
        node_of(unsafe { self.records.part(record, self.stride.into()).as_slice() })
    }
}

/// What a warp takes next.
#[derive(Clone, Copy)]
pub(in crate::kernels) enum NextSearch<'a> {
    /// One of the tasks that there are at first.
    First(u32),
    /// What another warp of the block, or this one, handed over.
    Record((NodeRecord, Slice<'a, u64>)),
}

/// How a warp searches below what it takes. A closure would be a function of its own on the card.
pub(in crate::kernels) trait SearchBelow<'a> {
    /// Searches, or hands over what is left. A collective of the warp.
    fn search(&self, patience: &mut Patience, turn: NextSearch<'a>);
}

/// Has the warps of a block take `count` tasks of a root by `ticket`, one after the other, and what they hand to each
/// other of that, and search `below`. A collective of the block.
#[inline(always)]
pub(in crate::kernels) fn share<'a, B: Block>(
    block: B,
    among: &Among<'a>,
    ticket: &AtomicU32,
    patience: &mut Patience,
    mut count: u32,
    below: &impl SearchBelow<'a>,
) {
    // In which turn the records were written that are taken: none the first time.
    let mut from = None;
    loop {
        let mut at = take(block, ticket, 0);
        while at < count {
            let turn = match from {
                None => NextSearch::First(at),
                Some(turn) => NextSearch::Record(among.record(turn, at)),
            };
            below.search(patience, turn);
            at = take(block, ticket, at + 1);
        }
        count = among.meet(block, ticket, patience.turn);
        if count == 0 {
            return;
        }
        from = Some(patience.turn);
        patience.turn = 1 - patience.turn;
    }
}

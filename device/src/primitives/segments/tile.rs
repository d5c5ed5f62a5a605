//! A tile of the merged list: its values, and where segments start among them.

use core::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

use super::TILE;
use super::offsets::{OffsetWord, Segments};
use crate::memory::{Scratch, Slice};
use crate::primitives::carve::Carver;
use crate::primitives::lookback::Carry;
use crate::primitives::rows::{self, QUAD, Rows};
use crate::primitives::segmented::{self, PLACES, ROWS};
use crate::primitives::unroll::unroll;
use crate::primitives::value::WordValue;
use crate::simt::Block;

/// Words with a bit for each place.
const WORDS: usize = PLACES / u32::BITS as usize;

/// What a tile holds.
#[derive(Clone, Copy)]
pub(crate) struct Tile<'a, I> {
    segments: Segments<'a, I>,
    /// The first segment that ends in the tile, or goes on through it.
    pub first: usize,
    /// The segment after the last that ends in the tile.
    pub last: usize,
    /// The first value.
    pub start: usize,
    /// The value after the last.
    pub end: usize,
    /// Whether segment `first` started before the tile.
    pub continues: bool,
}

impl<'a, I: OffsetWord> Tile<'a, I> {
    /// Tile `index`, of `size` items.
    #[inline(always)]
    pub(crate) fn new(segments: Segments<'a, I>, splits: Slice<'_, u64>, index: u64, size: usize) -> Self {
        let items = segments.count() + segments.values();
        let (from, to) = (items.min(index as usize * size), items.min((index as usize + 1) * size));
        let splits = splits.get();
        let first = (splits[index as usize] as usize).min(from);
        let last = (splits[index as usize + 1] as usize).clamp(first, to);
        let start = from - first;
        let end = (to - last).max(start);
        Tile { segments, first, last, start, end, continues: segments.start(first) < start }
    }

    /// Whether a segment starts in the tile, or at its end: then nothing before that goes on to later tiles.
    #[inline(always)]
    pub(crate) fn has_start(&self) -> bool {
        self.last > self.first || !self.continues
    }

    /// The values of segment `segment` that lie in the tile.
    #[inline(always)]
    pub(crate) fn values_of(&self, segment: usize) -> core::ops::Range<usize> {
        let end = self.segments.end(segment).clamp(self.start, self.end);
        self.segments.start(segment).clamp(self.start, end)..end
    }

    /// The values after the last end of a segment.
    #[inline(always)]
    pub(crate) fn open_values(&self) -> core::ops::Range<usize> {
        self.segments.start(self.last).clamp(self.start, self.end)..self.end
    }

    /// The place in the values from which the block's lanes hold them: the start, down to a whole quad.
    #[inline(always)]
    pub(crate) fn base(&self) -> usize {
        self.start / QUAD * QUAD
    }
}

/// Where segments start in a tile: a bit for each place, in shared memory.
pub(crate) struct Heads<'b>(Scratch<'b, u32>);

impl<'b> Heads<'b> {
    /// The array, from `carver`.
    #[inline(always)]
    pub(crate) fn new<B: Block>(carver: &mut Carver<'b, B>) -> Self {
        Heads(carver.take(WORDS))
    }

    /// The bytes of the array.
    pub(crate) const BYTES: usize = WORDS * size_of::<u32>();

    /// The bits of this lane's places at which a segment starts. A collective of the block, with two barriers in it.
    #[inline(always)]
    pub(crate) fn of<B: Block, I: OffsetWord>(&self, block: B, tile: &Tile<'_, I>) -> u32 {
        self.mark(block, tile, tile.end);
        let mut heads = 0;
        unroll!(row in 0..ROWS => {
            let place = warp_start(block) + rows::quad_start(block.warp(), row);
            // SAFETY: written before the barrier.
            heads |= (unsafe { self.0.read(place / 32) } >> (place % 32) & 0xF) << (row * QUAD);
        });
        heads
    }

    /// The bits of this lane's places at which a segment starts, where it holds [`IN_LANE`] values side by side; the
    /// place after the last value is marked too if a segment starts there. A collective of the block, with two
    /// barriers.
    #[inline(always)]
    pub(crate) fn side_by_side<B: Block, I: OffsetWord>(&self, block: B, tile: &Tile<'_, I>) -> u32 {
        self.mark(block, tile, (tile.end + 1).min(tile.base() + PLACES));
        let place = block.thread() as usize * IN_LANE;
        // SAFETY: written before the barrier.
        (unsafe { self.0.read(place / 32) }) >> (place % 32) & 0xFFFF
    }

    /// Marks the places before `end` at which a segment starts. A collective of the block, with two barriers in it.
    #[inline(always)]
    fn mark<B: Block, I: OffsetWord>(&self, block: B, tile: &Tile<'_, I>, end: usize) {
        let mut word = block.thread() as usize;
        while word < WORDS {
            // SAFETY: a word for each thread, before the barrier.
            unsafe { self.0.write(word, 0) };
            word += block.threads() as usize;
        }
        block.sync();
        let mut segment = tile.first + block.thread() as usize;
        while segment <= tile.last {
            let start = tile.segments.start(segment);
            if start >= tile.start && start < end {
                let place = start - tile.base();
                // SAFETY: the place lies within the tile, whose places have a bit each; between the barriers all
                // threads touch the words by atomics alone.
                let word = unsafe { AtomicU32::from_ptr(self.0.pointer().add(place / 32)) };
                word.fetch_or(1 << (place % 32), Relaxed);
            }
            segment += block.threads() as usize;
        }
        block.sync();
    }
}

/// Values that a lane holds.
pub(crate) const IN_LANE: usize = ROWS * QUAD;

/// The place of this lane's first value within the tile's places.
#[inline(always)]
pub(crate) fn warp_start<B: Block>(block: B) -> usize {
    block.warp_index() as usize * rows::span::<B::Warp>(ROWS)
}

/// The bits of this lane's places that hold values of the tile.
#[inline(always)]
pub(crate) fn places<B: Block, I: OffsetWord>(block: B, tile: &Tile<'_, I>) -> u32 {
    let start = tile.base() + warp_start(block);
    rows::bits_within::<_, ROWS>(block.warp(), start, tile.end)
        & !rows::bits_within::<_, ROWS>(block.warp(), start, tile.start)
}

/// Reads the block's places of a tile. What lies beyond the array is 0.
#[inline(always)]
pub(crate) fn load<B: Block, I: OffsetWord>(block: B, values: &[u32], tile: &Tile<'_, I>) -> Rows<u32, ROWS> {
    const { assert!(TILE.wide + QUAD - 1 <= PLACES) };
    rows::load(block.warp(), values, tile.base() + warp_start(block), 0)
}

/// Reads [`IN_LANE`] of a tile's values side by side for each lane. What does not belong to the tile is `other`.
#[inline(always)]
pub(crate) fn load_side_by_side<B: Block, I: OffsetWord, T: WordValue + From<u32>>(
    block: B,
    values: &[u32],
    tile: &Tile<'_, I>,
    other: T,
) -> Rows<T, ROWS> {
    let start = tile.base() + block.thread() as usize * IN_LANE;
    let rows: Rows<u32, ROWS> = rows::load_one(values, start, 0);
    // The numbers of the lane's first value in the tile, and of the first after it.
    let [first, end] = [tile.start, tile.end].map(|edge| edge.saturating_sub(start).min(IN_LANE) as u32);
    let mut own = [[other; QUAD]; ROWS];
    unroll!(row in 0..ROWS => {
        unroll!(k in 0..QUAD => {
            let at = (row * QUAD + k) as u32;
            if at >= first && at < end {
                own[row][k] = rows[row][k].into();
            }
        });
    });
    own
}

/// [`segmented::exchange`] for `tile`, number `index`.
#[inline(always)]
pub(crate) fn exchange<B: Block, O: Carry, I: OffsetWord>(
    block: B,
    states: &[AtomicU64],
    index: u64,
    tile: &Tile<'_, I>,
    partial: O::Value,
) -> O::Value {
    // Where a segment ends with the tile, `partial` is that segment's. Nobody looks at it: the next tile does not
    // continue it.
    segmented::exchange::<_, O>(block.warp(), states, index, partial, tile.has_start(), tile.continues)
}

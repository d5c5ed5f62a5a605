//! A tile of the merged list: its values, and their scan, which starts again at each segment.

use core::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

use super::offsets::{Offset, Segments};
use super::{ROWS, TILE};
use crate::memory::{Scratch, Slice};
use crate::primitives::lookback::{self, Carry};
use crate::primitives::operator::Operator;
use crate::primitives::rows::{self, QUAD, Rows};
use crate::primitives::unroll::unroll;
use crate::primitives::value::Value;
use crate::primitives::{WARPS, WIDE_THREADS};
use crate::simt::{Block, Warp};

/// Words of the heads of a tile of wide machines, a bit for each place.
const HEAD_WORDS: usize = ROWS * QUAD * WIDE_THREADS / u32::BITS as usize;

/// What a tile holds.
#[derive(Clone, Copy)]
pub struct Tile<'a, I> {
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

impl<'a, I: Offset> Tile<'a, I> {
    /// Tile `index`, of `size` items.
    #[inline(always)]
    pub fn new(segments: Segments<'a, I>, splits: Slice<'_, u64>, index: u64, size: usize) -> Self {
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
    pub fn has_start(&self) -> bool {
        self.last > self.first || !self.continues
    }

    /// The values of segment `segment` that lie in the tile.
    #[inline(always)]
    pub fn values_of(&self, segment: usize) -> core::ops::Range<usize> {
        let end = self.segments.end(segment).clamp(self.start, self.end);
        self.segments.start(segment).clamp(self.start, end)..end
    }

    /// The values after the last end of a segment.
    #[inline(always)]
    pub fn open_values(&self) -> core::ops::Range<usize> {
        self.segments.start(self.last).clamp(self.start, self.end)..self.end
    }

    /// The place in the values from which the block's lanes hold them: the start, down to a whole quad.
    #[inline(always)]
    pub fn base(&self) -> usize {
        self.start / QUAD * QUAD
    }
}

/// The shared memory that [`Scan::of`] needs.
pub struct Shared<'b, T> {
    heads: Scratch<'b, u32>,
    /// What each warp leaves open.
    open: Scratch<'b, T>,
    /// Whether a segment starts in the warp.
    started: Scratch<'b, u32>,
}

impl<'b, T: Copy> Shared<'b, T> {
    /// The arrays, from `carver`.
    #[inline(always)]
    pub fn new<B: Block>(carver: &mut crate::primitives::carve::Carver<'b, B>) -> Self {
        Shared {
            heads: carver.take(HEAD_WORDS),
            open: carver.take(WARPS as usize),
            started: carver.take(WARPS as usize),
        }
    }

    /// The bytes of the arrays.
    pub const BYTES: [usize; 3] =
        [HEAD_WORDS * size_of::<u32>(), WARPS as usize * size_of::<T>(), WARPS as usize * size_of::<u32>()];

    /// Marks where segments start. A collective of the block.
    #[inline(always)]
    fn mark<B: Block, I: Offset>(&self, block: B, tile: &Tile<'_, I>) {
        let mut word = block.thread() as usize;
        while word < HEAD_WORDS {
            // SAFETY: a word for each thread, before the barrier.
            unsafe { self.heads.write(word, 0) };
            word += block.threads() as usize;
        }
        block.sync();
        let mut segment = tile.first + block.thread() as usize;
        while segment <= tile.last {
            let start = tile.segments.start(segment);
            if start >= tile.start && start < tile.end {
                let place = start - tile.base();
                // SAFETY: the place lies within the tile, whose places have a bit each; between the barriers all
                // threads touch the words by atomics alone.
                let word = unsafe { AtomicU32::from_ptr(self.heads.pointer().add(place / 32)) };
                word.fetch_or(1 << (place % 32), Relaxed);
            }
            segment += block.threads() as usize;
        }
        block.sync();
    }
}

/// A tile's values, scanned within their segments.
pub struct Scan<T> {
    /// For each of this lane's values, its segment's values up to and with it, from the tile's start on.
    pub rows: Rows<T, ROWS>,
    /// The bits of the values whose segment started before the tile.
    pub open: u32,
    /// What the tile leaves open at its end.
    pub partial: T,
}

/// The place of this lane's first value within the tile's places.
#[inline(always)]
pub fn warp_start<B: Block>(block: B) -> usize {
    block.warp_index() as usize * rows::span::<B::Warp>(ROWS)
}

/// The bits of this lane's places that hold values of the tile.
#[inline(always)]
pub fn places<B: Block, I: Offset>(block: B, tile: &Tile<'_, I>) -> u32 {
    let start = tile.base() + warp_start(block);
    rows::bits_within::<_, ROWS>(block.warp(), start, tile.end)
        & !rows::bits_within::<_, ROWS>(block.warp(), start, tile.start)
}

impl<T: Value> Scan<T> {
    /// Scans `values`, which [`rows::load`] gave for the tile's places. A collective of the block of wide warps.
    #[inline(always)]
    pub fn of<B: Block, O: Operator<Value = T>, I: Offset>(
        block: B,
        tile: &Tile<'_, I>,
        values: Rows<u32, ROWS>,
        shared: &Shared<'_, T>,
    ) -> Self
    where
        T: From<u32>,
    {
        shared.mark(block, tile);
        let warp = block.warp();
        let warp_index = block.warp_index() as usize;
        let places = places(block, tile);
        let mut scan = Scan { rows: [[O::IDENTITY; QUAD]; ROWS], open: 0, partial: O::IDENTITY };
        // What the warp has left open so far, and whether a segment has started in it.
        let mut left = O::IDENTITY;
        let mut started = false;
        unroll!(row in 0..ROWS => {
            let place = warp_start(block) + rows::quad_start(warp, row);
            // SAFETY: the words were written before the last barrier.
            let heads = unsafe { shared.heads.read(place / 32) } >> (place % 32) & 0xF;
            let mut quad = [O::IDENTITY; QUAD];
            let mut sum = O::IDENTITY;
            unroll!(k in 0..QUAD => {
                let value = if places >> (row * QUAD + k) & 1 == 1 { values[row][k].into() } else { O::IDENTITY };
                sum = if heads >> k & 1 == 1 { value } else { O::combine(sum, value) };
                quad[k] = sum;
            });
            let lanes = Lanes::scan::<_, O>(warp, sum, heads != 0);
            let before = if lanes.is_open { O::combine(left, lanes.before) } else { lanes.before };
            unroll!(k in 0..QUAD => {
                let is_open = heads & ((2 << k) - 1) == 0;
                scan.rows[row][k] = if is_open { O::combine(before, quad[k]) } else { quad[k] };
                scan.open |= u32::from(is_open && lanes.is_open && !started) << (row * QUAD + k);
            });
            left = if lanes.any_head { lanes.last } else { O::combine(left, lanes.last) };
            started |= lanes.any_head;
        });
        if warp.lane() == 0 {
            // SAFETY: an element for each warp, read after the barrier.
            unsafe {
                shared.open.write(warp_index, left);
                shared.started.write(warp_index, started.into());
            }
        }
        block.sync();
        scan.join::<O>(shared, warp_index);
        if tile.open_values().is_empty() {
            scan.partial = O::IDENTITY;
        }
        scan
    }

    /// Adds what the warps before have left open.
    #[inline(always)]
    fn join<O: Operator<Value = T>>(&mut self, shared: &Shared<'_, T>, warp_index: usize) {
        let mut before = O::IDENTITY;
        let mut started_before = false;
        let mut left = O::IDENTITY;
        let mut started = false;
        unroll!(other in 0..WARPS as usize => {
            if other == warp_index {
                before = left;
                started_before = started;
            }
            // SAFETY: written by each warp before the last barrier.
            let (open, starts) = unsafe { (shared.open.read(other), shared.started.read(other) != 0) };
            left = if starts { open } else { O::combine(left, open) };
            started |= starts;
        });
        unroll!(row in 0..ROWS => {
            unroll!(k in 0..QUAD => {
                if self.open >> (row * QUAD + k) & 1 == 1 {
                    self.rows[row][k] = O::combine(before, self.rows[row][k]);
                }
            });
        });
        if started_before {
            self.open = 0;
        }
        self.partial = left;
    }
}

/// A scan over the lanes of a warp that starts again at each head.
struct Lanes<T> {
    /// The lanes before this one, back to the last head.
    before: T,
    /// Whether there is no head in the lanes before this one.
    is_open: bool,
    /// All lanes, back to the last head.
    last: T,
    any_head: bool,
}

impl<T: Value> Lanes<T> {
    /// Scans what each lane has since its own last head. A collective.
    #[inline(always)]
    fn scan<W: Warp, O: Operator<Value = T>>(warp: W, mut value: T, has_head: bool) -> Self {
        let heads = warp.ballot(has_head);
        let lane = warp.lane();
        let below = heads & warp.lanes_below();
        // The last lane up to this one with a head; lane 0 where there is none.
        let origin = (below | 1 | u32::from(has_head) << lane).ilog2();
        let mut step = 1;
        while step < W::LANES {
            let other = value.shuffle(warp, lane.wrapping_sub(step) & (W::LANES - 1));
            if lane >= origin + step {
                value = O::combine(other, value);
            }
            step *= 2;
        }
        let shifted = value.shuffle(warp, lane.wrapping_sub(1) & (W::LANES - 1));
        Lanes {
            before: if lane == 0 { O::IDENTITY } else { shifted },
            is_open: below == 0,
            last: value.shuffle(warp, W::LANES - 1),
            any_head: heads != 0,
        }
    }
}

/// Reads the block's places of a tile. What lies beyond the array is 0.
#[inline(always)]
pub fn load<B: Block, I: Offset>(block: B, values: &[u32], tile: &Tile<'_, I>) -> Rows<u32, ROWS> {
    const { assert!(TILE.wide + QUAD - 1 <= ROWS * QUAD * WIDE_THREADS) };
    rows::load(block.warp(), values, tile.base() + warp_start(block), 0)
}

/// What the tiles before left open; announces what this one leaves open. A collective of a warp.
#[inline(always)]
pub fn exchange<B: Block, O: Carry, I: Offset>(
    block: B,
    states: &[AtomicU64],
    index: u64,
    tile: &Tile<'_, I>,
    partial: O::Value,
) -> O::Value {
    let warp = block.warp();
    let is_first = warp.lane() == 0;
    if is_first {
        if tile.has_start() {
            lookback::announce_prefix::<O>(states, index, partial);
        } else {
            lookback::announce::<O>(states, index, partial);
        }
    }
    if !tile.continues {
        return O::IDENTITY;
    }
    let before = lookback::prefix_before::<_, O>(warp, states, index);
    if is_first && !tile.has_start() {
        lookback::announce_prefix::<O>(states, index, O::combine(before, partial));
    }
    before
}

//! A scan over a block's registers that starts again at heads, and what it leaves open from tile to tile.

use core::sync::atomic::AtomicU64;

use super::carve::Carver;
use super::lookback::{self, Carry};
use super::operator::Operator;
use super::rows::{QUAD, Rows};
use super::unroll::unroll;
use super::value::WordValue;
use super::{WARPS, WIDE_THREADS};
use crate::memory::Scratch;
use crate::simt::{Block, Warp};

/// Quads that a lane holds.
pub(crate) const ROWS: usize = 4;
/// Places for values in a block's registers.
pub(crate) const PLACES: usize = ROWS * QUAD * WIDE_THREADS;

/// The shared memory that [`Scan::of`] needs.
pub(crate) struct Shared<'b, T> {
    /// What each warp leaves open.
    open: Scratch<'b, T>,
    /// Whether there is a head in the warp.
    started: Scratch<'b, u32>,
}

impl<'b, T: Copy> Shared<'b, T> {
    /// The arrays, from `carver`.
    #[inline(always)]
    pub(crate) fn new<B: Block>(carver: &mut Carver<'b, B>) -> Self {
        Shared { open: carver.take(WARPS as usize), started: carver.take(WARPS as usize) }
    }

    /// The bytes of the arrays.
    pub(crate) const BYTES: [usize; 2] = [WARPS as usize * size_of::<T>(), WARPS as usize * size_of::<u32>()];
}

/// What a warp's values have before them in the block.
pub(crate) struct Warps<T> {
    /// The warps before this one, back to the last head.
    pub before: T,
    /// Whether there is a head in them.
    pub started: bool,
    /// All warps, back to the last head.
    pub last: T,
}

impl<T: WordValue> Shared<'_, T> {
    /// Joins what each warp leaves open, and whether there is a head in it. A collective of the block, with a barrier
    /// in it.
    #[inline(always)]
    pub(crate) fn join<B: Block, O: Operator<Value = T>>(
        &self,
        block: B,
        open: T,
        started: bool,
    ) -> Warps<T> {
        let warp_index = block.warp_index() as usize;
        if block.warp().lane() == 0 {
            // SAFETY: an element for each warp, read after the barrier.
            unsafe {
                self.open.write(warp_index, open);
                self.started.write(warp_index, started.into());
            }
        }
        block.sync();
        let mut warps = Warps { before: O::IDENTITY, started: false, last: O::IDENTITY };
        let mut started = false;
        unroll!(other in 0..WARPS as usize => {
            if other == warp_index {
                warps.before = warps.last;
                warps.started = started;
            }
            // SAFETY: written by each warp before the barrier.
            let (open, starts) = unsafe { (self.open.read(other), self.started.read(other) != 0) };
            warps.last = if starts { open } else { O::combine(warps.last, open) };
            started |= starts;
        });
        warps
    }
}

/// A block's values, scanned from head to head.
pub(crate) struct Scan<T> {
    /// For each of this lane's values, the values from the last head up to and with it, or from the block's first
    /// value.
    pub rows: Rows<T, ROWS>,
    /// The bits of the values with no head before or at them.
    pub open: u32,
    /// The values from the block's last head, or from its first value, up to its last value.
    pub partial: T,
}

impl<T: WordValue> Scan<T> {
    /// Scans those of `values` whose bit in `places` is set; the scan starts again at those whose bit in `heads` is.
    /// A collective of the block of wide warps, with a barrier in it.
    #[inline(always)]
    pub(crate) fn of<B: Block, O: Operator<Value = T>>(
        block: B,
        values: Rows<u32, ROWS>,
        places: u32,
        heads: u32,
        shared: &Shared<'_, T>,
    ) -> Self
    where
        T: From<u32>,
    {
        let warp = block.warp();
        let mut scan = Scan { rows: [[O::IDENTITY; QUAD]; ROWS], open: 0, partial: O::IDENTITY };
        // What the warp has left open so far, and whether a segment has started in it.
        let mut left = O::IDENTITY;
        let mut started = false;
        unroll!(row in 0..ROWS => {
            let heads = heads >> (row * QUAD) & 0xF;
            let mut quad = [O::IDENTITY; QUAD];
            let mut sum = O::IDENTITY;
            unroll!(k in 0..QUAD => {
                let value = if places >> (row * QUAD + k) & 1 == 1 { values[row][k].into() } else { O::IDENTITY };
                sum = if heads >> k & 1 == 1 { value } else { O::combine(sum, value) };
                quad[k] = sum;
            });
            let lanes = LaneScan::scan::<_, O>(warp, sum, heads != 0);
            let before = if lanes.is_open { O::combine(left, lanes.before) } else { lanes.before };
            unroll!(k in 0..QUAD => {
                let is_open = heads & ((2 << k) - 1) == 0;
                scan.rows[row][k] = if is_open { O::combine(before, quad[k]) } else { quad[k] };
                scan.open |= u32::from(is_open && lanes.is_open && !started) << (row * QUAD + k);
            });
            left = if lanes.any_head { lanes.last } else { O::combine(left, lanes.last) };
            started |= lanes.any_head;
        });
        let warps = shared.join::<_, O>(block, left, started);
        unroll!(row in 0..ROWS => {
            unroll!(k in 0..QUAD => {
                if scan.open >> (row * QUAD + k) & 1 == 1 {
                    scan.rows[row][k] = O::combine(warps.before, scan.rows[row][k]);
                }
            });
        });
        if warps.started {
            scan.open = 0;
        }
        scan.partial = warps.last;
        scan
    }
}

/// A scan over the lanes of a warp that starts again at each head.
pub(crate) struct LaneScan<T> {
    /// The lanes before this one, back to the last head.
    pub before: T,
    /// Whether there is no head in the lanes before this one.
    pub is_open: bool,
    /// All lanes, back to the last head.
    pub last: T,
    /// Whether there is a head in any lane.
    pub any_head: bool,
}

impl<T: WordValue> LaneScan<T> {
    /// Scans what each lane has since its own last head. A collective.
    #[inline(always)]
    pub(crate) fn scan<W: Warp, O: Operator<Value = T>>(warp: W, mut value: T, has_head: bool) -> Self {
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
        LaneScan {
            before: if lane == 0 { O::IDENTITY } else { shifted },
            is_open: below == 0,
            last: value.shuffle(warp, W::LANES - 1),
            any_head: heads != 0,
        }
    }
}

/// What the tiles before left open; announces what this one leaves open, `partial`. A collective of a warp.
///
/// `has_start` says whether a segment starts in the tile or at its end, so that nothing before counts for later tiles;
/// `continues`, whether the tile's first value goes on with a segment of the tiles before.
#[inline(always)]
pub(crate) fn exchange<W: Warp, O: Carry>(
    warp: W,
    states: &[AtomicU64],
    tile: u64,
    partial: O::Value,
    has_start: bool,
    continues: bool,
) -> O::Value {
    let is_first = warp.lane() == 0;
    if is_first {
        if has_start {
            lookback::announce_prefix::<O>(states, tile, partial);
        } else {
            lookback::announce::<O>(states, tile, partial);
        }
    }
    if !continues {
        return O::IDENTITY;
    }
    let before = lookback::prefix_before::<_, O>(warp, states, tile);
    if is_first && !has_start {
        lookback::announce_prefix::<O>(states, tile, O::combine(before, partial));
    }
    before
}

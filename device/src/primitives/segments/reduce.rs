//! Segmented reduction: the sum, minimum or maximum of each segment.
//!
//! - Computes: `results[s]`, the values of segment `s` combined; the operator's identity for an empty one.
//! - Requires: `offsets` ascending from 0 to the number of values; `results` with an element for each segment; `splits`
//!   from [`partition`](super::partition); `open` with a word for each tile; the arrays apart. Two kernels: the first
//!   reduces tiles, the second adds to each segment what the tiles before its last one hold of it.
//! - Thread mapping: a block takes a tile, a lane 16 values side by side. It combines them from one start of a segment
//!   to the next; what it leaves open goes to the lanes after it by a scan. Last values of segments stand in shared
//!   memory then, where a thread for each segment that ends in the tile picks them up. In the second kernel, a lane
//!   takes a tile. With one lane, a loop over the tile's segments.
//! - Memory: reads each value and each offset once, writes each result once; bound by that. No tile waits for another.

use core::mem::offset_of;

use cust_core::DeviceCopy;

use super::TILE;
use super::offsets::{OffsetWord, Segments};
use super::tile::{self, Heads, IN_LANE, Tile};
use crate::memory::{Scratch, Slice};
use crate::primitives::carve::{self, Carver};
use crate::primitives::operator::{Max, Min, Operator, Shareable, Sum};
use crate::primitives::rows::{QUAD, Rows};
use crate::primitives::segmented::{LaneScan, PLACES, ROWS, Shared};
use crate::primitives::unroll::unroll;
use crate::primitives::value::WordValue;
use crate::simt::{Block, Kernel, Warp};

/// What the kernels of segmented reduction take.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct ReduceSegmentsArgs<'a, I, T> {
    /// Read: the values.
    pub values: Slice<'a, u32>,
    /// Read: `segments + 1` offsets, ascending from 0 to the number of values.
    pub offsets: Slice<'a, I>,
    /// Read: for each tile, and for the end, the number of segments that end before it.
    pub splits: Slice<'a, u64>,
    /// Written: an element for each segment.
    pub results: Scratch<'a, T>,
    /// Written, then read: for each tile, what it holds of the segment that does not end in it.
    pub open: Scratch<'a, u64>,
    /// The number of tiles.
    pub tiles: u64,
}

layout!(ReduceSegmentsArgs<'_, u32, u64>: 88);

const _: () = assert!(offset_of!(ReduceSegmentsArgs<'_, u64, u32>, open) == 64);

/// Bytes of shared memory that the first kernel needs for results of type `T`.
pub const fn shared_bytes<T: Copy>() -> usize {
    let [open, started] = Shared::<T>::BYTES;
    carve::shared_bytes(&[Heads::BYTES, open, started, PLACES * size_of::<T>()])
}

/// A reduction of segments, and the kernels that do it.
pub trait SegmentedReduction<I>: Shareable {
    /// The kernel that reduces tiles.
    type Kernel: for<'a> Kernel<Args<'a> = ReduceSegmentsArgs<'a, I, Self::Value>>;
    /// The kernel that joins what they leave open.
    type Join: for<'a> Kernel<Args<'a> = ReduceSegmentsArgs<'a, I, Self::Value>>;
}

/// A tile with one lane. What it leaves open.
#[inline(always)]
fn by_one<O, I>(args: &ReduceSegmentsArgs<'_, I, O::Value>, tile: &Tile<'_, I>) -> O::Value
where
    O: Operator,
    O::Value: From<u32>,
    I: OffsetWord,
{
    let values = args.values.get();
    let combined = |range: core::ops::Range<usize>| {
        values[range].iter().fold(O::IDENTITY, |all, value| O::combine(all, (*value).into()))
    };
    for segment in tile.first..tile.last {
        // SAFETY: within the array, as `reduce` checks; a segment ends in one tile, which is this block's.
        unsafe { args.results.write(segment, combined(tile.values_of(segment))) };
    }
    combined(tile.open_values())
}

/// A block's shared memory.
struct ReduceShared<'b, T> {
    heads: Heads<'b>,
    shared: Shared<'b, T>,
    ends: Scratch<'b, T>,
}

/// A tile with many lanes. What it leaves open. A collective of the block.
#[inline(always)]
fn by_many<B, O, I>(
    block: B,
    args: &ReduceSegmentsArgs<'_, I, O::Value>,
    tile: &Tile<'_, I>,
    memory: &ReduceShared<'_, O::Value>,
) -> O::Value
where
    B: Block,
    O: Operator,
    O::Value: From<u32>,
    I: OffsetWord,
{
    let values = tile::load_side_by_side(block, args.values.get(), tile, O::IDENTITY);
    if tile.first == tile.last {
        // All belongs to one segment.
        let mut sum = O::IDENTITY;
        unroll!(row in 0..ROWS => {
            unroll!(k in 0..QUAD => {
                sum = O::combine(sum, values[row][k]);
            });
        });
        return memory.shared.join::<_, O>(block, O::reduce(block.warp(), sum), false).last;
    }
    let heads = memory.heads.side_by_side(block, tile);
    let last = put_ends::<_, O>(block, values, heads, memory);
    block.sync();
    let mut segment = tile.first + block.thread() as usize;
    while segment < tile.last {
        let range = tile.values_of(segment);
        // SAFETY: what stands at the last value of a segment was written before the barrier; the range lies within the
        // tile, so that the value has a place. `reduce` checked that each segment has a result, and a segment ends in
        // one tile.
        unsafe {
            let result =
                if range.is_empty() { O::IDENTITY } else { memory.ends.read(range.end - 1 - tile.base()) };
            args.results.write(segment, result);
        }
        segment += block.threads() as usize;
    }
    if tile.open_values().is_empty() { O::IDENTITY } else { last }
}

/// Puts at the last place of each run between heads its values combined, from the tile's start at most; and returns
/// those of the last run. A collective of the block, with a barrier in it.
#[inline(always)]
fn put_ends<B: Block, O: Operator>(
    block: B,
    values: Rows<O::Value, ROWS>,
    heads: u32,
    memory: &ReduceShared<'_, O::Value>,
) -> O::Value {
    let first_place = block.thread() as usize * IN_LANE;
    let put = |k: usize, value| {
        // SAFETY: a place of this lane; read after a barrier.
        unsafe { memory.ends.write(first_place + k, value) };
    };
    // What comes before the lane's first head, which the lanes before add to; and what comes since its last.
    let (mut open, mut sum) = (O::IDENTITY, O::IDENTITY);
    unroll!(row in 0..ROWS => {
        unroll!(k in 0..QUAD => {
            let at = row * QUAD + k;
            if heads >> at & 1 == 1 {
                if heads & ((1 << at) - 1) == 0 {
                    open = sum;
                } else {
                    put(at - 1, sum);
                }
                sum = values[row][k];
            } else {
                sum = O::combine(sum, values[row][k]);
            }
        });
    });
    let lanes = LaneScan::scan::<_, O>(block.warp(), sum, heads != 0);
    let warps = memory.shared.join::<_, O>(block, lanes.last, lanes.any_head);
    let before = if lanes.is_open { O::combine(warps.before, lanes.before) } else { lanes.before };
    match heads {
        0 => put(IN_LANE - 1, O::combine(before, sum)),
        _ => {
            let first = heads.trailing_zeros() as usize;
            if first > 0 {
                put(first - 1, O::combine(before, open));
            }
            put(IN_LANE - 1, sum);
        }
    }
    warps.last
}

#[inline(always)]
fn reduce<B, O, I>(block: B, args: &ReduceSegmentsArgs<'_, I, O::Value>)
where
    B: Block,
    O: Operator,
    O::Value: From<u32>,
    I: OffsetWord,
{
    let segments = Segments::new(args.offsets, args.values.length() as usize);
    assert!(args.results.len() >= segments.count() as u64, "fewer results than segments");
    assert!(args.open.len() >= args.tiles, "fewer words than tiles");
    let lanes = <B::Warp as Warp>::LANES;
    let mut carver = Carver::new(block);
    let memory = ReduceShared {
        heads: Heads::new(&mut carver),
        shared: Shared::new(&mut carver),
        ends: carver.take(PLACES),
    };
    let mut index = u64::from(block.index());
    while index < args.tiles {
        let tile = Tile::new(segments, args.splits, index, TILE.of(lanes));
        let open = if lanes == 1 {
            by_one::<O, I>(args, &tile)
        } else {
            by_many::<_, O, _>(block, args, &tile, &memory)
        };
        if block.thread() == 0 {
            // SAFETY: a word for each tile, as checked above; the tile is this block's.
            unsafe { args.open.write(index as usize, open.to_word()) };
        }
        index += u64::from(block.count());
        // The next tile uses the same shared memory.
        block.sync();
    }
}

/// Combines what tiles leave open with the results of the segments that go on after them.
#[inline(always)]
fn join<B, O, I>(block: B, args: &ReduceSegmentsArgs<'_, I, O::Value>)
where
    B: Block,
    O: Shareable,
    I: OffsetWord,
{
    let warp = block.warp();
    let lanes = <B::Warp as Warp>::LANES;
    let segments = Segments::new(args.offsets, args.values.length() as usize);
    assert!(args.results.len() >= segments.count() as u64, "fewer results than segments");
    let mut first = u64::from(block.grid_warp()) * u64::from(lanes);
    while first < args.tiles {
        let index = first + u64::from(warp.lane());
        let (mut segment, mut open) = (0, O::IDENTITY);
        if index < args.tiles {
            segment = Tile::new(segments, args.splits, index, TILE.of(lanes)).last;
            // SAFETY: written by the kernel before.
            open = O::Value::from_word(unsafe { args.open.read(index as usize) });
        }
        // A segment of many tiles would have all their lanes wait in line.
        let of_first = segment as u64 == warp.shuffle_u64(segment as u64, 0);
        if lanes > 1 && !warp.any(!of_first && open != O::IDENTITY) {
            let all = O::reduce(warp, open);
            open = if warp.lane() == 0 { all } else { O::IDENTITY };
        }
        if open != O::IDENTITY && segment < segments.count() {
            // SAFETY: within the results, as checked above; all were written by the kernel before.
            unsafe { O::combine_at(args.results.pointer().add(segment), open) };
        }
        first += u64::from(block.grid_warps()) * u64::from(lanes);
    }
}

macro_rules! segmented_reductions {
    ($($(#[$doc:meta])* $kernel:ident $name:ident, $join:ident $join_name:ident: $operator:ty, $offset:ty;)*) => {$(
        $(#[$doc])*
        #[cuda_std::kernel(max_threads = 256, min_blocks = 4)]
        pub unsafe fn $name<B: Block>(block: B, args: &ReduceSegmentsArgs<'_, $offset, <$operator as Operator>::Value>) {
            reduce::<_, $operator, $offset>(block, args);
        }
        /// Joins what the tiles of the kernel of that name leave open.
        #[cuda_std::kernel(max_threads = 256)]
        pub unsafe fn $join_name<B: Block>(block: B, args: &ReduceSegmentsArgs<'_, $offset, <$operator as Operator>::Value>) {
            join::<_, $operator, $offset>(block, args);
        }
        impl SegmentedReduction<$offset> for $operator {
            type Kernel = $kernel;
            type Join = $join;
        }
    )*};
}

segmented_reductions! {
    /// Sums in 32 bits, which wrap; offsets of 32 bits.
    SegmentedSumU32ByU32 segmented_sum_u32_by_u32, JoinSumU32ByU32 join_sum_u32_by_u32: Sum<u32>, u32;
    /// Sums in 32 bits, which wrap; offsets of 64 bits.
    SegmentedSumU32ByU64 segmented_sum_u32_by_u64, JoinSumU32ByU64 join_sum_u32_by_u64: Sum<u32>, u64;
    /// Sums in 64 bits; offsets of 32 bits.
    SegmentedSumU64ByU32 segmented_sum_u64_by_u32, JoinSumU64ByU32 join_sum_u64_by_u32: Sum<u64>, u32;
    /// Sums in 64 bits; offsets of 64 bits.
    SegmentedSumU64ByU64 segmented_sum_u64_by_u64, JoinSumU64ByU64 join_sum_u64_by_u64: Sum<u64>, u64;
    /// Minima; offsets of 32 bits.
    SegmentedMinU32ByU32 segmented_min_u32_by_u32, JoinMinU32ByU32 join_min_u32_by_u32: Min<u32>, u32;
    /// Minima; offsets of 64 bits.
    SegmentedMinU32ByU64 segmented_min_u32_by_u64, JoinMinU32ByU64 join_min_u32_by_u64: Min<u32>, u64;
    /// Maxima; offsets of 32 bits.
    SegmentedMaxU32ByU32 segmented_max_u32_by_u32, JoinMaxU32ByU32 join_max_u32_by_u32: Max<u32>, u32;
    /// Maxima; offsets of 64 bits.
    SegmentedMaxU32ByU64 segmented_max_u32_by_u64, JoinMaxU32ByU64 join_max_u32_by_u64: Max<u32>, u64;
}

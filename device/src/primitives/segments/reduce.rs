//! Segmented reduction: the sum, minimum or maximum of each segment.
//!
//! - Computes: `results[s]`, the values of segment `s` combined; the operator's identity for an empty one.
//! - Requires: `offsets` ascending from 0 to the number of values; `results` with an element for each segment; `splits`
//!   from [`partition`](super::partition); `words` zero; the arrays apart.
//! - Thread mapping: blocks draw tiles; lanes scan the tile's values within their segments, in registers, and put them
//!   in shared memory, where a thread for each segment that ends in the tile picks up its last value. With one lane,
//!   a loop over the tile's segments.
//! - Memory: reads each value and each offset once, writes each result once; bound by that.

use super::offsets::{Offset, Segments};
use super::tile::{self, Heads, Tile};
use super::{SegmentsArgs, TILE};
use crate::memory::Scratch;
use crate::primitives::carve::{self, Carver};
use crate::primitives::lookback::{self, Carry};
use crate::primitives::operator::{Max, Min, Operator, Sum};
use crate::primitives::rows;
use crate::primitives::segmented::{PLACES, Scan, Shared};
use crate::simt::{Block, Kernel};

/// Bytes of shared memory that the kernels need for results of type `T`.
pub const fn shared_bytes<T: Copy>() -> usize {
    let [open, started] = Shared::<T>::BYTES;
    carve::shared_bytes(&[
        size_of::<u64>(),
        size_of::<T>(),
        Heads::BYTES,
        open,
        started,
        PLACES * size_of::<T>(),
    ])
}

/// A reduction of segments, and the kernel that does it.
pub trait SegmentedReduction<I>: Carry {
    /// The kernel.
    type Kernel: for<'a> Kernel<Args<'a> = SegmentsArgs<'a, I, Self::Value>>;
}

#[inline(always)]
fn by_one<B, O, I>(block: B, args: &SegmentsArgs<'_, I, O::Value>, tile: &Tile<'_, I>, index: u64)
where
    B: Block,
    O: Carry,
    O::Value: From<u32>,
    I: Offset,
{
    let (_, states) = lookback::split(args.words);
    let values = args.values.get();
    let sum = |range: core::ops::Range<usize>| {
        values[range].iter().fold(O::IDENTITY, |sum, value| O::combine(sum, (*value).into()))
    };
    let mut before = tile::exchange::<_, O, _>(block, states, index, tile, sum(tile.open_values()));
    for segment in tile.first..tile.last {
        let result = O::combine(before, sum(tile.values_of(segment)));
        // SAFETY: within the array, as `reduce` checks; a segment ends in one tile, which is this block's.
        unsafe { args.results.write(segment, result) };
        before = O::IDENTITY;
    }
}

/// A block's shared memory, behind the tile's slot.
struct Memory<'b, T> {
    heads: Heads<'b>,
    scan: Shared<'b, T>,
    before: Scratch<'b, T>,
    staged: Scratch<'b, T>,
}

#[inline(always)]
fn by_many<B, O, I>(
    block: B,
    args: &SegmentsArgs<'_, I, O::Value>,
    tile: &Tile<'_, I>,
    index: u64,
    memory: &Memory<'_, O::Value>,
) where
    B: Block,
    O: Carry,
    O::Value: From<u32>,
    I: Offset,
{
    let (_, states) = lookback::split(args.words);
    let values = tile::load(block, args.values.get(), tile);
    let heads = memory.heads.of(block, tile);
    let scan = Scan::of::<_, O>(block, values, tile::places(block, tile), heads, &memory.scan);
    // SAFETY: a place for each value; read after the barrier.
    unsafe { rows::store(block.warp(), memory.staged, tile::warp_start(block), PLACES, scan.rows) };
    if block.warp_index() == 0 {
        let before = tile::exchange::<_, O, _>(block, states, index, tile, scan.partial);
        if block.thread() == 0 {
            // SAFETY: one element, read after the barrier.
            unsafe { memory.before.write(0, before) };
        }
    }
    block.sync();
    let mut segment = tile.first + block.thread() as usize;
    while segment < tile.last {
        let range = tile.values_of(segment);
        let mut result = O::IDENTITY;
        // SAFETY: written before the barrier; the range lies within the tile, so its last value has a place.
        // `reduce` checked that each segment has a result, and a segment ends in one tile.
        unsafe {
            if !range.is_empty() {
                result = memory.staged.read(range.end - 1 - tile.base());
            }
            if segment == tile.first {
                result = O::combine(memory.before.read(0), result);
            }
            args.results.write(segment, result);
        }
        segment += block.threads() as usize;
    }
}

#[inline(always)]
fn reduce<B, O, I>(block: B, args: &SegmentsArgs<'_, I, O::Value>)
where
    B: Block,
    O: Carry,
    O::Value: From<u32>,
    I: Offset,
{
    let segments = Segments::new(args.offsets, args.values.length() as usize);
    assert!(args.results.len() >= segments.count() as u64, "fewer results than segments");
    let (queue, _) = lookback::split(args.words);
    let lanes = <B::Warp as crate::simt::Warp>::LANES;
    let mut carver = Carver::new(block);
    let slot = carver.take(1);
    if lanes == 1 {
        loop {
            let index = lookback::draw(block, queue, slot);
            if index >= args.tiles {
                return;
            }
            let tile = Tile::new(segments, args.splits, index, TILE.scalar);
            by_one::<_, O, _>(block, args, &tile, index);
        }
    }
    let memory = Memory {
        before: carver.take(1),
        heads: Heads::new(&mut carver),
        scan: Shared::new(&mut carver),
        staged: carver.take(PLACES),
    };
    loop {
        let index = lookback::draw(block, queue, slot);
        if index >= args.tiles {
            return;
        }
        let tile = Tile::new(segments, args.splits, index, TILE.wide);
        by_many::<_, O, _>(block, args, &tile, index, &memory);
    }
}

macro_rules! segmented_reductions {
    ($($(#[$doc:meta])* $kernel:ident $name:ident: $operator:ty, $offset:ty, $blocks:literal;)*) => {$(
        $(#[$doc])*
        #[cuda_std::kernel(max_threads = 256, min_blocks = $blocks)]
        pub fn $name<B: Block>(block: B, args: &SegmentsArgs<'_, $offset, <$operator as Operator>::Value>) {
            reduce::<_, $operator, $offset>(block, args);
        }
        impl SegmentedReduction<$offset> for $operator {
            type Kernel = $kernel;
        }
    )*};
}

segmented_reductions! {
    /// Sums in 32 bits, which wrap; offsets of 32 bits.
    SegmentedSumU32ByU32 segmented_sum_u32_by_u32: Sum<u32>, u32, 3;
    /// Sums in 32 bits, which wrap; offsets of 64 bits.
    SegmentedSumU32ByU64 segmented_sum_u32_by_u64: Sum<u32>, u64, 3;
    /// Sums in 64 bits; offsets of 32 bits.
    SegmentedSumU64ByU32 segmented_sum_u64_by_u32: Sum<u64>, u32, 2;
    /// Sums in 64 bits; offsets of 64 bits.
    SegmentedSumU64ByU64 segmented_sum_u64_by_u64: Sum<u64>, u64, 2;
    /// Minima; offsets of 32 bits.
    SegmentedMinU32ByU32 segmented_min_u32_by_u32: Min<u32>, u32, 3;
    /// Minima; offsets of 64 bits.
    SegmentedMinU32ByU64 segmented_min_u32_by_u64: Min<u32>, u64, 3;
    /// Maxima; offsets of 32 bits.
    SegmentedMaxU32ByU32 segmented_max_u32_by_u32: Max<u32>, u32, 3;
    /// Maxima; offsets of 64 bits.
    SegmentedMaxU32ByU64 segmented_max_u32_by_u64: Max<u32>, u64, 3;
}

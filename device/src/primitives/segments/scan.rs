//! Segmented scan: the sums within each segment.
//!
//! - Computes: `results[i]`, the sum of the values of its segment before value `i` (exclusive), or up to and with it
//!   (inclusive), wrapping in the type of the sums.
//! - Requires: `offsets` ascending from 0 to the number of values; `results` with an element for each value; `splits`
//!   from [`partition`](super::partition); `words` zero; the arrays apart.
//! - Thread mapping: blocks draw tiles; lanes scan the tile's values within their segments, in registers. With one
//!   lane, a loop over the tile's segments.
//! - Memory: reads each value and each offset once, writes each result once; bound by that.

use super::offsets::{OffsetWord, Segments};
use super::tile::{self, Heads, Tile};
use super::{SegmentsArgs, TILE};
use crate::memory::Scratch;
use crate::primitives::carve::{self, Carver};
use crate::primitives::lookback::{self, Carry};
use crate::primitives::operator::{Operator, Sum};
use crate::primitives::rows::{self, QUAD, Rows};
use crate::primitives::segmented::{ROWS, Scan, Shared};
use crate::primitives::unroll::unroll;
use crate::primitives::value::WordValue;
use crate::simt::{Block, Kernel, Warp};

/// Bytes of shared memory that the kernels need for sums of type `T`.
pub const fn shared_bytes<T: Copy>() -> usize {
    let [open, started] = Shared::<T>::BYTES;
    carve::shared_bytes(&[size_of::<u64>(), size_of::<T>(), Heads::BYTES, open, started])
}

/// A type that segments are scanned in, and the kernel that does it.
pub trait SegmentedSums<I>: WordValue {
    /// The kernel.
    type Kernel: for<'a> Kernel<Args<'a> = SegmentsArgs<'a, I, Self>>;
}

#[inline(always)]
fn by_one<B, I, T>(block: B, args: &SegmentsArgs<'_, I, T>, tile: &Tile<'_, I>, index: u64)
where
    B: Block,
    I: OffsetWord,
    T: WordValue + From<u32>,
    Sum<T>: Carry<Value = T>,
{
    let (_, states) = lookback::split(args.words);
    let values = args.values.get();
    let add = |sum, value: &u32| Sum::<T>::combine(sum, T::from(*value));
    let open = tile.open_values();
    let partial = values[open.clone()].iter().fold(T::default(), add);
    let mut sum = tile::exchange::<_, Sum<T>, _>(block, states, index, tile, partial);
    let ranges = (tile.first..tile.last).map(|segment| tile.values_of(segment));
    for range in ranges.chain([open]) {
        for i in range {
            let before = sum;
            sum = add(sum, &values[i]);
            let result = if args.own == 0 { before } else { sum };
            // SAFETY: there is a result for each value, as `scan` checks, and the value lies in this block's tile.
            unsafe { args.results.write(i, result) };
        }
        sum = T::default();
    }
}

#[inline(always)]
fn by_many<B, I, T>(
    block: B,
    args: &SegmentsArgs<'_, I, T>,
    tile: &Tile<'_, I>,
    index: u64,
    (heads, shared): (&Heads<'_>, &Shared<'_, T>),
    slot: Scratch<'_, T>,
) where
    B: Block,
    I: OffsetWord,
    T: WordValue + From<u32>,
    Sum<T>: Carry<Value = T>,
{
    let (_, states) = lookback::split(args.words);
    let values = tile::load(block, args.values.get(), tile);
    let heads = heads.of(block, tile);
    let scan = Scan::of::<_, Sum<T>>(block, values, tile::places(block, tile), heads, shared);
    if block.warp_index() == 0 {
        let before = tile::exchange::<_, Sum<T>, _>(block, states, index, tile, scan.partial);
        if block.thread() == 0 {
            // SAFETY: one element, read after the barrier.
            unsafe { slot.write(0, before) };
        }
    }
    block.sync();
    // SAFETY: written before the barrier.
    let before = unsafe { slot.read(0) };
    let mut sums: Rows<T, ROWS> = scan.rows;
    unroll!(row in 0..ROWS => {
        unroll!(k in 0..QUAD => {
            let is_open = scan.open >> (row * QUAD + k) & 1 == 1;
            let sum = if is_open { Sum::<T>::combine(before, sums[row][k]) } else { sums[row][k] };
            sums[row][k] = sum.without(T::from(values[row][k] & !(args.own as u32)));
        });
    });
    let start = tile.base() + tile::warp_start(block);
    // SAFETY: there is a result for each value, as `scan` checks; the places that hold values of the tile are this
    // block's.
    unsafe { rows::store_some(block.warp(), args.results, start, tile::places(block, tile), sums) };
}

#[inline(always)]
fn scan<B, I, T>(block: B, args: &SegmentsArgs<'_, I, T>)
where
    B: Block,
    I: OffsetWord,
    T: WordValue + From<u32>,
    Sum<T>: Carry<Value = T>,
{
    assert!(args.results.len() >= args.values.length(), "fewer results than values");
    let segments = Segments::new(args.offsets, args.values.length() as usize);
    let (queue, _) = lookback::split(args.words);
    let mut carver = Carver::new(block);
    let slot = carver.take(1);
    if B::Warp::LANES == 1 {
        loop {
            let index = lookback::draw(block, queue, slot);
            if index >= args.tiles {
                return;
            }
            let tile = Tile::new(segments, args.splits, index, TILE.scalar);
            by_one(block, args, &tile, index);
        }
    }
    let before = carver.take(1);
    let (heads, shared) = (Heads::new(&mut carver), Shared::new(&mut carver));
    loop {
        let index = lookback::draw(block, queue, slot);
        if index >= args.tiles {
            return;
        }
        let tile = Tile::new(segments, args.splits, index, TILE.wide);
        by_many(block, args, &tile, index, (&heads, &shared), before);
    }
}

macro_rules! segmented_scans {
    ($($(#[$doc:meta])* $kernel:ident $name:ident: $kind:ty, $offset:ty;)*) => {$(
        $(#[$doc])*
        #[cuda_std::kernel(max_threads = 256, min_blocks = 2)]
        pub unsafe fn $name<B: Block>(block: B, args: &SegmentsArgs<'_, $offset, $kind>) {
            scan(block, args);
        }
        impl SegmentedSums<$offset> for $kind {
            type Kernel = $kernel;
        }
    )*};
}

segmented_scans! {
    /// Sums in 32 bits, which wrap; offsets of 32 bits.
    SegmentedScanU32ByU32 segmented_scan_u32_by_u32: u32, u32;
    /// Sums in 32 bits, which wrap; offsets of 64 bits.
    SegmentedScanU32ByU64 segmented_scan_u32_by_u64: u32, u64;
    /// Sums in 64 bits; offsets of 32 bits.
    SegmentedScanU64ByU32 segmented_scan_u64_by_u32: u64, u32;
    /// Sums in 64 bits; offsets of 64 bits.
    SegmentedScanU64ByU64 segmented_scan_u64_by_u64: u64, u64;
}

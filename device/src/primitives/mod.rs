//! Data-parallel primitives: the steps that every mining kernel is made of, each a kernel of its own.
//!
//! | module | what is in it |
//! | --- | --- |
//! | [`copy`] | copying |
//! | [`reduce`] | sum, minimum, maximum of an array |
//! | [`scan`] | prefix sums |
//! | [`compact`] | what is to be kept of an array, side by side |
//! | [`segments`] | reduction and scan of the segments of an array |
//! | [`runs`] | runs of equal keys: lengths, reduction by key |
//! | [`sort`] | radix sort |
//! | [`merge`] | many sorted runs, merged at once |
//!
//! What they share:
//!
//! | module | what is in it |
//! | --- | --- |
//! | [`value`], [`operator`] | what is computed with, and what it is combined by |
//! | [`rows`] | how a warp's part of a tile lies in its lanes' registers |
//! | [`select`] | what compaction keeps |
//! | [`segmented`] | scans over a block's registers that start again |
//! | [`carve`] | dealing shared memory out |
//! | [`lookback`] | single-pass prefixes over tiles |
//! | [`fill`] | setting the state words |
//!
//! Each kernel works on tiles, whose size differs between machines of one lane, where a tile is a plain loop, and wide
//! ones, where a block holds it in registers. The host, which plans the launch, finds both in a [`TileSize`].

pub mod carve;
pub mod compact;
pub mod copy;
pub mod fill;
pub mod lookback;
pub mod merge;
pub mod operator;
pub mod reduce;
pub mod rows;
pub mod runs;
pub mod scan;
pub mod segmented;
pub mod segments;
pub mod select;
pub mod sort;
mod unroll;
pub mod value;

/// Warps in a block, where a warp has many lanes.
pub const WARPS: u32 = 8;
/// Threads in a block of such warps, which have [`WIDE_LANES`] lanes.
pub const WIDE_THREADS: usize = WARPS as usize * WIDE_LANES;
/// [`simt::WIDE_LANES`](crate::simt::WIDE_LANES), to size arrays by.
pub const WIDE_LANES: usize = crate::simt::WIDE_LANES as usize;

/// Items in a tile, by machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TileSize {
    /// Where a warp has many lanes.
    pub wide: usize,
    /// Where it has one.
    pub scalar: usize,
}

impl TileSize {
    /// The items in a tile, on a machine of so many lanes a warp.
    #[inline(always)]
    pub const fn of(self, lanes: u32) -> usize {
        if lanes == 1 { self.scalar } else { self.wide }
    }
}

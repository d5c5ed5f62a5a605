//! Segmented reduction and scan: an array cut into segments by offsets.
//!
//! The work is dealt out evenly whatever the segments. Values and ends of segments are one merged list, in which an
//! end comes before the value at its position; a tile is so many items of that list. So neither a huge segment nor a
//! great many empty ones burden one block.
//!
//! | module | what is in it |
//! | --- | --- |
//! | [`partition`] | where each tile starts, by a search along a diagonal |
//! | [`tile`] | a tile's values, and where segments start among them |
//! | [`offsets`] | offsets of 32 or 64 bits |
//! | [`reduce`] | sum, minimum, maximum of each segment |
//! | [`scan`] | the sums within each segment |
//!
//! What a tile leaves open at its end goes to the tiles after it by look-back. A tile in which a segment starts
//! announces its whole prefix at once, as nothing before that start counts: chains are as long as segments.
//!
//! Source: the merged list is that of Merrill and Garland, "Merge-based Parallel Sparse Matrix-Vector Multiplication",
//! SC 2016, section 3; the look-back is that of their scan.

pub mod offsets;
pub mod partition;
pub mod reduce;
pub mod scan;
pub mod tile;

use core::mem::offset_of;
use core::sync::atomic::AtomicU64;

use cust_core::DeviceCopy;

use super::TileSize;
use super::rows::QUAD;
use super::segmented::PLACES;
use crate::memory::{Scratch, Slice};

/// Items of the merged list in a tile. A tile's values may start within a quad, so three places are left free.
pub const TILE: TileSize = TileSize { wide: PLACES - (QUAD - 1), scalar: 1 << 14 };

/// What the segmented kernels take.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct SegmentsArgs<'a, I, T> {
    /// Read: the values.
    pub values: Slice<'a, u32>,
    /// Read: `segments + 1` offsets, ascending from 0 to the number of values.
    pub offsets: Slice<'a, I>,
    /// Read: for each tile, and for the end, the number of segments that end before it ([`partition`]).
    pub splits: Slice<'a, u64>,
    /// Written: an element for each segment, or each value.
    pub results: Scratch<'a, T>,
    /// The tile counter, and the state of each tile; zero at the start.
    pub words: Slice<'a, AtomicU64>,
    /// The number of tiles.
    pub tiles: u64,
    /// Of a scan: 0 for an exclusive one, all ones for an inclusive one.
    pub own: u64,
}

layout!(SegmentsArgs<'_, u32, u64>: 96);
layout!(SegmentsArgs<'_, u64, u32>: 96);

const _: () = {
    assert!(offset_of!(SegmentsArgs<'_, u64, u64>, results) == 48);
    assert!(offset_of!(SegmentsArgs<'_, u32, u32>, own) == 88);
};

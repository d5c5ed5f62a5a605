//! Graphs of drawn pairs: the graph that the host makes of them, bit by bit.
//!
//! ```text
//! pairs --mark_ends--> which ids have an edge, arcs by groups of ids
//!       --count_marks, scan--> the vertices' numbers: an id's is how many lower ones have an edge
//! part after part of the ids:
//!     pairs --emit_arcs--> arcs as keys, in any order --sort--> ascending
//!           --count_distinct, scan, emit_distinct--> the lists, and where they start
//! ```
//!
//! Nobody keeps the pairs: to draw one again costs less than to read it. The arcs of a part are as many as memory allows.

use cust_core::DeviceCopy;

use crate::drawn_pairs::DrawnPairs;
use crate::memory::Slice;
use crate::simt::{Block, Warp};

pub mod arcs;
pub mod distinct;
pub mod marks;

/// Some of the pairs that are drawn.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct PairRange {
    /// All of them.
    pub pairs: DrawnPairs,
    /// The first.
    pub start: u64,
    /// The one behind the last.
    pub end: u64,
}

layout!(PairRange: 56, end: 48);

impl PairRange {
    /// Calls `visit` with pairs, `LANES` at a time: nothing for self-loops, and where a lane has none. All lanes of a
    /// warp call `visit` together, so that it may call collectives.
    #[inline(always)]
    fn for_each<B: Block>(&self, block: B, mut visit: impl FnMut(Option<(u32, u32)>)) {
        let lanes = u64::from(B::Warp::LANES);
        let mut row = self.start + u64::from(block.grid_warp()) * lanes;
        while row < self.end {
            let place = row + u64::from(block.warp().lane());
            let pair = (place < self.end).then(|| self.pairs.pair(place));
            visit(pair.filter(|(u, v)| u != v));
            row += u64::from(block.grid_warps()) * lanes;
        }
    }
}

/// Which ids have an edge, and how many of those below each 64th.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct IdRanks<'a> {
    /// A bit for each id.
    pub marks: Slice<'a, u64>,
    /// For each word of `marks`, the bits that are set before it.
    pub before: Slice<'a, u32>,
}

layout!(IdRanks<'_>: 32, before: 16);

impl IdRanks<'_> {
    /// The number of an id that has an edge.
    #[inline(always)]
    fn of(&self, id: u32) -> u32 {
        let (word, bit) = (id as usize / 64, id % 64);
        let lower = self.marks.get()[word] & ((1 << bit) - 1);
        self.before.get()[word] + lower.count_ones()
    }
}

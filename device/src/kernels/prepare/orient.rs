//! The oriented graph: of each edge the greater end by its new number, in the order of the smaller ends.

use cust_core::DeviceCopy;

use super::positions::{for_each_chunk, walk};
use crate::memory::{Scratch, Slice};
use crate::simt::{Block, Warp};

/// A graph by its old numbers, to be read in the order of the new ones.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct Renumbered<'a> {
    /// `n + 1` starts of the lists in the order of the new numbers.
    pub offsets: Slice<'a, u64>,
    /// For each new number where its list starts in `neighbors`.
    pub starts: Slice<'a, u64>,
    /// The lists by old numbers, in which the neighbours have their old numbers.
    pub neighbors: Slice<'a, u32>,
    /// For each old number the new one.
    pub ranks: Slice<'a, u32>,
}

impl Renumbered<'_> {
    /// The neighbours of all vertices.
    #[inline(always)]
    fn count(&self) -> u64 {
        self.neighbors.length()
    }

    /// The new number of neighbour `at` of the new `vertex`.
    #[inline(always)]
    fn neighbor(&self, vertex: usize, at: u64) -> u32 {
        let old = self.neighbors.get()[(self.starts.get()[vertex] + at) as usize];
        self.ranks.get()[old as usize]
    }
}

/// What [`count_greater`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct CountGreaterArgs<'a> {
    /// The graph.
    pub graph: Renumbered<'a>,
    /// Written: for each chunk how many of its edges are kept.
    pub counts: Scratch<'a, u32>,
}

/// What [`emit_greater`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct EmitGreaterArgs<'a> {
    /// The graph.
    pub graph: Renumbered<'a>,
    /// For each chunk how many edges are kept before it.
    pub places: Slice<'a, u64>,
    /// Written: the greater ends.
    pub greater: Scratch<'a, u32>,
    /// Written: the smaller ends, ascending.
    pub smaller: Scratch<'a, u32>,
}

layout!(Renumbered<'_>: 64, ranks: 48);
layout!(CountGreaterArgs<'_>: 80, counts: 64);
layout!(EmitGreaterArgs<'_>: 112, smaller: 96);

/// Counts, in each chunk of the lists, the neighbours that are greater than the list's vertex: each edge is kept once.
///
/// Thread mapping: a warp for each chunk, striding by the grid, a lane for each position. Bound by looking up the new
/// numbers, at random, which mostly lie in the L2 cache.
#[cuda_std::kernel(max_threads = 256)]
pub unsafe fn count_greater<B: Block>(block: B, args: &CountGreaterArgs<'_>) {
    let (warp, graph) = (block.warp(), args.graph);
    for_each_chunk(block, graph.count(), |chunk, positions| {
        let mut kept = 0;
        walk(warp, graph.offsets.get(), positions, |has, _, vertex, at| {
            kept += u32::from(has && graph.neighbor(vertex, at) as usize > vertex);
        });
        let kept = warp.sum(kept);
        assert!((chunk as u64) < args.counts.len(), "more chunks than counts");
        if warp.lane() == 0 {
            // SAFETY: within the array, as just checked, and the chunk is this warp's.
            unsafe { args.counts.write(chunk, kept) };
        }
    });
}

/// Writes the ends of the kept edges, in the order of the smaller ones.
///
/// Thread mapping: a warp for each chunk, striding by the grid, a lane for each position; a ballot gives the places
/// within a row of lanes.
#[cuda_std::kernel(max_threads = 256)]
pub unsafe fn emit_greater<B: Block>(block: B, args: &EmitGreaterArgs<'_>) {
    let (warp, graph) = (block.warp(), args.graph);
    let room = args.greater.len().min(args.smaller.len());
    for_each_chunk(block, graph.count(), |chunk, positions| {
        let mut next = args.places.get()[chunk];
        walk(warp, graph.offsets.get(), positions, |has, _, vertex, at| {
            let neighbor = if has { graph.neighbor(vertex, at) } else { 0 };
            let keep = neighbor as usize > vertex && has;
            let kept = warp.ballot(keep);
            let place = next + u64::from((kept & warp.lanes_below()).count_ones());
            if keep {
                assert!(place < room, "more edges than places for them");
                // SAFETY: within both arrays, as just checked; the places of a chunk are its own, by the sums of the
                // counts, and those of a row of lanes differ.
                unsafe {
                    args.greater.write(place as usize, neighbor);
                    args.smaller.write(place as usize, vertex as u32);
                }
            }
            next += u64::from(kept.count_ones());
        });
    });
}

//! The whole graph from the oriented one: the greater neighbours are a transposition away.

use cust_core::DeviceCopy;

use super::positions::{for_each_chunk, walk};
use crate::kernels::triangles::Oriented;
use crate::memory::{Scratch, Slice};
use crate::simt::{Block, Warp};

/// What [`own_elements`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct OwnElementsArgs<'a> {
    /// The graph.
    pub graph: Oriented<'a>,
    /// Written: for each element the vertex whose list it is in.
    pub owners: Scratch<'a, u32>,
}

/// What [`join_lists`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct JoinListsArgs<'a> {
    /// The smaller neighbours.
    pub lower: Oriented<'a>,
    /// The greater neighbours.
    pub upper: Oriented<'a>,
    /// `n + 1` starts of the lists of all neighbours.
    pub offsets: Slice<'a, u64>,
    /// Written: the lists of all neighbours.
    pub neighbors: Scratch<'a, u32>,
}

layout!(OwnElementsArgs<'_>: 48, owners: 32);
layout!(JoinListsArgs<'_>: 96, neighbors: 80);

/// Writes beside each element of the lists whose list it is in.
///
/// Thread mapping: a warp for each list, striding by the grid: on a graph of `m` edges none is longer than `√(2m)`.
/// Writes 4 bytes an edge.
#[cuda_std::kernel(max_threads = 256)]
pub unsafe fn own_elements<B: Block>(block: B, args: &OwnElementsArgs<'_>) {
    let (warp, graph) = (block.warp(), args.graph);
    let mut v = block.grid_warp();
    while v < graph.vertices() {
        let start = graph.start(v);
        let end = start + graph.list(v).len() as u64;
        assert!(end <= args.owners.len(), "more elements than places for their owners");
        let mut at = start + u64::from(warp.lane());
        while at < end {
            // SAFETY: within the array, as just checked; the list is this warp's, and the place this lane's.
            unsafe { args.owners.write(at as usize, v) };
            at += u64::from(B::Warp::LANES);
        }
        v += block.grid_warps();
    }
}

/// Joins each vertex's smaller and greater neighbours.
///
/// Thread mapping: a warp for each chunk of the joined lists, striding by the grid, a lane for each position. Reads and
/// writes 4 bytes for each neighbour.
#[cuda_std::kernel(max_threads = 256)]
pub unsafe fn join_lists<B: Block>(block: B, args: &JoinListsArgs<'_>) {
    let count = args.neighbors.len();
    for_each_chunk(block, count, |_, positions| {
        walk(block.warp(), args.offsets.get(), positions, |has, position, v, at| {
            if has {
                let (lower, upper) = (args.lower.list(v as u32), args.upper.list(v as u32));
                let at = at as usize;
                let neighbor = if at < lower.len() { lower[at] } else { upper[at - lower.len()] };
                // SAFETY: positions are below `count`, and this one is this lane's.
                unsafe { args.neighbors.write(position as usize, neighbor) };
            }
        });
    });
}

//! Wheels without a spoke at each vertex, or at each edge.

mod edges;
mod vertices;

use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::pair_sums::{PairSumsArgs, each_root};
use crate::memory::Slice;
use crate::places::{Edges, Places, Vertices};
use crate::simt::Block;

pub use edges::{MISSING_SPOKE_TIMES_AT_EDGES, MissingSpokeSumAtEdge};
pub use vertices::MissingSpokeSum;

/// How many sums a place has.
pub const MISSING_SPOKE_SUMS: usize = 3;

/// Counts the wheels without a spoke at each place: [`MISSING_SPOKE_SUMS`] sums, those of [`MissingSpokeSum`] or
/// [`MissingSpokeSumAtEdge`], in their order, from one number of a pair.
///
/// Two vertices with `c` common neighbours, between which there are `e` edges, are the rim of `e (c - 2)` of them. At
/// vertices, a block takes the greater vertex of a pair as root, and counts the edges by the smaller one, and the
/// common neighbours of those that have any edge. Each edge has the `c - 2` of all its pairs; each common neighbour has
/// the `e` of its pairs, less the edges that it is an end of. At edges, it takes each vertex of a pair as root once:
/// all of what has an edge of the root is found there, and added to once for each edge among its neighbours.
///
/// Requires fewer than 2^32 edges, and that no sum passes 64 bits. With `m` edges and degrees up to `D` none of a
/// vertex is beyond `2 m D²`: the vertex is joined to one that has to be, or an edge holds it, and the others are an
/// edge, in one of its two directions, and two neighbours. None of an edge is beyond `4 m D²`: each wheel without a
/// spoke has the edge, another in one of its two directions, and a neighbour of an end of each.
///
/// Thread mapping: a warp a neighbour of the root for the edges, a group of lanes a neighbour for the wedges. Shared
/// memory: [`SHARED_BYTES`](super::pair_sums::SHARED_BYTES). Bound by the caches and atomics.
#[cuda_std::kernel(max_threads = 384, min_blocks = 2, at(Vertices, Edges))]
pub unsafe fn count_missing_spokes_at<B: Block, A: Places>(block: B, args: &PairSumsArgs<'_>) {
    // Two vertices of the rim have three neighbours each.
    let others = 2;
    // SAFETY: once, and shared memory is used in no other way.
    unsafe {
        match A::PAIRS {
            false => each_root::<B, 1>(block, args, others, vertices::count),
            true => each_root::<B, 1>(block, args, others, edges::count),
        }
    }
}

/// Adds to a sum, modulo 2^64.
#[inline(always)]
fn add(sums: Slice<'_, AtomicU64>, place: u64, term: u64) {
    if term != 0 {
        sums[place as usize].fetch_add(term, Relaxed);
    }
}

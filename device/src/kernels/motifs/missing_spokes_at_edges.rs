//! Wheels without a spoke at each edge.

use super::missing_spokes::{MissingSpokesArgs, add, each_root};
use super::root_pairs::PairsOfRoot;
use crate::simt::{Block, Warp};

/// The sums of an edge: the edge-induced wheels without a spoke in which it has a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub enum MissingSpokeSumAtEdge {
    /// Twice those in which it is the edge between the two that are joined to all of the rim's two.
    Hub,
    /// Those in which it is one of the four between these.
    Spoke,
    /// Those in which it is one of the two at the vertex without a spoke.
    Apart,
}

/// How many sums an edge has.
pub const MISSING_SPOKE_SUMS: usize = 3;

/// Counts the wheels without a spoke at each edge.
///
/// Two vertices with `c` common neighbours, between which there are `e` edges, are the rim of `e (c - 2)` of them. A
/// block takes each vertex of a pair as root once: all of what has an edge of the root is found there, and added to
/// once for each edge among its neighbours.
///
/// Requires fewer than 2^32 edges, and that no sum passes 64 bits: with `m` edges and degrees up to `D` none is beyond `4 m D²`. For each wheel without a
/// spoke has the edge, another in one of its two directions, and a neighbour of an end of each.
///
/// Thread mapping: a warp a neighbour of the root for the edges, a group of lanes a neighbour for the wedges. Shared
/// memory: [`SHARED_BYTES`](super::missing_spokes::SHARED_BYTES). Bound by the caches and atomics.
#[cuda_std::kernel(max_threads = 384, min_blocks = 2)]
pub unsafe fn count_missing_spokes_at_edges<B: Block>(block: B, args: &MissingSpokesArgs<'_>) {
    // SAFETY: once, and shared memory is used in no other way.
    unsafe { each_root(block, args, count) };
}

/// Adds all that has this root. All threads of the block come here.
#[inline(always)]
fn count<B: Block>(of_root: PairsOfRoot<'_, '_, B>) {
    let (sums, warp) = (of_root.args.sums, of_root.block.warp());
    let add = |edge: u64, sum: MissingSpokeSumAtEdge, term: u64| {
        add(sums, edge * MISSING_SPOKE_SUMS as u64 + sum as u64, term);
    };
    let first = of_root.args.graph.offsets[of_root.root as usize];
    // The edge from the root to the neighbour at a position.
    let spoke = |position: usize| of_root.args.lists.number(first + position as u64);
    let met = of_root.count_edges::<true>(|edge, thirds| {
        if warp.lane() == 0 {
            // The pairs of an end are to count no edge of its own.
            let own = thirds.wrapping_neg();
            edge.positions.into_iter().for_each(|end| add(spoke(end), MissingSpokeSumAtEdge::Apart, own));
        }
    });
    if met > 0 {
        of_root.count_common_neighbors::<true>(|i, edges| add(spoke(i), MissingSpokeSumAtEdge::Apart, edges));
        of_root.each_edge_with_others::<true>(|edge, others| {
            if warp.lane() == 0 {
                add(edge.number, MissingSpokeSumAtEdge::Hub, others);
                edge.positions
                    .into_iter()
                    .for_each(|end| add(spoke(end), MissingSpokeSumAtEdge::Spoke, others));
            }
        });
        of_root.each_met(met, |_, _| {});
    }
    // All have read how many were met before the next root's are.
    of_root.block.sync();
}

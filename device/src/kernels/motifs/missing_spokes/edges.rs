//! Wheels without a spoke at each edge.

use super::super::pair_sums::PairsOfRoot;
use super::{MISSING_SPOKE_SUMS, add};
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

/// How often each sum has one: both of the two that are joined to all of the rim's have been its root.
pub const MISSING_SPOKE_TIMES_AT_EDGES: [u64; MISSING_SPOKE_SUMS] = [2, 1, 1];

/// Adds all that has this root. All threads of the block come here.
#[inline(always)]
pub(super) fn count<B: Block>(of_root: PairsOfRoot<'_, '_, B>) {
    let (sums, warp) = (of_root.args.sums, of_root.block.warp());
    let add = |edge: u64, sum: MissingSpokeSumAtEdge, term: u64| {
        add(sums, edge * MISSING_SPOKE_SUMS as u64 + sum as u64, term);
    };
    let first = of_root.args.graph.offsets[of_root.root as usize];
    // The edge from the root to the neighbour at a position.
    let spoke = |position: usize| of_root.args.lists.number(first + position as u64);
    let any = of_root.count_edges::<true>(|edge, thirds| {
        if warp.lane() == 0 {
            // The pairs of an end are to count no edge of its own.
            let own = thirds.wrapping_neg();
            edge.positions.into_iter().for_each(|end| add(spoke(end), MissingSpokeSumAtEdge::Apart, own));
        }
    });
    if any {
        let met = of_root
            .count_common_neighbors::<true>(|i, edges| add(spoke(i), MissingSpokeSumAtEdge::Apart, edges));
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

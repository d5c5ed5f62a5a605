//! Wheels without a spoke at each vertex.

use super::super::pair_sums::PairsOfRoot;
use super::{MISSING_SPOKE_SUMS, add};
use crate::simt::{Block, Warp};

/// The sums of a vertex: the edge-induced wheels without a spoke in which it has a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub enum MissingSpokeSum {
    /// One of the two that are joined to the other three, and not to each other.
    Rim,
    /// One of the two that are joined to each other and to the two of [`Rim`](Self::Rim).
    Hub,
    /// The one without a spoke.
    Apart,
}

/// Adds all that has this root. All threads of the block come here.
#[inline(always)]
pub(super) fn count<B: Block>(of_root: PairsOfRoot<'_, '_, B>) {
    let (sums, warp) = (of_root.args.sums, of_root.block.warp());
    let add = |vertex: u32, sum: MissingSpokeSum, term: u64| {
        add(sums, u64::from(vertex) * MISSING_SPOKE_SUMS as u64 + sum as u64, term);
    };
    let any = of_root.count_edges::<false>(|edge, thirds| {
        if warp.lane() == 0 {
            // The pairs of an end are to count no edge of its own.
            edge.ends.into_iter().for_each(|end| add(end, MissingSpokeSum::Apart, thirds.wrapping_neg()));
        }
    });
    if any {
        let neighbors = of_root.args.graph.neighbors(of_root.root);
        let met = of_root
            .count_common_neighbors::<false>(|i, edges| add(neighbors[i], MissingSpokeSum::Apart, edges));
        of_root.each_edge_with_others::<false>(|edge, others| {
            if warp.lane() == 0 {
                edge.ends.into_iter().for_each(|end| add(end, MissingSpokeSum::Hub, others));
            }
        });
        let mut all = 0;
        of_root.each_met(met, |v, common| {
            let rims = common.edges * (u64::from(common.neighbors) - 2);
            add(v, MissingSpokeSum::Rim, rims);
            all += rims;
        });
        let all = warp.sum_u64(all);
        if warp.lane() == 0 {
            add(of_root.root, MissingSpokeSum::Rim, all);
        }
    }
    // All have read how many were met before the next root's are.
    of_root.block.sync();
}

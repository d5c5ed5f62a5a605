//! Where an edge can be in a 4-clique with a fifth vertex.

use super::small::EdgePieces;
use crate::kernels::motifs::fourths::{FOURTH_SUMS, FourthSum};

/// An edge of a 4-clique with a fifth vertex that is joined to one, two or three of its corners.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FourthRole {
    /// The edge to a fifth vertex on one corner.
    Tail,
    /// The clique's edges at that corner.
    AtTail,
    /// Its other edges.
    BesideTail,
    /// An edge to a fifth vertex on two corners.
    Ear,
    /// The edge between these.
    UnderEar,
    /// The clique's edges from one of these to another corner.
    AtEar,
    /// The edge between the other corners.
    OppositeEar,
    /// An edge between vertices of a near-clique that are joined to all others.
    Shared,
    /// One to a vertex that is not.
    Apart,
}

/// What is known of an edge `uv`: see [`FourthSum`].
#[derive(Clone, Copy, Debug)]
pub struct FourthPieces {
    /// The 4-cliques at it.
    pub cliques: i128,
    /// Those at `u`, and those at `v`.
    pub cliques_of_ends: i128,
    /// Those at it with a further vertex on another corner.
    pub on_another: i128,
    /// Those at it with a further vertex on one of its ends and another corner.
    pub on_end_and_another: i128,
    /// Those at it with a further vertex on both other corners.
    pub on_others: i128,
    /// The 4-cliques at the edges from its ends to the third vertices of its triangles.
    pub cliques_beside: i128,
    /// The pairs of 4-cliques at it that share three corners, its ends among them.
    pub pairs: i128,
    /// The pairs of 4-cliques that share three corners, one of its ends among them and the other in one of both.
    pub beside_pairs: i128,
}

impl FourthPieces {
    /// Given the [`FourthSum`]s of an edge, and three times the 4-cliques at each of its ends: a 4-clique has three
    /// edges at each vertex.
    #[inline(always)]
    pub fn new(sums: &[u64; FOURTH_SUMS], thrice_at_ends: [u64; 2]) -> Self {
        let sum = |sum: FourthSum| i128::from(sums[sum as usize]);
        let [u, v] = thrice_at_ends.map(|thrice| i128::from(thrice / 3));
        FourthPieces {
            cliques: sum(FourthSum::Cliques),
            cliques_of_ends: u + v,
            on_another: sum(FourthSum::ByDegree),
            on_end_and_another: sum(FourthSum::Beside),
            on_others: sum(FourthSum::Opposite),
            cliques_beside: sum(FourthSum::Ears),
            pairs: sum(FourthSum::Pairs),
            beside_pairs: sum(FourthSum::Others),
        }
    }
}

impl FourthRole {
    /// All of them, by their numbers.
    pub const ALL: [FourthRole; 9] = [
        FourthRole::Tail,
        FourthRole::AtTail,
        FourthRole::BesideTail,
        FourthRole::Ear,
        FourthRole::UnderEar,
        FourthRole::AtEar,
        FourthRole::OppositeEar,
        FourthRole::Shared,
        FourthRole::Apart,
    ];

    /// How often an edge is in the role, from what is known of it.
    #[inline(always)]
    pub fn count(self, edge: &EdgePieces, of: &FourthPieces) -> i128 {
        let [d, f] = edge.degrees;
        match self {
            FourthRole::Tail => of.cliques_of_ends - 2 * of.cliques,
            FourthRole::AtTail => of.cliques * (d + f - 6),
            FourthRole::BesideTail => of.on_another,
            // Those beside it with both of its ends are there twice for each end.
            FourthRole::Ear => of.cliques_beside - 4 * of.cliques,
            FourthRole::UnderEar => of.cliques * (edge.triangles - 2),
            FourthRole::AtEar => of.on_end_and_another,
            FourthRole::OppositeEar => of.on_others,
            FourthRole::Shared => of.pairs,
            FourthRole::Apart => of.beside_pairs,
        }
    }
}

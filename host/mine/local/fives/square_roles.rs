//! Where a vertex can be in the patterns of five vertices that have 4-cycles and no denser part, and how often it is
//! there, edge-induced.
//!
//! A fifth vertex is counted at each 4-cycle around `v` where it may be one of the cycle's, and what that is too much
//! is a diamond: a 4-cycle with a diagonal. A vertex is an end of the diagonal of `Σ C(t, 2)` of them, over its edges
//! with `t` triangles, and off the diagonal of `Σ (t - 1)`, over the edges opposite to it.

use crate::at::{At, Vertices};
use crate::direct::{SquarePieces, SquareSums};
use crate::graph::Csr;
use crate::pattern::Pattern;
use crate::plan::decomposition::SmallGraph;

/// A vertex of such a pattern, up to symmetry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SquareRole {
    /// The end of the tail of a banner: of a 4-cycle with a tail.
    TailEnd,
    /// The vertex of its cycle that has the tail.
    TailCorner,
    /// One of the two next to that.
    BesideTail,
    /// The one that is not.
    AcrossTail,
    /// The vertex of a house that is not on its 4-cycle.
    Roof,
    /// One of the two that are joined to it.
    Shoulder,
    /// One of the other two.
    Floor,
    /// One of two on a side of a 2-3-biclique.
    OneOfTwo,
    /// One of three.
    OneOfThree,
}

use SquareRole::{AcrossTail, BesideTail, Floor, OneOfThree, OneOfTwo, Roof, Shoulder, TailCorner, TailEnd};

/// The patterns, and the roles of their vertices.
const PATTERNS: [(&str, [SquareRole; 5]); 3] = [
    ("a-b-c-d-a, a-e", [TailCorner, BesideTail, AcrossTail, BesideTail, TailEnd]),
    ("a-b-c-d-a, a-e-b", [Shoulder, Shoulder, Floor, Floor, Roof]),
    ("a-c-b, a-d-b, a-e-b", [OneOfTwo, OneOfThree, OneOfTwo, OneOfThree, OneOfThree]),
];

/// What the roles of a vertex of a graph follow from: what is known of it, given the sums of a form in which the
/// vertices have these numbers, and the 4-cycles at its neighbours.
pub(super) fn squares_at(
    vertex: usize,
    graph: &Csr,
    sums: &SquareSums,
    new_of_old: &[u32],
) -> (SquarePieces, i128) {
    let cycles = |u: usize| sums.of_vertices().cycles(u);
    let known = sums.at(new_of_old[vertex] as usize, graph.degree(vertex as u32));
    (known, over_neighbors(vertex, graph, new_of_old, cycles))
}

/// The sum of what there is at the neighbours of a vertex of a graph, by their numbers in a form.
pub(super) fn over_neighbors(
    vertex: usize,
    graph: &Csr,
    new_of_old: &[u32],
    at: impl Fn(usize) -> u64,
) -> i128 {
    let of_one = |&u: &u32| u128::from(at(new_of_old[u as usize] as usize));
    graph.neighbors(vertex as u32).iter().map(of_one).sum::<u128>() as i128
}

impl SquareRole {
    /// All of them, as patterns seen from a vertex.
    pub fn all() -> Vec<(SmallGraph, SquareRole)> {
        let of = |(text, roles): (&str, [SquareRole; 5])| {
            let pattern = Pattern::parse(text).expect("edges");
            Vertices::roles(&pattern).into_iter().zip(roles)
        };
        PATTERNS.into_iter().flat_map(of).collect()
    }

    /// How often a vertex is in the role, from what is known of it, and the 4-cycles at its neighbours.
    pub fn count(self, (v, cycles_of_neighbors): &(SquarePieces, i128)) -> i128 {
        let (cycles, on_diagonal) = (v.vertex.cycles, v.vertex.triangle_pairs);
        let off_diagonal = v.vertex.others_at_opposite;
        match self {
            // The end may be next to the corner in the cycle, or across from it.
            TailEnd => cycles_of_neighbors - 2 * cycles - on_diagonal,
            TailCorner => cycles * (v.vertex.degree - 2) - on_diagonal,
            BesideTail => v.further_neighbors - 2 * off_diagonal,
            AcrossTail => v.opposite_degrees - 2 * cycles - on_diagonal,
            Roof => v.opposite_cycles - 2 * on_diagonal,
            Shoulder => v.triangles - 2 * (on_diagonal + off_diagonal),
            Floor => v.opposite_triangles - 2 * (on_diagonal + off_diagonal),
            OneOfTwo => v.bicliques[0],
            OneOfThree => v.bicliques[1],
        }
    }
}

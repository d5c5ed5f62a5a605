//! Where an edge can be in the patterns of five vertices that have 4-cycles and no denser part, and how often it is
//! there, edge-induced.
//!
//! As at vertices, a fifth vertex is counted at each 4-cycle with `uv` where it may be one of the cycle's, and what that
//! is too much is a 4-cycle with a diagonal that has one end in common with `uv`: `Σ (t(uw) - 1) + (t(vw) - 1)`, over
//! the triangles `uvw`.

use crate::direct::{EdgePieces, EdgeSquarePieces};
use crate::pattern::Pattern;
use crate::plan::decomposition::SmallGraph;

/// An edge of such a pattern, up to symmetry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SquareEdgeRole {
    /// The tail of a banner: of a 4-cycle with a tail.
    Tail,
    /// One of the two of its cycle that are at the tail.
    AtTail,
    /// One of the two that are not.
    AcrossTail,
    /// An edge of a house that is not on its 4-cycle.
    Roof,
    /// The one of the cycle between these.
    Ceiling,
    /// One of the two of the cycle beside that.
    Wall,
    /// The one opposite to it.
    Floor,
    /// One of a 2-3-biclique.
    Biclique,
}

use SquareEdgeRole::{AcrossTail, AtTail, Biclique, Ceiling, Floor, Roof, Tail, Wall};

/// The patterns, with the edge between the first two vertices.
const PATTERNS: [(&str, SquareEdgeRole); 8] = [
    ("a-b, b-c-d-e-b", Tail),
    ("a-b-c-d-a, a-e", AtTail),
    ("a-b-c-d-a, c-e", AcrossTail),
    ("a-b-c-a, b-d-e-c", Roof),
    ("a-b-c-d-a, a-e-b", Ceiling),
    ("a-b-c-d-a, b-e-c", Wall),
    ("a-b-c-d-a, c-e-d", Floor),
    ("a-b-c, a-d-c, a-e-c", Biclique),
];

impl SquareEdgeRole {
    /// All of them, as patterns seen from an edge.
    pub fn all() -> Vec<(SmallGraph, SquareEdgeRole)> {
        let of = |(text, role): (&str, SquareEdgeRole)| {
            let pattern = Pattern::parse(text).expect("edges");
            let graph = SmallGraph::of(&pattern).expect("a small pattern");
            (graph.canonical_from_edge((0, 1)), role)
        };
        PATTERNS.into_iter().map(of).collect()
    }

    /// How often an edge is in the role, from what is known of it.
    pub fn count(self, uv: &EdgePieces, squares: &EdgeSquarePieces) -> i128 {
        let ([d, f], triangles, cycles) = (uv.degrees, uv.triangles, uv.cycles);
        match self {
            // Those with both ends have the edge, or it is a diagonal: each is there for both.
            Tail => uv.cycles_of_ends - 2 * cycles - triangles * (triangles - 1),
            AtTail => cycles * (d + f - 4) - uv.others_beside,
            AcrossTail => squares.opposite_degrees - 4 * cycles - uv.others_beside,
            // Those with the roof have it next to `uv`, or beyond the other end.
            Roof => squares.cycles_beside - 2 * triangles * (triangles - 1) - uv.others_beside,
            Ceiling => cycles * triangles - uv.others_beside,
            Wall => squares.triangles_beside - 2 * uv.others_beside,
            Floor => squares.opposite_triangles - uv.others_beside,
            Biclique => squares.bicliques,
        }
    }
}

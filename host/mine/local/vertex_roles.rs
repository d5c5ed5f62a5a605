//! Where a vertex can be in a connected pattern of two to four vertices, and how often it is there, edge-induced.
//!
//! With `d` the degree of a vertex, `t` the triangles at it or through an edge, and `S` the paths of two edges that
//! start at it, each formula counts the ways to put the pattern together around `v`, less those where two of its
//! vertices fall together.

use super::solved::{Role, Small};
use crate::at::Vertices;
use crate::direct::{Needs, VertexPieces};
use crate::pattern::{Pattern, bits};

/// A vertex of such a pattern, up to symmetry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum VertexRole {
    EdgeEnd,
    WedgeEnd,
    WedgeMiddle,
    TriangleCorner,
    PathEnd,
    PathMiddle,
    StarLeaf,
    StarCentre,
    /// The end of the tail of a tailed triangle.
    TailEnd,
    /// The corner of its triangle that has the tail.
    TailCorner,
    /// One of the other two.
    PlainCorner,
    CycleCorner,
    /// A vertex of degree 2 of a diamond.
    DiamondTip,
    /// One of degree 3.
    DiamondHub,
    CliqueCorner,
}

impl Small for Vertices {
    type Role = VertexRole;
}

impl Role<Vertices> for VertexRole {
    fn of(pattern: &Pattern, vertex: usize) -> VertexRole {
        let degree = |v: usize| pattern.neighbors(v).count_ones();
        let around: u32 = bits(pattern.neighbors(vertex)).map(degree).sum();
        // Numbers of vertices and edges, the vertex's degree, and the sum of its neighbours' degrees, where it takes
        // that.
        match (pattern.vertices(), pattern.edges().len(), degree(vertex), around) {
            (2, ..) => VertexRole::EdgeEnd,
            (3, 2, 1, _) => VertexRole::WedgeEnd,
            (3, 2, ..) => VertexRole::WedgeMiddle,
            (3, ..) => VertexRole::TriangleCorner,
            (4, 3, 1, 2) => VertexRole::PathEnd,
            (4, 3, 1, _) => VertexRole::StarLeaf,
            (4, 3, 2, _) => VertexRole::PathMiddle,
            (4, 3, ..) => VertexRole::StarCentre,
            (4, 4, 1, _) => VertexRole::TailEnd,
            (4, 4, 2, 4) => VertexRole::CycleCorner,
            (4, 4, 2, _) => VertexRole::PlainCorner,
            (4, 4, ..) => VertexRole::TailCorner,
            (4, 5, 2, _) => VertexRole::DiamondTip,
            (4, 5, ..) => VertexRole::DiamondHub,
            (4, 6, ..) => VertexRole::CliqueCorner,
            (vertices, ..) => unreachable!("connected patterns of 2 to 4 vertices, not {vertices}"),
        }
    }

    fn needs(self) -> Needs {
        use VertexRole::*;
        let triangles = !matches!(self, EdgeEnd | WedgeEnd | WedgeMiddle | StarLeaf | StarCentre);
        Needs { triangles, cycles: self == CycleCorner, cliques: matches!(self, DiamondTip | CliqueCorner) }
    }

    fn count(self, v: &VertexPieces) -> i128 {
        let d = v.degree;
        // The half of an even number: a shift, where a division of 128 bits takes long.
        let pairs = |n: i128| (n * (n - 1)) >> 1;
        match self {
            VertexRole::EdgeEnd => d,
            VertexRole::WedgeEnd => v.paths,
            VertexRole::WedgeMiddle => pairs(d),
            VertexRole::TriangleCorner => v.triangles,
            // From a neighbour of `v`, a path of two edges: not back to `v`, and not ending there.
            VertexRole::PathEnd => v.paths_of_neighbors - d * (d - 1) - 2 * v.triangles,
            // A further neighbour of `v`, and a path of two edges through another: they may not meet.
            VertexRole::PathMiddle => (d - 1) * v.paths - 2 * v.triangles,
            VertexRole::StarLeaf => v.neighbor_pairs,
            VertexRole::StarCentre => pairs(d) * (d - 2) / 3,
            // The triangles of a neighbour, but for those with `v`.
            VertexRole::TailEnd => v.triangles_of_neighbors - 2 * v.triangles,
            VertexRole::TailCorner => v.triangles * (d - 2),
            VertexRole::PlainCorner => v.triangles_by_degree,
            VertexRole::CycleCorner => v.cycles,
            VertexRole::DiamondTip => v.others_at_opposite,
            VertexRole::DiamondHub => v.triangle_pairs,
            VertexRole::CliqueCorner => v.cliques,
        }
    }
}

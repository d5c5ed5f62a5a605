//! Where an edge can be in a connected pattern of two to four vertices, and how often it is there, edge-induced.

use super::solved::{Role, Small};
use crate::at::Edges;
use crate::direct::{EdgePieces, Needs};
use crate::pattern::Pattern;

/// An edge of such a pattern, up to symmetry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EdgeRole {
    Edge,
    WedgeSide,
    TriangleSide,
    PathEnd,
    PathMiddle,
    StarRay,
    /// The tail of a tailed triangle.
    Tail,
    /// A side of its triangle at the corner that has the tail.
    TailSide,
    /// The side opposite to that corner.
    FarSide,
    CycleSide,
    /// A side of a diamond.
    DiamondSide,
    /// The edge between its vertices of degree 3.
    DiamondMiddle,
    CliqueSide,
}

impl Small for Edges {
    type Role = EdgeRole;
}

impl Role<Edges> for EdgeRole {
    const ALL: &'static [EdgeRole] = &[
        EdgeRole::Edge,
        EdgeRole::WedgeSide,
        EdgeRole::TriangleSide,
        EdgeRole::PathEnd,
        EdgeRole::PathMiddle,
        EdgeRole::StarRay,
        EdgeRole::Tail,
        EdgeRole::TailSide,
        EdgeRole::FarSide,
        EdgeRole::CycleSide,
        EdgeRole::DiamondSide,
        EdgeRole::DiamondMiddle,
        EdgeRole::CliqueSide,
    ];

    fn number(self) -> usize {
        self as usize
    }

    fn of(pattern: &Pattern, (a, b): (usize, usize)) -> EdgeRole {
        let degree = |v: usize| pattern.neighbors(v).count_ones();
        let (least, most) = (degree(a).min(degree(b)), degree(a).max(degree(b)));
        // Numbers of vertices and edges, and the degrees of its ends, where it takes those.
        match (pattern.vertices(), pattern.edges().len(), least, most) {
            (2, ..) => EdgeRole::Edge,
            (3, 2, ..) => EdgeRole::WedgeSide,
            (3, ..) => EdgeRole::TriangleSide,
            (4, 3, 1, 2) => EdgeRole::PathEnd,
            (4, 3, 1, _) => EdgeRole::StarRay,
            (4, 3, ..) => EdgeRole::PathMiddle,
            (4, 4, 1, _) => EdgeRole::Tail,
            (4, 4, 2, 3) => EdgeRole::TailSide,
            // Both ends have degree 2, in the cycle as in the triangle.
            (4, 4, ..) if (0..4).all(|v| degree(v) == 2) => EdgeRole::CycleSide,
            (4, 4, ..) => EdgeRole::FarSide,
            (4, 5, 3, _) => EdgeRole::DiamondMiddle,
            (4, 5, ..) => EdgeRole::DiamondSide,
            (4, 6, ..) => EdgeRole::CliqueSide,
            (vertices, ..) => unreachable!("connected patterns of 2 to 4 vertices, not {vertices}"),
        }
    }

    fn needs(self) -> Needs {
        use EdgeRole::{CliqueSide, CycleSide, DiamondSide, Edge, FarSide, StarRay, WedgeSide};
        Needs {
            triangles: !matches!(self, Edge | WedgeSide | StarRay),
            cycles: self == CycleSide,
            cliques: matches!(self, FarSide | DiamondSide | CliqueSide),
        }
    }

    /// Of an edge `uv`.
    fn count(self, e: &EdgePieces) -> i128 {
        let ([d, f], t) = (e.degrees, e.triangles);
        // The half of an even number: a shift, where a division of 128 bits takes long.
        let pairs = |n: i128| (n * (n - 1)) >> 1;
        match self {
            EdgeRole::Edge => 1,
            EdgeRole::WedgeSide => d + f - 2,
            EdgeRole::TriangleSide => t,
            // A path of two edges from either end: not over the edge, and not ending at the other end.
            EdgeRole::PathEnd => e.paths_of_ends - (d - 1) - (f - 1) - 2 * t,
            // A neighbour of each end: not the same.
            EdgeRole::PathMiddle => (d - 1) * (f - 1) - t,
            EdgeRole::StarRay => pairs(d - 1) + pairs(f - 1),
            // A triangle of either end, without the other.
            EdgeRole::Tail => e.triangles_of_ends - 2 * t,
            EdgeRole::TailSide => t * (d + f - 4),
            EdgeRole::FarSide => e.thirds_by_degree,
            EdgeRole::CycleSide => e.cycles,
            EdgeRole::DiamondSide => e.others_beside,
            EdgeRole::DiamondMiddle => pairs(t),
            EdgeRole::CliqueSide => e.cliques,
        }
    }
}

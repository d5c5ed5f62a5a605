//! Where an edge can be in a connected pattern of two to four vertices.

use crate::kernels::motifs::edge_sums::{TRIANGLE_SUMS, TriangleSumAtEdge};

/// An edge of such a pattern, up to symmetry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EdgeRole {
    /// The one edge.
    Edge,
    /// One of two that meet.
    WedgeSide,
    /// One of a triangle.
    TriangleSide,
    /// One at the end of a path of four vertices.
    PathEnd,
    /// The one between these.
    PathMiddle,
    /// One of a star of three.
    StarRay,
    /// The tail of a tailed triangle.
    Tail,
    /// A side of its triangle at the corner that has the tail.
    TailSide,
    /// The side opposite to that corner.
    FarSide,
    /// One of a 4-cycle.
    CycleSide,
    /// A side of a diamond.
    DiamondSide,
    /// The edge between its vertices of degree 3.
    DiamondMiddle,
    /// One of a 4-clique.
    CliqueSide,
}

/// What is known of an end of an edge.
#[derive(Clone, Copy, Debug)]
pub struct EndPieces {
    /// The paths of two edges that start there.
    pub paths: u64,
    /// The triangles there.
    pub triangles: u64,
    /// The 4-cycles there.
    pub cycles: u64,
}

/// What is known of an edge `uv`. Sums are over the vertices `w` that are joined to both ends, with `d` the degree of a
/// vertex and `t` the triangles through an edge.
#[derive(Clone, Copy, Debug)]
pub struct EdgePieces {
    /// `d(u)` and `d(v)`.
    pub degrees: [i128; 2],
    /// The paths of two edges that start at `u`, and those that start at `v`.
    pub paths_of_ends: i128,
    /// The triangles at `u`, and those at `v`.
    pub triangles_of_ends: i128,
    /// `t(uv)`.
    pub triangles: i128,
    /// The 4-cycles through the edge.
    pub cycles: i128,
    /// The 4-cycles at `u`, and those at `v`.
    pub cycles_of_ends: i128,
    /// The sum of `d(w) - 2`.
    pub thirds_by_degree: i128,
    /// The sum of `t(uw) - 1` and `t(vw) - 1`.
    pub others_beside: i128,
    /// The 4-cliques with the edge.
    pub cliques: i128,
}

impl EdgePieces {
    /// Those of an edge between vertices of these degrees, given its triangles, its 4-cycles, and its
    /// [`TriangleSumAtEdge`]s: nothing where they were not counted.
    #[inline(always)]
    pub fn new(
        degrees: [u32; 2],
        [u, v]: [EndPieces; 2],
        triangles: Option<u32>,
        cycles: Option<u64>,
        sums: Option<&[u64; TRIANGLE_SUMS]>,
    ) -> Self {
        let sum = |of: TriangleSumAtEdge| sums.map_or(0, |sums| sums[of as usize]);
        let both = |of: fn(EndPieces) -> u64| i128::from(of(u)) + i128::from(of(v));
        // A 4-clique has two triangles at each edge.
        EdgePieces {
            degrees: degrees.map(i128::from),
            paths_of_ends: both(|end| end.paths),
            triangles_of_ends: both(|end| end.triangles),
            triangles: triangles.map_or(0, i128::from),
            cycles: cycles.map_or(0, i128::from),
            cycles_of_ends: both(|end| end.cycles),
            thirds_by_degree: sum(TriangleSumAtEdge::ThirdsByDegree).into(),
            others_beside: sum(TriangleSumAtEdge::OthersBeside).into(),
            cliques: (sum(TriangleSumAtEdge::Cliques) / 2).into(),
        }
    }

    /// The homomorphisms of a 4-cycle that take an edge of it there, one way around or the other. Those that are
    /// injective go around a cycle; the others take another vertex to `u`, and the last to a neighbour of it, or
    /// likewise for `v`; both at once is one of either. All of it goes for both ways around.
    #[inline(always)]
    pub fn four_cycle_maps(&self) -> i128 {
        2 * (self.cycles + self.degrees[0] + self.degrees[1] - 1)
    }

    /// Those of a 4-clique: each is hit by the two orders of its other vertices, and all of it goes for both ways
    /// around.
    #[inline(always)]
    pub fn four_clique_maps(&self) -> i128 {
        4 * self.cliques
    }
}

impl EdgeRole {
    /// All of them, by their numbers.
    pub const ALL: [EdgeRole; 13] = [
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

    /// How often an edge `uv` is in the role, from what is known of it.
    #[inline(always)]
    pub fn count(self, e: &EdgePieces) -> i128 {
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

//! Sums at each vertex, which local counts follow from.

use motherlode_device::kernels::edge_counts::vertices::{
    EDGE_SUMS, EdgeSumAtVertex, NEIGHBOR_SUMS, NeighborSum,
};
use motherlode_device::kernels::motifs::edge_roles::EndPieces;
use rayon::prelude::*;

/// What has to be counted in a graph, beyond its degrees, for the sums that a job asks for. The others are not to be
/// used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Needs {
    /// The triangles through each edge.
    pub triangles: bool,
    /// The 4-cycles through each edge.
    pub cycles: bool,
    /// The 4-cliques at each vertex, or edge, and the triangles beside its triangles.
    pub cliques: bool,
}

impl Needs {
    /// What one needs or the other.
    pub fn or(self, other: Needs) -> Needs {
        Needs {
            triangles: self.triangles || other.triangles,
            cycles: self.cycles || other.cycles,
            cliques: self.cliques || other.cliques,
        }
    }

    /// Whether these are all that `other` needs.
    pub(super) fn cover(self, other: Needs) -> bool {
        self.or(other) == self
    }
}

/// The sums at the vertices of a form, those of a vertex together. Those that nobody asked for are zero or not there.
#[derive(Debug)]
pub(crate) struct SumsAtVertices {
    pub(super) edges: Vec<u64>,
    pub(super) neighbors: Vec<u64>,
    pub(super) opposites: Vec<u64>,
    /// Three times the 4-cliques.
    pub(super) cliques: Vec<u64>,
    /// Twice the 4-cycles, if `edges` do not have them.
    pub(super) cycles: Vec<u64>,
    /// What was counted for them.
    pub(super) counted: Needs,
}

/// What is known of a vertex `v`. Sums are over its neighbours `u`, with `d` the degree of a vertex, `t` the triangles
/// at a vertex or through an edge, and `S` the paths of two edges that start at a vertex.
#[derive(Clone, Copy, Debug)]
pub(crate) struct VertexPieces {
    /// `d(v)`.
    pub degree: i128,
    /// `S(v)`: the sum of `d(u) - 1`.
    pub paths: i128,
    /// The sum of `C(d(u) - 1, 2)`.
    pub neighbor_pairs: i128,
    /// `t(v)`.
    pub triangles: i128,
    /// The sum of `C(t(vu), 2)`.
    pub triangle_pairs: i128,
    /// The sum of `t(vu) (d(u) - 2)`.
    pub triangles_by_degree: i128,
    /// The 4-cycles at `v`.
    pub cycles: i128,
    /// The sum of `S(u)`.
    pub paths_of_neighbors: i128,
    /// The sum of `t(u)`.
    pub triangles_of_neighbors: i128,
    /// The sum of `t(uw) - 1` over the triangles `vuw`.
    pub others_at_opposite: i128,
    /// The 4-cliques at `v`.
    pub cliques: i128,
}

impl SumsAtVertices {
    /// The 4-cycles at a vertex of the form: each has two edges there.
    #[inline]
    pub fn cycles(&self, vertex: usize) -> u64 {
        let of_edges = || self.edges[vertex * EDGE_SUMS + EdgeSumAtVertex::Cycles as usize];
        self.cycles.get(vertex).copied().unwrap_or_else(of_edges) / 2
    }

    /// The 4-cliques at a vertex of the form: each has three triangles there.
    pub fn cliques(&self, vertex: usize) -> u64 {
        self.cliques.get(vertex).copied().unwrap_or_default() / 3
    }

    /// For each vertex of the form what is known of it as an end of edges, as kernels read it.
    pub fn numbers_of_ends(&self) -> Vec<u64> {
        let numbers = |vertex| {
            let EndPieces { paths, triangles, cycles } = self.of_end(vertex);
            [paths, triangles, cycles]
        };
        (0..self.edges.len() / EDGE_SUMS).into_par_iter().flat_map_iter(numbers).collect()
    }

    /// What is known of a vertex of the form as an end of edges.
    #[inline]
    pub fn of_end(&self, vertex: usize) -> EndPieces {
        let edges = &self.edges[vertex * EDGE_SUMS..][..EDGE_SUMS];
        let sum = |sum: EdgeSumAtVertex| edges[sum as usize];
        // A triangle has two edges at each vertex. Divided in 64 bits, which is faster.
        EndPieces {
            paths: sum(EdgeSumAtVertex::Paths),
            triangles: sum(EdgeSumAtVertex::Triangles) / 2,
            cycles: self.cycles(vertex),
        }
    }

    /// What is known of a vertex of the form, whose degree is given.
    pub fn at(&self, vertex: usize, degree: u32) -> VertexPieces {
        let edges = &self.edges[vertex * EDGE_SUMS..][..EDGE_SUMS];
        let neighbors = &self.neighbors[vertex * NEIGHBOR_SUMS..][..NEIGHBOR_SUMS];
        let of_edges = |sum: EdgeSumAtVertex| edges[sum as usize];
        let of_neighbors = |sum: NeighborSum| neighbors[sum as usize];
        let EndPieces { paths, triangles, cycles } = self.of_end(vertex);
        VertexPieces {
            degree: degree.into(),
            paths: paths.into(),
            neighbor_pairs: of_edges(EdgeSumAtVertex::NeighborPairs).into(),
            triangles: triangles.into(),
            triangle_pairs: of_edges(EdgeSumAtVertex::TrianglePairs).into(),
            triangles_by_degree: of_edges(EdgeSumAtVertex::TrianglesByDegree).into(),
            cycles: cycles.into(),
            paths_of_neighbors: of_neighbors(NeighborSum::Paths).into(),
            triangles_of_neighbors: (of_neighbors(NeighborSum::Triangles) / 2).into(),
            others_at_opposite: self.opposites.get(vertex).copied().unwrap_or_default().into(),
            cliques: self.cliques(vertex).into(),
        }
    }
}

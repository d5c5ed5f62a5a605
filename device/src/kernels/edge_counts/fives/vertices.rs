//! Sums over the vertices for patterns of five vertices.

use core::sync::atomic::AtomicU64;

use cust_core::DeviceCopy;

use crate::graph::GraphView;
use crate::kernels::count::tally::Tally;
use crate::kernels::edge_counts::sums::store;
use crate::kernels::triangles::shared::ThreadTeam;
use crate::memory::Slice;
use crate::simt::{Block, Warp};

/// What [`sum_vertices`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct SumVerticesArgs<'a> {
    /// The whole graph.
    pub graph: GraphView<'a>,
    /// The vertices' degrees.
    pub degrees: Slice<'a, u32>,
    /// Twice the triangles at each vertex, by
    /// [`vertex_triangles`](crate::kernels::edge_counts::triangles::vertex_triangles).
    pub triangles: Slice<'a, u64>,
    /// [`VERTEX_SUMS`] times [`TOTALS`](crate::kernels::count::tally::TOTALS) sums, zero at the start: those of
    /// [`VertexSum`], in its order.
    pub totals: Slice<'a, AtomicU64>,
}

layout!(SumVerticesArgs<'_>: 96, totals: 80);

/// The sums over all vertices, with `t` triangles at a vertex, and `s` paths of two edges that start at it: the sum of
/// `d(a) - 1` over its neighbours `a`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub enum VertexSum {
    /// `s^2`.
    PathsSquared,
    /// `2 t s`.
    TrianglesByPaths,
    /// `t (t - 1)`.
    TrianglePairs,
}

/// How many sums there are.
pub const VERTEX_SUMS: usize = 3;

/// Adds up [`VertexSum`]s over the vertices.
///
/// Thread mapping: a warp a vertex, a lane a neighbour. Bound by device memory.
#[cuda_std::kernel(max_threads = 256, min_blocks = 4)]
pub unsafe fn sum_vertices<B: Block>(block: B, args: &SumVerticesArgs<'_>) {
    let warp = block.warp();
    let (mut squared, mut by_paths, mut pairs) = (Tally::new(), Tally::new(), Tally::new());
    let mut u = block.grid_warp();
    while u < args.graph.vertices() {
        let list = args.graph.neighbors(u);
        let mut paths = 0;
        ThreadTeam::warp(warp).share(list.len(), |i| paths += u64::from(args.degrees[list[i] as usize] - 1));
        // At most 2^32 neighbours of degree below 2^32.
        let paths = warp.sum_u64(paths);
        if warp.lane() == 0 {
            let twice = args.triangles[u as usize];
            squared.add_product(paths, paths);
            by_paths.add_product(twice, paths);
            pairs.add_product(twice / 2, (twice / 2).saturating_sub(1));
        }
        u += block.grid_warps();
    }
    let store = |sum: VertexSum, tally: Tally| store(warp, tally, args.totals, sum as usize);
    store(VertexSum::PathsSquared, squared);
    store(VertexSum::TrianglesByPaths, by_paths);
    store(VertexSum::TrianglePairs, pairs);
}

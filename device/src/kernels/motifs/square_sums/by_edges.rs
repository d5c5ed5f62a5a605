//! Sums over edges by the 4-cycles through them, at each vertex, or at each edge.

use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

use cust_core::DeviceCopy;

use super::super::lists::TriangleLists;
use super::super::triangles::Beside;
use crate::graph::GraphView;
use crate::kernels::triangles::shared::ThreadTeam;
use crate::memory::Slice;
use crate::places::{Edges, Places, Vertices};
use crate::simt::{Block, Warp};

/// What [`sum_edge_squares_at`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct EdgeSquaresArgs<'a> {
    /// The graph.
    pub graph: GraphView<'a>,
    /// The triangles of its edges.
    pub lists: TriangleLists<'a>,
    /// The 4-cycles through each edge.
    pub cycles: Slice<'a, u64>,
    /// For each vertex [`EDGE_SQUARE_SUMS`] sums, zero before the launch: those of [`EdgeSquareSum`], in its order; or
    /// for each edge one.
    pub sums: Slice<'a, AtomicU64>,
}

layout!(EdgeSquaresArgs<'_>: 128, sums: 112);

/// The sums of a vertex over edges through which there are `c` 4-cycles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub enum EdgeSquareSum {
    /// Over its edges, `c (d - 2)`, with `d` the degree of the other end.
    FurtherNeighbors,
    /// Over its edges, `c` times the triangles there.
    Triangles,
    /// Over its triangles, `c` of the opposite edge.
    Opposite,
}

/// How many of these sums a vertex has.
pub const EDGE_SQUARE_SUMS: usize = 3;

/// Adds up [`EdgeSquareSum`]s at the vertices; or at the edges, over the triangles there, the 4-cycles through the two
/// edges beside.
///
/// Requires that no sum passes 64 bits: with `m` edges and degrees up to `D` none of a vertex is beyond `2 m D²`, as an
/// edge is in no more than `D²` 4-cycles, a vertex in no more than `m` triangles, and its edges in no more than `2 m D`
/// 4-cycles; and none of an edge is beyond `4 m D`, as it is in no more than `D` triangles, and an edge in no more than
/// `2 m` 4-cycles.
///
/// Thread mapping: a warp a vertex, a lane a triangle of an edge to a smaller neighbour. Bound by the atomics, one a
/// triangle; at edges by the caches.
#[cuda_std::kernel(max_threads = 256, min_blocks = 4, at(Vertices, Edges))]
pub unsafe fn sum_edge_squares_at<B: Block, A: Places>(block: B, args: &EdgeSquaresArgs<'_>) {
    let graph = &args.graph;
    let mut v = block.grid_warp();
    while v < graph.vertices() {
        let first = graph.offsets[v as usize];
        for (i, &u) in graph.neighbors(v)[..graph.smaller(v)].iter().enumerate() {
            let edge = args.lists.number(first + i as u64);
            match A::PAIRS {
                false => add_to_vertices(block.warp(), args, edge, [v, u]),
                true => add_to_edge(block.warp(), args, edge, [v, u]),
            }
        }
        v += block.grid_warps();
    }
}

/// Adds the 4-cycles through an edge to its ends, and to the third vertices of its triangles. A collective.
#[inline(always)]
fn add_to_vertices<W: Warp>(warp: W, args: &EdgeSquaresArgs<'_>, edge: u64, [v, u]: [u32; 2]) {
    let add = |vertex: u32, sum: EdgeSquareSum, term: u64| {
        if term > 0 {
            args.sums[vertex as usize * EDGE_SQUARE_SUMS + sum as usize].fetch_add(term, Relaxed);
        }
    };
    let degree = |v: u32| args.graph.neighbors(v).len() as u64;
    let (cycles, thirds) = (args.cycles[edge as usize], args.lists.of(edge));
    if cycles == 0 {
        return;
    }
    ThreadTeam::warp(warp).share(thirds.len(), |j| add(thirds[j], EdgeSquareSum::Opposite, cycles));
    if warp.lane() == 0 {
        // Those in a 4-cycle have two neighbours at least.
        add(u, EdgeSquareSum::FurtherNeighbors, cycles * (degree(v) - 2));
        add(v, EdgeSquareSum::FurtherNeighbors, cycles * (degree(u) - 2));
        let triangles = cycles * thirds.len() as u64;
        add(u, EdgeSquareSum::Triangles, triangles);
        add(v, EdgeSquareSum::Triangles, triangles);
    }
}

/// Adds the 4-cycles through the edges beside an edge, over its triangles. A collective.
#[inline(always)]
fn add_to_edge<W: Warp>(warp: W, args: &EdgeSquaresArgs<'_>, edge: u64, ends: [u32; 2]) {
    let (thirds, mut sum) = (args.lists.of(edge), 0);
    let mut beside = ends.map(|end| Beside::new(&args.graph, end));
    ThreadTeam::warp(warp).share(thirds.len(), |j| {
        for beside in &mut beside {
            sum += args.cycles[beside.to::<W>(&args.lists, thirds[j]) as usize];
        }
    });
    let sum = warp.sum_u64(sum);
    if warp.lane() == 0 && sum > 0 {
        args.sums[edge as usize].fetch_add(sum, Relaxed);
    }
}

//! Sums at each vertex over its edges and its neighbours: what the counts of patterns at a vertex follow from.

use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

use cust_core::DeviceCopy;

use crate::kernels::edge_counts::sums::SumEdgesArgs;
use crate::kernels::triangles::Oriented;
use crate::kernels::triangles::shared::ThreadTeam;
use crate::memory::Slice;
use crate::simt::{Block, Warp};

/// The sums over the edges `(v, u)` of a vertex `v`, with `d` the degree of `u`, and `t` triangles and `c` 4-cycles
/// through the edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub enum EdgeSumAtVertex {
    /// `d - 1`: the paths of two edges that start at the vertex.
    Paths,
    /// `(d - 1) (d - 2) / 2`.
    NeighborPairs,
    /// `t`: twice the triangles at the vertex.
    Triangles,
    /// `t (t - 1) / 2`.
    TrianglePairs,
    /// `t (d - 2)`.
    TrianglesByDegree,
    /// `c`: twice the 4-cycles at the vertex.
    Cycles,
}

/// How many sums over its edges a vertex has.
pub const EDGE_SUMS: usize = 6;

/// Adds up [`EdgeSumAtVertex`]s. `sums`: for each vertex [`EDGE_SUMS`], in their order.
///
/// Requires that no sum passes 64 bits. With `m` edges and degrees up to `D` none is beyond `2 m D`: a path of three
/// edges from the vertex is its last edge, in one of two directions, and a neighbour of the vertex; those of `c` are at
/// most as many, and `t` is at most `D`, with sums up to `2 m`.
///
/// Thread mapping: a warp a vertex, a lane an edge to a smaller neighbour. Bound by the atomics, six an edge at most.
#[cuda_std::kernel(max_threads = 256)]
pub unsafe fn sum_incident_edges<B: Block>(block: B, args: &SumEdgesArgs<'_>) {
    let warp = block.warp();
    let mut u = block.grid_warp();
    while u < args.graph.vertices() {
        let (list, start) = (args.graph.list(u), args.graph.start(u) as usize);
        let degree = args.degrees[u as usize];
        let mut own = [0; EDGE_SUMS];
        ThreadTeam::warp(warp).share(list.len(), |i| {
            let edge = start + i;
            let triangles = args.triangles.get().get(edge).map_or(0, |&triangles| u64::from(triangles));
            let cycles = args.cycles.get().get(edge).map_or(0, |&cycles| cycles);
            let here = terms(args.degrees[list[i] as usize], triangles, cycles);
            own.iter_mut().zip(here).for_each(|(sum, term)| *sum += term);
            add(args.sums, list[i], terms(degree, triangles, cycles));
        });
        let own = own.map(|sum| warp.sum_u64(sum));
        if warp.lane() == 0 {
            add(args.sums, u, own);
        }
        u += block.grid_warps();
    }
}

/// The terms of an edge to a neighbour of a degree, which is at least 1, and 2 where there are triangles.
#[inline(always)]
fn terms(degree: u32, triangles: u64, cycles: u64) -> [u64; EDGE_SUMS] {
    let others = u64::from(degree) - 1;
    [
        others,
        others * others.saturating_sub(1) / 2,
        triangles,
        triangles * triangles.saturating_sub(1) / 2,
        triangles * others.saturating_sub(1),
        cycles,
    ]
}

/// What [`sum_adjacent_vertices`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct AdjacentVerticesArgs<'a> {
    /// The graph.
    pub graph: Oriented<'a>,
    /// For each vertex its [`EDGE_SUMS`] sums, by [`sum_incident_edges`].
    pub edges: Slice<'a, u64>,
    /// For each vertex [`NEIGHBOR_SUMS`] sums, zero at the start: those of [`NeighborSum`], in its order.
    pub sums: Slice<'a, AtomicU64>,
}

layout!(AdjacentVerticesArgs<'_>: 64, sums: 48);

/// The sums over the neighbours of a vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub enum NeighborSum {
    /// [`EdgeSumAtVertex::Paths`]: with those that come back, the paths of three edges that start at the vertex.
    Paths,
    /// [`EdgeSumAtVertex::Triangles`].
    Triangles,
}

/// How many sums over its neighbours a vertex has.
pub const NEIGHBOR_SUMS: usize = 2;

/// Adds up [`NeighborSum`]s.
///
/// Requires that no sum passes 64 bits: with `m` edges and degrees up to `D` none is beyond `2 m D`.
///
/// Thread mapping: a warp a vertex, a lane an edge to a smaller neighbour. Bound by the atomics, two an edge.
#[cuda_std::kernel(max_threads = 256)]
pub unsafe fn sum_adjacent_vertices<B: Block>(block: B, args: &AdjacentVerticesArgs<'_>) {
    let warp = block.warp();
    let of = |v: u32| {
        let first = v as usize * EDGE_SUMS;
        [EdgeSumAtVertex::Paths, EdgeSumAtVertex::Triangles].map(|sum| args.edges[first + sum as usize])
    };
    let mut u = block.grid_warp();
    while u < args.graph.vertices() {
        let (list, here) = (args.graph.list(u), of(u));
        let mut own = [0; NEIGHBOR_SUMS];
        ThreadTeam::warp(warp).share(list.len(), |i| {
            own.iter_mut().zip(of(list[i])).for_each(|(sum, term)| *sum += term);
            add(args.sums, list[i], here);
        });
        let own = own.map(|sum| warp.sum_u64(sum));
        if warp.lane() == 0 {
            add(args.sums, u, own);
        }
        u += block.grid_warps();
    }
}

/// Adds to the sums of a vertex, which stand together.
#[inline(always)]
fn add<const N: usize>(sums: Slice<'_, AtomicU64>, vertex: u32, terms: [u64; N]) {
    let sums = &sums.get()[vertex as usize * N..][..N];
    sums.iter().zip(terms).filter(|&(_, term)| term > 0).for_each(|(sum, term)| {
        sum.fetch_add(term, Relaxed);
    });
}

//! Sums at each edge over its triangles.

use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

use cust_core::DeviceCopy;

use super::triangles::{DealtTriangles, Triangle, each_triangle};
use crate::kernels::queue::draw;
use crate::kernels::triangles::shared::ThreadTeam;
use crate::memory::Slice;
use crate::simt::{Block, Warp};

/// What the kernels take.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct TriangleSumsArgs<'a> {
    /// What is gone through.
    pub triangles: DealtTriangles<'a>,
    /// The vertices' degrees.
    pub degrees: Slice<'a, u32>,
    /// For each edge [`TRIANGLE_SUMS`] sums, zero before the first launch: those of [`TriangleSumAtEdge`], in its
    /// order.
    pub sums: Slice<'a, AtomicU64>,
}

layout!(TriangleSumsArgs<'_>: 184, degrees: 152, sums: 168);

/// The sums over the triangles of an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub enum TriangleSumAtEdge {
    /// `d - 2`, with the degree of the third vertex.
    ThirdsByDegree,
    /// `t - 1` of the other two edges, with the triangles through each.
    OthersBeside,
    /// The 4-cliques on the triangle: twice those at the edge.
    Cliques,
}

/// How many sums over its triangles an edge has.
pub const TRIANGLE_SUMS: usize = 3;

/// Adds up [`TriangleSumAtEdge::ThirdsByDegree`].
///
/// Thread mapping: a warp an edge, a lane a third vertex. It takes no shared memory, and no marks are used. Bound by
/// the caches: a degree for each triangle at each of its edges.
#[cuda_std::kernel(max_threads = 256)]
pub unsafe fn sum_thirds<B: Block>(block: B, args: &TriangleSumsArgs<'_>) {
    let (warp, all) = (block.warp(), &args.triangles);
    while let Some(edges) = draw(warp, &all.queue[0], all.chunk, all.end) {
        for edge in edges {
            let (thirds, mut sum) = (all.lists.of(edge), 0);
            ThreadTeam::warp(warp).share(thirds.len(), |i| {
                sum += u64::from(args.degrees[thirds[i] as usize] - 2);
            });
            let sum = warp.sum_u64(sum);
            if warp.lane() == 0 && sum > 0 {
                add(args.sums, edge, TriangleSumAtEdge::ThirdsByDegree, sum);
            }
        }
    }
}

/// Adds up the other [`TriangleSumAtEdge`]s.
///
/// Requires that no sum passes 64 bits: with `m` edges and degrees up to `D` none is beyond `2 m D`, as an edge has at
/// most `D` triangles.
///
/// Thread mapping: a warp an edge, and the triangles of which no other edge is in more. Shared memory:
/// [`shared_bytes`](crate::kernels::triangles::count::shared_bytes). Bound by the caches, and the atomics: four a
/// triangle, for the two edges that the warp does not have.
#[cuda_std::kernel(max_threads = 256, min_blocks = 2)]
pub unsafe fn sum_edge_triangles<B: Block>(block: B, args: &TriangleSumsArgs<'_>) {
    let warp = block.warp();
    let add_both = |edge: u64, others: u64, cliques: u64| {
        add(args.sums, edge, TriangleSumAtEdge::OthersBeside, others);
        add(args.sums, edge, TriangleSumAtEdge::Cliques, cliques);
    };
    let visit = |own: &mut (u64, u64), triangle: &Triangle, cliques: u64| {
        let [first, second, seen_from] = triangle.triangles.map(|triangles| u64::from(triangles) - 1);
        add_both(triangle.opposite[0], second + seen_from, cliques);
        add_both(triangle.opposite[1], first + seen_from, cliques);
        own.0 += first + second;
        own.1 += cliques;
    };
    let done = |own: &mut (u64, u64), edge: u64, _: [u32; 2]| {
        let (others, cliques) = core::mem::take(own);
        let (others, cliques) = (warp.sum_u64(others), warp.sum_u64(cliques));
        if warp.lane() == 0 {
            add_both(edge, others, cliques);
        }
    };
    each_triangle(block, &args.triangles, &mut (0, 0), visit, done);
}

/// Adds to a sum of an edge.
#[inline(always)]
fn add(sums: Slice<'_, AtomicU64>, edge: u64, sum: TriangleSumAtEdge, term: u64) {
    if term > 0 {
        sums[edge as usize * TRIANGLE_SUMS + sum as usize].fetch_add(term, Relaxed);
    }
}

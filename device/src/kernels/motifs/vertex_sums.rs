//! Sums at each vertex over its triangles.

use core::mem::offset_of;
use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

use cust_core::DeviceCopy;

use super::triangles::{Triangle, Triangles, each_triangle};
use crate::memory::Slice;
use crate::simt::{Block, Warp};

/// What [`sum_triangles_at_vertices`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct TrianglesAtVerticesArgs<'a> {
    /// What is gone through.
    pub triangles: Triangles<'a>,
    /// For each vertex [`TRIANGLE_SUMS`] sums, zero before the first launch: those of [`TriangleSumAtVertex`], in its order.
    pub sums: Slice<'a, AtomicU64>,
}

const _: () = {
    assert!(size_of::<TrianglesAtVerticesArgs<'_>>() == 168);
    assert!(offset_of!(TrianglesAtVerticesArgs<'_>, sums) == 152);
};

/// The sums over the triangles of a vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub enum TriangleSumAtVertex {
    /// `t - 1`, with `t` triangles through the opposite edge: the diamonds in which the vertex has degree 2.
    OthersAtOpposite,
    /// The 4-cliques on the triangle: three times those at the vertex.
    Cliques,
}

/// How many sums over its triangles a vertex has.
pub const TRIANGLE_SUMS: usize = 2;

/// Adds up [`TriangleSumAtVertex`]s.
///
/// Requires that no sum passes 64 bits: with `m` edges and degrees up to `D` none is beyond `m D`, as a vertex has at most `m`
/// triangles, and an edge at most `D`.
///
/// Thread mapping: a warp an edge, and the triangles of which no other edge is in more. Shared memory:
/// [`shared_bytes`](crate::kernels::triangles::count::shared_bytes). Bound by the caches, and the atomics: two a triangle, for the vertex that is not
/// at the edge that the warp has.
#[cuda_std::kernel(max_threads = 256, min_blocks = 2)]
pub unsafe fn sum_triangles_at_vertices<B: Block>(block: B, args: &TrianglesAtVerticesArgs<'_>) {
    let warp = block.warp();
    let visit = |ends: &mut Ends, triangle: &Triangle, cliques: u64| {
        let others = triangle.triangles.map(|triangles| u64::from(triangles) - 1);
        ends.others[0] += others[0];
        ends.others[1] += others[1];
        ends.cliques += cliques;
        add(args.sums, triangle.vertices[2], [others[2], cliques]);
    };
    let done = |ends: &mut Ends, _, vertices: [u32; 2]| {
        let Ends { others, cliques } = core::mem::take(ends);
        let (others, cliques) = (others.map(|sum| warp.sum_u64(sum)), warp.sum_u64(cliques));
        if warp.lane() == 0 {
            add(args.sums, vertices[0], [others[0], cliques]);
            add(args.sums, vertices[1], [others[1], cliques]);
        }
    };
    each_triangle(block, &args.triangles, &mut Ends::default(), visit, done);
}

/// What a lane has added up for the ends of an edge.
#[derive(Default)]
struct Ends {
    others: [u64; 2],
    cliques: u64,
}

/// Adds to the sums of a vertex.
#[inline(always)]
pub(super) fn add(sums: Slice<'_, AtomicU64>, vertex: u32, terms: [u64; TRIANGLE_SUMS]) {
    let sums = &sums.get()[vertex as usize * TRIANGLE_SUMS..][..TRIANGLE_SUMS];
    sums.iter().zip(terms).filter(|&(_, term)| term > 0).for_each(|(sum, term)| {
        sum.fetch_add(term, Relaxed);
    });
}

//! Sums at each vertex over the 4-cliques on its triangles, which tell at how many 4-cliques with a fifth vertex it is.

use core::mem::offset_of;
use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

use cust_core::DeviceCopy;

use super::edge_sums::{TRIANGLE_SUMS, TriangleSumAtEdge};
use super::triangles::{Triangle, Triangles, each_triangle_with_fourths};
use crate::memory::Slice;
use crate::simt::Block;

/// What [`sum_cliques_at_vertices`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct CliquesAtVerticesArgs<'a> {
    /// What is gone through.
    pub triangles: Triangles<'a>,
    /// The vertices' degrees.
    pub degrees: Slice<'a, u32>,
    /// For each edge its sums over the triangles, of which the 4-cliques are read.
    pub edges: Slice<'a, u64>,
    /// For each vertex [`CLIQUE_SUMS`] sums, zero before the first launch: those of [`CliqueSumAtVertex`], in its order.
    pub sums: Slice<'a, AtomicU64>,
}

const _: () = {
    assert!(size_of::<CliquesAtVerticesArgs<'_>>() == 200);
    assert!(offset_of!(CliquesAtVerticesArgs<'_>, degrees) == 152);
    assert!(offset_of!(CliquesAtVerticesArgs<'_>, sums) == 184);
};

/// The sums of a vertex `v` over its triangles `v a b`, with the degree `d` of a vertex, `t` triangles through an edge, and `q` 4-cliques
/// with a triangle or an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub enum CliqueSumAtVertex {
    /// `q(vab) (d(a) + d(b) - 6)`: twice the 4-cliques at `v` with a further vertex on another corner.
    ByDegree,
    /// `q(vab) (t(ab) - 2)`: the 4-cliques at `v` with a further vertex on two other corners.
    ByTriangles,
    /// `C(q(vab), 2)`: the near-cliques of which `v` is joined to all.
    Pairs,
    /// `q(ab) - q(vab)`: the 4-cliques without `v` on two corners of which it is.
    Opposite,
    /// `q(abc) - 1` over the 4-cliques `v a b c`: the near-cliques of which `v` is not joined to all.
    Others,
}

/// How many sums over its 4-cliques a vertex has.
pub const CLIQUE_SUMS: usize = 5;

/// Adds up [`CliqueSumAtVertex`]s.
///
/// Requires that no sum passes 64 bits: with `m` edges and degrees up to `D` none is beyond `2 m D²`, as a vertex has at most `m`
/// triangles, an edge at most `D`, and a triangle is in at most `D` 4-cliques.
///
/// Thread mapping: a warp an edge, and the triangles of which no other edge is in more. Shared memory:
/// [`shared_bytes`](crate::kernels::triangles::count::shared_bytes). Bound by the caches, and the atomics: twelve for a triangle that is in
/// 4-cliques, and one for each of these.
#[cuda_std::kernel(max_threads = 256)]
pub unsafe fn sum_cliques_at_vertices<B: Block>(block: B, args: &CliquesAtVerticesArgs<'_>) {
    let (degrees, sums) = (args.degrees, args.sums);
    let visit = |(): &mut (), triangle: &Triangle, cliques: u64| {
        let Triangle { vertices, opposite, triangles, .. } = triangle;
        let degree = vertices.map(|v| u64::from(degrees[v as usize]));
        for (i, &vertex) in vertices.iter().enumerate() {
            let at_opposite =
                args.edges[opposite[i] as usize * TRIANGLE_SUMS + TriangleSumAtEdge::Cliques as usize] / 2;
            add(sums, vertex, CliqueSumAtVertex::Opposite, at_opposite - cliques);
            if cliques > 0 {
                let (one, other) = (degree[(i + 1) % 3], degree[(i + 2) % 3]);
                add(sums, vertex, CliqueSumAtVertex::ByDegree, cliques * (one + other - 6));
                add(sums, vertex, CliqueSumAtVertex::ByTriangles, cliques * (u64::from(triangles[i]) - 2));
                add(sums, vertex, CliqueSumAtVertex::Pairs, cliques * (cliques - 1) / 2);
            }
        }
    };
    let fourth =
        |vertex: u32, cliques: u32| add(sums, vertex, CliqueSumAtVertex::Others, u64::from(cliques - 1));
    each_triangle_with_fourths::<B, (), true>(block, &args.triangles, &mut (), visit, fourth, |(), _, _| ());
}

/// Adds to a sum of a vertex.
#[inline(always)]
fn add(sums: Slice<'_, AtomicU64>, vertex: u32, sum: CliqueSumAtVertex, term: u64) {
    if term > 0 {
        sums[vertex as usize * CLIQUE_SUMS + sum as usize].fetch_add(term, Relaxed);
    }
}

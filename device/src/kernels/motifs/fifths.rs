//! Sums at each vertex over the 4-cliques on its triangles, which tell at how many 4-cliques with a fifth vertex it is.

use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

use cust_core::DeviceCopy;

use super::edge_sums::{TRIANGLE_SUMS, TriangleSumAtEdge};
use super::triangles::{DealtTriangles, Triangle, each_triangle_with_fourths};
use crate::memory::Slice;
use crate::simt::{Block, Warp};

/// What [`sum_fifths`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct FifthsArgs<'a> {
    /// What is gone through.
    pub triangles: DealtTriangles<'a>,
    /// The vertices' degrees.
    pub degrees: Slice<'a, u32>,
    /// For each edge its sums over the triangles, of which the 4-cliques are read.
    pub edges: Slice<'a, u64>,
    /// For each vertex [`CLIQUE_SUMS`] sums, zero before the first launch: those of [`CliqueSumAtVertex`], in its
    /// order.
    pub sums: Slice<'a, AtomicU64>,
}

layout!(FifthsArgs<'_>: 200, degrees: 152, sums: 184);

/// The sums of a vertex `v` over its triangles `v a b`, with the degree `d` of a vertex, `t` triangles through an edge,
/// and `q` 4-cliques with a triangle or an edge.
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
    /// `q(va) (t(va) - 2)` over the edges at `v`: the 4-cliques at it with a further vertex on it and another corner.
    OnEdges,
}

/// How many sums over its 4-cliques a vertex has.
pub const CLIQUE_SUMS: usize = 6;

/// Adds up [`CliqueSumAtVertex`]s.
///
/// Requires that no sum passes 64 bits: with `m` edges and degrees up to `D` none is beyond `2 m D²`, as a vertex has
/// at most `m` triangles, an edge at most `D`, and a triangle is in at most `D` 4-cliques.
///
/// Thread mapping: a warp an edge, and the triangles of which no other edge is in more. Shared memory:
/// [`shared_bytes`](crate::kernels::triangles::count::shared_bytes). Bound by the caches, and the atomics: ten for an
/// edge, four for a triangle that is in 4-cliques, and one for each of these.
// May spill a word: one register more would leave room for half as many warps, and it waits for atomics.
#[cuda_std::kernel(max_threads = 256, may_spill = 8)]
pub unsafe fn sum_fifths<B: Block>(block: B, args: &FifthsArgs<'_>) {
    let (warp, degrees, sums) = (block.warp(), args.degrees, args.sums);
    let cliques_of =
        |edge: u64| args.edges[edge as usize * TRIANGLE_SUMS + TriangleSumAtEdge::Cliques as usize] / 2;
    let visit = |own: &mut OfEnds, triangle: &Triangle, cliques: u64| {
        let Triangle { vertices, opposite, triangles, .. } = triangle;
        let degree = vertices.map(|v| u64::from(degrees[v as usize]));
        for (i, &vertex) in vertices.iter().enumerate() {
            let at_opposite = cliques_of(opposite[i]);
            let mut terms = [at_opposite - cliques, 0, 0, 0];
            if cliques > 0 {
                let (one, other) = (degree[(i + 1) % 3], degree[(i + 2) % 3]);
                terms[1] = cliques * (one + other - 6);
                terms[2] = cliques * (u64::from(triangles[i]) - 2);
                terms[3] = cliques * (cliques - 1) / 2;
            }
            match own.get_mut(i) {
                Some(own) => own.iter_mut().zip(terms).for_each(|(own, term)| *own += term),
                None => add_all(sums, vertex, terms),
            }
        }
    };
    let fourth =
        |vertex: u32, cliques: u32| add(sums, vertex, CliqueSumAtVertex::Others, u64::from(cliques - 1));
    let done = |own: &mut OfEnds, edge: u64, ends: [u32; 2]| {
        // Edges of fewer than two triangles are in no 4-clique.
        let on_edge = cliques_of(edge) * (args.triangles.lists.of(edge).len() as u64 - 2);
        for (terms, vertex) in core::mem::take(own).into_iter().zip(ends) {
            let terms = terms.map(|term| warp.sum_u64(term));
            if warp.lane() == 0 {
                add_all(sums, vertex, terms);
                add(sums, vertex, CliqueSumAtVertex::OnEdges, on_edge);
            }
        }
    };
    let own = &mut OfEnds::default();
    each_triangle_with_fourths::<B, _, true>(block, &args.triangles, own, visit, fourth, done);
}

/// The sums of a triangle at one of its vertices, in this order.
const OF_TRIANGLE: [CliqueSumAtVertex; 4] = [
    CliqueSumAtVertex::Opposite,
    CliqueSumAtVertex::ByDegree,
    CliqueSumAtVertex::ByTriangles,
    CliqueSumAtVertex::Pairs,
];

/// What a lane has for the ends of an edge, which all triangles that are seen from there have: memory is added to once
/// for the edge.
type OfEnds = [[u64; OF_TRIANGLE.len()]; 2];

/// Adds to the sums of a vertex what a triangle has.
#[inline(always)]
fn add_all(sums: Slice<'_, AtomicU64>, vertex: u32, terms: [u64; OF_TRIANGLE.len()]) {
    OF_TRIANGLE.into_iter().zip(terms).for_each(|(sum, term)| add(sums, vertex, sum, term));
}

/// Adds to a sum of a vertex.
#[inline(always)]
fn add(sums: Slice<'_, AtomicU64>, vertex: u32, sum: CliqueSumAtVertex, term: u64) {
    if term > 0 {
        sums[vertex as usize * CLIQUE_SUMS + sum as usize].fetch_add(term, Relaxed);
    }
}

//! Sums over the edges for patterns of five vertices.

use crate::kernels::count::tally::Tally;
use crate::kernels::edge_counts::sums::{CountedEdge, SumEdgesArgs, each_edge, store};
use crate::simt::Block;

/// The sums over all edges `(u, v)`, with degrees `d`, `t` triangles and `c` 4-cycles through an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub enum FiveEdgeSum {
    /// `(d(u) - 1) (d(v) - 1) (d(u) + d(v) - 4)`; 0 where both degrees are 1.
    DegreeProductsByDegree,
    /// `t (d(u) - 2) (d(v) - 2)`.
    TrianglesByDegreeProduct,
    /// `t (C(d(u) - 2, 2) + C(d(v) - 2, 2))`.
    TrianglesByDegreePairs,
    /// `C(t, 2) (d(u) + d(v) - 6)`.
    TrianglePairsByDegree,
    /// `t (t - 1) (t - 2) / 2`: three times `C(t, 3)`.
    TriangleTriples,
    /// `c (d(u) + d(v) - 4)`.
    CyclesByDegree,
}

/// How many sums there are.
pub const EDGE_SUMS: usize = 6;

/// Adds up [`FiveEdgeSum`]s over the edges: takes what [`sum_edges`](crate::kernels::edge_counts::sums::sum_edges)
/// takes, with [`EDGE_SUMS`] times [`TOTALS`](crate::kernels::count::tally::TOTALS) sums.
///
/// No term overflows: degrees and `t` are below 2^32, so that a product of two of them fits in 64 bits, and products
/// with a third are added as 128 bits. Thread mapping: eight lanes a vertex, a lane an edge to a smaller neighbour. Bound
/// by waiting for device memory.
#[cuda_std::kernel(max_threads = 256)]
pub unsafe fn sum_edges_for_fives<B: Block>(block: B, args: &SumEdgesArgs<'_>) {
    let warp = block.warp();
    // A variable each: an array of tallies would stand in local memory.
    let (mut products_by_degree, mut by_product) = (Tally::new(), Tally::new());
    let (mut by_pairs, mut pairs_by_degree) = (Tally::new(), Tally::new());
    let (mut triples, mut cycles_by_degree) = (Tally::new(), Tally::new());
    each_edge(block, args, |CountedEdge { degrees: [degree, other], triangles: t, cycles }| {
        products_by_degree.add_product((degree - 1) * (other - 1), (degree + other).saturating_sub(4));
        if t > 0 {
            // Both ends have the other end, and the third vertex of a triangle.
            let (a, b) = (degree - 2, other - 2);
            by_product.add_product(t * a, b);
            by_pairs.add_product(t, pairs(a) + pairs(b));
        }
        if t > 1 {
            pairs_by_degree.add_product(pairs(t), degree + other - 6);
            triples.add_product(pairs(t), t - 2);
        }
        if let Some(cycles) = cycles.filter(|cycles| **cycles > 0) {
            cycles_by_degree.add_product(*cycles, degree + other - 4);
        }
    });
    let store = |sum: FiveEdgeSum, tally: Tally| store(warp, tally, args.sums, sum as usize);
    store(FiveEdgeSum::DegreeProductsByDegree, products_by_degree);
    store(FiveEdgeSum::TrianglesByDegreeProduct, by_product);
    store(FiveEdgeSum::TrianglesByDegreePairs, by_pairs);
    store(FiveEdgeSum::TrianglePairsByDegree, pairs_by_degree);
    store(FiveEdgeSum::TriangleTriples, triples);
    store(FiveEdgeSum::CyclesByDegree, cycles_by_degree);
}

/// The pairs of `n` things, for `n` below 2^32.
#[inline(always)]
fn pairs(n: u64) -> u64 {
    n * n.saturating_sub(1) / 2
}

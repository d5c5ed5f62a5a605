//! Sums over the triangles of how many 4-cliques each is in.

use core::sync::atomic::AtomicU64;

use cust_core::DeviceCopy;

use super::triangles::{DealtTriangles, Triangle, each_triangle};
use crate::kernels::count::tally::Tally;
use crate::kernels::edge_counts::sums::store;
use crate::memory::Slice;
use crate::simt::Block;

/// What [`sum_cliques`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct CliqueSumArgs<'a> {
    /// What is gone through.
    pub triangles: DealtTriangles<'a>,
    /// The vertices' degrees.
    pub degrees: Slice<'a, u32>,
    /// [`CLIQUE_SUMS`] times [`TOTALS`](crate::kernels::count::tally::TOTALS) sums, zero before the first launch: those
    /// of [`CliqueSum`], in its order.
    pub totals: Slice<'a, AtomicU64>,
}

layout!(CliqueSumArgs<'_>: 184, degrees: 152, totals: 168);

/// The sums over all triangles, with `q` 4-cliques on a triangle, `d` the degrees of its vertices and `t` the triangles
/// through its edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub enum CliqueSum {
    /// `q`: four times the 4-cliques.
    Cliques,
    /// `q (q - 1) / 2`.
    Pairs,
    /// `q`, times the sum of `d - 3`.
    ByDegrees,
    /// `q`, times the sum of `t - 2`.
    ByTriangles,
}

/// How many sums there are.
pub const CLIQUE_SUMS: usize = 4;

/// Adds up [`CliqueSum`]s over the triangles.
///
/// Thread mapping: a warp an edge, and the triangles of which no other edge is in more. Shared memory:
/// [`shared_bytes`](crate::kernels::triangles::count::shared_bytes). Bound by the caches: an element for each triangle
/// at the edge with the fewest of each triangle, at most.
#[cuda_std::kernel(max_threads = 256, min_blocks = 2)]
pub unsafe fn sum_cliques<B: Block>(block: B, args: &CliqueSumArgs<'_>) {
    let mut sums = CliqueTallies {
        cliques: Tally::new(),
        pairs: Tally::new(),
        by_degrees: Tally::new(),
        by_triangles: Tally::new(),
    };
    let add =
        |sums: &mut CliqueTallies, triangle: &Triangle, cliques| sums.add(args.degrees, triangle, cliques);
    each_triangle(block, &args.triangles, &mut sums, add, |_, _, _| {});
    let warp = block.warp();
    store(warp, sums.cliques, args.totals, CliqueSum::Cliques as usize);
    store(warp, sums.pairs, args.totals, CliqueSum::Pairs as usize);
    store(warp, sums.by_degrees, args.totals, CliqueSum::ByDegrees as usize);
    store(warp, sums.by_triangles, args.totals, CliqueSum::ByTriangles as usize);
}

/// What a lane has added up.
struct CliqueTallies {
    cliques: Tally,
    pairs: Tally,
    by_degrees: Tally,
    by_triangles: Tally,
}

impl CliqueTallies {
    #[inline(always)]
    fn add(&mut self, degrees: Slice<'_, u32>, triangle: &Triangle, cliques: u64) {
        if cliques == 0 {
            return;
        }
        let degrees: u64 = triangle.vertices.map(|v| u64::from(degrees[v as usize])).iter().sum();
        let triangles: u64 = triangle.triangles.map(u64::from).iter().sum();
        self.cliques.add(cliques);
        self.pairs.add(cliques * (cliques - 1) / 2);
        // Each end has the other three vertices of a 4-clique, and each edge the other two.
        self.by_degrees.add_product(cliques, degrees - 9);
        self.by_triangles.add_product(cliques, triangles - 6);
    }
}

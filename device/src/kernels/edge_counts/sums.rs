//! Sums over the edges, from which formulas give the counts of patterns.

use core::sync::atomic::AtomicU64;

use cust_core::DeviceCopy;

use crate::kernels::count::tally::{TOTALS, Tally};
use crate::kernels::triangles::Oriented;
use crate::kernels::triangles::shared::{READERS, ThreadTeam};
use crate::memory::Slice;
use crate::simt::{Block, Warp};

/// What kernels take that add up sums over the edges.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct SumEdgesArgs<'a> {
    /// The graph.
    pub graph: Oriented<'a>,
    /// The vertices' degrees.
    pub degrees: Slice<'a, u32>,
    /// The triangles through each edge, in the order of the graph's neighbours; or empty, where the sums with them are
    /// not asked for.
    pub triangles: Slice<'a, u32>,
    /// The 4-cycles through each edge; or empty, where the sums with them are not asked for.
    pub cycles: Slice<'a, u64>,
    /// The kernel's sums, zero at the start.
    pub sums: Slice<'a, AtomicU64>,
}

layout!(SumEdgesArgs<'_>: 96, sums: 80);

/// The sums over all edges `(u, v)`, with degrees `d`, `t` triangles and `c` 4-cycles through an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub enum EdgeSum {
    /// `t`.
    Triangles,
    /// `t (t - 1) / 2`.
    TrianglePairs,
    /// `t (d(u) + d(v) - 4)`.
    TrianglesByDegree,
    /// `(d(u) - 1) (d(v) - 1)`.
    DegreeProducts,
    /// `t c`.
    TrianglesByCycles,
}

/// How many sums there are.
pub const SUMS: usize = 5;

/// Adds up [`EdgeSum`]s over the edges. `sums`: [`SUMS`] times [`TOTALS`], in their order.
///
/// Thread mapping: eight lanes a vertex, a lane an edge to a smaller neighbour. Bound by waiting for device memory.
#[cuda_std::kernel(max_threads = 256)]
pub unsafe fn sum_edges<B: Block>(block: B, args: &SumEdgesArgs<'_>) {
    let warp = block.warp();
    // A variable each: an array of tallies would stand in local memory.
    let (mut all, mut pairs, mut by_degree) = (Tally::new(), Tally::new(), Tally::new());
    let (mut products, mut by_cycles) = (Tally::new(), Tally::new());
    each_edge(block, args, |CountedEdge { degrees: [degree, other], triangles, cycles }| {
        products.add((degree - 1) * (other - 1));
        if triangles > 0 {
            all.add(triangles);
            pairs.add(triangles * (triangles - 1) / 2);
            by_degree.add(triangles * (degree + other - 4));
            if let Some(cycles) = cycles {
                by_cycles.add_product(triangles, *cycles);
            }
        }
    });
    let store = |sum: EdgeSum, tally: Tally| store(warp, tally, args.sums, sum as usize);
    store(EdgeSum::Triangles, all);
    store(EdgeSum::TrianglePairs, pairs);
    store(EdgeSum::TrianglesByDegree, by_degree);
    store(EdgeSum::DegreeProducts, products);
    store(EdgeSum::TrianglesByCycles, by_cycles);
}

/// An edge `(u, v)`.
pub(super) struct CountedEdge<'a> {
    /// The degrees of `u` and `v`.
    pub degrees: [u64; 2],
    /// The triangles through it.
    pub triangles: u64,
    /// Where the 4-cycles through it stand, if they are asked for: read only by those who need them.
    pub cycles: Option<&'a u64>,
}

/// Shares the edges out over a grid: a few lanes a vertex, as most lists are short, a lane an edge to a smaller
/// neighbour.
#[inline(always)]
pub(super) fn each_edge<B: Block>(block: B, args: &SumEdgesArgs<'_>, mut take: impl FnMut(CountedEdge<'_>)) {
    let (lanes, lane) = (B::Warp::LANES, block.warp().lane());
    let readers = READERS.min(lanes);
    let (team, groups) = (ThreadTeam::within(lane % readers, readers), lanes / readers);
    let mut next = Some(block.grid_warp() * groups + lane / readers);
    while let Some(u) = next.filter(|&u| u < args.graph.vertices()) {
        let (list, start) = (args.graph.list(u), args.graph.start(u) as usize);
        let degree = u64::from(args.degrees[u as usize]);
        team.share(list.len(), |i| {
            take(CountedEdge {
                degrees: [degree, u64::from(args.degrees[list[i] as usize])],
                triangles: args.triangles.get().get(start + i).map_or(0, |&triangles| triangles.into()),
                cycles: args.cycles.get().get(start + i),
            });
        });
        next = u.checked_add(block.grid_warps() * groups);
    }
}

/// Adds a warp's tallies to the sum at a position.
#[inline(always)]
pub(in crate::kernels) fn store<W: Warp>(warp: W, tally: Tally, totals: Slice<'_, AtomicU64>, sum: usize) {
    tally.store(warp, &totals.get()[sum * TOTALS..(sum + 1) * TOTALS]);
}

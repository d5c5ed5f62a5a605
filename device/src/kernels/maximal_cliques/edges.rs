//! The maximal cliques of two vertices at those roots that have one vertex in their list.

use core::sync::atomic::AtomicU64;

use cust_core::DeviceCopy;

use crate::graph::GraphView;
use crate::kernels::count::tally::Tally;
use crate::kernels::queue::draw;
use crate::memory::Slice;
use crate::sets::contains;
use crate::simt::{Block, Warp};

/// What [`count_maximal_edges`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct MaximalEdgeArgs<'a> {
    /// The graph.
    pub graph: GraphView<'a>,
    /// One counter, from the first vertex up: the next.
    pub queue: Slice<'a, AtomicU64>,
    /// [`TOTALS`](crate::kernels::count::tally::TOTALS) sums, zero before the first launch.
    pub totals: Slice<'a, AtomicU64>,
    /// The end of the vertices.
    pub end: u64,
    /// How many vertices a warp draws at a time.
    pub chunk: u32,
    /// Nothing.
    pub unused: u32,
}

layout!(MaximalEdgeArgs<'_>: 96, end: 80, chunk: 88);

/// Counts the vertices with one smaller neighbour that have no neighbour in common with it.
///
/// Warps draw vertices, and a lane takes a greater neighbour. Bound by searching their lists for the smaller one.
#[cuda_std::kernel(max_threads = 256)]
pub unsafe fn count_maximal_edges<B: Block>(block: B, args: &MaximalEdgeArgs<'_>) {
    let (warp, graph) = (block.warp(), args.graph);
    let mut edges = 0;
    while let Some(vertices) = draw(warp, &args.queue[0], args.chunk, args.end) {
        for v in vertices.start as u32..vertices.end as u32 {
            if graph.smaller(v) == 1 {
                edges += u64::from(is_maximal(warp, graph, v));
            }
        }
    }
    let mut tally = Tally::new();
    // Once for the warp.
    tally.add(if warp.lane() == 0 { edges } else { 0 });
    tally.store(warp, &args.totals);
}

/// Whether a vertex has no neighbour in common with its first. A collective.
#[inline(always)]
fn is_maximal<W: Warp>(warp: W, graph: GraphView<'_>, v: u32) -> bool {
    let neighbors = graph.neighbors(v);
    let smaller = |w: u32| &graph.neighbors(w)[..graph.smaller(w)];
    let mut at = 1;
    while at < neighbors.len() {
        let one = neighbors.get(at + warp.lane() as usize);
        if warp.any(one.is_some_and(|&w| contains(smaller(w), neighbors[0]))) {
            return false;
        }
        at += W::LANES as usize;
    }
    true
}

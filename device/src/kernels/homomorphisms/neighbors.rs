//! Sums over the neighbours of each vertex.

use core::sync::atomic::AtomicU64;

use cust_core::DeviceCopy;

use super::numbers::{Numbers, sum_over_lanes, write};
use crate::graph::GraphView;
use crate::kernels::queue::draw;
use crate::kernels::triangles::shared::ThreadTeam;
use crate::memory::{Scratch, Slice};
use crate::simt::{Block, Warp};

/// What [`sum_neighbors`] takes, for `n` vertices.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct NeighborSumArgs<'a> {
    /// The graph.
    pub graph: GraphView<'a>,
    /// At the edges from the vertex that is summed at.
    pub along: Numbers<'a>,
    /// At the vertices that are summed over.
    pub weights: Numbers<'a>,
    /// Written: `n` numbers.
    pub sums: Scratch<'a, u64>,
    /// One counter, from 0 up: the next vertex.
    pub queue: Slice<'a, AtomicU64>,
    /// Where the vertices end.
    pub end: u64,
    /// How many vertices a warp draws at a time.
    pub chunk: u32,
}

layout!(NeighborSumArgs<'_>: 128, sums: 80, chunk: 120);

/// At each vertex `v` the sum of `along(v, x) · weights(x)` over its neighbours `x`.
///
/// Thread mapping: a warp a vertex, a lane a neighbour. It takes no shared memory. Bound by the memory: two numbers an
/// edge, in both directions.
#[cuda_std::kernel(max_threads = 256)]
pub unsafe fn sum_neighbors<B: Block>(block: B, args: &NeighborSumArgs<'_>) {
    let warp = block.warp();
    while let Some(vertices) = draw(warp, &args.queue[0], args.chunk, args.end) {
        for v in vertices {
            let (first, neighbors) = (args.graph.offsets[v as usize], args.graph.neighbors(v as u32));
            let mut sum = 0u128;
            ThreadTeam::warp(warp).share(neighbors.len(), |i| {
                let term = args.along.at(first + i as u64).wrapping_mul(args.weights.at(neighbors[i].into()));
                sum = sum.wrapping_add(term);
            });
            let sum = sum_over_lanes(warp, sum);
            if warp.lane() == 0 {
                // SAFETY: `v < n`, for each of which there is a number; this warp alone drew it.
                unsafe { write(args.sums, v, sum) };
            }
        }
    }
}

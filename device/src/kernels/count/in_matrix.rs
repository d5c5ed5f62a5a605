//! The walk over a graph that has a matrix of bits: sets are looked up in rows, where lists would be searched.

use core::sync::atomic::AtomicU32;

use cust_core::DeviceCopy;

use super::WalkArgs;
use super::combined::Combined;
use super::tally::{count, count_by};
use super::walk::WarpWalk;
use crate::graph::GraphView;
use crate::kernels::triangles::hubs::set_bit;
use crate::matrix_graph::{MatrixGraph, WORD};
use crate::memory::Slice;
use crate::plan::{AnyPlan, WalkPlan};
use crate::simt::{Block, Warp};

/// What the walks over a graph with a matrix take.
pub type MatrixWalkArgs<'a> = WalkArgs<'a, MatrixGraph<'a>, WalkPlan>;

/// What [`fill_matrix`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct FillMatrixArgs<'a> {
    /// The graph, of at most [`MOST_VERTICES`](crate::matrix_graph::MOST_VERTICES).
    pub graph: GraphView<'a>,
    /// The rows of all vertices, all zero.
    pub words: Slice<'a, AtomicU32>,
    /// The words of a row.
    pub width: u32,
}

layout!(FillMatrixArgs<'_>: 72, width: 64);

/// Sets the bits of a graph's [matrix](crate::matrix_graph::AdjacencyMatrix).
///
/// Thread mapping: a warp a row, a lane a neighbour. Bound by the atomics, two for each edge.
#[cuda_std::kernel]
pub unsafe fn fill_matrix<B: Block>(block: B, args: &FillMatrixArgs<'_>) {
    let (warp, words) = (block.warp(), args.words.get());
    let mut v = block.grid_warp();
    while v < args.graph.vertices() {
        let start = (v * args.width) as usize;
        let own = args.graph.neighbors(v).iter().skip(warp.lane() as usize);
        for &w in own.step_by(B::Warp::LANES as usize) {
            set_bit::<B::Warp>(&words[start + (w / WORD) as usize], w % WORD);
        }
        v += block.grid_warps();
    }
}

/// Counts the embeddings of a plan with `last >= 2`, as [`count_walk`](super::walk::count_walk) does. Shared memory:
/// [`shared_bytes`](super::walk::shared_bytes).
#[cuda_std::kernel(max_threads = 128, min_blocks = 5, may_spill = 140)]
pub unsafe fn count_walk_in_matrix<B: Block>(block: B, args: &MatrixWalkArgs<'_>) {
    let walk = WarpWalk::new(block, args);
    count(block.warp(), args, |tasks, choices| walk.visit(args, tasks, choices));
}

/// Counts the embeddings of a plan with `last >= 2` that ends in a [`Combination`](crate::combination::Combination), as
/// [`count_walk_combined`](super::combined::count_walk_combined) does. Shared memory:
/// [`shared_bytes`](super::walk::shared_bytes).
#[cuda_std::kernel(max_threads = 128, min_blocks = 5, may_spill = 340)]
pub unsafe fn count_walk_combined_in_matrix<B: Block>(block: B, args: &MatrixWalkArgs<'_>) {
    let walk = WarpWalk::new(block, args);
    let sets = args.plan.combination();
    count_by(block.warp(), args, |tasks, tally| walk.visit(args, tasks, &mut Combined { sets, tally }));
}

//! Cliques of a size at each vertex, or at each edge, in numbers of 128 bits: where there are 2^64 and more in all.
//!
//! # Computes
//! For each place, how many cliques of `k` vertices it is in, by the searches of
//! [`at_places`](super::pivots::at_places). The kernels are a family of their own, so that nobody loads them who does
//! not need them.
//!
//! # Requires
//! An oriented graph, the rows of its hubs, and roots binned by the lengths of their lists, a launch a bin; fewer than
//! 2^128 cliques in all; binomials, counts and numbers of pairs of two words, the lower one first; pairs zero before
//! the first launch.

use super::pivots::local::{LocalCliquesArgs, count, resume};
use crate::places::{Edges, Places, Vertices};
use crate::simt::Block;

/// Counts the cliques of `k` vertices at each place. The roots' matrices stand in shared memory. What takes long is
/// shared among the warps of a block, and handed over.
///
/// Shared memory: [`shared_bytes`](super::pivots::local::LocalCliquesShape::shared_bytes). Bound by looking for pivots,
/// and at edges by additions.
// May spill as the kernels in 64 bits do, whose numbers of cliques take half the registers. Nothing else counts so
// many.
#[cuda_std::kernel(max_threads = 384, min_blocks = 1, may_spill = 2250, at(Vertices, Edges))]
pub unsafe fn begin_cliques_128_at<B: Block, A: Places>(block: B, args: &LocalCliquesArgs<'_>) {
    count::<B, u128, A, false, true>(block, args);
}

/// Counts the cliques of `k` vertices at each place, for roots whose matrices are too large for shared memory: they
/// stand in `words`.
///
/// Shared memory: [`shared_bytes_wide`](super::pivots::local::LocalCliquesShape::shared_bytes_wide).
#[cuda_std::kernel(max_threads = 384, min_blocks = 1, may_spill = 2250, at(Vertices, Edges))]
pub unsafe fn begin_cliques_128_wide_at<B: Block, A: Places>(block: B, args: &LocalCliquesArgs<'_>) {
    count::<B, u128, A, true, true>(block, args);
}

/// Goes on with what launches of [`begin_cliques_128_at`] or of this kernel have handed over: `resumed`.
///
/// Shared memory: [`shared_bytes`](super::pivots::local::LocalCliquesShape::shared_bytes).
/// Bound by looking for pivots, and at edges by additions.
#[cuda_std::kernel(max_threads = 384, min_blocks = 1, may_spill = 2250, at(Vertices, Edges))]
pub unsafe fn resume_cliques_128_at<B: Block, A: Places>(block: B, args: &LocalCliquesArgs<'_>) {
    resume::<B, u128, A, false>(block, args);
}

/// Goes on with what launches of [`begin_cliques_128_wide_at`] or of this kernel have handed over: `resumed`.
///
/// Shared memory: [`shared_bytes_wide`](super::pivots::local::LocalCliquesShape::shared_bytes_wide).
#[cuda_std::kernel(max_threads = 384, min_blocks = 1, may_spill = 2250, at(Vertices, Edges))]
pub unsafe fn resume_cliques_128_wide_at<B: Block, A: Places>(block: B, args: &LocalCliquesArgs<'_>) {
    resume::<B, u128, A, true>(block, args);
}

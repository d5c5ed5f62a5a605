//! Cliques of a size at each edge.
//!
//! # Computes
//! For each edge, how many cliques of `k` vertices have both of its ends. A leaf of a [search tree](super::pivots) with `h` vertices held and `p`
//! pivots stands for C(p, k - h) of them. Two vertices that are held are in all of these, one and a pivot in C(p - 1, k - h - 1), and
//! two pivots in C(p - 2, k - h - 2).
//!
//! # Requires
//! An oriented graph, the rows of its hubs, and roots binned by the lengths of their lists, a launch a bin; fewer than
//! 2^64 cliques in all; numbers of pairs that are zero before the first launch. Where there are 2^64 cliques and more,
//! the kernels of [`pivots_at_edges_128`](super::pivots_at_edges_128) count in numbers of 128 bits.
//!
//! # Thread mapping
//! Persistent blocks draw roots from a queue, the longest lists first; their warps search depth-first below the
//! children of the tree's root. What is found below a node goes up with it: where a vertex was taken, its pairs with
//! those that were taken before are added to, a lane for each. A block has a number for each pair among a root and its
//! list, which all its warps add to; when they are done with the root, it adds those to the edges.

use super::pivots::local::{AtEdges, LocalCliquesArgs, count, resume};
use crate::simt::Block;

/// Counts the cliques of `k` vertices at each edge. The roots' matrices stand in shared memory. What takes long is shared among the warps of a block, and
/// handed over.
///
/// Shared memory: [`shared_bytes`](super::pivots::local::LocalCliquesShape::shared_bytes). Bound by looking for pivots,
/// and by additions.
// May spill: to share searches among warps, and to hand them over, takes registers, and is worth more (benches/results/notes.md). On the
// H100 every size of rmat14 takes 37 ms so, and 7.61 s where nothing spilled and nobody shared.
#[cuda_std::kernel(max_threads = 384, min_blocks = 1, may_spill = 2600)]
pub unsafe fn count_cliques_at_edges<B: Block>(block: B, args: &LocalCliquesArgs<'_>) {
    count::<B, u64, AtEdges, false, true>(block, args);
}

/// Counts the cliques of `k` vertices at each edge, for roots whose matrices are too large for shared memory: they
/// stand in `words`.
///
/// Shared memory: [`shared_bytes_wide`](super::pivots::local::LocalCliquesShape::shared_bytes_wide).
#[cuda_std::kernel(max_threads = 384, min_blocks = 1, may_spill = 2600)]
pub unsafe fn count_cliques_at_edges_wide<B: Block>(block: B, args: &LocalCliquesArgs<'_>) {
    count::<B, u64, AtEdges, true, true>(block, args);
}

/// Goes on with what launches of [`count_cliques_at_edges`] or of this kernel have handed over: `resumed`.
///
/// Shared memory: [`shared_bytes`](super::pivots::local::LocalCliquesShape::shared_bytes).
/// Bound by looking for pivots, and by additions.
#[cuda_std::kernel(max_threads = 384, min_blocks = 1, may_spill = 2600)]
pub unsafe fn resume_cliques_at_edges<B: Block>(block: B, args: &LocalCliquesArgs<'_>) {
    resume::<B, u64, AtEdges, false>(block, args);
}

/// Goes on with what launches of [`count_cliques_at_edges_wide`] or of this kernel have handed over: `resumed`.
///
/// Shared memory: [`shared_bytes_wide`](super::pivots::local::LocalCliquesShape::shared_bytes_wide).
#[cuda_std::kernel(max_threads = 384, min_blocks = 1, may_spill = 2600)]
pub unsafe fn resume_cliques_at_edges_wide<B: Block>(block: B, args: &LocalCliquesArgs<'_>) {
    resume::<B, u64, AtEdges, true>(block, args);
}

//! Cliques of a size at each vertex, or at each edge.
//!
//! # Computes
//! For each vertex, how many cliques of `k` vertices it is in, or for each edge, how many have both of its ends. A leaf
//! of a search tree with `h` vertices held and `p` pivots stands for C(p, k - h) of them. All of these have each vertex
//! that is held, and each pivot is in C(p - 1, k - h - 1). So two vertices that are held are in all of them, one and a
//! pivot in C(p - 1, k - h - 1), and two pivots in C(p - 2, k - h - 2).
//!
//! # Requires
//! What [`pivots`](super) requires, and that there are fewer than 2^64 cliques in all: then no sum here passes that.
//! Where there are more, the kernels of [`pivots_128`](crate::kernels::pivots_128) count in numbers of 128 bits. At
//! edges, numbers of pairs that are zero before the first launch.
//!
//! # Thread mapping
//! Persistent blocks draw roots from a queue, the longest lists first. The warps of a block take the children of the
//! tree's root. A warp goes depth-first, its lanes looking for pivots together. What is found below a node goes up with
//! it: a vertex is added to once for each node, not for each leaf. A warp that is still at it when the others of its
//! block wait shares what it has to do with them; when no tasks are left, it hands that over to a next launch, and with
//! it which vertices were taken: whoever goes on adds to these too.
//!
//! At edges, where a vertex was taken its pairs with those that were taken before are added to, a lane for each. A
//! block has a number for each pair among a root and its list, which all its warps add to; when they are done with the
//! root, it adds those to the edges.

use super::local::{LocalCliquesArgs, count, resume};
use crate::places::{Edges, Places, Vertices};
use crate::simt::Block;

/// Counts the cliques of `k` vertices at each place, of searches none of which takes long. The roots' matrices stand in
/// shared memory.
///
/// Shared memory: [`shared_bytes`](super::local::LocalCliquesShape::shared_bytes). Bound by looking for pivots.
#[cuda_std::kernel(max_threads = 384, min_blocks = 1, at(Vertices))]
pub unsafe fn count_cliques_at<B: Block, A: Places>(block: B, args: &LocalCliquesArgs<'_>) {
    count::<B, u64, A, false, false>(block, args);
}

/// Counts the cliques of `k` vertices at each place, of searches none of which takes long, for roots whose matrices are
/// too large for shared memory: they stand in `words`.
///
/// Shared memory: [`shared_bytes_wide`](super::local::LocalCliquesShape::shared_bytes_wide).
#[cuda_std::kernel(max_threads = 384, min_blocks = 1, at(Vertices))]
pub unsafe fn count_cliques_wide_at<B: Block, A: Places>(block: B, args: &LocalCliquesArgs<'_>) {
    count::<B, u64, A, true, false>(block, args);
}

/// Counts the cliques of `k` vertices at each place. The roots' matrices stand in shared memory. Searches that take
/// long are shared among warps, and handed over.
///
/// Shared memory: [`shared_bytes`](super::local::LocalCliquesShape::shared_bytes). Bound by looking for pivots, and at
/// edges by additions.
// May spill: to share searches among warps, and to hand them over, takes registers, and is worth more
// (benches/results/notes.md). On the H100 every size of rmat14 takes 37 ms so, and 7.61 s where nothing spilled and
// nobody shared.
#[cuda_std::kernel(
    max_threads = 384,
    min_blocks = 1,
    at(Vertices(may_spill = 1150), Edges(apart, may_spill = 2600))
)]
pub unsafe fn begin_cliques_at<B: Block, A: Places>(block: B, args: &LocalCliquesArgs<'_>) {
    count::<B, u64, A, false, true>(block, args);
}

/// Counts the cliques of `k` vertices at each place, for roots whose matrices are too large for shared memory and
/// stand in `words`. Searches that take long are shared among warps, and handed over.
///
/// Shared memory: [`shared_bytes_wide`](super::local::LocalCliquesShape::shared_bytes_wide).
#[cuda_std::kernel(
    max_threads = 384,
    min_blocks = 1,
    at(Vertices(may_spill = 1150), Edges(apart, may_spill = 2600))
)]
pub unsafe fn begin_cliques_wide_at<B: Block, A: Places>(block: B, args: &LocalCliquesArgs<'_>) {
    count::<B, u64, A, true, true>(block, args);
}

/// Goes on with what launches of [`begin_cliques_at`] or of this kernel have handed over: `resumed`.
///
/// Shared memory: [`shared_bytes`](super::local::LocalCliquesShape::shared_bytes). Bound by looking for pivots, and at
/// edges by additions.
#[cuda_std::kernel(
    max_threads = 384,
    min_blocks = 1,
    at(Vertices(may_spill = 1150), Edges(apart, may_spill = 2600))
)]
pub unsafe fn resume_cliques_at<B: Block, A: Places>(block: B, args: &LocalCliquesArgs<'_>) {
    resume::<B, u64, A, false>(block, args);
}

/// Goes on with what launches of [`begin_cliques_wide_at`] or of this kernel have handed over: `resumed`.
///
/// Shared memory: [`shared_bytes_wide`](super::local::LocalCliquesShape::shared_bytes_wide).
#[cuda_std::kernel(
    max_threads = 384,
    min_blocks = 1,
    at(Vertices(may_spill = 1150), Edges(apart, may_spill = 2600))
)]
pub unsafe fn resume_cliques_wide_at<B: Block, A: Places>(block: B, args: &LocalCliquesArgs<'_>) {
    resume::<B, u64, A, true>(block, args);
}

//! The vertices of maximal cliques, of three vertices and more: each clique as a row, or how many each vertex is in.
//!
//! # Computes
//! What [`MaximalCliqueMembersArgs`] asks for, by the search of [`maximal_cliques`](super::maximal_cliques), whose page
//! says how. The kernels are a family of their own, so that nobody loads them who counts.
//!
//! # Requires
//! What [`maximal_cliques`](super::maximal_cliques) requires.

use super::maximal_cliques::members::{MaximalCliqueMembersArgs, find};
use crate::simt::Block;

/// Finds the vertices of the maximal cliques of roots whose lists have at most 64 vertices.
///
/// Shared memory: [`MaximalCliqueShape::shared_bytes`](super::maximal_cliques::MaximalCliqueShape::shared_bytes). Bound
/// by looking for pivots, or by writing rows.
// May spill, as what counts them does: to share searches among warps, and to hand them over, takes registers.
#[cuda_std::kernel(max_threads = 384, min_blocks = 1, may_spill = 704)]
pub unsafe fn find_maximal_cliques_of_few<B: Block>(block: B, args: &MaximalCliqueMembersArgs<'_>) {
    find::<B, false, false>(block, args);
}

/// Finds the vertices of the maximal cliques of roots with longer lists. Their matrices stand in shared memory.
///
/// Shared memory: [`MaximalCliqueShape::shared_bytes`](super::maximal_cliques::MaximalCliqueShape::shared_bytes).
#[cuda_std::kernel(max_threads = 384, min_blocks = 1, may_spill = 4700)]
pub unsafe fn find_maximal_cliques<B: Block>(block: B, args: &MaximalCliqueMembersArgs<'_>) {
    find::<B, false, true>(block, args);
}

/// Finds the vertices of the maximal cliques of roots whose matrices are too large for shared memory: they stand in
/// `words`.
///
/// Shared memory:
/// [`MaximalCliqueShape::shared_bytes_wide`](super::maximal_cliques::MaximalCliqueShape::shared_bytes_wide).
#[cuda_std::kernel(max_threads = 384, min_blocks = 1, may_spill = 4730)]
pub unsafe fn find_maximal_cliques_wide<B: Block>(block: B, args: &MaximalCliqueMembersArgs<'_>) {
    find::<B, true, true>(block, args);
}

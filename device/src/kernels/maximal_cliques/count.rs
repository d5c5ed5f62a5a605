//! The maximal cliques of some roots by their vertices, of three vertices and more.

use super::clique_visitor::{CliqueVisitor, TallyBySize};
use super::room::{MaximalCliqueArgs, MaximalCliqueRoom};
use super::search::{Finds, search};
use crate::kernels::pivots::tallies::Tallies;
use crate::simt::Block;

/// Counts the maximal cliques of roots whose lists have at most 64 vertices.
///
/// Shared memory: [`MaximalCliqueShape::shared_bytes`](super::MaximalCliqueShape::shared_bytes). Bound by looking for
/// pivots: a popcount for each candidate and each excluded vertex of a node.
// May spill, as the kernels below: to share searches among warps, and to hand them over, takes registers. On the H200
// the maximal cliques of email-Enron take 2.5 ms so, and those of rmat14 170 ms.
#[cuda_std::kernel(max_threads = 384, min_blocks = 1, may_spill = 400)]
pub unsafe fn count_maximal_cliques_of_few<B: Block>(block: B, args: &MaximalCliqueArgs<'_>) {
    count::<B, false, false>(block, args);
}

/// Counts the maximal cliques of roots with longer lists. Their matrices stand in shared memory.
///
/// Shared memory: [`MaximalCliqueShape::shared_bytes`](super::MaximalCliqueShape::shared_bytes). Bound by looking for
/// pivots.
#[cuda_std::kernel(max_threads = 384, min_blocks = 1, may_spill = 2660)]
pub unsafe fn count_maximal_cliques<B: Block>(block: B, args: &MaximalCliqueArgs<'_>) {
    count::<B, false, true>(block, args);
}

/// Counts the maximal cliques of roots whose matrices are too large for shared memory: they stand in `words`.
///
/// Shared memory: [`MaximalCliqueShape::shared_bytes_wide`](super::MaximalCliqueShape::shared_bytes_wide).
#[cuda_std::kernel(max_threads = 384, min_blocks = 1, may_spill = 2810)]
pub unsafe fn count_maximal_cliques_wide<B: Block>(block: B, args: &MaximalCliqueArgs<'_>) {
    count::<B, true, true>(block, args);
}

/// Counts by size.
#[derive(Clone, Copy)]
struct SizeCounts<'a>(Tallies<'a>);

impl<'a> Finds<'a> for SizeCounts<'a> {
    #[inline(always)]
    fn found<'s>(self, _position: u32, _root: u32, _list: &'s [u32]) -> impl CliqueVisitor
    where
        Self: 's,
    {
        TallyBySize(self.0)
    }

    #[inline(always)]
    fn firsts(self, _position: u32) -> &'a [u32] {
        &[]
    }

    #[inline(always)]
    fn end<B: Block>(self, _block: B, _root: u32, _list: &[u32]) {}
}

/// The body of the kernels. `LONG` is whether there are lists of more than 64 vertices.
#[inline(always)]
fn count<B: Block, const WIDE: bool, const LONG: bool>(block: B, args: &MaximalCliqueArgs<'_>) {
    // SAFETY: once, and shared memory is used in no other way.
    let room = unsafe { MaximalCliqueRoom::new::<B, WIDE, LONG>(block, args) };
    search::<B, LONG>(block, args, &room, SizeCounts(room.sizes));
    room.sizes.store(block);
}

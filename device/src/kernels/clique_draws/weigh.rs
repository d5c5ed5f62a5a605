//! How many edges there are among the list of each root.

use core::sync::atomic::Ordering::Relaxed;

use super::RootEdgesArgs;
use crate::kernels::cliques::build::build;
use crate::kernels::cliques::matrix::words;
use crate::kernels::cliques::room::CliqueRoom;
use crate::kernels::cliques::search::size;
use crate::kernels::cliques::source::GraphLists;
use crate::kernels::queue::draw_block;
use crate::kernels::triangles::shared::Arena;
use crate::simt::{Block, Warp};

/// Counts the edges among the lists of roots, whose matrices stand in shared memory.
///
/// Shared memory: [`CliqueShape::shared_bytes`](crate::kernels::cliques::CliqueShape::shared_bytes). Bound by filling
/// the matrices.
#[cuda_std::kernel(max_threads = 512, min_blocks = 1)]
pub unsafe fn weigh_roots<B: Block>(block: B, args: &RootEdgesArgs<'_>) {
    weigh::<B, false>(block, args);
}

/// Counts the edges among the lists of roots whose matrices are too large for shared memory: they stand in `words`.
///
/// Shared memory: [`CliqueShape::shared_bytes_wide`](crate::kernels::cliques::CliqueShape::shared_bytes_wide).
#[cuda_std::kernel(max_threads = 512, min_blocks = 1)]
pub unsafe fn weigh_roots_wide<B: Block>(block: B, args: &RootEdgesArgs<'_>) {
    weigh::<B, true>(block, args);
}

#[inline(always)]
fn weigh<B: Block, const WIDE: bool>(block: B, args: &RootEdgesArgs<'_>) {
    // SAFETY: once, and shared memory is used in no other way.
    let mut arena = unsafe { Arena::new(block) };
    // Without a compact matrix, as for cliques of 4.
    let room = CliqueRoom::in_arena::<B, WIDE, 4>(block, &args.cliques, &mut arena);
    let (queue, roots) = (&args.cliques.queue[0], args.cliques.roots.len() as u64);
    while let Some(tasks) = draw_block(block, room.slot, queue, args.cliques.chunk, roots) {
        for task in tasks {
            let rows = build(block, &args.cliques, &room, GraphLists, task as u32).len() as u32;
            let (mut edges, mut i) = (0, block.warp_index());
            while i < rows {
                // SAFETY: `build` wrote the row up to its own bit before the block met, and it is written again after
                // the next meeting.
                let row = unsafe { room.matrix.row(i, words(i)) };
                edges += u64::from(size(block.warp(), row));
                i += block.warps();
            }
            if block.warp().lane() == 0 && edges > 0 {
                args.edges[task as usize].fetch_add(edges, Relaxed);
            }
        }
    }
}

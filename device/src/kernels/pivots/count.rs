//! The leaves of the trees of some roots.

use super::few::{FEW, Few};
use super::many::Many;
use super::room::{PivotArgs, PivotRoom};
use super::spine::{self, Branch};
use crate::kernels::cliques::build::build;
use crate::kernels::cliques::matrix::word_of;
use crate::kernels::cliques::source::GraphLists;
use crate::kernels::cliques::tickets::take;
use crate::kernels::queue::draw_block;
use crate::simt::Block;

/// Counts the leaves of the trees of roots whose lists have at most 64 vertices.
///
/// Shared memory: [`PivotShape::shared_bytes`](super::PivotShape::shared_bytes). Bound by looking for pivots: a popcount for each
/// candidate of a node.
#[cuda_std::kernel(max_threads = 512, min_blocks = 1)]
pub unsafe fn count_by_pivots_of_few<B: Block>(block: B, args: &PivotArgs<'_>) {
    count::<B, false, false>(block, args);
}

/// Counts the leaves of the trees of roots with longer lists. Their matrices stand in shared memory.
///
/// Shared memory and bound: as for [`count_by_pivots_of_few`].
#[cuda_std::kernel(max_threads = 512, min_blocks = 1)]
pub unsafe fn count_by_pivots<B: Block>(block: B, args: &PivotArgs<'_>) {
    count::<B, false, true>(block, args);
}

/// Counts as [`count_by_pivots`] does, for roots whose matrices are too large for shared memory: they stand in `words`.
///
/// Shared memory: [`PivotShape::shared_bytes_wide`](super::PivotShape::shared_bytes_wide).
#[cuda_std::kernel(max_threads = 512, min_blocks = 1)]
pub unsafe fn count_by_pivots_wide<B: Block>(block: B, args: &PivotArgs<'_>) {
    count::<B, true, true>(block, args);
}

/// The kernels' body. `LONG` is whether there are lists of more than 64 vertices.
#[inline(always)]
fn count<B: Block, const WIDE: bool, const LONG: bool>(block: B, args: &PivotArgs<'_>) {
    assert!(LONG == (args.cliques.shape.longest > FEW), "a launch for lists of another length");
    // SAFETY: once, and shared memory is used in no other way.
    let room = unsafe { PivotRoom::new::<B, WIDE>(block, args) };
    let parts = args.cliques.parts;
    let tasks = args.cliques.roots.len() as u64 * u64::from(parts);
    while let Some(tasks) =
        draw_block(block, room.cliques.slot, &args.cliques.queue[0], args.cliques.chunk, tasks)
    {
        for task in tasks.start as u32..tasks.end as u32 {
            let rows = build(block, &args.cliques, &room.cliques, GraphLists, task / parts).len() as u32;
            // SAFETY: `build` filled so many rows; the block has met since.
            unsafe { room.cliques.matrix.mirror(block, rows) };
            of_root::<B, LONG>(block, &room, rows, (task % parts, parts));
        }
    }
    room.leaves.store(block);
}

/// Searches the branches of a root: those that are `part.0` modulo `part.1`.
#[inline(always)]
fn of_root<B: Block, const LONG: bool>(block: B, room: &PivotRoom<'_>, rows: u32, (part, parts): (u32, u32)) {
    let alone = block.warps() == 1 && parts == 1;
    let branches = if alone { 1 } else { spine::make(block, room, rows) };
    let mut turn = take(block, room.cliques.ticket, 0);
    while turn * parts + part < branches {
        let branch = if alone { Branch::whole() } else { Branch::get(room, turn * parts + part) };
        let has = |place| alone || branch.has(room, place);
        if LONG {
            Many { warp: block.warp(), room, rows }.search(has, branch.held, branch.pivots);
        } else {
            let set = word_of(block.warp(), 0, rows, has);
            // SAFETY: rows of at most 64 bits are one word each, without gaps.
            let few = unsafe {
                Few::new(block.warp(), &room.leaves, room.frames(), room.cliques.matrix.one_word_rows(), rows)
            };
            few.search(set, branch.held, branch.pivots);
        }
        turn = take(block, room.cliques.ticket, turn + 1);
    }
}

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
use crate::simt::{Block, Warp};

/// Counts the leaves of each root's tree once. Roots' matrices stand in shared memory.
///
/// Shared memory: [`PivotShape::shared_bytes`](super::PivotShape::shared_bytes). Bound by looking for pivots: a popcount for each
/// candidate of a node.
#[cuda_std::kernel(max_threads = 512, min_blocks = 1)]
pub unsafe fn count_by_pivots<B: Block>(block: B, args: &PivotArgs<'_>) {
    count::<B, false>(block, args);
}

/// Counts as [`count_by_pivots`] does, for roots whose matrices are too large for shared memory: they stand in `words`.
///
/// Shared memory: [`PivotShape::shared_bytes_wide`](super::PivotShape::shared_bytes_wide).
#[cuda_std::kernel(max_threads = 512, min_blocks = 1)]
pub unsafe fn count_by_pivots_wide<B: Block>(block: B, args: &PivotArgs<'_>) {
    count::<B, true>(block, args);
}

/// The kernels' body.
#[inline(always)]
fn count<B: Block, const WIDE: bool>(block: B, args: &PivotArgs<'_>) {
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
            unsafe { room.matrix().mirror(block, rows) };
            of_root(block, &room, rows, (task % parts, parts));
        }
    }
    room.leaves.store(block);
}

/// Searches the branches of a root: those that are `part.0` modulo `part.1`.
#[inline(always)]
fn of_root<B: Block>(block: B, room: &PivotRoom<'_>, rows: u32, (part, parts): (u32, u32)) {
    if block.warps() == 1 && parts == 1 {
        search(block.warp(), room, rows, &Branch::whole(), |_| true);
        return;
    }
    let branches = spine::make(block, room, rows);
    let mut turn = take(block, room.cliques.ticket, 0);
    while turn * parts + part < branches {
        let branch = Branch::get(room, turn * parts + part);
        search(block.warp(), room, rows, &branch, |place| branch.has(room, place));
        turn = take(block, room.cliques.ticket, turn + 1);
    }
}

/// Searches a branch, whose candidates are those that `test` says.
#[inline(always)]
fn search<W: Warp>(warp: W, room: &PivotRoom<'_>, rows: u32, branch: &Branch, test: impl Fn(u32) -> bool) {
    if room.shape.cliques.longest > FEW {
        Many { warp, room, rows }.search(test, branch.held, branch.pivots);
        return;
    }
    let set = word_of(warp, 0, rows, test);
    // SAFETY: rows of at most 64 bits are one word each, without gaps.
    let few = unsafe { Few::new(warp, &room.leaves, room.frames, room.matrix().one_word_rows(), rows) };
    few.search(set, branch.held, branch.pivots);
}

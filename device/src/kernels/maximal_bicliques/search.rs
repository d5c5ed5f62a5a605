//! The kernels.

use core::sync::atomic::{AtomicU32, Ordering::Relaxed};

use super::room::{MaximalBicliqueArgs, rooms_of};
use super::tree::Tree;
use crate::kernels::bicliques::root::{Far, Root};
use crate::kernels::queue::{Stop, draw_block};
use crate::kernels::triangles::shared::{Arena, Team};
use crate::memory::Scratch;
use crate::simt::{Block, Warp};

/// Counts the maximal bicliques by their sizes, and how many numbers those of each root take as they are written.
///
/// Shared memory: [`MaximalBicliqueShape::shared_bytes`](super::MaximalBicliqueShape::shared_bytes). Bound by the words of the rows of each node's list, which are looked at for each child.
#[cuda_std::kernel(max_threads = 256, min_blocks = 2, may_spill = 1000)]
pub unsafe fn count_maximal_bicliques<B: Block>(block: B, args: &MaximalBicliqueArgs<'_>) {
    search::<B, false>(block, args);
}

/// Writes the maximal bicliques of roots, each root's where its place is, in any order.
///
/// Shared memory: [`MaximalBicliqueShape::shared_bytes`](super::MaximalBicliqueShape::shared_bytes).
#[cuda_std::kernel(max_threads = 256, min_blocks = 2, may_spill = 1000)]
pub unsafe fn write_maximal_bicliques<B: Block>(block: B, args: &MaximalBicliqueArgs<'_>) {
    search::<B, true>(block, args);
}

#[inline(always)]
fn search<B: Block, const WRITES: bool>(block: B, args: &MaximalBicliqueArgs<'_>) {
    // SAFETY: once, and shared memory is used in no other way.
    let mut arena = unsafe { Arena::new(block) };
    let slot = arena.take::<u64>(1);
    let counters = arena.atomics(2);
    let (found, next) = (&counters[0], &counters[1]);
    let (room, stack) = rooms_of(block, args);
    Team::block(block).share(room.met.len(), |at| room.met[at].store(0, Relaxed));
    while let Some(tasks) = draw_block(block, slot, &args.queue[0], 1, args.end) {
        let vertex = args.roots[tasks.start as usize];
        if block.thread() == 0 {
            next.store(0, Relaxed);
        }
        // Whoever has fewer in common is in no biclique that is looked for, nor keeps one from being maximal.
        let least = args.shape.least_common;
        let root = Root::find(block, args.graph, room, vertex, (Far::All, least), found);
        root.fill(block);
        below::<B, WRITES>(block, args, root, tasks.start as usize, stack, next);
        root.forget_candidates(block);
    }
}

/// Goes through the tree of a root, whose children the warps draw one after the other.
#[inline(always)]
fn below<B: Block, const WRITES: bool>(
    block: B,
    args: &MaximalBicliqueArgs<'_>,
    root: Root<'_>,
    task: usize,
    stack: Scratch<'_, u32>,
    next: &AtomicU32,
) {
    let warp = block.warp();
    let stop = Stop { queue: &args.queue[0], end: args.end };
    let mut tree = Tree::<_, WRITES> { warp, args, root, task, stack, stop, nodes: 0, is_over: false };
    let Some((node, taken)) = tree.begin() else { return };
    if block.warp_index() == 0 {
        tree.found(&node, taken);
    }
    while !tree.is_over {
        let mut child = 0;
        if warp.lane() == 0 {
            child = next.fetch_add(1, Relaxed);
        }
        let child = warp.shuffle(child, 0) as usize;
        if child >= node.listed {
            break;
        }
        tree.below(&node, taken, child);
    }
}

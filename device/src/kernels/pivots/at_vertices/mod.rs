//! Cliques of a size at each vertex.
//!
//! # Computes
//! For each vertex, how many cliques of `k` vertices it is in. A leaf of a search tree with `h` vertices held and `p` pivots stands for
//! C(p, k - h) of them. All of these have each vertex that is held, and each pivot is in C(p - 1, k - h - 1).
//!
//! # Requires
//! What [`pivots`](super) requires, and that there are fewer than 2^64 cliques in all: then no sum here passes that.
//!
//! # Thread mapping
//! Persistent blocks draw roots from a queue, the longest lists first. The warps of a block take the children of the tree's root. A warp goes
//! depth-first, its lanes looking for pivots together. What is found below a node goes up with it: a vertex is added to once for each
//! node, not for each leaf.

mod children;
mod room;
mod search;

pub use room::{CliquesAtVerticesArgs, CliquesAtVerticesShape};

use children::Children;
use room::VertexRoom;
use search::VertexSearch;

use crate::kernels::cliques::build::build;
use crate::kernels::cliques::source::GraphLists;
use crate::kernels::queue::draw_block;
use crate::simt::Block;

/// Counts the cliques of `k` vertices at each vertex. The roots' matrices stand in shared memory.
///
/// Shared memory: [`CliquesAtVerticesShape::shared_bytes`]. Bound by looking for pivots.
#[cuda_std::kernel(max_threads = 384, min_blocks = 1)]
pub unsafe fn count_cliques_at_vertices<B: Block>(block: B, args: &CliquesAtVerticesArgs<'_>) {
    count::<B, false>(block, args);
}

/// The same for roots whose matrices are too large for shared memory: they stand in `words`.
///
/// Shared memory: [`CliquesAtVerticesShape::shared_bytes_wide`].
#[cuda_std::kernel(max_threads = 384, min_blocks = 1)]
pub unsafe fn count_cliques_at_vertices_wide<B: Block>(block: B, args: &CliquesAtVerticesArgs<'_>) {
    count::<B, true>(block, args);
}

/// The body of the kernels.
#[inline(always)]
fn count<B: Block, const WIDE: bool>(block: B, args: &CliquesAtVerticesArgs<'_>) {
    // SAFETY: once, and shared memory is used in no other way.
    let room = unsafe { VertexRoom::new::<B, WIDE>(block, args) };
    let (roots, queue) = (args.cliques.roots, &args.cliques.queue[0]);
    while let Some(tasks) =
        draw_block(block, room.cliques.slot, queue, args.cliques.chunk, roots.len() as u64)
    {
        for position in tasks.start as u32..tasks.end as u32 {
            of_root(block, args, &room, position);
        }
    }
}

/// Counts the cliques of the root at a position at their vertices. A collective of the block.
#[inline(always)]
fn of_root<B: Block>(block: B, args: &CliquesAtVerticesArgs<'_>, room: &VertexRoom<'_>, position: u32) {
    let rows = build(block, &args.cliques, &room.cliques, GraphLists, position).len() as u32;
    // SAFETY: `build` filled so many rows; the block has met since.
    unsafe { room.cliques.matrix.mirror(block, rows) };
    let search = VertexSearch::new(block.warp(), args, room, rows);
    let mut children = Children::new(block, room, &search, rows);
    while let Some(child) = children.next(&search) {
        let cliques = search.below(child);
        search.add_to_root(args.cliques.roots[position as usize], cliques);
    }
    search.store();
}

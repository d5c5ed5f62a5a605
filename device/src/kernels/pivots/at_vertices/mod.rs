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

mod room;
mod search;

pub use room::{CliquesAtVerticesArgs, CliquesAtVerticesShape};

use room::VertexRoom;
use search::VertexSearch;

use super::many::pivot_among;
use crate::kernels::cliques::build::build;
use crate::kernels::cliques::matrix::{WORD, below, words};
use crate::kernels::cliques::source::GraphLists;
use crate::kernels::cliques::tickets::take;
use crate::kernels::queue::draw_block;
use crate::simt::Block;

/// Counts the cliques of `k` vertices at each vertex. The roots' matrices stand in shared memory.
///
/// Shared memory: [`CliquesAtVerticesShape::shared_bytes`]. Bound by looking for pivots.
#[cuda_std::kernel(max_threads = 512, min_blocks = 1)]
pub unsafe fn count_cliques_at_vertices<B: Block>(block: B, args: &CliquesAtVerticesArgs<'_>) {
    count::<B, false>(block, args);
}

/// The same for roots whose matrices are too large for shared memory: they stand in `words`.
///
/// Shared memory: [`CliquesAtVerticesShape::shared_bytes_wide`].
#[cuda_std::kernel(max_threads = 512, min_blocks = 1)]
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
    let mut search = VertexSearch::new(block.warp(), args, room, rows);
    if block.warps() == 1 {
        search.below(1, 0, |at| below(rows - at as u32 * WORD));
    } else if rows > 0 {
        of_children(block, room, rows, &mut search);
    }
    search.store(args.cliques.roots[position as usize]);
}

/// Searches below those children of a root that this warp takes: the first has the neighbours of the pivot as candidates, and each other
/// holds a vertex that is none.
#[inline(always)]
fn of_children<B: Block>(
    block: B,
    room: &VertexRoom<'_>,
    rows: u32,
    search: &mut VertexSearch<'_, '_, B::Warp>,
) {
    let (warp, length) = (block.warp(), words(rows));
    search.put_all(rows);
    // SAFETY: just written by this warp, whose lanes have met since.
    let (pivot, _) = pivot_among(warp, room.cliques.matrix, unsafe { search.set().written(length) });
    // SAFETY: the matrix was made whole before the block met.
    let row = unsafe { room.cliques.matrix.row(pivot, length) };
    let own = |at: usize| if at as u32 == pivot / WORD { 1 << (pivot % WORD) } else { 0 };
    // What is to be held.
    let left = |at: usize| below(rows - at as u32 * WORD) & !row[at] & !own(at);
    let mut turn = take(block, room.cliques.ticket, 0);
    if turn == 0 {
        search.below_pivot(pivot, |at| row[at]);
        turn = take(block, room.cliques.ticket, 1);
    }
    // The children before this one.
    let mut before = 1;
    for at in 0..length {
        let mut bits = left(at);
        while bits != 0 {
            let bit = bits.trailing_zeros();
            bits &= bits - 1;
            if before == turn {
                let vertex = at as u32 * WORD + bit;
                // SAFETY: as above.
                let neighbors = unsafe { room.cliques.matrix.row(vertex, length) };
                // Those that were held before are no candidates.
                let earlier = |of: usize| left(of) & below(vertex.saturating_sub(of as u32 * WORD));
                search.below_held(vertex, |of| neighbors[of] & !own(of) & !earlier(of));
                turn = take(block, room.cliques.ticket, turn + 1);
            }
            before += 1;
        }
    }
}

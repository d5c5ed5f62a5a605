//! Cliques of a size at each vertex.
//!
//! # Computes
//! For each vertex, how many cliques of `k` vertices it is in. A leaf of a search tree with `h` vertices held and `p` pivots stands for
//! C(p, k - h) of them. All of these have each vertex that is held, and each pivot is in C(p - 1, k - h - 1).
//!
//! # Requires
//! What [`pivots`](super) requires, and that there are fewer than 2^64 cliques in all: then no sum here passes that. Where there are more, the kernels
//! of [`pivots_128`](crate::kernels::pivots_128) do the same in larger numbers.
//!
//! # Thread mapping
//! Persistent blocks draw roots from a queue, the longest lists first. The warps of a block take the children of the tree's root. A warp goes
//! depth-first, its lanes looking for pivots together. What is found below a node goes up with it: a vertex is added to once for each
//! node, not for each leaf. A warp that is still at it when the others of its block wait shares what it has to do with them; when no tasks are left,
//! it hands that over to a next launch, and with it which vertices were taken: whoever goes on adds to these too.

mod children;
mod handing;
mod number;
mod room;
mod search;

pub use room::{CliquesAtVerticesArgs, CliquesAtVerticesShape, RECORD_SETS};

use children::Children;
use number::Number;
use room::VertexRoom;
use search::{Begin, VertexSearch};

use super::handover::{GROUP, Patience};
use crate::kernels::cliques::build::build;
use crate::kernels::cliques::source::GraphLists;
use crate::kernels::cliques::tickets::take;
use crate::kernels::queue::draw_block;
use crate::simt::Block;

/// Counts the cliques of `k` vertices at each vertex. The roots' matrices stand in shared memory.
///
/// Shared memory: [`CliquesAtVerticesShape::shared_bytes`]. Bound by looking for pivots.
#[cuda_std::kernel(max_threads = 384, min_blocks = 1)]
pub unsafe fn count_cliques_at_vertices<B: Block>(block: B, args: &CliquesAtVerticesArgs<'_>) {
    count::<B, u64, false, false>(block, args);
}

/// The same for roots whose matrices are too large for shared memory: they stand in `words`.
///
/// Shared memory: [`CliquesAtVerticesShape::shared_bytes_wide`].
#[cuda_std::kernel(max_threads = 384, min_blocks = 1)]
pub unsafe fn count_cliques_at_vertices_wide<B: Block>(block: B, args: &CliquesAtVerticesArgs<'_>) {
    count::<B, u64, true, false>(block, args);
}

/// Counts as [`count_cliques_at_vertices`] does, where searches may take long: these are shared among warps, and handed over.
///
/// Shared memory and bound: as there.
#[cuda_std::kernel(max_threads = 384, min_blocks = 1)]
pub unsafe fn begin_cliques_at_vertices<B: Block>(block: B, args: &CliquesAtVerticesArgs<'_>) {
    count::<B, u64, false, true>(block, args);
}

/// The same for roots whose matrices are too large for shared memory: they stand in `words`.
///
/// Shared memory: [`CliquesAtVerticesShape::shared_bytes_wide`].
#[cuda_std::kernel(max_threads = 384, min_blocks = 1)]
pub unsafe fn begin_cliques_at_vertices_wide<B: Block>(block: B, args: &CliquesAtVerticesArgs<'_>) {
    count::<B, u64, true, true>(block, args);
}

/// Goes on with what launches of [`begin_cliques_at_vertices`] or of this kernel have handed over: `resumed`.
///
/// Shared memory and bound: as for [`count_cliques_at_vertices`].
#[cuda_std::kernel(max_threads = 384, min_blocks = 1)]
pub unsafe fn resume_cliques_at_vertices<B: Block>(block: B, args: &CliquesAtVerticesArgs<'_>) {
    resume::<B, u64, false>(block, args);
}

/// The same for launches of [`begin_cliques_at_vertices_wide`].
///
/// Shared memory: [`CliquesAtVerticesShape::shared_bytes_wide`].
#[cuda_std::kernel(max_threads = 384, min_blocks = 1)]
pub unsafe fn resume_cliques_at_vertices_wide<B: Block>(block: B, args: &CliquesAtVerticesArgs<'_>) {
    resume::<B, u64, true>(block, args);
}

/// The body of the kernels that count, in numbers `N`. They share searches among warps, and hand them over, if they are told so.
#[inline(always)]
pub(in crate::kernels) fn count<B: Block, N: Number, const WIDE: bool, const HANDS: bool>(
    block: B,
    args: &CliquesAtVerticesArgs<'_>,
) {
    // SAFETY: once, and shared memory is used in no other way.
    let room = unsafe { VertexRoom::new::<B, N, WIDE>(block, args) };
    let (roots, queue) = (args.cliques.roots.len() as u64, &args.cliques.queue[0]);
    let mut patience = Patience::new();
    while let Some(tasks) = draw_block(block, room.cliques.slot, queue, args.cliques.chunk, roots) {
        for position in tasks.start as u32..tasks.end as u32 {
            let search = search_of::<B, N>(block, args, &room, position);
            let mut children = Children::new(block, &room, &search);
            share::<B, N, HANDS>(block, &search, &mut patience, || children.next(&search).map(Begin::at));
            search.store();
        }
    }
}

/// The body of the kernels that go on.
#[inline(always)]
pub(in crate::kernels) fn resume<B: Block, N: Number, const WIDE: bool>(
    block: B,
    args: &CliquesAtVerticesArgs<'_>,
) {
    // SAFETY: once, and shared memory is used in no other way.
    let room = unsafe { VertexRoom::new::<B, N, WIDE>(block, args) };
    let (groups, queue) = (args.resumed.groups, &args.cliques.queue[0]);
    let tasks = groups.len() as u64 / GROUP as u64;
    let mut patience = Patience::new();
    while let Some(tasks) = draw_block(block, room.cliques.slot, queue, args.cliques.chunk, tasks) {
        for task in tasks.start as u32..tasks.end as u32 {
            // Read where they are needed, as registers are scarce.
            let of_group = |at: usize| groups[GROUP * task as usize + at];
            let search = search_of::<B, N>(block, args, &room, of_group(0));
            let mut turn = None;
            share::<B, N, true>(block, &search, &mut patience, || {
                let next = take(block, room.cliques.ticket, turn.map_or(0, |turn: u32| turn + 1));
                turn = Some(next);
                let record = |next| args.resumed.get(of_group(1) + next, args.over.stride);
                (next < of_group(2) - of_group(1)).then(|| search.put_record(record(next)))
            });
            search.store();
        }
    }
}

/// Searches below the nodes that `next` gives, until it gives no more, and below what warps hand to each other of that. A collective of the
/// block.
#[inline(always)]
fn share<B: Block, N: Number, const HANDS: bool>(
    block: B,
    search: &VertexSearch<'_, '_, B::Warp, N>,
    patience: &mut Patience,
    mut next: impl FnMut() -> Option<Begin<N>>,
) {
    let (among, ticket) = (&search.room.among, search.room.cliques.ticket);
    // In which turn the records were written that are taken, if it is not the first time, and which of how many.
    let (mut from, mut at, mut count) = (None, 0, 0);
    loop {
        let begin = match from {
            None => next(),
            Some(turn) => (at < count).then(|| search.put_record(among.record(turn, at))),
        };
        if let Some(begin) = begin {
            search.go_down::<HANDS>(patience, begin);
            if from.is_some() {
                at = take(block, ticket, at + 1);
            }
            continue;
        }
        count = if HANDS { among.meet(block, ticket, patience.turn) } else { 0 };
        if count == 0 {
            return;
        }
        from = Some(patience.turn);
        patience.turn = 1 - patience.turn;
        at = take(block, ticket, 0);
    }
}

/// A warp's search in the matrix of the root at a position, which is made first. A collective of the block.
#[inline(always)]
fn search_of<'r, 'a, B: Block, N: Number>(
    block: B,
    args: &'r CliquesAtVerticesArgs<'a>,
    room: &'r VertexRoom<'a>,
    position: u32,
) -> VertexSearch<'r, 'a, B::Warp, N> {
    let rows = build(block, &args.cliques, &room.cliques, GraphLists, position).len() as u32;
    room.among.reset(block);
    // SAFETY: `build` filled so many rows; the block has met since.
    unsafe { room.cliques.matrix.mirror(block, rows) };
    VertexSearch::new(block.warp(), args, room, (position, rows))
}

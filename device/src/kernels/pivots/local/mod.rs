//! Searches for cliques of a size that add up on the way back: at each vertex, or at each edge.
//!
//! # Computes
//! For each vertex, or each edge, how many cliques of `k` vertices it is in. A leaf of a search tree with `h` vertices
//! held and `p` pivots stands for C(p, k - h) of them. All of these have each vertex that is held, each pivot is in
//! C(p - 1, k - h - 1), and each two pivots are in C(p - 2, k - h - 2). What is found below a node goes up with it.
//!
//! # Thread mapping
//! Persistent blocks draw roots from a queue, the longest lists first. The warps of a block take the children of the
//! tree's root. A warp goes depth-first, its lanes looking for pivots together. A warp that is still at it when the
//! others of its block wait shares what it has to do with them; when no tasks are left, it hands that over to a next
//! launch, and with it which vertices were taken: whoever goes on adds to these too.
//!
//! | module | what is in it |
//! | --- | --- |
//! | `search` | the way through a tree |
//! | `node` | what is known of a node |
//! | `children` | which children of a tree's root a warp takes |
//! | `handing` | what is handed over |
//! | `adding` | what is added on the way |
//! | `pairs` | which vertices were taken, and what is added to pairs of them where cliques are counted at edges |
//! | `number` | numbers of 64 or 128 bits |
//! | `room` | what the kernels take, and where it stands |

mod adding;
mod children;
mod handing;
mod node;
mod number;
mod pairs;
mod room;
mod search;

pub use room::{LocalCliquesArgs, LocalCliquesShape, RECORD_SETS};

use children::Children;
use node::Begin;
use number::CountInteger;
use room::LocalRoom;
use search::LocalSearch;

use super::handover::{GROUP, Patience};
use crate::kernels::cliques::build::build;
use crate::kernels::cliques::source::GraphLists;
use crate::kernels::cliques::tickets::take;
use crate::kernels::queue::draw_block;
use crate::places::Places;
use crate::simt::Block;

/// The body of the kernels that count at places `P`, in numbers `N`. They share searches among warps, and hand them
/// over, if they are told so.
#[inline(always)]
pub(in crate::kernels) fn count<B: Block, N: CountInteger, P: Places, const WIDE: bool, const HANDS: bool>(
    block: B,
    args: &LocalCliquesArgs<'_>,
) {
    // SAFETY: once, and shared memory is used in no other way.
    let room = unsafe { LocalRoom::new::<B, N, P, WIDE>(block, args) };
    let (roots, queue) = (args.cliques.roots.len() as u64, &args.cliques.queue[0]);
    let mut patience = Patience::new();
    while let Some(tasks) = draw_block(block, room.cliques.slot, queue, args.cliques.chunk, roots) {
        for position in tasks.start as u32..tasks.end as u32 {
            let search = search_of::<B, N, P>(block, args, &room, position);
            let mut children = Children::new(block, &room, &search);
            share::<B, N, P, HANDS>(block, &search, &mut patience, || {
                children.next(&search).map(|from| search.begin(from))
            });
            store(block, &search);
        }
    }
}

/// The body of the kernels that go on.
#[inline(always)]
pub(in crate::kernels) fn resume<B: Block, N: CountInteger, P: Places, const WIDE: bool>(
    block: B,
    args: &LocalCliquesArgs<'_>,
) {
    // SAFETY: once, and shared memory is used in no other way.
    let room = unsafe { LocalRoom::new::<B, N, P, WIDE>(block, args) };
    let (groups, queue) = (args.resumed.groups, &args.cliques.queue[0]);
    let tasks = groups.len() as u64 / GROUP as u64;
    let mut patience = Patience::new();
    while let Some(tasks) = draw_block(block, room.cliques.slot, queue, args.cliques.chunk, tasks) {
        for task in tasks.start as u32..tasks.end as u32 {
            // Read where they are needed, as registers are scarce.
            let of_group = |at: usize| groups[GROUP * task as usize + at];
            let search = search_of::<B, N, P>(block, args, &room, of_group(0));
            let mut turn = None;
            share::<B, N, P, true>(block, &search, &mut patience, || {
                let next = take(block, room.cliques.ticket, turn.map_or(0, |turn: u32| turn + 1));
                turn = Some(next);
                let record = |next| args.resumed.get(of_group(1) + next, args.over.stride);
                (next < of_group(2) - of_group(1)).then(|| search.put_record(record(next)))
            });
            store(block, &search);
        }
    }
}

/// Searches below the nodes that `next` gives, until it gives no more, and below what warps hand to each other of that.
/// A collective of the block.
#[inline(always)]
fn share<B: Block, N: CountInteger, P: Places, const HANDS: bool>(
    block: B,
    search: &LocalSearch<'_, '_, B::Warp, N, P>,
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
fn search_of<'r, 'a, B: Block, N: CountInteger, P: Places>(
    block: B,
    args: &'r LocalCliquesArgs<'a>,
    room: &'r LocalRoom<'a>,
    position: u32,
) -> LocalSearch<'r, 'a, B::Warp, N, P> {
    let rows = build(block, &args.cliques, &room.cliques, GraphLists, position).len() as u32;
    room.among.reset(block);
    // SAFETY: `build` filled so many rows; the block has met since.
    unsafe { room.cliques.matrix.mirror(block, rows) };
    LocalSearch::new(block.warp(), args, room, (position, rows))
}

/// Adds what was found below a root to the graph's vertices, or edges. A collective of the block.
#[inline(always)]
fn store<B: Block, N: CountInteger, P: Places>(block: B, search: &LocalSearch<'_, '_, B::Warp, N, P>) {
    match P::PAIRS {
        true => search.store_at_edges(block),
        false => search.store_at_vertices(),
    }
}

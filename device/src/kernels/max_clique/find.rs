//! The kernels: the largest clique of some roots, and a root's first of that size.

use core::sync::atomic::Ordering::Relaxed;

use super::few::Few;
use super::goal::{ExistsGoal, Goal, LargestGoal, size_to_reach};
use super::many::Many;
use super::room::{MaxCliqueArgs, SearchRoom};
use super::root::MatrixRoot;
use crate::kernels::cliques::few::{FEW, FewRows, FewStack};
use crate::kernels::cliques::matrix::{WORD, below, nth};
use crate::kernels::cliques::tickets::take;
use crate::kernels::queue::draw_block;
use crate::kernels::triangles::shared::ThreadTeam;
use crate::memory::Scratch;
use crate::simt::Block;

/// Finds the largest clique of roots whose lists have at most 64 vertices.
///
/// Shared memory: [`MaxCliqueShape::shared_bytes`](super::MaxCliqueShape::shared_bytes). Bound by filling the matrices.
#[cuda_std::kernel(max_threads = 384, min_blocks = 1)]
pub unsafe fn find_largest_of_few<B: Block>(block: B, args: &MaxCliqueArgs<'_>) {
    find::<B, false, false>(block, args);
}

/// Finds the largest clique of roots with longer lists. Their matrices stand in shared memory.
///
/// Shared memory: [`MaxCliqueShape::shared_bytes`](super::MaxCliqueShape::shared_bytes).
// May spill: candidates are packed in an order of their own once for each root, before the search.
#[cuda_std::kernel(max_threads = 384, min_blocks = 1, may_spill = 720)]
pub unsafe fn find_largest<B: Block>(block: B, args: &MaxCliqueArgs<'_>) {
    find::<B, false, true>(block, args);
}

/// Finds the largest clique of roots whose matrices are too large for shared memory: they stand in `words`.
///
/// Shared memory: [`MaxCliqueShape::shared_bytes_wide`](super::MaxCliqueShape::shared_bytes_wide).
// May spill, as the other does.
#[cuda_std::kernel(max_threads = 384, min_blocks = 1, may_spill = 720)]
pub unsafe fn find_largest_wide<B: Block>(block: B, args: &MaxCliqueArgs<'_>) {
    find::<B, true, true>(block, args);
}

/// Finds the first clique of the launch's only root that has as many vertices as `best` says, and writes it to `found`:
/// the root, and then the others from the last in its list to the first. Of all its cliques of that size it is the one
/// whose last vertex comes first; of those the one whose last but one does; and so on.
///
/// One block runs, whose matrix stands in `words`. `found` has room for so many vertices; if there is no such clique,
/// or the search is ended, only some of it is written. Shared memory:
/// [`MaxCliqueShape::shared_bytes_wide`](super::MaxCliqueShape::shared_bytes_wide).
#[cuda_std::kernel(max_threads = 384, min_blocks = 1)]
pub unsafe fn find_first<B: Block>(block: B, args: &MaxCliqueArgs<'_>) {
    // SAFETY: once, and shared memory is used in no other way.
    let room = unsafe { SearchRoom::new::<B, true>(block, args) };
    let clique = super::size_of(args.best[0].load(Relaxed));
    let root = MatrixRoot::new(block, args, &room, 0);
    let write = |at: u32, vertex: u32| {
        if block.thread() == 0 {
            // SAFETY: one thread, and there is room for a clique of the size.
            unsafe { args.found.write(at as usize, vertex) };
        }
    };
    write(0, args.cliques.roots[0]);
    let Some(mut left) = root.candidates(block, clique) else { return };
    for held in 1..clique {
        let Some(vertex) = first_of(block, args, &room, &root, left, (held, clique)) else { return };
        // SAFETY: `build` wrote the list, before the block met.
        write(held, unsafe { room.cliques.list.read(vertex as usize) });
        left = keep_before(block, &room, &root, left, vertex);
    }
}

/// The first of the candidates in `left` that is the last of a clique of `clique` vertices, of which `held` are held. A
/// collective of the block.
#[inline(always)]
fn first_of<B: Block>(
    block: B,
    args: &MaxCliqueArgs<'_>,
    room: &SearchRoom<'_>,
    root: &MatrixRoot<'_, '_>,
    left: Scratch<'_, u64>,
    (held, clique): (u32, u32),
) -> Option<u32> {
    block.sync();
    if block.thread() == 0 {
        room.least.store(u32::MAX, Relaxed);
    }
    block.sync();
    let set = root.read(left);
    let mut turn = block.warp_index();
    while let Some(vertex) = nth(set, turn) {
        let goal = &mut ExistsGoal::new(block.warp(), room.least, args.stop(), vertex, clique);
        if goal.is_over() {
            break;
        }
        if held + 1 == clique {
            goal.reach();
        } else {
            let child = |at: usize| set[at] & before(vertex, at) & root.neighbors(vertex, at);
            search::<B, true>(block, room, root, goal, held + 1, child);
        }
        turn += block.warps();
    }
    block.sync();
    let least = room.least.load(Relaxed);
    (least != u32::MAX).then_some(least)
}

/// Those of `left` that are neighbours of `vertex` and come before it. A collective of the block.
#[inline(always)]
fn keep_before<'a, B: Block>(
    block: B,
    room: &SearchRoom<'a>,
    root: &MatrixRoot<'_, 'a>,
    left: Scratch<'a, u64>,
    vertex: u32,
) -> Scratch<'a, u64> {
    let [one, other, _] = room.sets;
    let to = if core::ptr::eq(one.pointer(), left.pointer()) { other } else { one };
    let set = root.read(left);
    // SAFETY: nobody reads this set: the block met after the last that did. A word for each thread, and the block meets
    // before they are read.
    ThreadTeam::block(block).share(set.len(), |at| unsafe {
        to.write(at, set[at] & before(vertex, at) & root.neighbors(vertex, at));
    });
    block.sync();
    to
}

/// Word `at` of the set of all vertices before one.
#[inline(always)]
fn before(vertex: u32, at: usize) -> u64 {
    below(vertex.saturating_sub(at as u32 * WORD))
}

/// The body of the kernels that find the largest. `LONG` is whether there are lists of more than 64 vertices.
#[inline(always)]
fn find<B: Block, const WIDE: bool, const LONG: bool>(block: B, args: &MaxCliqueArgs<'_>) {
    assert!(LONG == (args.cliques.shape.longest > FEW), "a launch for lists of another length");
    // SAFETY: once, and shared memory is used in no other way.
    let room = unsafe { SearchRoom::new::<B, WIDE>(block, args) };
    let (parts, queue) = (args.cliques.parts, &args.cliques.queue[0]);
    while let Some(tasks) = draw_block(block, room.cliques.slot, queue, args.cliques.chunk, args.tasks()) {
        for task in tasks.start as u32..tasks.end as u32 {
            of_root::<B, LONG>(block, args, &room, task / parts, task % parts);
        }
    }
}

/// Searches below those of the vertices that a root holds first that are the part's.
#[inline(always)]
fn of_root<B: Block, const LONG: bool>(
    block: B,
    args: &MaxCliqueArgs<'_>,
    room: &SearchRoom<'_>,
    root: u32,
    part: u32,
) {
    let position = args.first + root;
    let clique = to_reach(block, args, room, position);
    if args.cliques.graph.list(args.cliques.roots[root as usize]).len() as u64 + 1 < u64::from(clique) {
        return;
    }
    let root = MatrixRoot::new(block, args, room, root);
    let Some(candidates) = root.candidates(block, clique) else { return };
    let (root, candidates) = match LONG {
        true if is_done(block, &root, candidates, clique) => return,
        true => root.packed(block, candidates).unwrap_or((root, candidates)),
        false => (root, candidates),
    };
    let set = root.read(candidates);
    let goal = &mut LargestGoal::new(block.warp(), &args.best[0], args.stop(), position, clique);
    let parts = args.cliques.parts;
    if block.warps() == 1 && parts == 1 {
        search::<B, LONG>(block, room, &root, goal, 1, |at| set[at]);
        return;
    }
    let branches = root.read(root.branches(block, candidates, clique));
    let all: u32 = branches.iter().map(|word| word.count_ones()).sum();
    let mut turn = take(block, room.cliques.ticket, 0);
    while turn * parts + part < all {
        // From the last on.
        let Some(vertex) = nth(branches, all - 1 - turn * parts - part) else { break };
        // A clique with several of the branches is found at the last of them: each leaves out those after it.
        let others = |at: usize| !(branches[at] & !before(vertex, at));
        let child = |at: usize| set[at] & others(at) & root.neighbors(vertex, at);
        if goal.size() == 2 {
            goal.reach();
        }
        search::<B, LONG>(block, room, &root, goal, 2, child);
        turn = take(block, room.cliques.ticket, turn + 1);
    }
}

/// Whether as few classes as a clique may have vertices leave none of the candidates. A collective of the block.
#[inline(always)]
fn is_done<'a, B: Block>(
    block: B,
    root: &MatrixRoot<'_, 'a>,
    candidates: Scratch<'a, u64>,
    clique: u32,
) -> bool {
    let is_done = root.read(root.branches(block, candidates, clique)).iter().all(|&word| word == 0);
    // All have read the branches before the next are written in their place.
    block.sync();
    is_done
}

/// How many vertices a clique of the root at a position has to have to be better than the best so far. A collective of
/// the block.
#[inline(always)]
fn to_reach<B: Block>(block: B, args: &MaxCliqueArgs<'_>, room: &SearchRoom<'_>, position: u32) -> u32 {
    // All have read the slot, which the last draw or the last call wrote.
    block.sync();
    if block.thread() == 0 {
        // SAFETY: one element, which one thread writes between two meetings of the block.
        unsafe { room.cliques.slot.write(0, args.best[0].load(Relaxed)) };
    }
    block.sync();
    // SAFETY: as above.
    size_to_reach(unsafe { room.cliques.slot.read(0) }, position)
}

/// Searches below a node that holds `held` vertices, whose candidates are in the words that `word` gives. A collective
/// of the warp.
#[inline(always)]
fn search<B: Block, const LONG: bool>(
    block: B,
    room: &SearchRoom<'_>,
    root: &MatrixRoot<'_, '_>,
    goal: &mut impl Goal,
    held: u32,
    word: impl Fn(usize) -> u64,
) {
    let warp = block.warp();
    if LONG && room.is_long {
        Many::new(warp, room, root.matrix, root.rows).search(goal, held, word);
        return;
    }
    let set = if root.rows == 0 { 0 } else { word(0) };
    // SAFETY: rows of at most 64 bits are a word each, `stride` apart, and were made whole before the block met; a warp
    // has one search at a time.
    let few = unsafe {
        let rows = FewRows::new(warp, root.matrix.one_word_rows(), root.rows);
        Few::new(rows, FewStack::new(warp, room.few), room.classes(warp, root.matrix, 1))
    };
    few.search(goal, set, held);
}

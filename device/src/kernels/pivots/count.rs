//! The leaves of the trees of some roots.

use super::among::{self, NextSearch, SearchBelow};
use super::few::Few;
use super::handover::{GROUP, Patience};
use super::many::Many;
use super::room::{PivotArgs, PivotRoom};
use super::spine::{self, Branch};
use crate::kernels::cliques::build::build;
use crate::kernels::cliques::few::{FEW, FewRows, FewStack};
use crate::kernels::cliques::matrix::word_of;
use crate::kernels::cliques::source::GraphLists;
use crate::kernels::cliques::tickets::take;
use crate::kernels::queue::draw_block;
use crate::simt::{Block, Warp};

/// Counts the leaves of the trees of roots whose lists have at most 64 vertices.
///
/// Shared memory: [`PivotShape::shared_bytes`](super::PivotShape::shared_bytes). Bound by looking for pivots: a
/// popcount for each candidate of a node.
#[cuda_std::kernel(max_threads = 512, min_blocks = 1)]
pub unsafe fn count_by_pivots_of_few<B: Block>(block: B, args: &PivotArgs<'_>) {
    count::<B, false, false>(block, args);
}

/// Counts the leaves of the trees of roots with longer lists. Their matrices stand in shared memory.
///
/// Shared memory: [`PivotShape::shared_bytes`](super::PivotShape::shared_bytes). Bound by looking for pivots.
// May spill: to share searches among warps, and to hand them over, takes registers, and is worth more
// (benches/results/notes.md). On the H100 every size of rmat14 takes 37 ms so, and 7.61 s where nothing spilled and
// nobody shared.
#[cuda_std::kernel(max_threads = 512, min_blocks = 1, may_spill = 1300)]
pub unsafe fn count_by_pivots<B: Block>(block: B, args: &PivotArgs<'_>) {
    count::<B, false, true>(block, args);
}

/// Counts the leaves of the trees of roots whose matrices are too large for shared memory: they stand in `words`.
///
/// Shared memory: [`PivotShape::shared_bytes_wide`](super::PivotShape::shared_bytes_wide).
#[cuda_std::kernel(max_threads = 512, min_blocks = 1, may_spill = 1320)]
pub unsafe fn count_by_pivots_wide<B: Block>(block: B, args: &PivotArgs<'_>) {
    count::<B, true, true>(block, args);
}

/// Goes on with what launches of [`count_by_pivots`] or of this kernel have handed over: `resumed`.
///
/// Shared memory: [`PivotShape::shared_bytes`](super::PivotShape::shared_bytes). Bound by looking for pivots.
#[cuda_std::kernel(max_threads = 512, min_blocks = 1, may_spill = 1300)]
pub unsafe fn resume_by_pivots<B: Block>(block: B, args: &PivotArgs<'_>) {
    resume::<B, false>(block, args);
}

/// Goes on with what launches of [`count_by_pivots_wide`] or of this kernel have handed over: `resumed`.
///
/// Shared memory: [`PivotShape::shared_bytes_wide`](super::PivotShape::shared_bytes_wide).
#[cuda_std::kernel(max_threads = 512, min_blocks = 1, may_spill = 1300)]
pub unsafe fn resume_by_pivots_wide<B: Block>(block: B, args: &PivotArgs<'_>) {
    resume::<B, true>(block, args);
}

/// Nodes after which a search ends that nobody else would go on with: so many that their number fits.
const WHOLE: u32 = 1 << 31;

/// The body of the kernels that count. `LONG` is whether there are lists of more than 64 vertices.
#[inline(always)]
fn count<B: Block, const WIDE: bool, const LONG: bool>(block: B, args: &PivotArgs<'_>) {
    assert!(LONG == (args.cliques.shape.longest > FEW), "a launch for lists of another length");
    // SAFETY: once, and shared memory is used in no other way.
    let room = unsafe { PivotRoom::new::<B, WIDE>(block, args) };
    let (parts, queue) = (args.cliques.parts, &args.cliques.queue[0]);
    let tasks = args.cliques.roots.len() as u64 * u64::from(parts);
    let mut patience = Patience::new();
    while let Some(tasks) = draw_block(block, room.cliques.slot, queue, args.cliques.chunk, tasks) {
        for task in tasks.start as u32..tasks.end as u32 {
            let rows = build_whole(block, args, &room, task / parts);
            of_root::<B, LONG>(block, args, &room, task, rows, &mut patience);
        }
    }
    search_aside(block, args, &room, &patience);
    room.leaves.store(block);
}

/// The body of the kernels that go on.
#[inline(always)]
fn resume<B: Block, const WIDE: bool>(block: B, args: &PivotArgs<'_>) {
    // SAFETY: once, and shared memory is used in no other way.
    let room = unsafe { PivotRoom::new::<B, WIDE>(block, args) };
    let (groups, queue) = (args.resumed.groups, &args.cliques.queue[0]);
    let tasks = groups.len() as u64 / GROUP as u64;
    let mut patience = Patience::new();
    while let Some(tasks) = draw_block(block, room.cliques.slot, queue, args.cliques.chunk, tasks) {
        for task in tasks.start as u32..tasks.end as u32 {
            // Read where they are needed, as registers are scarce.
            let of_group = |at: usize| groups[GROUP * task as usize + at];
            let rows = build_whole(block, args, &room, of_group(0));
            let many = Many { warp: block.warp(), room: &room, args, task, rows };
            share(block, &many, &mut patience, of_group(2) - of_group(1), |turn| {
                many.put_record(args.resumed.get(of_group(1) + turn, args.over.stride))
            });
        }
    }
    search_aside(block, args, &room, &patience);
    room.leaves.store(block);
}

/// Searches below what the warp has put aside, when it has nothing else to do. A collective of the warp.
#[inline(always)]
fn search_aside<B: Block>(block: B, args: &PivotArgs<'_>, room: &PivotRoom<'_>, patience: &Patience) {
    if B::Warp::LANES > 1 {
        room.tiny.search(block.warp(), patience.waiting, room.leaves, args.sizes());
    }
}

/// Makes the whole matrix of the root at a position. A collective of the block; returns how many rows there are.
#[inline(always)]
fn build_whole<B: Block>(block: B, args: &PivotArgs<'_>, room: &PivotRoom<'_>, position: u32) -> u32 {
    let rows = build(block, &args.cliques, &room.cliques, GraphLists, position).len() as u32;
    room.among.reset(block);
    // SAFETY: `build` filled so many rows; the block has met since.
    unsafe { room.cliques.matrix.mirror(block, rows) };
    rows
}

/// Searches the branches of a root that are this warp's to take, of those that are the task's.
#[inline(always)]
fn of_root<B: Block, const LONG: bool>(
    block: B,
    args: &PivotArgs<'_>,
    room: &PivotRoom<'_>,
    task: u32,
    rows: u32,
    patience: &mut Patience,
) {
    let parts = args.cliques.parts;
    let part = task % parts;
    let alone = block.warps() == 1 && parts == 1;
    let branches = if alone { 1 } else { spine::make(block, room, rows) };
    let branch = |turn| if alone { Branch::whole() } else { Branch::get(room, turn * parts + part) };
    if LONG {
        let many = Many { warp: block.warp(), room, args, task, rows };
        return share(block, &many, patience, branches.saturating_sub(part).div_ceil(parts), |turn| {
            let branch = branch(turn);
            many.put(|place| alone || branch.has(room, place));
            Some((0, branch.held, branch.pivots))
        });
    }
    let mut turn = take(block, room.cliques.ticket, 0);
    while turn * parts + part < branches {
        let branch = branch(turn);
        let set = word_of(block.warp(), 0, rows, |place| alone || branch.has(room, place));
        of_few(block, args, room, rows, patience, (set, branch.held, branch.pivots));
        turn = take(block, room.cliques.ticket, turn + 1);
    }
}

/// Searches below `count` nodes of a root, which the warps of the block take one after the other and `put` on their
/// stacks, and below what warps hand to each other of that. A collective of the block.
///
/// What is put is a node's level, how many vertices are held, and the pivots; or nothing, if all below it is counted.
#[inline(always)]
fn share<B: Block>(
    block: B,
    many: &Many<'_, '_, B::Warp>,
    patience: &mut Patience,
    count: u32,
    put: impl Fn(u32) -> Option<(u32, u32, u32)>,
) {
    let below = Below { many, put };
    among::share(block, &many.room.among, many.room.cliques.ticket, patience, count, &below);
}

/// What [`share`] searches with.
struct Below<'m, 'r, 'a, W, F> {
    many: &'m Many<'r, 'a, W>,
    put: F,
}

impl<'a, W: Warp, F: Fn(u32) -> Option<(u32, u32, u32)>> SearchBelow<'a> for Below<'_, '_, '_, W, F> {
    #[inline(always)]
    fn search(&self, patience: &mut Patience, turn: NextSearch<'a>) {
        let node = match turn {
            NextSearch::First(at) => (self.put)(at),
            NextSearch::Record(record) => self.many.put_record(record),
        };
        if let Some((level, held, pivots)) = node {
            self.many.go_down(patience, level, held, pivots);
        }
    }
}

/// Searches below a node of a root whose list has at most 64 vertices.
#[inline(always)]
fn of_few<B: Block>(
    block: B,
    args: &PivotArgs<'_>,
    room: &PivotRoom<'_>,
    rows: u32,
    patience: &mut Patience,
    mut start: (u64, u32, u32),
) {
    let (warp, matrix) = (block.warp(), room.cliques.matrix.one_word_rows());
    // SAFETY: rows of at most 64 bits are one word each, without gaps, and the block met since they were written; a warp
    // has one search at a time.
    let graph = unsafe { (FewRows::new(warp, matrix, rows), FewStack::new(warp, room.few)) };
    let few = Few::new(warp, graph, &room.leaves, room.tiny, args.sizes());
    let mut level = 0;
    loop {
        patience.nodes = 0;
        level = few.search(start, level, patience, WHOLE);
        if level == 0 {
            return;
        }
        start.0 = 0;
    }
}

//! The kernels.

use core::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

use super::room::{MaximalBicliqueArgs, rooms_of};
use super::tree::Tree;
use crate::kernels::bicliques::root::{BicliqueRoot, Far};
use crate::kernels::queue::{QueueStop, draw_block};
use crate::kernels::triangles::shared::{Arena, ThreadTeam};
use crate::simt::{Block, Warp};

/// A number of shares that is beyond all that are drawn: nothing is left.
const ALL_DRAWN: u64 = 1 << 32;
/// Children of a root that a share has, about.
const CHILDREN: usize = 4;
/// Shares of a root, at most: for each its list is gone through.
const SHARES: usize = 1 << 8;

/// Counts the maximal bicliques by their sizes, and how many numbers those of each root take as they are written.
///
/// Shared memory: [`MaximalBicliqueShape::shared_bytes`](super::MaximalBicliqueShape::shared_bytes). Bound by the words
/// of the rows of each node's list, which are looked at for each child.
#[cuda_std::kernel(max_threads = 256, min_blocks = 2, may_spill = 1600)]
pub unsafe fn count_maximal_bicliques<B: Block>(block: B, args: &MaximalBicliqueArgs<'_>) {
    search::<B, false>(block, args);
}

/// Writes the maximal bicliques of roots, each root's where its place is, in any order.
///
/// Shared memory: [`MaximalBicliqueShape::shared_bytes`](super::MaximalBicliqueShape::shared_bytes).
#[cuda_std::kernel(max_threads = 256, min_blocks = 2, may_spill = 1600)]
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
    // Whoever has fewer in common is in no biclique that is looked for, nor keeps one from being maximal.
    let least = args.shape.least_common;
    let far = if args.shape.greater_have_rows > 0 { Far::All } else { Far::Smaller };
    ThreadTeam::block(block).share(room.met.len(), |at| room.met[at].store(0, Relaxed));
    while let Some(tasks) = draw_block(block, slot, &args.queue[0], 1, args.end) {
        let Some(work) = RootWork::of(block, args, tasks.start, next) else { continue };
        let root = BicliqueRoot::find(block, args.graph, room, work.vertex(), (far, least), found);
        let is_shared = root.found >= args.shape.shared_from as usize;
        if work.helps && !is_shared {
            root.forget_all(block);
            continue;
        }
        root.fill(block);
        let (warp, stop) = (block.warp(), QueueStop { queue: &args.queue[0], end: args.end });
        let tree = Tree { warp, args, root, task: work.root, stack, stop, nodes: 0, is_over: false };
        below::<B, WRITES>(block, tree, &work, if is_shared { None } else { Some(next) });
        root.forget_candidates(block);
    }
}

/// What a task is.
struct RootWork<'r, 'a> {
    args: &'r MaximalBicliqueArgs<'a>,
    /// The root's place.
    root: usize,
    /// Whether it is another task's, which this one helps.
    helps: bool,
}

impl<'r, 'a> RootWork<'r, 'a> {
    /// That of a task; none if nothing is left of it. A collective of the block. `next` is shared by the threads, and 0
    /// when something is left.
    #[inline(always)]
    fn of<B: Block>(
        block: B,
        args: &'r MaximalBicliqueArgs<'a>,
        task: u64,
        next: &AtomicU32,
    ) -> Option<Self> {
        let helps = task >= args.roots_end;
        let root = if helps { args.first + (task - args.roots_end) % args.helped } else { task };
        let work = RootWork { args, root: root as usize, helps };
        if block.thread() == 0 {
            let is_done = helps && work.shares().load(Relaxed) >= ALL_DRAWN;
            next.store(is_done.into(), Relaxed);
        }
        block.sync();
        (next.load(Relaxed) == 0).then_some(work)
    }

    /// The root.
    #[inline(always)]
    fn vertex(&self) -> u32 {
        self.args.roots[self.root]
    }

    /// How many of its shares have been drawn.
    #[inline(always)]
    fn shares(&self) -> &AtomicU64 {
        &self.args.shares[self.root]
    }

    /// The next share of the root, of so many. A collective of the warp.
    #[inline(always)]
    fn draw<W: Warp>(&self, warp: W, shares: u32) -> Option<u32> {
        let mut drawn = 0;
        if warp.lane() == 0 {
            drawn = self.shares().fetch_add(1, Relaxed);
            if drawn >= shares.into() {
                self.shares().store(ALL_DRAWN, Relaxed);
            }
        }
        let drawn = warp.shuffle_u64(drawn, 0);
        (drawn < shares.into()).then_some(drawn as u32)
    }
}

/// Goes through the tree of a root. The warps draw its children one after the other from a counter of the block; or,
/// with all who help, shares of them.
#[inline(always)]
fn below<B: Block, const WRITES: bool>(
    block: B,
    mut tree: Tree<'_, '_, B::Warp, WRITES>,
    work: &RootWork<'_, '_>,
    alone: Option<&AtomicU32>,
) {
    let warp = block.warp();
    let begun = tree.begin();
    if begun.is_none() || alone.is_some() {
        // Nobody else is to come.
        if block.thread() == 0 {
            work.shares().store(ALL_DRAWN, Relaxed);
        }
    }
    let Some((node, taken)) = begun else { return };
    if block.warp_index() == 0 && !work.helps {
        tree.found(&node, taken);
    }
    let shares = shares_of(node.listed);
    while !tree.is_over {
        let drawn = match alone {
            Some(next) => {
                let mut child = 0;
                if warp.lane() == 0 {
                    child = next.fetch_add(1, Relaxed);
                }
                let child = warp.shuffle(child, 0) as usize;
                Some((child..child + 1, None))
            }
            None => work.draw(warp, shares).map(|share| (0..node.listed, Some(share))),
        };
        let Some((children, share)) = drawn.filter(|(children, _)| children.start < node.listed) else {
            break;
        };
        let is_in = |vertex| share.is_none_or(|share| share_of(vertex, shares) == share);
        tree.below_some(&node, taken, children, is_in);
    }
}

/// How many shares the children of a root are dealt in, a power of two: the same wherever they are gone through.
#[inline(always)]
fn shares_of(children: usize) -> u32 {
    (children / CHILDREN).next_power_of_two().min(SHARES) as u32
}

/// The share that a vertex is in. That goes by its number, as blocks that help each other met the candidates in
/// different orders.
#[inline(always)]
fn share_of(vertex: u32, shares: u32) -> u32 {
    // Fibonacci hashing: the upper bits of the product are well mixed.
    vertex.wrapping_mul(0x9E37_79B9) >> 16 & (shares - 1)
}

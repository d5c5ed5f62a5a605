//! The kernels: how many bicliques of `p` and `q` vertices there are, in all or at each arc besides.

use core::sync::atomic::{AtomicU32, Ordering::Relaxed};

use super::room::{BlockRoom, PqBicliqueArgs, WarpRoom};
use super::root::{BicliqueRoot, Far};
use super::search::BicliqueSearch;
use crate::kernels::count::tally::Tally;
use crate::kernels::queue::{QueueStop, draw_block};
use crate::kernels::triangles::shared::{Arena, ThreadTeam};
use crate::simt::{Block, Warp};

/// Counts the bicliques, into `totals`.
///
/// Shared memory: [`PqBicliqueShape::shared_bytes`](super::PqBicliqueShape::shared_bytes). Bound by the root's wedges,
/// and by the words of the rows below.
#[cuda_std::kernel(max_threads = 256, min_blocks = 2, may_spill = 1300)]
pub unsafe fn count_pq_bicliques<B: Block>(block: B, args: &PqBicliqueArgs<'_>) {
    count::<B, false>(block, args);
}

/// Counts the bicliques, into `totals`, and those that each arc from the anchored side is in, into `arc_sums`.
///
/// Shared memory: [`PqBicliqueShape::shared_bytes`](super::PqBicliqueShape::shared_bytes). Bound by the additions, one
/// for each arc of a last vertex.
#[cuda_std::kernel(max_threads = 256, min_blocks = 2, may_spill = 2200)]
pub unsafe fn count_pq_bicliques_at_arcs<B: Block>(block: B, args: &PqBicliqueArgs<'_>) {
    count::<B, true>(block, args);
}

#[inline(always)]
fn count<B: Block, const AT_ARCS: bool>(block: B, args: &PqBicliqueArgs<'_>) {
    // SAFETY: once, and shared memory is used in no other way.
    let mut arena = unsafe { Arena::new(block) };
    let slot = arena.take::<u64>(1);
    let counters = arena.atomics(2);
    let (found, next) = (&counters[0], &counters[1]);
    let (room, own) = BlockRoom::of(block, args);
    ThreadTeam::block(block).share(room.met.len(), |at| room.met[at].store(0, Relaxed));
    let mut tally = Tally::new();
    while let Some(tasks) = draw_block(block, slot, &args.queue[0], 1, args.end) {
        let (root, part) = (tasks.start / args.parts, tasks.start % args.parts);
        let vertex = args.roots[root as usize];
        if block.thread() == 0 {
            next.store(0, Relaxed);
        }
        let root =
            BicliqueRoot::find(block, args.graph, room, vertex, (Far::Smaller, args.shape.common), found);
        if root.found + 1 < args.shape.take as usize {
            root.forget_all(block);
        } else if args.shape.has_rows() {
            root.fill(block);
            search::<B, AT_ARCS>(block, args, root, own, part, next, &mut tally);
            root.forget_candidates(block);
        } else {
            ThreadTeam::block(block).share(root.found, |at| {
                args.choices[root.common(at) as usize].add_to(&mut tally);
            });
            root.forget_all(block);
        }
    }
    tally.store(block.warp(), &args.totals);
}

/// Goes through a part of all below a root, whose candidates the warps draw one after the other.
#[inline(always)]
fn search<B: Block, const AT_ARCS: bool>(
    block: B,
    args: &PqBicliqueArgs<'_>,
    root: BicliqueRoot<'_>,
    room: WarpRoom<'_>,
    part: u64,
    next: &AtomicU32,
    tally: &mut Tally,
) {
    let warp = block.warp();
    let stop = QueueStop { queue: &args.queue[0], end: args.end };
    let mut search =
        BicliqueSearch::<_, AT_ARCS> { warp, args, root, room, tally, stop, nodes: 0, is_over: false };
    search.begin();
    while !search.is_over {
        let mut first = 0;
        if warp.lane() == 0 {
            first = next.fetch_add(1, Relaxed);
        }
        let first = warp.shuffle(first, 0) as usize;
        if first >= root.found {
            break;
        }
        // The candidates that come first in a part are told by their numbers in the graph.
        if args.parts == 1 || u64::from(root.candidate(first)) % args.parts == part {
            search.below(first);
        }
    }
}

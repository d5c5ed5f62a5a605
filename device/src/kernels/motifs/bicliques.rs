//! 2-3-bicliques, and wheels without a spoke, which are those with an edge among the three.

use core::ops::Range;
use core::sync::atomic::Ordering::Relaxed;

use cust_core::DeviceCopy;

use super::lists::{Seek, TriangleLists};
use crate::kernels::count::tally::{TOTALS, Tally};
use crate::kernels::cycles::CycleArgs;
use crate::kernels::cycles::table::SharedTable;
use crate::kernels::cycles::wedges::{Wedge, wedges};
use crate::kernels::queue::draw_block;
use crate::kernels::triangles::Oriented;
use crate::kernels::triangles::shared::{Arena, Team};
use crate::sets::{each_in_turn, lower_bound};
use crate::simt::{Block, Warp};

/// What the kernels take.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct BicliqueArgs<'a> {
    /// What counting wedges takes, with the whole lists as those of `smaller`, nothing of the edges, and
    /// [`BICLIQUE_SUMS`] times [`TOTALS`] sums: those of [`BicliqueSum`], in its order.
    pub wedges: CycleArgs<'a>,
    /// For those with an edge: the oriented graph.
    pub oriented: Oriented<'a>,
    /// For those with an edge: the triangles of its edges.
    pub lists: TriangleLists<'a>,
}

layout!(BicliqueArgs<'_>: 304, oriented: 224, lists: 256);

/// The sums over all pairs of vertices, with `c` common neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub enum BicliqueSum {
    /// The ways to choose three of the common neighbours.
    Bicliques,
    /// `c - 2`, for each edge between two of them.
    WithEdge,
}

/// How many sums there are.
pub const BICLIQUE_SUMS: usize = 2;

/// Counts the 2-3-bicliques.
///
/// A block takes the greater vertex of a pair as root, and counts the wedges by the other one. Roots with too many are
/// deferred.
///
/// Shared memory: [`CycleArgs::shared_bytes`]. Bound by the shared atomics, one a wedge.
#[cuda_std::kernel(max_threads = 1024, min_blocks = 1)]
pub unsafe fn count_bicliques<B: Block>(block: B, args: &BicliqueArgs<'_>) {
    count_at_roots::<B, false>(block, args);
}

/// Counts the 2-3-bicliques, and the wheels without a spoke: for each edge among the neighbours of the root and each
/// smaller vertex that is joined to both of its ends, the other common neighbours of the two.
///
/// A block takes the greater vertex of a pair as root, and counts the wedges by the other one. Roots with too many are
/// deferred.
///
/// Shared memory: [`CycleArgs::shared_bytes`]. Bound by the shared atomics, one a wedge, and by the caches.
#[cuda_std::kernel(max_threads = 768, min_blocks = 1)]
pub unsafe fn count_bicliques_with_edge<B: Block>(block: B, args: &BicliqueArgs<'_>) {
    count_at_roots::<B, true>(block, args);
}

/// Counts what [`count_bicliques`] left at the roots that it deferred, in windows for which there is room.
///
/// A block takes a word of bits, and clears it. Shared memory: [`CycleArgs::shared_bytes`].
#[cuda_std::kernel(max_threads = 768, min_blocks = 1)]
pub unsafe fn count_bicliques_in_windows<B: Block>(block: B, args: &BicliqueArgs<'_>) {
    count_deferred::<B, false>(block, args);
}

/// Counts what [`count_bicliques_with_edge`] left at the roots that it deferred, in windows for which there is room.
///
/// A block takes a word of bits, and clears it. Shared memory: [`CycleArgs::shared_bytes`].
#[cuda_std::kernel(max_threads = 512, min_blocks = 1)]
pub unsafe fn count_bicliques_with_edge_in_windows<B: Block>(block: B, args: &BicliqueArgs<'_>) {
    count_deferred::<B, true>(block, args);
}

/// What a thread has counted.
struct Counted {
    bicliques: Tally,
    with_edge: Tally,
}

impl Counted {
    fn new() -> Self {
        Counted { bicliques: Tally::new(), with_edge: Tally::new() }
    }

    #[inline(always)]
    fn store<W: Warp, const EDGE: bool>(self, warp: W, args: &BicliqueArgs<'_>) {
        let totals = args.wedges.totals.get();
        self.bicliques.store(warp, &totals[..TOTALS]);
        if EDGE {
            self.with_edge.store(warp, &totals[TOTALS..2 * TOTALS]);
        }
    }
}

#[inline(always)]
fn count_at_roots<B: Block, const EDGE: bool>(block: B, args: &BicliqueArgs<'_>) {
    // SAFETY: once, and shared memory is used in no other way.
    let mut arena = unsafe { Arena::new(block) };
    let slot = arena.take::<u64>(1);
    let wedge_args = &args.wedges;
    let table = SharedTable::new(&mut arena, wedge_args.table);
    let team = Team::block(block);
    table.clear(team, u32::MAX);
    let mut counted = Counted::new();
    while let Some(tasks) = draw_block(block, slot, &wedge_args.queue[0], wedge_args.chunk, wedge_args.end) {
        for root in wedge_args.first + tasks.start as u32..wedge_args.first + tasks.end as u32 {
            // The counters were cleared by all threads.
            block.sync();
            let wedges_met = meet(block, args, &table, root, 0..root);
            block.sync();
            let overflown = table.overflown();
            if overflown && block.thread() == 0 {
                wedge_args.deferred_count[0].fetch_add(1, Relaxed);
                wedge_args.deferred[(root / u32::BITS) as usize].fetch_or(1 << (root % u32::BITS), Relaxed);
            }
            // The counters of the first vertices are right in any case.
            counted.bicliques.join(wedges_met.direct);
            if !overflown {
                counted.bicliques.join(wedges_met.hashed);
            }
            if EDGE {
                let end = if overflown { wedge_args.table.direct.min(root) } else { root };
                counted.with_edge.add(count_edges(block, args, &table, root, 0..end));
            }
            block.sync();
            // A lone lane clears what it met, where that is less.
            if B::Warp::LANES == 1 && wedges_met.all < u64::from(root) / 16 {
                let forget = |_, wedge: Wedge| table.forget(wedge.v);
                wedges::<B, true>(block, wedge_args, root, 0..root, |_| Some(root), forget, |_| {});
                table.clear_hash(team);
            } else {
                table.clear(team, root);
            }
        }
    }
    counted.store::<_, EDGE>(block.warp(), args);
}

#[inline(always)]
fn count_deferred<B: Block, const EDGE: bool>(block: B, args: &BicliqueArgs<'_>) {
    // SAFETY: once, and shared memory is used in no other way.
    let mut arena = unsafe { Arena::new(block) };
    let slot = arena.take::<u64>(1);
    let wedge_args = &args.wedges;
    let table = SharedTable::new(&mut arena, wedge_args.table);
    let mut counted = Counted::new();
    while let Some(tasks) = draw_block(block, slot, &wedge_args.queue[0], wedge_args.chunk, wedge_args.end) {
        for task in tasks {
            let word = wedge_args.first / u32::BITS + task as u32;
            let mut roots = wedge_args.deferred[word as usize].load(Relaxed);
            while roots != 0 {
                let root = word * u32::BITS + roots.trailing_zeros();
                roots &= roots - 1;
                in_windows::<B, EDGE>(block, args, &table, root, &mut counted);
            }
            // All threads have read it.
            block.sync();
            if block.thread() == 0 {
                wedge_args.deferred[word as usize].store(0, Relaxed);
            }
        }
    }
    counted.store::<_, EDGE>(block.warp(), args);
}

/// Counts at `root` the far ends without a counter of their own in `table`, all of which is overwritten: a window that
/// is too wide for the hash table is halved, and the next one is wider again.
#[inline(always)]
fn in_windows<B: Block, const EDGE: bool>(
    block: B,
    args: &BicliqueArgs<'_>,
    table: &SharedTable<'_>,
    root: u32,
    counted: &mut Counted,
) {
    let mut from = args.wedges.table.direct;
    let mut width = root.saturating_sub(from);
    while from < root {
        let end = root.min(from.saturating_add(width));
        let table = table.for_window(end - from);
        table.clear_hash(Team::block(block));
        block.sync();
        let met = meet(block, args, &table, root, from..end);
        block.sync();
        if table.overflown() {
            width = (end - from).div_ceil(2);
        } else {
            counted.bicliques.join(met.hashed);
            if EDGE {
                counted.with_edge.add(count_edges(block, args, &table, root, from..end));
            }
            (from, width) = (end, width.saturating_mul(2));
        }
        // What all have read is cleared next.
        block.sync();
    }
}

/// The wedges that a thread met.
struct Wedges {
    /// The pairs that had come before each, with the same end: of ends that have a counter of their own.
    direct: Tally,
    /// Of the others: wrong when the hash table was full.
    hashed: Tally,
    all: u64,
}

/// Counts the wedges of `root` by their far ends, which are in `window`.
#[inline(always)]
fn meet<B: Block>(
    block: B,
    args: &BicliqueArgs<'_>,
    table: &SharedTable<'_>,
    root: u32,
    window: Range<u32>,
) -> Wedges {
    let mut met = Wedges { direct: Tally::new(), hashed: Tally::new(), all: 0 };
    let visit = |_, wedge: Wedge| {
        let (direct, hashed) = (&mut met.direct, &mut met.hashed);
        table.meet_with::<B::Warp>(wedge.v, |before, is_direct| {
            let pairs = u64::from(before) * u64::from(before.saturating_sub(1)) / 2;
            if is_direct { direct.add(pairs) } else { hashed.add(pairs) }
        });
        met.all += 1;
    };
    wedges::<B, true>(block, &args.wedges, root, window, |_| Some(root), visit, |_| {});
    met
}

/// Adds up, for the edges among the neighbours of `root` and the vertices of `window` that are joined to both ends, how
/// many other neighbours these have in common with the root; a thread's share. The table has counted the window.
#[inline(always)]
fn count_edges<B: Block>(
    block: B,
    args: &BicliqueArgs<'_>,
    table: &SharedTable<'_>,
    root: u32,
    window: Range<u32>,
) -> u64 {
    let (warp, lists) = (block.warp(), &args.lists);
    let lanes = B::Warp::LANES as usize;
    let neighbors = args.wedges.graph.neighbors(root);
    let first = args.wedges.graph.offsets[root as usize];
    let mut sum = 0;
    let mut i = block.warp_index() as usize;
    while i < neighbors.len() {
        let greater = neighbors[i];
        let joined = lists.of(lists.number(first + i as u64));
        i += block.warps() as usize;
        let smaller = &joined[..lower_bound(joined, greater)];
        let mut edges = Seek::new(args.oriented.list(greater));
        let mut base = 0;
        while base < smaller.len() {
            // Each lane finds the vertices beyond one of the edges; then they go over all of these together.
            let (mut start, mut length) = (0, 0);
            if let Some(&smaller) = smaller.get(base + warp.lane() as usize) {
                let edge = args.oriented.start(greater) + edges.find::<B::Warp>(smaller) as u64;
                (start, length) = lists.place(edge);
                if window.start > 0 {
                    let skipped = lower_bound(lists.part(start, length), window.start) as u32;
                    (start, length) = (start + u64::from(skipped), length - skipped);
                }
            }
            // The ends of an edge are common neighbours.
            if lanes == 1 {
                // To look at one too many takes less than to look where they end.
                let others = lists.part(start, length).iter().take_while(|&&other| other < window.end);
                others.for_each(|&other| sum += u64::from(table.met(other) - 2));
            } else {
                let before = lower_bound(lists.part(start, length), window.end) as u32;
                each_in_turn(warp, lists.part(start, before), |turn| {
                    if let Some(other) = turn.element {
                        sum += u64::from(table.met(other) - 2);
                    }
                });
            }
            base += lanes;
        }
    }
    sum
}

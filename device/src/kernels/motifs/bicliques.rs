//! 2-3-bicliques, and wheels without a spoke, which are those with an edge among the three.

use core::ops::Range;

use cust_core::DeviceCopy;

use super::lists::{Seek, TriangleLists};
use crate::kernels::count::tally::{TOTALS, Tally};
use crate::kernels::cycles::CycleArgs;
use crate::kernels::cycles::roots::{self, AtRoots};
use crate::kernels::cycles::table::SharedTable;
use crate::kernels::triangles::Oriented;
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
#[cuda_std::kernel(max_threads = 1024, min_blocks = 1, may_spill = 112)]
pub unsafe fn count_bicliques<B: Block>(block: B, args: &BicliqueArgs<'_>) {
    count::<B, false, false>(block, args);
}

/// Counts the 2-3-bicliques, and the wheels without a spoke: for each edge among the neighbours of the root and each
/// smaller vertex that is joined to both of its ends, the other common neighbours of the two.
///
/// A block takes the greater vertex of a pair as root, and counts the wedges by the other one. Roots with too many are
/// deferred.
///
/// Shared memory: [`CycleArgs::shared_bytes`]. Bound by the shared atomics, one a wedge, and by the caches.
#[cuda_std::kernel(max_threads = 768, min_blocks = 1, may_spill = 56)]
pub unsafe fn count_bicliques_with_edge<B: Block>(block: B, args: &BicliqueArgs<'_>) {
    count::<B, true, false>(block, args);
}

/// Counts what [`count_bicliques`] left at the roots that it deferred, in windows for which there is room.
///
/// A block takes a word of bits, and clears it. Shared memory: [`CycleArgs::shared_bytes`].
#[cuda_std::kernel(max_threads = 768, min_blocks = 1)]
pub unsafe fn count_bicliques_in_windows<B: Block>(block: B, args: &BicliqueArgs<'_>) {
    count::<B, false, true>(block, args);
}

/// Counts what [`count_bicliques_with_edge`] left at the roots that it deferred, in windows for which there is room.
///
/// A block takes a word of bits, and clears it. Shared memory: [`CycleArgs::shared_bytes`].
#[cuda_std::kernel(max_threads = 512, min_blocks = 1)]
pub unsafe fn count_bicliques_with_edge_in_windows<B: Block>(block: B, args: &BicliqueArgs<'_>) {
    count::<B, true, true>(block, args);
}

/// Counts at the roots, or what was left at those that were deferred.
#[inline(always)]
fn count<B: Block, const EDGE: bool, const DEFERRED: bool>(block: B, args: &BicliqueArgs<'_>) {
    let (all, with_edge) = (Tally::new(), Tally::new());
    let mut bicliques = RootBicliques::<B, EDGE> { block, args, all, with_edge };
    match DEFERRED {
        false => roots::count_at_roots::<B, _, true>(block, &args.wedges, &mut bicliques),
        true => roots::count_deferred::<B, _, true>(block, &args.wedges, &mut bicliques),
    }
    let (warp, totals) = (block.warp(), args.wedges.totals.get());
    bicliques.all.store(warp, &totals[..TOTALS]);
    if EDGE {
        bicliques.with_edge.store(warp, &totals[TOTALS..2 * TOTALS]);
    }
}

/// The bicliques at roots, and those with an edge if `EDGE`.
struct RootBicliques<'r, 'a, B, const EDGE: bool> {
    block: B,
    args: &'r BicliqueArgs<'a>,
    /// What this thread has counted.
    all: Tally,
    with_edge: Tally,
}

impl<B: Block, const EDGE: bool> AtRoots<B> for RootBicliques<'_, '_, B, EDGE> {
    const FAR_ENDS: bool = false;
    /// The pairs of wedges that had come before each of a thread's, with the same far end.
    type Sum = Tally;

    #[inline(always)]
    fn meet(sum: &mut Tally, before: u32) {
        sum.add(u64::from(before) * u64::from(before.saturating_sub(1)) / 2);
    }

    #[inline(always)]
    fn take(
        &mut self,
        table: &SharedTable<'_>,
        root: u32,
        window: Range<u32>,
        direct: Tally,
        hashed: Option<Tally>,
    ) {
        self.all.join(direct);
        if let Some(hashed) = hashed {
            self.all.join(hashed);
        }
        if EDGE {
            self.with_edge.add(count_edges(self.block, self.args, table, root, window));
        }
    }

    #[inline(always)]
    fn take_far_end(&self, _: u32, _: u32) {}
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

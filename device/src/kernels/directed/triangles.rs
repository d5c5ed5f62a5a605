//! The number of triangles, by their classes.

use core::sync::atomic::AtomicU64;

use cust_core::DeviceCopy;

use super::block_sums::{self, BlockSums};
use super::lane_counters::{LaneCounters, SUM_LIMBS};
use super::marks::{self, TieMarks};
use super::rows::{TieRows, tie_at};
use super::triangle_classes::{TRIANGLE_CLASSES, TriadCounts, add_triangle, add_triangles};
use crate::kernels::queue::draw;
use crate::kernels::triangles::hubs::WORD;
use crate::kernels::triangles::shared::{Arena, ThreadTeam, bytes_of};
use crate::kernels::triangles::{MarksShape, Oriented, Roots};
use crate::memory::Slice;
use crate::sets::lower_bound;
use crate::simt::{Block, Warp};

/// What [`count_directed_triangles`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct DirectedTrianglesArgs<'a> {
    /// The graph.
    pub graph: Oriented<'a>,
    /// The tie of each edge, from its greater end, in the order of the graph's neighbours.
    pub ties: Slice<'a, u8>,
    /// Rows of its hubs' ties.
    pub hubs: TieRows<'a>,
    /// The vertices with at least two smaller neighbours.
    pub roots: Roots<'a>,
    /// One counter, from 0 up: the next task of `roots`.
    pub queue: Slice<'a, AtomicU64>,
    /// [`TRIANGLE_CLASSES`] times [`TOTALS`](crate::kernels::count::tally::TOTALS) sums, zero at the start.
    pub totals: Slice<'a, AtomicU64>,
    /// The shape of a warp's marks; `exact` is at least `hubs.count`.
    pub marks: MarksShape,
}

layout!(DirectedTrianglesArgs<'_>: 144, hubs: 48, roots: 72, totals: 120, marks: 136);

/// Bytes of shared memory that [`count_directed_triangles`] needs for a block of `warps` warps.
pub const fn shared_bytes(marks: MarksShape, warps: u32) -> usize {
    bytes_of::<u32>(marks::words(marks) * warps as usize)
        + block_sums::shared_bytes(TRIANGLE_CLASSES, SUM_LIMBS)
}

/// Lanes that intersect together.
const GROUP: u32 = 8;
/// How many words of a row are read at the cost of one tie picked from it.
const PICK: usize = 2;
/// How many elements of a list are streamed at the cost of searching it once.
const SEARCH: usize = 16;

/// Counts the triangles of each class.
///
/// As [`count_triangles`](crate::kernels::triangles::count::count_triangles): a warp takes a root `u` and marks its
/// ties in shared memory; a group of lanes takes a `v` of its list, and looks for its smaller neighbours among the
/// marks by words of its row, by picking ties out of that, by streaming its list, or by searching in it. A word is
/// counted by a popcount for each class that there may be beside the tie from `u` to `v`. What a lane finds stays in
/// registers. Shared memory: [`shared_bytes`]. Bound by the popcounts, and by the caches, which are asked for twice as
/// many bytes as for plain triangles.
#[cuda_std::kernel(max_threads = 256, min_blocks = 3, may_spill = 48)]
pub unsafe fn count_directed_triangles<B: Block>(block: B, args: &DirectedTrianglesArgs<'_>) {
    let warp = block.warp();
    let team = ThreadTeam::warp(warp);
    // SAFETY: once, and shared memory is used in no other way.
    let mut arena = unsafe { Arena::new(block) };
    let sums = BlockSums::new(block, &mut arena, TRIANGLE_CLASSES);
    let marks = TieMarks::of_warp(block, &mut arena, args.marks);
    block.sync();
    let mut found = LaneCounters::new(sums);
    while let Some(tasks) = draw(warp, &args.queue[0], 1, args.roots.tasks()) {
        for &root in args.roots.of(tasks) {
            let (list, start) = (args.graph.list(root), args.graph.start(root) as usize);
            let root =
                MarkedRoot { args, marks: &marks, list, ties: &args.ties.get()[start..start + list.len()] };
            marks.set::<B::Warp>(team, list, root.ties);
            warp.sync();
            root.count(warp, &mut found);
            warp.sync();
            marks.clear(team, list);
            warp.sync();
        }
    }
    found.flush_all(warp);
    block.sync();
    sums.store(block, args.totals);
}

/// A root that a warp works on.
struct MarkedRoot<'r, 'a> {
    args: &'r DirectedTrianglesArgs<'a>,
    /// Of its list.
    marks: &'r TieMarks<'r>,
    list: &'a [u32],
    /// The ties to those of its list.
    ties: &'a [u8],
}

impl MarkedRoot<'_, '_> {
    /// Counts the triangles of the root.
    #[inline(always)]
    fn count<W: Warp>(&self, warp: W, found: &mut LaneCounters<'_, TRIANGLE_CLASSES>) {
        let group = GROUP.min(W::LANES);
        let team = ThreadTeam::within(warp.lane() % group, group);
        // The first of the list has none before it.
        let mut i = 1 + (warp.lane() / group) as usize;
        while i < self.list.len() {
            let counts = found.with_room::<W>(i);
            if self.list[i] < self.args.hubs.count {
                self.in_row::<W>(i, team, counts);
            } else {
                self.in_list::<W>(i, team, counts);
            }
            i += (W::LANES / group) as usize;
        }
    }

    /// This lane's share of the triangles with the vertex at `i` of the list, which has a row, and one before it.
    #[inline(always)]
    fn in_row<W: Warp>(&self, i: usize, team: ThreadTeam, counts: &mut TriadCounts) {
        let (before, uv, row) = (&self.list[..i], self.ties[i], self.args.hubs.row(self.list[i]));
        if before.len() * PICK < row.len() {
            team.share(before.len(), |j| {
                let (word, bit) = ((before[j] / WORD) as usize, before[j] % WORD);
                debug_assert!(word < row.len());
                // SAFETY: a row has a word for each vertex smaller than its own.
                if let Some(vw) = tie_at(unsafe { *row.get_unchecked(word) }, bit) {
                    add_triangle::<W>(counts, uv, self.ties[j], vw);
                }
            });
            return;
        }
        // The marks go on beyond `before`, but the row does not.
        let marked = self.marks.exact();
        team.share(row.len(), |k| {
            debug_assert!(k < marked.len());
            // SAFETY: `k` is within the row, whose vertex is below `exact`, so that the marks are no shorter.
            let (of_u, of_v) = unsafe { (*marked.get_unchecked(k), *row.get_unchecked(k)) };
            add_triangles::<W>(counts, uv, of_u, of_v);
        });
    }

    /// The same of a vertex that has no row.
    #[inline(always)]
    fn in_list<W: Warp>(&self, i: usize, team: ThreadTeam, counts: &mut TriadCounts) {
        let (v, before, uv) = (self.list[i], &self.list[..i], self.ties[i]);
        let (other, start) = (self.args.graph.list(v), self.args.graph.start(v) as usize);
        if before.len() * SEARCH < other.len() {
            team.share(before.len(), |j| {
                let place = lower_bound(other, before[j]);
                if other.get(place) == Some(&before[j]) {
                    add_triangle::<W>(counts, uv, self.ties[j], self.args.ties[start + place]);
                }
            });
        } else {
            team.share(other.len(), |place| {
                if let Some(uw) = self.marks.tie(other[place], self.list, self.ties) {
                    add_triangle::<W>(counts, uv, uw, self.args.ties[start + place]);
                }
            });
        }
    }
}

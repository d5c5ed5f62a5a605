//! The number of triangles.

use core::sync::atomic::AtomicU64;

use cust_core::DeviceCopy;

use super::hubs::{HubRows, bit};
use super::marks::{Marks, MarksShape};
use super::oriented::{Oriented, Roots};
use super::shared::{ThreadTeam, bytes_of};
use crate::kernels::count::tally::Tally;
use crate::kernels::queue::draw;
use crate::memory::Slice;
use crate::sets::contains;
use crate::simt::{Block, Warp};

/// What [`count_triangles`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct CountTrianglesArgs<'a> {
    /// The graph.
    pub graph: Oriented<'a>,
    /// Rows of its hubs.
    pub hubs: HubRows<'a>,
    /// The vertices with at least two smaller neighbours.
    pub roots: Roots<'a>,
    /// One counter, from 0 up: the next task of `roots`.
    pub queue: Slice<'a, AtomicU64>,
    /// [`TOTALS`](crate::kernels::count::tally::TOTALS) sums, zero at the start.
    pub totals: Slice<'a, AtomicU64>,
    /// The shape of a warp's marks; `exact` is at least `hubs.count`.
    pub marks: MarksShape,
}

layout!(CountTrianglesArgs<'_>: 128, roots: 56, marks: 120);

/// Bytes of shared memory that [`count_triangles`] needs for a block of `warps` warps.
pub const fn shared_bytes(marks: MarksShape, warps: u32) -> usize {
    bytes_of::<u32>((marks.words() * warps) as usize)
}

/// Lanes that intersect together: as many neighbours as a 32-byte sector holds.
pub(crate) const GROUP: u32 = 8;
/// How many words of a row are read at the cost of one bit picked from it.
pub(super) const PICK: usize = 4;
/// How many elements of a list are streamed at the cost of searching it once.
const SEARCH: usize = 16;

/// Counts each triangle once, at its greatest vertex.
///
/// A warp takes a root `u` and marks its list in shared memory. A group of lanes takes a `v` of the list, and counts
/// the vertices that precede `v` in it and are neighbours of `v`: by AND and popcount of the marks with the row of
/// `v`, by picking bits out of that row, by streaming the list of `v` past the marks, or by searching in it, as the
/// lengths say. Shared memory: [`shared_bytes`]. Bound by the caches' bandwidth: rows and lists are read
/// in whole sectors.
#[cuda_std::kernel]
pub unsafe fn count_triangles<B: Block>(block: B, args: &CountTrianglesArgs<'_>) {
    each_root(block, args, |marks, list| of_root(block.warp(), args, marks, list));
}

/// Counts what `of_root` finds for each root, whose list is given and marked.
#[inline(always)]
pub(super) fn each_root<B: Block>(
    block: B,
    args: &CountTrianglesArgs<'_>,
    of_root: impl Fn(&Marks<'_>, &[u32]) -> u64,
) {
    let warp = block.warp();
    let team = ThreadTeam::warp(warp);
    // SAFETY: the only use of shared memory in the kernels of this.
    let marks = unsafe { Marks::of_warp(block, args.marks) };
    warp.sync();
    let mut sum = 0;
    while let Some(tasks) = draw(warp, &args.queue[0], 1, args.roots.tasks()) {
        for &root in args.roots.of(tasks) {
            let list = args.graph.list(root);
            marks.set::<B::Warp>(team, list);
            warp.sync();
            sum += of_root(&marks, list);
            warp.sync();
            marks.clear(team, list);
            warp.sync();
        }
    }
    let mut tally = Tally::new();
    tally.add(sum);
    tally.store(warp, &args.totals);
}

/// This lane's share of the pairs of neighbours in `list`, which is marked.
#[inline(always)]
fn of_root<W: Warp>(warp: W, args: &CountTrianglesArgs<'_>, marks: &Marks<'_>, list: &[u32]) -> u64 {
    let group = GROUP.min(W::LANES);
    let rank = (warp.lane() % group) as usize;
    let mut sum = 0;
    // The first of the list has none before it.
    let mut i = 1 + (warp.lane() / group) as usize;
    while i < list.len() {
        let (v, before) = (list[i], &list[..i]);
        let found = if v < args.hubs.count {
            in_row(args.hubs.row(v), marks, before, rank, group as usize)
        } else {
            in_list(args.graph.list(v), marks, before, list, rank, group as usize)
        };
        sum += u64::from(found);
        i += (W::LANES / group) as usize;
    }
    sum
}

/// This lane's share of the bits of `row` that are in `before`.
#[inline(always)]
pub(crate) fn in_row(row: &[u32], marks: &Marks<'_>, before: &[u32], rank: usize, group: usize) -> u32 {
    if before.len() * PICK < row.len() {
        return share(before, rank, group, |w| bit(row, w));
    }
    // The marks go on beyond `before`, but the row does not.
    let marked = marks.exact();
    if group == 1 {
        return row.iter().zip(marked).map(|(a, b)| (a & b).count_ones()).sum();
    }
    let mut found = 0;
    let mut k = rank;
    while k < row.len() {
        // SAFETY: `k` is within the row, whose vertex is below `exact`, so that the marks are no shorter.
        found += unsafe { (row.get_unchecked(k) & marked.get_unchecked(k)).count_ones() };
        k += group;
    }
    found
}

/// This lane's share of the elements of `other`, the list of a vertex, that are in `before`, the part of the marked
/// `list` before that vertex.
#[inline(always)]
pub(crate) fn in_list(
    other: &[u32],
    marks: &Marks<'_>,
    before: &[u32],
    list: &[u32],
    rank: usize,
    group: usize,
) -> u32 {
    if before.len() * SEARCH < other.len() {
        share(before, rank, group, |w| u32::from(contains(other, w)))
    } else {
        share(other, rank, group, |w| u32::from(marks.contains(w, list)))
    }
}

/// The sum of `value` over this lane's share of `elements`.
#[inline(always)]
fn share(elements: &[u32], rank: usize, group: usize, value: impl Fn(u32) -> u32) -> u32 {
    let mut sum = 0;
    let mut i = rank;
    while i < elements.len() {
        // SAFETY: just compared.
        sum += value(unsafe { *elements.get_unchecked(i) });
        i += group;
    }
    sum
}

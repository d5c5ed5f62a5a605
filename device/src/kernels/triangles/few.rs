//! The number of triangles of a small graph, by one launch.

use cust_core::DeviceCopy;

use super::count::PICK;
use super::gather::{NONE, each_in_groups};
use super::hubs::{HubRows, WORD, row_start, row_words};
use super::marks::{Marks, MarksShape};
use super::oriented::Oriented;
use super::shared::{Arena, ThreadTeam, bytes_of};
use crate::kernels::landing::LandingSum;
use crate::memory::Slice;
use crate::simt::{Block, Warp};

/// What [`count_few_triangles`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct FewTrianglesArgs<'a> {
    /// The graph, with fewer than 2^48 triangles.
    pub graph: Oriented<'a>,
    /// Rows of its hubs.
    pub hubs: HubRows<'a>,
    /// The vertices with at least two smaller neighbours, those with the longest lists first.
    pub roots: Slice<'a, u32>,
    /// Where the number goes.
    pub total: LandingSum<'a>,
    /// The shape of a warp's marks: all vertices in lists of roots, and of their neighbours, have one of their own. There
    /// are fewer than 2^[`LENGTH_BITS`].
    pub marks: MarksShape,
}

layout!(FewTrianglesArgs<'_>: 112, roots: 56, marks: 104);

/// Bytes of shared memory that [`count_few_triangles`] needs for a block of `warps` warps.
pub const fn shared_bytes(marks: MarksShape, warps: u32) -> usize {
    bytes_of::<u32>((marks.words() * warps) as usize) + bytes_of::<u64>(warps as usize)
}

/// Counts each triangle once, at its greatest vertex.
///
/// What a small graph takes is time to wait for something, so that there is little to wait for. A warp takes the root at
/// its place in the grid, and those at every so many places from there on, and draws none: the longest lists come first,
/// so that all warps have about as much. It marks the root's list; each lane finds where the row or the list of a
/// neighbour is, and groups of lanes read them, as [`count_even_triangles`](super::even::count_even_triangles) does. A
/// block adds what it has found by one atomic, which also tells whether it is the last: that one leaves the number where
/// the host looks for it. Shared memory: [`shared_bytes`]. Bound by the latency of memory.
// Spills ten words on sm_80 and none on sm_90.
#[cuda_std::kernel(max_threads = 256, min_blocks = 5, may_spill = 40)]
pub unsafe fn count_few_triangles<B: Block>(block: B, args: &FewTrianglesArgs<'_>) {
    let warp = block.warp();
    let (team, words) = (ThreadTeam::warp(warp), args.marks.words() as usize);
    // SAFETY: the only use of shared memory in the kernel.
    let mut arena = unsafe { Arena::new(block) };
    let all = arena.atomics(words * block.warps() as usize);
    let sums = arena.sums(block.warps() as usize);
    let mine = block.warp_index() as usize * words;
    let marks = Marks::new(&all[mine..mine + words], args.marks, team);
    warp.sync();
    let mut sum = 0u64;
    let roots = args.roots.get();
    let mut place = block.grid_warp() as usize;
    while place < roots.len() {
        let list = args.graph.list(roots[place]);
        marks.set::<B::Warp>(team, list);
        warp.sync();
        sum += u64::from(of_root(warp, args, &marks, list));
        warp.sync();
        marks.clear(team, list);
        warp.sync();
        place += block.grid_warps() as usize;
    }
    args.total.add(block, sums, sum);
}

/// The bits of a length, beside which there is what it is the length of.
pub const LENGTH_BITS: u32 = 30;
/// What is located is words of a row, and no list.
const ROW: u32 = 1 << LENGTH_BITS;
/// What is located is a row, and bits are picked from it by so many elements of the root's list.
const PICKS: u32 = 2 << LENGTH_BITS;

/// This lane's share of the pairs of neighbours in `list`, which is marked. A collective.
#[inline(always)]
fn of_root<W: Warp>(warp: W, args: &FewTrianglesArgs<'_>, marks: &Marks<'_>, list: &[u32]) -> u32 {
    let (rows, neighbors) = (args.hubs.words.get(), args.graph.neighbors.get());
    let locate = |place: u32, v: u32| {
        if v >= args.hubs.count {
            return (args.graph.start(v), args.graph.list(v).len() as u32);
        }
        let words = row_words(v);
        let is_picked = place * (PICK as u32) < words;
        (row_start(v).into(), if is_picked { place | PICKS } else { words | ROW })
    };
    let mut sum = 0;
    each_in_groups(warp, list, locate, |lane, _, start, length| {
        let (kind, length) = (length & (ROW | PICKS), length % ROW);
        // SAFETY: within a list that was located.
        let element = |i: u32| unsafe { *neighbors.get_unchecked((start + u64::from(i)) as usize) };
        // SAFETY: within a row that was located, in which there are words for all vertices before its own.
        let word = |i: u32| unsafe { *rows.get_unchecked((start + u64::from(i)) as usize) };
        match kind {
            ROW => {
                let marked = marks.exact();
                // SAFETY: the marks are no shorter than a row, as all vertices of it have one.
                let both = |i: u32| unsafe { word(i) & marked.get_unchecked(i as usize) };
                lane.each_at_once(length, 0, both, |_, words| {
                    sum += words.map(u32::count_ones).iter().sum::<u32>();
                });
            }
            PICKS => {
                // SAFETY: `i` is below the place of an element of the list.
                let picked = |i: u32| unsafe { *list.get_unchecked(i as usize) };
                let bit = |i: u32| word(picked(i) / WORD) >> (picked(i) % WORD) & 1;
                lane.each_at_once(length, 0, bit, |_, bits| sum += bits.iter().sum::<u32>());
            }
            _ => lane.each_at_once(length, NONE, element, |_, elements| {
                sum += elements.map(|w| u32::from(w != NONE && marks.may_contain(w))).iter().sum::<u32>();
            }),
        }
    });
    sum
}

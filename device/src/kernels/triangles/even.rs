//! The number of triangles of a graph whose lists are all short.

use super::count::{CountTrianglesArgs, each_root};
use super::gather::{AT_ONCE, NONE, sum_in_groups};
use super::marks::Marks;
use crate::simt::{Block, Warp};

/// Counts each triangle once, at its greatest vertex, where there are no hubs and lists have about the length of a
/// warp.
///
/// Nothing is near in such a graph: what takes the time is to wait for memory. So each lane asks where the list of one
/// of the root's neighbours is, all at once; then groups of lanes take these lists, and ask for four elements each
/// before the first is looked at. `hubs` is not used, and `marks` are a filter alone: few bits, so that as many warps
/// as fit wait beside each other. Shared memory: [`shared_bytes`](super::count::shared_bytes). Bound by the sectors of
/// 32 bytes that the lists lie in.
#[cuda_std::kernel(max_threads = 256, min_blocks = 5)]
pub unsafe fn count_even_triangles<B: Block>(block: B, args: &CountTrianglesArgs<'_>) {
    each_root(block, args, |marks, list| of_root(block.warp(), args, marks, list));
}

/// This lane's share of the pairs of neighbours in `list`, which is marked. A collective.
#[inline(always)]
fn of_root<W: Warp>(warp: W, args: &CountTrianglesArgs<'_>, marks: &Marks<'_>, list: &[u32]) -> u64 {
    let neighbors = args.graph.neighbors.get();
    let locate = |_, v| (args.graph.start(v), args.graph.list(v).len() as u32);
    let sum = sum_in_groups(warp, list, locate, |lane, start, length| {
        // SAFETY: within the list.
        let element = |i: u32| unsafe { *neighbors.get_unchecked((start + u64::from(i)) as usize) };
        lane.sum_at_once(length, NONE, element, |elements| marked(elements, marks, list))
    });
    u64::from(sum)
}

/// How many of these elements are in `list`, which is marked in a filter.
#[inline(always)]
fn marked(elements: [u32; AT_ONCE], marks: &Marks<'_>, list: &[u32]) -> u32 {
    let passes = |at: usize| u32::from(elements[at] != NONE && marks.may_contain(elements[at])) << at;
    let mut left = passes(0) | passes(1) | passes(2) | passes(3);
    let mut found = 0;
    // Few pass: one search in the code is enough.
    while left != 0 {
        let [a, b, c, d] = elements;
        let w = match left.trailing_zeros() {
            0 => a,
            1 => b,
            2 => c,
            _ => d,
        };
        found += u32::from(marks.contains(w, list));
        left &= left - 1;
    }
    found
}

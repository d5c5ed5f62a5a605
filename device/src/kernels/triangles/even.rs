//! The number of triangles of a graph whose lists are all short.

use super::candidate::TriangleCandidate;
use super::count::{CountTrianglesArgs, each_root};
use super::gather::{NONE, each_in_groups};
use super::marks::Marks;
use super::oriented::Oriented;
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
    each_root(block, args, |marks, list| {
        let mut sum = 0u32;
        each_candidate(block.warp(), &args.graph, marks, (list, 0), |candidate| {
            sum += u32::from(candidate.closes());
        });
        sum.into()
    });
}

/// Calls `visit` with this lane's share of the candidates of a root, among which are all that close a triangle. The
/// root's list, which is marked, comes with where it starts among the neighbours. A collective.
#[inline(always)]
pub(in crate::kernels) fn each_candidate<W: Warp>(
    warp: W,
    graph: &Oriented<'_>,
    marks: &Marks<'_>,
    (list, root_start): (&[u32], u64),
    mut visit: impl FnMut(TriangleCandidate<'_>),
) {
    let neighbors = graph.neighbors.get();
    let locate = |_, v| (graph.start(v), graph.list(v).len() as u32);
    each_in_groups(warp, list, locate, |lane, _, start, length| {
        // SAFETY: within the list.
        let element = |i: u32| unsafe { *neighbors.get_unchecked((start + u64::from(i)) as usize) };
        lane.each_at_once(length, NONE, element, |first, elements| {
            let passes = |at: usize| u32::from(elements[at] != NONE && marks.may_contain(elements[at])) << at;
            let mut left = passes(0) | passes(1) | passes(2) | passes(3);
            // Few pass: one search in the code is enough.
            while left != 0 {
                let [a, b, c, d] = elements;
                let at = left.trailing_zeros();
                let element = match at {
                    0 => a,
                    1 => b,
                    2 => c,
                    _ => d,
                };
                let place = start + u64::from(first + at * lane.size);
                visit(TriangleCandidate { list, start: root_start, element, place });
                left &= left - 1;
            }
        });
    });
}

//! The number of triangles of a graph whose lists are all short.

use super::candidate::Candidate;
use super::count::{CountTrianglesArgs, each_root};
use super::marks::Marks;
use super::oriented::Oriented;
use crate::simt::{Block, Warp};

/// Lanes that take a list together: each has four of its first elements, and few are idle.
const GROUP: u32 = 4;
/// No vertex.
const NONE: u32 = u32::MAX;

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
    mut visit: impl FnMut(Candidate<'_>),
) {
    let group = GROUP.min(W::LANES);
    let (rank, mine) = (warp.lane() % group, warp.lane() / group);
    let groups = W::LANES / group;
    let neighbors = graph.neighbors.get();
    let mut first = 0u32;
    let count = list.len() as u32;
    while first < count {
        let own = first + warp.lane();
        // The first of the list has none before it.
        let (start, length) = if own > 0 && own < count {
            // SAFETY: just compared.
            let v = unsafe { *list.get_unchecked(own as usize) };
            (graph.start(v), graph.list(v).len() as u32)
        } else {
            (0, 0)
        };
        let lists = (count - first).min(W::LANES);
        let mut turn = 0;
        while turn < lists {
            let from = turn + mine;
            let (start, length) = (warp.shuffle_u64(start, from), warp.shuffle(length, from));
            let mut i = rank;
            while i < length {
                let element = |i: u32| {
                    if i >= length {
                        return NONE;
                    }
                    // SAFETY: within the list.
                    unsafe { *neighbors.get_unchecked((start + u64::from(i)) as usize) }
                };
                let four = [element(i), element(i + group), element(i + 2 * group), element(i + 3 * group)];
                let passes = |at: usize| u32::from(four[at] != NONE && marks.may_contain(four[at])) << at;
                let mut left = passes(0) | passes(1) | passes(2) | passes(3);
                // Few pass: one search in the code is enough.
                while left != 0 {
                    let [a, b, c, d] = four;
                    let at = left.trailing_zeros();
                    let element = match at {
                        0 => a,
                        1 => b,
                        2 => c,
                        _ => d,
                    };
                    let place = start + u64::from(i + at * group);
                    visit(Candidate { list, start: root_start, element, place });
                    left &= left - 1;
                }
                i += 4 * group;
            }
            turn += groups;
        }
        first += W::LANES;
    }
}

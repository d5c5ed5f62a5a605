//! 4-cycles with a fifth vertex, and 2-3-bicliques, at each vertex, or at each edge.

mod by_edges;
mod edges;
mod vertices;

use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::pair_sums::{PairSumsArgs, PairsOfRoot, each_root};
use crate::kernels::own::add_to_own;
use crate::kernels::triangles::shared::{READERS, ThreadTeam, groups};
use crate::places::{Edges, Places, Vertices};
use crate::sets::lower_bound;
use crate::simt::{Block, Warp};

pub use by_edges::{EDGE_SQUARE_SUMS, EdgeSquareSum, EdgeSquaresArgs, SumEdgeSquaresAt, sum_edge_squares_at};
pub use edges::SquareSumAtEdge;
pub use vertices::SquareSum;

/// How many sums a place has.
pub const SQUARE_SUMS: usize = 4;

/// What is known of a root and another vertex.
#[derive(Clone, Copy)]
#[repr(usize)]
enum PairNumber {
    /// Their common neighbours.
    Common,
    /// The triangles at the edges from these to the root.
    OfRoot,
    /// Those at the edges to the other vertex.
    OfOther,
}

/// How many numbers there are of a pair.
pub const PAIR_NUMBERS: usize = 3;

/// Adds up [`SquareSum`]s at the vertices, or [`SquareSumAtEdge`]s at the edges: [`SQUARE_SUMS`] each, in their order.
///
/// Two vertices with `c` common neighbours are a diagonal of `c (c - 1) / 2` 4-cycles, in `c - 1` of which each common
/// neighbour is, and so each edge to one; they are a side of `C(c, 3)` 2-3-bicliques, in `C(c - 1, 2)` of which each
/// common neighbour is, and so each edge to one. A block takes the greater one of a pair as root.
///
/// Requires that no sum passes 64 bits. With `m` edges and degrees up to `D` none of a vertex is beyond `2 m D²`, as a
/// path of two edges from the vertex is the second of them, in one of its two directions; what is added for it are
/// neighbours of its vertices, or pairs of these. None of an edge is beyond `4 m D`: the edge opposite to it in a
/// 4-cycle is one of `m`, in one of its two directions, and what is added for it are neighbours of its ends, twice as
/// many as one has at most.
///
/// Thread mapping: a group of lanes a neighbour of the root. Shared memory:
/// [`SHARED_BYTES`](super::pair_sums::SHARED_BYTES). Bound by the caches and atomics: up to three for each path of two
/// edges to a smaller vertex; at edges four more, where it is in a 4-cycle.
#[cuda_std::kernel(max_threads = 384, min_blocks = 2, at(Vertices, Edges))]
pub unsafe fn sum_squares_at<B: Block, A: Places>(block: B, args: &PairSumsArgs<'_>) {
    // SAFETY: once, and shared memory is used in no other way.
    unsafe {
        match A::PAIRS {
            false => each_root::<B, PAIR_NUMBERS>(block, args, 1, |root| add_pairs(root, vertices::add)),
            true => each_root::<B, PAIR_NUMBERS>(block, args, 1, |root| add_pairs(root, edges::add)),
        }
    }
}

/// Counts the pairs of a root, adds what they are worth, and forgets them. A collective of the block, as `add` is to be.
#[inline(always)]
fn add_pairs<'r, 'a, B: Block>(of_root: PairsOfRoot<'r, 'a, B>, add: impl Fn(&SquaresRoot<'r, 'a, B>)) {
    let root = SquaresRoot(of_root);
    root.count_common_neighbors();
    of_root.block.sync();
    add(&root);
    // All have read what was met, and that before the next root's is.
    of_root.block.sync();
    of_root.met.forget(of_root.block);
    of_root.block.sync();
}

/// A root that a block works on, with [`PAIR_NUMBERS`] numbers of each pair.
struct SquaresRoot<'r, 'a, B>(PairsOfRoot<'r, 'a, B>);

/// A neighbour of a root.
struct SquareMiddle<'a> {
    vertex: u32,
    /// The number of the edge to the root.
    edge: u64,
    /// Its neighbours before the root, and the position of the first among the neighbours of all vertices.
    before: &'a [u32],
    first: u64,
}

impl<B: Block> SquaresRoot<'_, '_, B> {
    /// Counts what the root and each vertex before it have in common.
    #[inline(always)]
    fn count_common_neighbors(&self) {
        let (lists, met) = (&self.0.args.lists, self.0.met);
        self.each_middle(|middle, group| {
            let of_root = lists.triangles(middle.edge).into();
            group.share(middle.before.len(), |j| {
                let v = middle.before[j];
                if self.add_to_pair(v, PairNumber::Common, 1) == 0 {
                    // SAFETY: its number was zero.
                    unsafe { met.put::<B::Warp>(v) };
                }
                let of_other = lists.triangles(lists.number(middle.first + j as u64));
                self.add_to_pair(v, PairNumber::OfRoot, of_root);
                self.add_to_pair(v, PairNumber::OfOther, of_other.into());
            });
        });
    }

    /// Calls `visit` with the neighbours of the root that a group of lanes has.
    #[inline(always)]
    fn each_middle(&self, mut visit: impl FnMut(SquareMiddle<'_>, ThreadTeam)) {
        let PairsOfRoot { block, args: PairSumsArgs { graph, lists, .. }, root, .. } = self.0;
        let (first, neighbors) = (graph.offsets[root as usize], graph.neighbors(root));
        groups(block, READERS, neighbors.len(), |i, group| {
            let (vertex, edge) = (neighbors[i], lists.number(first + i as u64));
            let list = graph.neighbors(vertex);
            let before = &list[..lower_bound(list, root)];
            visit(SquareMiddle { vertex, edge, before, first: graph.offsets[vertex as usize] }, group);
        });
    }

    /// Calls `visit` with this thread's share of the vertices that were met, and forgets them.
    #[inline(always)]
    fn each_met(&self, mut visit: impl FnMut(u32)) {
        let PairsOfRoot { block, pairs, met, .. } = self.0;
        ThreadTeam::block(block).share(met.count(), |i| {
            // SAFETY: written before the block met.
            let v = unsafe { met.get(i) };
            visit(v);
            let numbers = &pairs[v as usize * PAIR_NUMBERS..][..PAIR_NUMBERS];
            numbers.iter().for_each(|number| number.store(0, Relaxed));
        });
    }

    /// What is known of the root and `v`.
    #[inline(always)]
    fn of_pair(&self, v: u32, number: PairNumber) -> u64 {
        self.pair(v, number).load(Relaxed)
    }

    #[inline(always)]
    fn pair(&self, v: u32, number: PairNumber) -> &AtomicU64 {
        let place = v as usize * PAIR_NUMBERS + number as usize;
        debug_assert!(place < self.0.pairs.len());
        // SAFETY: the host has made these numbers for all vertices.
        unsafe { self.0.pairs.get_unchecked(place) }
    }

    /// Adds to what is known of the root and `v`, and returns what it was.
    #[inline(always)]
    fn add_to_pair(&self, v: u32, number: PairNumber, amount: u64) -> u64 {
        // What adds nothing is worth no atomic.
        if B::Warp::LANES > 1 && amount == 0 {
            0
        } else {
            add_to_own::<B::Warp, _>(self.pair(v, number), amount)
        }
    }

    /// Adds to a sum of a place.
    #[inline(always)]
    fn add(&self, place: u64, sum: usize, term: u64) {
        if term > 0 {
            self.0.args.sums[place as usize * SQUARE_SUMS + sum].fetch_add(term, Relaxed);
        }
    }
}

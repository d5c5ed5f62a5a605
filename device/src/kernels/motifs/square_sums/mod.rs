//! 4-cycles with a fifth vertex, and 2-3-bicliques, at each vertex, or at each edge.

mod by_edges;
mod edges;
mod vertices;

use core::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

use cust_core::DeviceCopy;

use super::lists::TriangleLists;
use crate::graph::GraphView;
use crate::kernels::queue::draw_block;
use crate::kernels::triangles::shared::{Arena, ThreadTeam, bytes_of, groups};
use crate::memory::{Scratch, Slice};
use crate::places::{Edges, Places, Vertices};
use crate::sets::lower_bound;
use crate::simt::{Block, Warp};

pub use by_edges::{EDGE_SQUARE_SUMS, EdgeSquareSum, EdgeSquaresArgs, SumEdgeSquaresAt, sum_edge_squares_at};
pub use edges::SquareSumAtEdge;
pub use vertices::SquareSum;

/// What [`sum_squares_at`] takes, for `n` vertices.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct SquaresArgs<'a> {
    /// The graph.
    pub graph: GraphView<'a>,
    /// The triangles of its edges.
    pub lists: TriangleLists<'a>,
    /// For each place [`SQUARE_SUMS`] sums, zero before the first launch: those of [`SquareSum`] or
    /// [`SquareSumAtEdge`], in its order.
    pub sums: Slice<'a, AtomicU64>,
    /// For each block of the grid [`PAIR_NUMBERS`] numbers for each vertex, zero at the start and at the end.
    pub pairs: Slice<'a, AtomicU64>,
    /// For each block room for `n` vertices: overwritten.
    pub met: Scratch<'a, u32>,
    /// One counter, from 0 up: the next root.
    pub queue: Slice<'a, AtomicU64>,
    /// Where the roots end.
    pub end: u64,
    /// How many roots a block draws at a time.
    pub chunk: u32,
}

layout!(SquaresArgs<'_>: 176, sums: 96, chunk: 168);

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

/// Bytes of shared memory that the kernel needs.
pub const SHARED_BYTES: usize = bytes_of::<u64>(1) + bytes_of::<u32>(1);

/// The lanes that read a list together, where there are lists enough for all threads.
const READERS: u32 = 8;

/// Adds up [`SquareSum`]s at the vertices, or [`SquareSumAtEdge`]s at the edges.
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
/// Thread mapping: a group of lanes a neighbour of the root. Shared memory: [`SHARED_BYTES`]. Bound by the caches and
/// atomics: up to three for each path of two edges to a smaller vertex; at edges four more, where it is in a 4-cycle.
#[cuda_std::kernel(max_threads = 384, min_blocks = 2, at(Vertices, Edges))]
pub unsafe fn sum_squares_at<B: Block, A: Places>(block: B, args: &SquaresArgs<'_>) {
    // SAFETY: once, and shared memory is used in no other way.
    unsafe {
        match A::PAIRS {
            false => each_root(block, args, vertices::add),
            true => each_root(block, args, edges::add),
        }
    }
}

/// Calls `add` with the roots that a block draws, whose pairs have been counted and are forgotten then. A collective of
/// the block, as `add` is to be.
///
/// # Safety
/// A kernel's thread does this once, and uses shared memory in no other way.
#[inline(always)]
unsafe fn each_root<'a, B: Block>(block: B, args: &SquaresArgs<'a>, add: impl Fn(&SquaresRoot<'_, 'a, B>)) {
    // SAFETY: the caller's promise.
    let mut arena = unsafe { Arena::new(block) };
    let slot = arena.take::<u64>(1);
    let met_count = &arena.atomics(1)[0];
    ThreadTeam::block(block).share(1, |_| met_count.store(0, Relaxed));
    let (n, index) = (u64::from(args.graph.vertices()), u64::from(block.index()));
    let numbers = n * PAIR_NUMBERS as u64;
    let (pairs, met) = (args.pairs.part(index * numbers, numbers).get(), args.met.part(index * n, n));
    // The barrier of the first draw lets all see the zero.
    while let Some(roots) = draw_block(block, slot, &args.queue[0], args.chunk, args.end) {
        for root in roots {
            let root = root as u32;
            if args.graph.neighbors(root).len() > 1 {
                let root = SquaresRoot { block, args, root, pairs, met, met_count };
                root.count_common_neighbors();
                block.sync();
                add(&root);
                // All have read what was met, and that before the next root's is.
                block.sync();
                ThreadTeam::block(block).share(1, |_| met_count.store(0, Relaxed));
                block.sync();
            }
        }
    }
}

/// A root that a block works on. All of its threads hold the same.
struct SquaresRoot<'r, 'a, B> {
    block: B,
    args: &'r SquaresArgs<'a>,
    root: u32,
    /// What is known of the root and each vertex before it. All zero between roots.
    pairs: &'a [AtomicU64],
    /// The vertices that have common neighbours with the root, each once.
    met: Scratch<'a, u32>,
    /// How many there are. Zero between roots.
    met_count: &'r AtomicU32,
}

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
        let lists = &self.args.lists;
        self.each_middle(|middle, group| {
            let of_root = lists.triangles(middle.edge).into();
            group.share(middle.before.len(), |j| {
                let v = middle.before[j];
                if self.add_to_pair(v, PairNumber::Common, 1) == 0 {
                    let place = self.count_met();
                    // SAFETY: a vertex is met once, so there are at most `n` places, each one thread's.
                    unsafe { self.met.write(place as usize, v) };
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
        let SquaresArgs { graph, lists, .. } = self.args;
        let (first, neighbors) = (graph.offsets[self.root as usize], graph.neighbors(self.root));
        groups(self.block, READERS, neighbors.len(), |i, group| {
            let (vertex, edge) = (neighbors[i], lists.number(first + i as u64));
            let list = graph.neighbors(vertex);
            let before = &list[..lower_bound(list, self.root)];
            visit(SquareMiddle { vertex, edge, before, first: graph.offsets[vertex as usize] }, group);
        });
    }

    /// Calls `visit` with this thread's share of the vertices that were met, and forgets them.
    #[inline(always)]
    fn each_met(&self, mut visit: impl FnMut(u32)) {
        ThreadTeam::block(self.block).share(self.met_count.load(Relaxed) as usize, |i| {
            // SAFETY: written before the block met.
            let v = unsafe { self.met.read(i) };
            visit(v);
            let numbers = &self.pairs[v as usize * PAIR_NUMBERS..][..PAIR_NUMBERS];
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
        debug_assert!(place < self.pairs.len());
        // SAFETY: the host has made these numbers for all vertices.
        unsafe { self.pairs.get_unchecked(place) }
    }

    /// Adds to what is known of the root and `v`, and returns what it was.
    #[inline(always)]
    fn add_to_pair(&self, v: u32, number: PairNumber, amount: u64) -> u64 {
        let pair = self.pair(v, number);
        if B::Warp::LANES == 1 {
            // A block of one lane shares with nobody, and a locked instruction costs twenty plain ones.
            let old = pair.load(Relaxed);
            pair.store(old + amount, Relaxed);
            old
        } else if amount > 0 {
            pair.fetch_add(amount, Relaxed)
        } else {
            0
        }
    }

    /// Counts one more vertex that was met, and returns how many there were.
    #[inline(always)]
    fn count_met(&self) -> u32 {
        if B::Warp::LANES == 1 {
            let old = self.met_count.load(Relaxed);
            self.met_count.store(old + 1, Relaxed);
            old
        } else {
            self.met_count.fetch_add(1, Relaxed)
        }
    }

    /// Adds to a sum of a place.
    #[inline(always)]
    fn add(&self, place: u64, sum: usize, term: u64) {
        if term > 0 {
            self.args.sums[place as usize * SQUARE_SUMS + sum].fetch_add(term, Relaxed);
        }
    }
}

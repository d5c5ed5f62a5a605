//! 4-cycles with a fifth vertex, and 2-3-bicliques, at each vertex.

use core::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

use cust_core::DeviceCopy;

use super::lists::TriangleLists;
use crate::graph::GraphView;
use crate::kernels::queue::draw_block;
use crate::kernels::triangles::shared::{Arena, Team, bytes_of, groups};
use crate::memory::{Scratch, Slice};
use crate::sets::lower_bound;
use crate::simt::{Block, Warp};

/// What [`sum_squares`] takes, for `n` vertices.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct SquaresArgs<'a> {
    /// The graph.
    pub graph: GraphView<'a>,
    /// The triangles of its edges.
    pub lists: TriangleLists<'a>,
    /// For each vertex [`SQUARE_SUMS`] sums, zero before the first launch: those of [`SquareSum`], in its order.
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

/// The sums of a vertex. The *diagonals* of a 4-cycle are its two pairs of vertices that are not next to each other in
/// it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub enum SquareSum {
    /// Over the 4-cycles with it, the degree of the vertex on the other end of its diagonal.
    OppositeDegrees,
    /// Over the 4-cycles with it, the triangles at the two edges to that vertex.
    OppositeTriangles,
    /// The 2-3-bicliques with it and one other on one side.
    OneOfTwo,
    /// Those with it and two others on one side.
    OneOfThree,
}

/// How many sums a vertex has.
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

/// Adds up [`SquareSum`]s.
///
/// Two vertices with `c` common neighbours are a diagonal of `c (c - 1) / 2` 4-cycles, in `c - 1` of which each common
/// neighbour is, and so each edge to one; they are a side of `C(c, 3)` 2-3-bicliques, in `C(c - 1, 2)` of which each
/// common neighbour is. A block takes the greater one of a pair as root.
///
/// Requires that no sum passes 64 bits: with `m` edges and degrees up to `D` none is beyond `2 m D²`, as a path of two
/// edges from the vertex is the second of them, in one of its two directions; what is added for it are neighbours of
/// its vertices, or pairs of these.
///
/// Thread mapping: a group of lanes a neighbour of the root. Shared memory: [`SHARED_BYTES`]. Bound by the caches and
/// atomics: up to three for each path of two edges to a smaller vertex.
#[cuda_std::kernel(max_threads = 384, min_blocks = 2)]
pub unsafe fn sum_squares<B: Block>(block: B, args: &SquaresArgs<'_>) {
    // SAFETY: once, and shared memory is used in no other way.
    let mut arena = unsafe { Arena::new(block) };
    let slot = arena.take::<u64>(1);
    let met_count = &arena.atomics(1)[0];
    Team::block(block).share(1, |_| met_count.store(0, Relaxed));
    let (n, index) = (u64::from(args.graph.vertices()), u64::from(block.index()));
    let numbers = n * PAIR_NUMBERS as u64;
    let (pairs, met) = (args.pairs.part(index * numbers, numbers).get(), args.met.part(index * n, n));
    // The barrier of the first draw lets all see the zero.
    while let Some(roots) = draw_block(block, slot, &args.queue[0], args.chunk, args.end) {
        for root in roots {
            let root = root as u32;
            if args.graph.neighbors(root).len() > 1 {
                Root { block, args, root, pairs, met, met_count }.take();
            }
        }
    }
}

/// A root that a block works on. All of its threads hold the same.
struct Root<'r, 'a, B> {
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

impl<B: Block> Root<'_, '_, B> {
    /// Adds what the pairs of this root are worth. All threads of the block come here.
    #[inline(always)]
    fn take(&self) {
        self.count_common_neighbors();
        self.block.sync();
        self.add_to_common_neighbors();
        self.block.sync();
        self.add_to_pairs();
        // All have read how many were met, and that before the next root's are.
        self.block.sync();
        Team::block(self.block).share(1, |_| self.met_count.store(0, Relaxed));
        self.block.sync();
    }

    #[inline(always)]
    fn count_common_neighbors(&self) {
        let SquaresArgs { graph, lists, .. } = self.args;
        let (first, neighbors) = (graph.offsets[self.root as usize], graph.neighbors(self.root));
        groups(self.block, READERS, neighbors.len(), |i, group| {
            let of_root = u64::from(lists.triangles(lists.number(first + i as u64)));
            let (list, start) = (graph.neighbors(neighbors[i]), graph.offsets[neighbors[i] as usize]);
            group.share(lower_bound(list, self.root), |j| {
                let v = list[j];
                if self.add_to_pair(v, PairNumber::Common, 1) == 0 {
                    let place = self.count_met();
                    // SAFETY: a vertex is met once, so there are at most `n` places, each one thread's.
                    unsafe { self.met.write(place as usize, v) };
                }
                let of_other = lists.triangles(lists.number(start + j as u64));
                self.add_to_pair(v, PairNumber::OfRoot, of_root);
                self.add_to_pair(v, PairNumber::OfOther, of_other.into());
            });
        });
    }

    /// Adds to each common neighbour the bicliques in which it is one of three.
    #[inline(always)]
    fn add_to_common_neighbors(&self) {
        let graph = &self.args.graph;
        let neighbors = graph.neighbors(self.root);
        groups(self.block, READERS, neighbors.len(), |i, group| {
            let list = graph.neighbors(neighbors[i]);
            let mut bicliques = 0;
            group.share(lower_bound(list, self.root), |j| {
                let others = self.of_pair(list[j], PairNumber::Common) - 1;
                bicliques += others * others.saturating_sub(1) / 2;
            });
            self.add(neighbors[i], SquareSum::OneOfThree, bicliques);
        });
    }

    /// Adds to the two vertices of each pair, and clears it.
    #[inline(always)]
    fn add_to_pairs(&self) {
        let (warp, graph) = (self.block.warp(), &self.args.graph);
        let degree = graph.neighbors(self.root).len() as u64;
        let (mut degrees, mut triangles, mut bicliques) = (0, 0, 0);
        Team::block(self.block).share(self.met_count.load(Relaxed) as usize, |i| {
            // SAFETY: written before the block met.
            let v = unsafe { self.met.read(i) };
            let others = self.of_pair(v, PairNumber::Common) - 1;
            if others > 0 {
                let (cycles, of_root) = ((others + 1) * others / 2, self.of_pair(v, PairNumber::OfRoot));
                let sides = cycles * (others - 1) / 3;
                self.add(v, SquareSum::OppositeDegrees, cycles * degree);
                self.add(v, SquareSum::OppositeTriangles, others * of_root);
                self.add(v, SquareSum::OneOfTwo, sides);
                degrees += cycles * graph.neighbors(v).len() as u64;
                triangles += others * self.of_pair(v, PairNumber::OfOther);
                bicliques += sides;
            }
            let numbers = &self.pairs[v as usize * PAIR_NUMBERS..][..PAIR_NUMBERS];
            numbers.iter().for_each(|number| number.store(0, Relaxed));
        });
        let add_all = |sum: SquareSum, term: u64| {
            let all = warp.sum_u64(term);
            if warp.lane() == 0 {
                self.add(self.root, sum, all);
            }
        };
        add_all(SquareSum::OppositeDegrees, degrees);
        add_all(SquareSum::OppositeTriangles, triangles);
        add_all(SquareSum::OneOfTwo, bicliques);
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

    /// Adds to a sum of a vertex.
    #[inline(always)]
    fn add(&self, vertex: u32, sum: SquareSum, term: u64) {
        if term > 0 {
            self.args.sums[vertex as usize * SQUARE_SUMS + sum as usize].fetch_add(term, Relaxed);
        }
    }
}

/// What [`sum_edge_squares`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct EdgeSquaresArgs<'a> {
    /// The graph.
    pub graph: GraphView<'a>,
    /// The triangles of its edges.
    pub lists: TriangleLists<'a>,
    /// The 4-cycles through each edge.
    pub cycles: Slice<'a, u64>,
    /// For each vertex [`EDGE_SQUARE_SUMS`] sums, zero before the launch: those of [`EdgeSquareSum`], in its order.
    pub sums: Slice<'a, AtomicU64>,
}

layout!(EdgeSquaresArgs<'_>: 128, sums: 112);

/// The sums of a vertex over edges through which there are `c` 4-cycles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub enum EdgeSquareSum {
    /// Over its edges, `c (d - 2)`, with `d` the degree of the other end.
    FurtherNeighbors,
    /// Over its edges, `c` times the triangles there.
    Triangles,
    /// Over its triangles, `c` of the opposite edge.
    Opposite,
}

/// How many of these sums a vertex has.
pub const EDGE_SQUARE_SUMS: usize = 3;

/// Adds up [`EdgeSquareSum`]s.
///
/// Requires that no sum passes 64 bits: with `m` edges and degrees up to `D` none is beyond `2 m D²`, as an edge is in
/// no more than `D²` 4-cycles, a vertex in no more than `m` triangles, and its edges in no more than `2 m D` 4-cycles.
///
/// Thread mapping: a warp a vertex, a lane a triangle of an edge to a smaller neighbour. Bound by the atomics, one a
/// triangle.
#[cuda_std::kernel(max_threads = 256, min_blocks = 4)]
pub unsafe fn sum_edge_squares<B: Block>(block: B, args: &EdgeSquaresArgs<'_>) {
    let (warp, EdgeSquaresArgs { graph, lists, .. }) = (block.warp(), args);
    let add = |vertex: u32, sum: EdgeSquareSum, term: u64| {
        if term > 0 {
            args.sums[vertex as usize * EDGE_SQUARE_SUMS + sum as usize].fetch_add(term, Relaxed);
        }
    };
    let degree = |v: u32| graph.neighbors(v).len() as u64;
    let mut v = block.grid_warp();
    while v < graph.vertices() {
        let (first, neighbors) = (graph.offsets[v as usize], graph.neighbors(v));
        for (i, &u) in neighbors[..graph.smaller(v)].iter().enumerate() {
            let edge = lists.number(first + i as u64);
            let (cycles, thirds) = (args.cycles[edge as usize], lists.of(edge));
            if cycles == 0 {
                continue;
            }
            Team::warp(warp).share(thirds.len(), |j| add(thirds[j], EdgeSquareSum::Opposite, cycles));
            if warp.lane() == 0 {
                // Those in a 4-cycle have two neighbours at least.
                add(u, EdgeSquareSum::FurtherNeighbors, cycles * (degree(v) - 2));
                add(v, EdgeSquareSum::FurtherNeighbors, cycles * (degree(u) - 2));
                let triangles = cycles * thirds.len() as u64;
                add(u, EdgeSquareSum::Triangles, triangles);
                add(v, EdgeSquareSum::Triangles, triangles);
            }
        }
        v += block.grid_warps();
    }
}

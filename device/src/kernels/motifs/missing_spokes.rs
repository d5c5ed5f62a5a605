//! Wheels without a spoke at each vertex.

use core::mem::offset_of;
use core::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

use cust_core::DeviceCopy;

use super::lists::{Seek, TriangleLists};
use crate::graph::GraphView;
use crate::kernels::queue::draw_block;
use crate::kernels::triangles::Oriented;
use crate::kernels::triangles::shared::{Arena, Team, bytes_of, groups};
use crate::memory::{Scratch, Slice};
use crate::sets::lower_bound;
use crate::simt::{Block, Warp};

/// What [`count_missing_spokes_at_vertices`] takes, for `n` vertices.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct MissingSpokesArgs<'a> {
    /// The graph, its vertices numbered by falling degree.
    pub graph: GraphView<'a>,
    /// The same oriented.
    pub oriented: Oriented<'a>,
    /// The triangles of its edges.
    pub lists: TriangleLists<'a>,
    /// For each vertex [`MISSING_SPOKE_SUMS`] sums, zero before the first launch: those of [`MissingSpokeSum`], in its order.
    pub sums: Slice<'a, AtomicU64>,
    /// For each block of the grid `n` numbers, zero at the start and at the end.
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

const _: () = {
    assert!(size_of::<MissingSpokesArgs<'_>>() == 208);
    assert!(
        offset_of!(MissingSpokesArgs<'_>, sums) == 128 && offset_of!(MissingSpokesArgs<'_>, chunk) == 200
    );
};

/// The sums of a vertex: the edge-induced wheels without a spoke in which it has a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub enum MissingSpokeSum {
    /// One of the two that are joined to the other three, and not to each other.
    Rim,
    /// One of the two that are joined to each other and to the two of [`Rim`](Self::Rim).
    Hub,
    /// The one without a spoke.
    Apart,
}

/// How many sums a vertex has.
pub const MISSING_SPOKE_SUMS: usize = 3;

/// Bytes of shared memory that the kernel needs.
pub const SHARED_BYTES: usize = bytes_of::<u64>(1) + bytes_of::<u32>(1);

/// In a pair's number, an edge between two common neighbours. The common neighbours stand below.
const EDGE: u64 = 1 << u32::BITS;
/// The lanes that read a list together, where there are lists enough for all threads.
const READERS: u32 = 8;

/// Counts the wheels without a spoke at each vertex.
///
/// Two vertices with `c` common neighbours, between which there are `e` edges, are the rim of `e (c - 2)` of them. A block takes the greater
/// vertex of a pair as root, and counts the edges by the smaller one, and the common neighbours of those that have any edge.
/// Each edge has the `c - 2` of all its pairs; each common neighbour has the `e` of its pairs, less the edges that it is an end of.
///
/// Requires fewer than 2^32 edges, and that no sum passes 64 bits: with `m` edges and degrees up to `D` none is beyond `2 m D²`. For the vertex
/// is joined to one that has to be, or an edge holds it, and the others are an edge, in one of its two directions, and two neighbours.
///
/// Thread mapping: a warp a neighbour of the root for the edges, a group of lanes a neighbour for the wedges. Shared memory: [`SHARED_BYTES`].
/// Bound by the caches and atomics.
#[cuda_std::kernel(max_threads = 384, min_blocks = 2)]
pub unsafe fn count_missing_spokes_at_vertices<B: Block>(block: B, args: &MissingSpokesArgs<'_>) {
    // SAFETY: once, and shared memory is used in no other way.
    let mut arena = unsafe { Arena::new(block) };
    let slot = arena.take::<u64>(1);
    let met_count = &arena.atomics(1)[0];
    Team::block(block).share(1, |_| met_count.store(0, Relaxed));
    let n = u64::from(args.graph.vertices());
    let first = u64::from(block.index()) * n;
    let (pairs, met) = (args.pairs.part(first, n).get(), args.met.part(first, n));
    // The barrier of the first draw lets all see the zero.
    while let Some(roots) = draw_block(block, slot, &args.queue[0], args.chunk, args.end) {
        for root in roots {
            let root = root as u32;
            // Two vertices of the rim have three neighbours each.
            if args.graph.neighbors(root).len() > 2 {
                Root { block, args, root, pairs, met, met_count }.count();
            }
        }
    }
}

/// A root that a block works on. All of its threads hold the same.
struct Root<'r, 'a, B> {
    block: B,
    args: &'r MissingSpokesArgs<'a>,
    root: u32,
    /// For each vertex the common neighbours that it has with the root, and the edges between these. All zero between roots.
    pairs: &'a [AtomicU64],
    /// The vertices whose numbers are not zero, each once.
    met: Scratch<'a, u32>,
    /// How many there are. Zero between roots.
    met_count: &'r AtomicU32,
}

impl<B: Block> Root<'_, '_, B> {
    /// Adds all that has this root. All threads of the block come here.
    #[inline(always)]
    fn count(&self) {
        self.count_edges();
        self.block.sync();
        let met = self.met_count.load(Relaxed);
        if met > 0 {
            self.count_common_neighbors();
            self.block.sync();
            self.add_to_hubs();
            self.block.sync();
            self.add_to_rim(met);
            Team::block(self.block).share(1, |_| self.met_count.store(0, Relaxed));
        }
        // All have read how many were met before the next root's are.
        self.block.sync();
    }

    /// Counts the edges between neighbours of the root by each vertex that is joined to both ends.
    #[inline(always)]
    fn count_edges(&self) {
        let warp = self.block.warp();
        self.each_edge(|ends, thirds| {
            Team::warp(warp).share(thirds.len(), |j| {
                if self.add_to_pair(thirds[j], EDGE) == 0 {
                    let place = self.count_met();
                    // SAFETY: a vertex is met once, so there are at most `n` places, each one thread's.
                    unsafe { self.met.write(place as usize, thirds[j]) };
                }
            });
            if warp.lane() == 0 {
                // The pairs of an end are to count no edge of its own.
                let own = (thirds.len() as u64).wrapping_neg();
                ends.into_iter().for_each(|end| self.add(end, MissingSpokeSum::Apart, own));
            }
        });
    }

    /// Counts the common neighbours of the pairs that have edges, and adds these edges to each of them.
    #[inline(always)]
    fn count_common_neighbors(&self) {
        let graph = &self.args.graph;
        let neighbors = graph.neighbors(self.root);
        groups(self.block, READERS, neighbors.len(), |i, group| {
            let list = graph.neighbors(neighbors[i]);
            let mut edges = 0;
            group.share(lower_bound(list, self.root), |j| {
                let pair = self.pairs[list[j] as usize].load(Relaxed);
                if pair > 0 {
                    edges += pair >> u32::BITS;
                    self.add_to_pair(list[j], 1);
                }
            });
            self.add(neighbors[i], MissingSpokeSum::Apart, edges);
        });
    }

    /// Adds to the ends of each edge what its pairs have besides.
    #[inline(always)]
    fn add_to_hubs(&self) {
        let warp = self.block.warp();
        self.each_edge(|ends, thirds| {
            let mut others = 0;
            Team::warp(warp).share(thirds.len(), |j| {
                let pair = self.pairs[thirds[j] as usize].load(Relaxed);
                others += u64::from(pair as u32) - 2;
            });
            let others = warp.sum_u64(others);
            if warp.lane() == 0 {
                ends.into_iter().for_each(|end| self.add(end, MissingSpokeSum::Hub, others));
            }
        });
    }

    /// Adds to the two vertices of each pair, and clears it.
    #[inline(always)]
    fn add_to_rim(&self, met: u32) {
        let warp = self.block.warp();
        let mut all = 0;
        Team::block(self.block).share(met as usize, |i| {
            // SAFETY: written before the block met.
            let v = unsafe { self.met.read(i) };
            let pair = &self.pairs[v as usize];
            let (edges, common) = (pair.load(Relaxed) >> u32::BITS, pair.load(Relaxed) as u32);
            let rims = edges * (u64::from(common) - 2);
            pair.store(0, Relaxed);
            self.add(v, MissingSpokeSum::Rim, rims);
            all += rims;
        });
        let all = warp.sum_u64(all);
        if warp.lane() == 0 {
            self.add(self.root, MissingSpokeSum::Rim, all);
        }
    }

    /// Calls `visit` with the two ends of this warp's share of the edges between neighbours of the root, and with the vertices before the root
    /// that are joined to both. The warp's lanes come there together.
    #[inline(always)]
    fn each_edge(&self, mut visit: impl FnMut([u32; 2], &[u32])) {
        let (warp, lists, oriented) = (self.block.warp(), &self.args.lists, &self.args.oriented);
        let (lanes, lane) = (B::Warp::LANES as usize, warp.lane() as usize);
        let neighbors = self.args.graph.neighbors(self.root);
        let first = self.args.graph.offsets[self.root as usize];
        let mut i = self.block.warp_index() as usize;
        while i < neighbors.len() {
            let greater = neighbors[i];
            let joined = lists.of(lists.number(first + i as u64));
            i += self.block.warps() as usize;
            let smaller = &joined[..lower_bound(joined, greater)];
            let mut edges = Seek::new(oriented.list(greater));
            let mut base = 0;
            while base < smaller.len() {
                // Each lane finds the vertices beyond one of the edges; then they go over those of each together.
                let (mut start, mut length) = (0, 0);
                if let Some(&smaller) = smaller.get(base + lane) {
                    let edge = oriented.start(greater) + edges.find::<B::Warp>(smaller) as u64;
                    (start, length) = lists.place(edge);
                    length = lower_bound(lists.part(start, length), self.root) as u32;
                }
                for at in 0..lanes.min(smaller.len() - base) {
                    let (start, length) =
                        (warp.shuffle_u64(start, at as u32), warp.shuffle(length, at as u32));
                    if length > 0 {
                        visit([greater, smaller[base + at]], lists.part(start, length));
                    }
                }
                base += lanes;
            }
        }
    }

    /// Adds to what is known of the root and `v`, and returns what it was.
    #[inline(always)]
    fn add_to_pair(&self, v: u32, amount: u64) -> u64 {
        let pair = &self.pairs[v as usize];
        if B::Warp::LANES == 1 {
            // A block of one lane shares with nobody, and a locked instruction costs twenty plain ones.
            let old = pair.load(Relaxed);
            pair.store(old + amount, Relaxed);
            old
        } else {
            pair.fetch_add(amount, Relaxed)
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

    /// Adds to a sum of a vertex, modulo 2^64.
    #[inline(always)]
    fn add(&self, vertex: u32, sum: MissingSpokeSum, term: u64) {
        if term != 0 {
            self.args.sums[vertex as usize * MISSING_SPOKE_SUMS + sum as usize].fetch_add(term, Relaxed);
        }
    }
}

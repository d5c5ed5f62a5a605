//! Closed walks of five edges, at their edges.

use core::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

use cust_core::DeviceCopy;

use super::numbers::{Numbers, add};
use crate::graph::GraphView;
use crate::kernels::own::{MetVertices, add_to_own};
use crate::kernels::queue::draw_block;
use crate::kernels::triangles::shared::{Arena, READERS, ThreadTeam, bytes_of, from_the_end, groups};
use crate::memory::{Scratch, Slice};
use crate::simt::Block;

/// What [`sum_closed_walks`] takes, for `n` vertices.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct ClosedWalkArgs<'a> {
    /// The graph: the lower degree a vertex has the later it should come.
    pub graph: GraphView<'a>,
    /// At the vertices: 1 where walks may pass, and 0 elsewhere.
    pub inside: Numbers<'a>,
    /// A number for each edge in both directions, to which is added.
    pub sums: Slice<'a, AtomicU64>,
    /// For each block of the grid `2 n` words, zero at the start and at the end.
    pub values: Slice<'a, AtomicU64>,
    /// For each block `n` words, zero at the start and at the end.
    pub joined: Slice<'a, AtomicU32>,
    /// For each block room for `n` vertices: overwritten.
    pub met: Scratch<'a, u32>,
    /// One counter, from 0 up: the next root.
    pub queue: Slice<'a, AtomicU64>,
    /// Where the roots end.
    pub end: u64,
    /// How many roots a block draws at a time.
    pub chunk: u32,
}

layout!(ClosedWalkArgs<'_>: 160, sums: 64, chunk: 152);

/// Bytes of shared memory that the kernel needs.
pub const SHARED_BYTES: usize = bytes_of::<u64>(1) + bytes_of::<u32>(1);

/// Adds up, at each edge, the closed walks of five edges that begin with it, each at one of the two directions: what
/// stands there and what stands at the other together is their number, the same in both.
///
/// A block takes a root `i`, the first of the vertices of a walk, and counts the paths `p(k)` of two edges to each `k`
/// through vertices after `i`. A walk that is once at `i`, `i - a - k - l - b`, is one of the `p(k) p(l)` at its edge
/// `kl`, of the `w(k) = Σ p(l)` at `ak`, and of the `Σ w(k)` at `ia`. One that is there twice is an edge `ia` and a
/// triangle `i, c, d`: `p(c)` of these for each such edge at `ic`, one at `cd`, and all of them at `ia`.
///
/// Thread mapping: a block a root, a group of lanes a vertex, a lane a neighbour. Shared memory: [`SHARED_BYTES`]. Bound
/// by the caches and atomics: one to three for each neighbour after the root of a vertex that is two edges from it.
#[cuda_std::kernel(max_threads = 384, min_blocks = 1)]
pub unsafe fn sum_closed_walks<B: Block>(block: B, args: &ClosedWalkArgs<'_>) {
    // SAFETY: once, and shared memory is used in no other way.
    let mut arena = unsafe { Arena::new(block) };
    let slot = arena.take::<u64>(1);
    // The barrier of the first draw lets all see that none was met.
    let walks = Walks::new(block, args, &arena.atomics(1)[0]);
    while let Some(roots) = draw_block(block, slot, &args.queue[0], args.chunk, args.end) {
        for root in roots {
            walks.take(root as u32);
        }
    }
}

/// What a block has for its roots.
struct Walks<'r, 'a, B> {
    block: B,
    args: &'r ClosedWalkArgs<'a>,
    /// For each vertex after the root two words: the paths of two edges to it, and the paths of three. At the root its
    /// neighbours, and the paths of two edges that end at one of them. All zero between roots.
    values: &'a [AtomicU64],
    /// 1 at the neighbours of the root, of those after it. All zero between roots.
    joined: &'a [AtomicU32],
    /// The ends of paths of two edges. None between roots.
    met: MetVertices<'r, 'a>,
}

impl<'r, 'a, B: Block> Walks<'r, 'a, B> {
    #[inline(always)]
    fn new(block: B, args: &'r ClosedWalkArgs<'a>, count: &'r AtomicU32) -> Self {
        let (n, index) = (u64::from(args.graph.vertices()), u64::from(block.index()));
        Walks {
            block,
            args,
            values: args.values.part(index * 2 * n, 2 * n).get(),
            joined: args.joined.part(index * n, n).get(),
            met: MetVertices::new(block, args.met, args.graph.vertices(), count),
        }
    }

    /// Adds the walks of which this vertex is the first. All of the block's threads come here, and a barrier lies
    /// between roots.
    #[inline(always)]
    fn take(&self, root: u32) {
        let (block, graph, team) = (self.block, &self.args.graph, ThreadTeam::block(self.block));
        let before = graph.smaller(root);
        let later = &graph.neighbors(root)[before..];
        if later.is_empty() || !self.is_inside(root) {
            return;
        }
        team.share(later.len(), |i| {
            if self.is_inside(later[i]) {
                self.joined(later[i]).store(1, Relaxed);
                add_to_own::<B::Warp, _>(self.paths(root), 1);
            }
        });
        groups(block, READERS, later.len(), |i, group| self.count_paths(root, later[i], group));
        block.sync();
        team.share(later.len(), |i| {
            add_to_own::<B::Warp, _>(self.ways(root), self.paths(later[i]).load(Relaxed));
        });
        let ends = self.met.count();
        groups(block, READERS, ends, |i, group| {
            // SAFETY: fewer than there are, all of which were written before the barrier.
            self.join_paths(root, unsafe { self.met.get(i) }, group);
        });
        block.sync();
        let first = graph.offsets[root as usize] + before as u64;
        groups(block, READERS, later.len(), |i, group| {
            self.add_to_middle(root, later[i], first + i as u64, group);
        });
        block.sync();
        team.share(ends, |i| {
            // SAFETY: as above.
            let end = unsafe { self.met.get(i) };
            self.paths(end).store(0, Relaxed);
            self.ways(end).store(0, Relaxed);
        });
        team.share(later.len(), |i| self.joined(later[i]).store(0, Relaxed));
        team.share(1, |_| {
            self.paths(root).store(0, Relaxed);
            self.ways(root).store(0, Relaxed);
        });
        self.met.forget(block);
        block.sync();
    }

    /// Counts the paths of two edges through a neighbour of the root, which a group of lanes shares.
    #[inline(always)]
    fn count_paths(&self, root: u32, middle: u32, group: ThreadTeam) {
        if !self.is_inside(middle) {
            return;
        }
        from_the_end(self.args.graph.neighbors(middle), root, group, |_, end| {
            if self.is_inside(end) && add_to_own::<B::Warp, _>(self.paths(end), 1) == 0 {
                // SAFETY: there was no path to it.
                unsafe { self.met.put::<B::Warp>(end) };
            }
        });
    }

    /// Counts the paths of three edges to `end`, and adds the walks to its edges that join two paths of two; a group of
    /// lanes shares the edges.
    #[inline(always)]
    fn join_paths(&self, root: u32, end: u32, group: ThreadTeam) {
        let graph = &self.args.graph;
        let (paths, neighbors) = (self.paths(end).load(Relaxed), self.paths(root).load(Relaxed));
        let neighbors = if self.joined(end).load(Relaxed) == 0 { 0 } else { neighbors };
        let first = graph.offsets[end as usize];
        let mut ways = 0u64;
        from_the_end(graph.neighbors(end), root, group, |place, other| {
            let others = self.paths(other).load(Relaxed);
            if others == 0 {
                return;
            }
            ways += others;
            // Once for an edge.
            if other < end {
                let of_triangle = u64::from(self.joined(other).load(Relaxed)) * neighbors;
                let walks = u128::from(paths) * u128::from(others) + u128::from(of_triangle);
                self.add(first + place as u64, walks);
            }
        });
        add_to_own::<B::Warp, _>(self.ways(end), ways);
    }

    /// Adds the walks to the edges of a neighbour of the root, and to the root's edge to it, at position `along`; a
    /// group of lanes shares the edges.
    #[inline(always)]
    fn add_to_middle(&self, root: u32, middle: u32, along: u64, group: ThreadTeam) {
        if !self.is_inside(middle) {
            return;
        }
        let graph = &self.args.graph;
        let first = graph.offsets[middle as usize];
        let mut walks = 0u128;
        from_the_end(graph.neighbors(middle), root, group, |place, end| {
            let ways = u128::from(self.ways(end).load(Relaxed));
            walks += ways;
            self.add(first + place as u64, ways);
        });
        group.share(1, |_| {
            let [neighbors, paths] = [root, middle].map(|v| u128::from(self.paths(v).load(Relaxed)));
            walks += u128::from(self.ways(root).load(Relaxed)) + neighbors * paths;
        });
        self.add(along, walks);
    }

    #[inline(always)]
    fn is_inside(&self, vertex: u32) -> bool {
        self.args.inside.at(vertex.into()) != 0
    }

    /// The first word of a vertex.
    #[inline(always)]
    fn paths(&self, vertex: u32) -> &'a AtomicU64 {
        self.word(2 * vertex as usize)
    }

    /// The second word of a vertex.
    #[inline(always)]
    fn ways(&self, vertex: u32) -> &'a AtomicU64 {
        self.word(2 * vertex as usize + 1)
    }

    #[inline(always)]
    fn word(&self, place: usize) -> &'a AtomicU64 {
        debug_assert!(place < self.values.len());
        // SAFETY: there are two words for each vertex.
        unsafe { self.values.get_unchecked(place) }
    }

    #[inline(always)]
    fn joined(&self, vertex: u32) -> &'a AtomicU32 {
        debug_assert!((vertex as usize) < self.joined.len());
        // SAFETY: there is a word for each vertex.
        unsafe { self.joined.get_unchecked(vertex as usize) }
    }

    /// Adds walks at the position of a neighbour.
    #[inline(always)]
    fn add(&self, position: u64, walks: u128) {
        if walks != 0 {
            add(&self.args.sums, position as usize, walks);
        }
    }
}

//! 5-cycles.

use core::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

use cust_core::DeviceCopy;

use super::counters::Counters;
use crate::graph::GraphView;
use crate::kernels::count::tally::Tally;
use crate::kernels::own::MetVertices;
use crate::kernels::queue::draw_block;
use crate::kernels::triangles::shared::{Arena, READERS, ThreadTeam, bytes_of, from_the_end, groups};
use crate::memory::{Scratch, Slice};
use crate::simt::Block;

/// What [`count_5_cycles`] takes, for `n` vertices.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct FiveCycleArgs<'a> {
    /// The graph, its vertices numbered by falling degree.
    pub graph: GraphView<'a>,
    /// One counter, from 0 up: the next root.
    pub queue: Slice<'a, AtomicU64>,
    /// [`TOTALS`](crate::kernels::count::tally::TOTALS) sums, zero before the first launch.
    pub totals: Slice<'a, AtomicU64>,
    /// For each block of the grid `n - near` counters, zero at the start and at the end.
    pub far: Slice<'a, AtomicU32>,
    /// For each block of the grid room for `n` vertices: overwritten.
    pub met: Scratch<'a, u32>,
    /// How many roots there are: the first vertices.
    pub end: u64,
    /// How many vertices, the first ones, have their counters in shared memory.
    pub near: u32,
    /// How many roots a block draws at a time.
    pub chunk: u32,
}

layout!(FiveCycleArgs<'_>: 128, met: 96, chunk: 124);

impl FiveCycleArgs<'_> {
    /// Bytes of shared memory that the kernel needs, with so many counters there.
    pub const fn shared_bytes(near: u32) -> usize {
        bytes_of::<u64>(1) + bytes_of::<u32>(1) + bytes_of::<u32>(near as usize)
    }
}

/// In a counter: whether the vertex is joined to the root. The other bits count paths.
const JOINED: u32 = 1 << 31;

/// Counts the 5-cycles, and some triangles with a further edge.
///
/// A block takes a root `i`, the first vertex of a cycle `i - a - k - l - c`, and counts the paths of two edges to each
/// `k` through `a > i`. Then it goes over the edges `(k, l)` between ends beyond `i`, and adds up the products of their
/// numbers of paths, less the paths through the other end. What remains besides cycles are those with `a = c`: a
/// triangle `a, k, l`, and `i` joined to one of its corners and before all of them, which the host takes off.
///
/// `totals`: the cycles and what remains besides. Shared memory: [`FiveCycleArgs::shared_bytes`]. Bound by the caches:
/// one counter read for each edge between ends.
#[cuda_std::kernel(max_threads = 1024, min_blocks = 1)]
pub unsafe fn count_5_cycles<B: Block>(block: B, args: &FiveCycleArgs<'_>) {
    // SAFETY: once, and shared memory is used in no other way.
    let mut arena = unsafe { Arena::new(block) };
    let slot = arena.take::<u64>(1);
    let (count, near) = (&arena.atomics(1)[0], arena.atomics(args.near as usize));
    let root = FiveCyclesRoot::new(block, args, count, near);
    let mut tally = Tally::new();
    while let Some(roots) = draw_block(block, slot, &args.queue[0], args.chunk, args.end) {
        for vertex in roots.start as u32..roots.end as u32 {
            root.take(vertex, &mut tally);
        }
    }
    tally.store(block.warp(), &args.totals);
}

/// What a block has for its roots.
pub(super) struct FiveCyclesRoot<'r, 'a, B> {
    pub block: B,
    pub args: &'r FiveCycleArgs<'a>,
    /// All zero between roots.
    pub counters: Counters<'r>,
    /// The ends of paths. None between roots.
    met: MetVertices<'r, 'a>,
}

impl<'r, 'a, B: Block> FiveCyclesRoot<'r, 'a, B> {
    /// Before the first root: zeros, which the barrier of the first draw lets all see.
    #[inline(always)]
    pub fn new(block: B, args: &'r FiveCycleArgs<'a>, count: &'r AtomicU32, near: &'r [AtomicU32]) -> Self {
        ThreadTeam::block(block).share(near.len(), |i| near[i].store(0, Relaxed));
        let n = args.graph.vertices();
        let beyond = u64::from(n) - u64::from(args.near);
        let far = args.far.part(u64::from(block.index()) * beyond, beyond);
        let met = MetVertices::new(block, args.met, n, count);
        FiveCyclesRoot { block, args, counters: Counters::new(near, far), met }
    }

    /// Counts at a root. All of the block's threads come here.
    #[inline(always)]
    fn take(&self, root: u32, tally: &mut Tally) {
        let greater = self.greater(root);
        if greater.is_empty() {
            return;
        }
        let ends = self.count_paths(root, greater);
        groups(self.block, READERS, ends, |i, group| {
            // SAFETY: less than there are.
            let end = unsafe { self.end(i) };
            self.join_paths(root, end, group, tally);
        });
        self.block.sync();
        self.clear(greater, ends, |_| ());
    }

    /// The neighbours of a root that come after it.
    #[inline(always)]
    pub fn greater(&self, root: u32) -> &'r [u32] {
        let graph = &self.args.graph;
        &graph.neighbors(root)[graph.smaller(root)..]
    }

    /// Counts the paths of two edges from the root, and returns how many ends they have. All of the block's threads
    /// come here, and may read the ends and their counters then.
    #[inline(always)]
    pub fn count_paths(&self, root: u32, greater: &[u32]) -> usize {
        ThreadTeam::block(self.block).share(greater.len(), |i| {
            self.counters.add::<B::Warp>(greater[i], JOINED);
        });
        self.block.sync();
        groups(self.block, READERS, greater.len(), |i, group| {
            self.count_paths_through(root, greater[i], group)
        });
        self.block.sync();
        self.met.count()
    }

    /// An end of the paths.
    ///
    /// # Safety
    /// `i` is less than [`count_paths`](Self::count_paths) has returned.
    #[inline(always)]
    pub unsafe fn end(&self, i: usize) -> u32 {
        // SAFETY: all ends were written before its last barrier.
        unsafe { self.met.get(i) }
    }

    /// Leaves everything zero for the next root, and calls `also` for each end. All of the block's threads come here,
    /// after a barrier.
    #[inline(always)]
    pub fn clear(&self, greater: &[u32], ends: usize, also: impl Fn(u32)) {
        let team = ThreadTeam::block(self.block);
        team.share(ends, |i| {
            // SAFETY: less than there are.
            let end = unsafe { self.end(i) };
            self.counters.clear(end);
            also(end);
        });
        team.share(greater.len(), |i| self.counters.clear(greater[i]));
        self.met.forget(self.block);
        self.block.sync();
    }

    /// Counts the paths from the root through `middle`, which a group of lanes shares.
    #[inline(always)]
    fn count_paths_through(&self, root: u32, middle: u32, group: ThreadTeam) {
        let list = self.args.graph.neighbors(middle);
        from_the_end(list, root, group, |_, end| {
            if self.counters.add::<B::Warp>(end, 1) & !JOINED == 0 {
                // SAFETY: its counter had no paths.
                unsafe { self.met.put::<B::Warp>(end) };
            }
        });
    }

    /// Adds up the pairs of paths that the edges from `end` to smaller ends join; a group of lanes shares the edges.
    #[inline(always)]
    fn join_paths(&self, root: u32, end: u32, group: ThreadTeam, tally: &mut Tally) {
        let graph = &self.args.graph;
        let (paths, joined) = split(self.counters.get(end));
        from_the_end(&graph.neighbors(end)[..graph.smaller(end)], root, group, |_, other| {
            let (others, other_joined) = split(self.counters.get(other));
            if others > 0 {
                tally.add((paths - other_joined) * (others - joined));
            }
        });
    }
}

/// How many paths a counter says, and 1 if its vertex is joined to the root. Where it is, and another end is its
/// neighbour, the other has at least the path through it: differences do not go below zero.
#[inline(always)]
pub(super) fn split(counter: u32) -> (u64, u64) {
    (u64::from(counter & !JOINED), u64::from(counter >> 31))
}

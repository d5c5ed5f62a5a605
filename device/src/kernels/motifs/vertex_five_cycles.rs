//! 5-cycles at each vertex.

use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

use cust_core::DeviceCopy;

use super::five_cycles::{FiveCycleArgs, FiveCyclesRoot, split};
use super::lists::TriangleLists;
use crate::kernels::queue::draw_block;
use crate::kernels::triangles::shared::{Arena, READERS, ThreadTeam, from_the_end, groups};
use crate::memory::Slice;
use crate::sets::lower_bound;
use crate::simt::{Block, Warp};

/// What [`count_5_cycles_at_vertices`] takes, for `n` vertices.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct VertexFiveCyclesArgs<'a> {
    /// The graph, the counters, and how it is dealt. There are no totals.
    pub cycles: FiveCycleArgs<'a>,
    /// The triangles of the edges.
    pub lists: TriangleLists<'a>,
    /// For each vertex [`FIVE_CYCLE_SUMS`] sums modulo 2^64, zero before the first launch: those of [`FiveCycleSum`],
    /// in its order.
    pub sums: Slice<'a, AtomicU64>,
    /// For each block of the grid `n` numbers, zero at the start and at the end.
    pub joins: Slice<'a, AtomicU64>,
}

layout!(VertexFiveCyclesArgs<'_>: 208, joins: 192);

/// The sums of a vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub enum FiveCycleSum {
    /// Twice the cycles of which it is the first vertex.
    First,
    /// The other cycles with it.
    Later,
}

/// How many sums a vertex has.
pub const FIVE_CYCLE_SUMS: usize = 2;

/// Counts the 5-cycles at each vertex.
///
/// In a cycle `i - a - k - l - c` from its first vertex `i`, `k` and `l` are the ends of paths of two edges, of which
/// `p(k)` are counted as in [`count_5_cycles`](super::five_cycles::count_5_cycles). With `j(k)` 1 if the root is
/// joined to `k`, and else 0, an edge `(k, l)` joins `(p(k) - j(l)) (p(l) - j(k))` pairs of paths, all of which are
/// cycles but those with `a = c`: a triangle `a, k, l`, and `a` joined to the root. So `k` is in what its edges `(k,
/// l)` join, less the triangles beyond the root at its edges `(a, k)`. A path `i - a - k` goes on by each edge `(k,
/// l)` in `p(l) - j(k)` ways, which are added up for each `k`; those with `l = a` are taken off, and those with `c =
/// a`: that is what `a` is in, and all together twice what the root is in.
///
/// Requires that no sum passes 64 bits: with `m` edges and degrees up to `D` none is beyond `4 m D²`, as a cycle is the
/// edge opposite to the vertex, in one of its two directions, and two neighbours of it.
///
/// Shared memory: [`FiveCycleArgs::shared_bytes`]. Bound by the caches and atomics.
#[cuda_std::kernel(max_threads = 512, min_blocks = 1)]
pub unsafe fn count_5_cycles_at_vertices<B: Block>(block: B, args: &VertexFiveCyclesArgs<'_>) {
    // SAFETY: once, and shared memory is used in no other way.
    let mut arena = unsafe { Arena::new(block) };
    let slot = arena.take::<u64>(1);
    let cycles = &args.cycles;
    let (count, near) = (&arena.atomics(1)[0], arena.atomics(cycles.near as usize));
    let n = u64::from(cycles.graph.vertices());
    let joins = args.joins.part(u64::from(block.index()) * n, n).get();
    let at_vertices = VertexCyclesRoot { root: FiveCyclesRoot::new(block, cycles, count, near), args, joins };
    while let Some(roots) = draw_block(block, slot, &cycles.queue[0], cycles.chunk, cycles.end) {
        for vertex in roots.start as u32..roots.end as u32 {
            at_vertices.take(vertex);
        }
    }
}

/// What a block has for its roots.
struct VertexCyclesRoot<'r, 'a, B> {
    root: FiveCyclesRoot<'r, 'a, B>,
    args: &'r VertexFiveCyclesArgs<'a>,
    /// In how many ways a path goes on from each of its ends. All zero between roots.
    joins: &'a [AtomicU64],
}

impl<B: Block> VertexCyclesRoot<'_, '_, B> {
    /// Counts at a root. All of the block's threads come here.
    #[inline(always)]
    fn take(&self, root: u32) {
        let (block, greater) = (self.root.block, self.root.greater(root));
        if greater.is_empty() {
            return;
        }
        let ends = self.root.count_paths(root, greater);
        groups(block, READERS, ends, |i, group| {
            // SAFETY: less than there are.
            let end = unsafe { self.root.end(i) };
            self.join_paths(root, end, group);
        });
        block.sync();
        let mut twice = 0u64;
        groups(block, READERS, greater.len(), |i, group| {
            twice = twice.wrapping_add(self.add_to_middle(root, greater[i], group));
        });
        let warp = block.warp();
        let twice = warp.sum_u64(twice);
        if warp.lane() == 0 {
            self.add(root, FiveCycleSum::First, twice);
        }
        block.sync();
        self.root.clear(greater, ends, |end| self.joins[end as usize].store(0, Relaxed));
    }

    /// Adds the pairs of paths that the edges of `end` join, and keeps in how many ways its own go on. A group of lanes
    /// shares the edges.
    #[inline(always)]
    fn join_paths(&self, root: u32, end: u32, group: ThreadTeam) {
        let (paths, joined) = split(self.root.counters.get(end));
        let (mut ways, mut pairs) = (0, 0);
        from_the_end(self.root.args.graph.neighbors(end), root, group, |_, other| {
            let (others, other_joined) = split(self.root.counters.get(other));
            if others > 0 {
                ways += others - joined;
                pairs += (paths - other_joined) * (others - joined);
            }
        });
        if B::Warp::LANES == 1 {
            self.joins[end as usize].store(ways, Relaxed);
        } else {
            self.joins[end as usize].fetch_add(ways, Relaxed);
        }
        self.add(end, FiveCycleSum::Later, pairs);
    }

    /// Adds what `middle` is in, next to the root, and takes off the triangles at its edges; a group of lanes shares
    /// the edges. Returns this lane's part of what the middle is in.
    #[inline(always)]
    fn add_to_middle(&self, root: u32, middle: u32, group: ThreadTeam) -> u64 {
        let (graph, lists) = (&self.root.args.graph, &self.args.lists);
        let (first, paths) = (graph.offsets[middle as usize], split(self.root.counters.get(middle)).0);
        let mut all = 0u64;
        from_the_end(graph.neighbors(middle), root, group, |place, end| {
            let triangles = beyond(lists.of(lists.number(first + place as u64)), root);
            let (ways, joined) =
                (self.joins[end as usize].load(Relaxed), split(self.root.counters.get(end)).1);
            // The way back to the middle is one of them.
            all = all.wrapping_add(ways - (paths - joined) - triangles);
            self.add(end, FiveCycleSum::Later, triangles.wrapping_neg());
        });
        self.add(middle, FiveCycleSum::Later, all);
        all
    }

    /// Adds to a sum of a vertex, modulo 2^64.
    #[inline(always)]
    fn add(&self, vertex: u32, sum: FiveCycleSum, term: u64) {
        if term != 0 {
            self.args.sums[vertex as usize * FIVE_CYCLE_SUMS + sum as usize].fetch_add(term, Relaxed);
        }
    }
}

/// How many elements of an ascending list are greater than `bound`.
#[inline(always)]
fn beyond(list: &[u32], bound: u32) -> u64 {
    match list {
        [] => 0,
        // Roots come before most vertices.
        [first, ..] if *first > bound => list.len() as u64,
        _ => (list.len() - lower_bound(list, bound + 1)) as u64,
    }
}

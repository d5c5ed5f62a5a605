//! The kernels: how many 4-cycles there are, in all, through each edge or at each vertex.

use core::cell::Cell;
use core::ops::Range;
use core::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

use cust_core::DeviceCopy;

use super::roots::{self, AtRoots};
use super::table::{SharedTable, TableShape};
use super::vertices::{add_to_far_end, add_to_middles};
use super::wedges::wedges;
use crate::graph::GraphView;
use crate::kernels::count::tally::Tally;
use crate::kernels::triangles::Oriented;
use crate::kernels::triangles::shared::bytes_of;
use crate::memory::Slice;
use crate::sets::lower_bound;
use crate::simt::Block;

/// What the kernels take.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct CycleArgs<'a> {
    /// The graph, its vertices numbered by falling degree: the middles of a root's wedges are read here, once a root.
    pub graph: GraphView<'a>,
    /// Lists that begin with the smaller neighbours of each vertex: the far ends are read here, once a wedge. The
    /// oriented graph, which has nothing else, or the whole one.
    pub smaller: Oriented<'a>,
    /// One counter, from 0 up: the next root.
    pub queue: Slice<'a, AtomicU64>,
    /// [`TOTALS`](crate::kernels::count::tally::TOTALS) sums, zero before the first launch.
    pub totals: Slice<'a, AtomicU64>,
    /// One counter, from 0 up: how many roots were deferred.
    pub deferred_count: Slice<'a, AtomicU64>,
    /// A bit for each vertex: whether it is a root that was deferred. All zero before the first launch.
    pub deferred: Slice<'a, AtomicU32>,
    /// For the kernels of edges: the number of the first edge of each vertex, which are those to smaller neighbours.
    pub edge_starts: Slice<'a, u64>,
    /// For the kernels of edges: a sum for each edge from `first_edge` on, in the order of the oriented lists, zero
    /// before the first launch. Other edges are left out. For the kernels of vertices: a sum for each vertex.
    pub edge_sums: Slice<'a, AtomicU64>,
    /// For the kernels of edges: the number of the first edge that has a sum.
    pub first_edge: u64,
    /// How many roots there are, from `first` on; for deferred ones, how many words of their bits.
    pub end: u64,
    /// The shape of the counters in shared memory.
    pub table: TableShape,
    /// The first root.
    pub first: u32,
    /// How many roots, or words, a block draws at a time.
    pub chunk: u32,
    /// How many lanes read a list of far ends together, where a warp has so many: a power of two.
    pub readers: u32,
    /// For the kernels of edges: the first vertex with an edge to a smaller neighbour that has a sum, and the number
    /// behind the last.
    pub edges_of: [u32; 2],
}

layout!(CycleArgs<'_>: 224, end: 184, edges_of: 216);

impl CycleArgs<'_> {
    /// Bytes of shared memory that the kernels need, with counters of that shape.
    pub const fn shared_bytes(table: TableShape) -> usize {
        bytes_of::<u64>(1) + table.shared_bytes()
    }
}

/// Where the cycles are counted besides.
type CountedAt = u32;
const NOWHERE: CountedAt = 0;
const EDGES: CountedAt = 1;
const VERTICES: CountedAt = 2;

/// Counts each 4-cycle once, at the vertex opposite to its smallest one.
///
/// A block takes a root `w`, and goes through the wedges `v - u - w` with `v` smaller than `u` and `w`: the `c` wedges
/// with one far end `v` make `c (c - 1) / 2` cycles, and the block adds for each wedge how many came before. The
/// counters stand in shared memory. A root with more far ends than they have room for is deferred: of those that have a
/// counter of their own, the cycles are counted.
/// `totals`: the cycles. Shared memory: [`CycleArgs::shared_bytes`]. Bound by the shared atomics, one a wedge.
#[cuda_std::kernel(max_threads = 1024, min_blocks = 1)]
pub unsafe fn count_4_cycles<B: Block>(block: B, args: &CycleArgs<'_>) {
    count::<B, NOWHERE, false>(block, args);
}

/// Counts the 4-cycles, into `totals`, and those through each edge, into `edge_sums`.
///
/// A block takes a root and counts its wedges by their far ends in shared memory, and then goes over them again: the
/// `c` wedges of a far end make `c - 1` cycles through each of their edges. Roots with too many far ends are deferred.
#[cuda_std::kernel(max_threads = 1024, min_blocks = 1, may_spill = 16)]
pub unsafe fn edge_4_cycles<B: Block>(block: B, args: &CycleArgs<'_>) {
    count::<B, EDGES, false>(block, args);
}

/// Counts the 4-cycles, into `totals`, and twice those at each vertex, into `edge_sums`.
///
/// A block takes a root and counts its wedges by their far ends in shared memory, and then makes an addition for each
/// middle and each far end, and none for each wedge. Roots with too many far ends are deferred.
#[cuda_std::kernel(max_threads = 1024, min_blocks = 1)]
pub unsafe fn vertex_4_cycles<B: Block>(block: B, args: &CycleArgs<'_>) {
    count::<B, VERTICES, false>(block, args);
}

/// Counts the 4-cycles that [`count_4_cycles`] left at the roots that it deferred: their far ends without a counter of
/// their own, in windows for which there is room.
///
/// A block takes a word of bits, and clears it. `table` and `first` are those of the launch that deferred them. Shared
/// memory: [`CycleArgs::shared_bytes`]; all of the counters are a hash table here.
#[cuda_std::kernel(max_threads = 768, min_blocks = 1)]
pub unsafe fn count_4_cycles_in_windows<B: Block>(block: B, args: &CycleArgs<'_>) {
    count::<B, NOWHERE, true>(block, args);
}

/// Counts the 4-cycles, and those through each edge, that [`edge_4_cycles`] left at the roots that it deferred, in
/// windows of their far ends for which there is room.
#[cuda_std::kernel(max_threads = 768, min_blocks = 1)]
pub unsafe fn edge_4_cycles_in_windows<B: Block>(block: B, args: &CycleArgs<'_>) {
    count::<B, EDGES, true>(block, args);
}

/// Counts the 4-cycles, and twice those at each vertex, that [`vertex_4_cycles`] left at the roots that it deferred, in
/// windows of their far ends for which there is room.
#[cuda_std::kernel(max_threads = 768, min_blocks = 1)]
pub unsafe fn vertex_4_cycles_in_windows<B: Block>(block: B, args: &CycleArgs<'_>) {
    count::<B, VERTICES, true>(block, args);
}

/// Counts at the roots, or what was left at those that were deferred.
#[inline(always)]
fn count<B: Block, const AT: CountedAt, const DEFERRED: bool>(block: B, args: &CycleArgs<'_>) {
    let mut cycles = Cycles::<B, AT> { block, args, tally: Tally::new() };
    match DEFERRED {
        false => roots::count_at_roots::<B, _, false>(block, args, &mut cycles),
        true => roots::count_deferred::<B, _, false>(block, args, &mut cycles),
    }
    cycles.tally.store(block.warp(), &args.totals);
}

/// The cycles at roots.
struct Cycles<'r, 'a, B, const AT: CountedAt> {
    block: B,
    args: &'r CycleArgs<'a>,
    /// What this thread has counted.
    tally: Tally,
}

impl<B: Block, const AT: CountedAt> AtRoots<B> for Cycles<'_, '_, B, AT> {
    const FAR_ENDS: bool = AT == VERTICES;
    /// How many wedges came before a thread's, each with the same far end.
    type Sum = u64;

    #[inline(always)]
    fn meet(sum: &mut u64, before: u32) {
        *sum += u64::from(before);
    }

    #[inline(always)]
    fn take(
        &mut self,
        table: &SharedTable<'_>,
        root: u32,
        window: Range<u32>,
        direct: u64,
        hashed: Option<u64>,
    ) {
        let before = hashed.map_or(direct, |hashed| direct + hashed);
        self.tally.add(before);
        match AT {
            EDGES => add_to_edges(self.block, self.args, table, root, window),
            VERTICES => add_to_middles(self.block, self.args, table, root, window, before),
            _ => {}
        }
    }

    #[inline(always)]
    fn take_far_end(&self, v: u32, times: u32) {
        add_to_far_end(self.args, v, times);
    }
}

/// Adds the cycles of each wedge of `root` with its far end in `window` to its two edges.
#[inline(always)]
fn add_to_edges<B: Block>(
    block: B,
    args: &CycleArgs<'_>,
    table: &SharedTable<'_>,
    root: u32,
    window: Range<u32>,
) {
    let starts = args.edge_starts.get();
    let start = |v: u32| {
        debug_assert!((v as usize) < starts.len());
        // SAFETY: vertices are asked for, and the number behind one: there are `n + 1` starts.
        unsafe { *starts.get_unchecked(v as usize) }
    };
    let add = |edge: u64, cycles: u64| {
        // An edge that is not asked for is beyond the end, or before the first and wraps around to there.
        if let Some(sum) = args.edge_sums.get().get(edge.wrapping_sub(args.first_edge) as usize) {
            sum.fetch_add(cycles, Relaxed);
        }
    };
    let [first, end] = args.edges_of;
    let has_sums = |v: u32| first <= v && v < end;
    // Whether an edge of the middle's wedges has a sum: it is one of its greater end.
    let wanted = |u: u32| (has_sums(u) || has_sums(u.max(root))).then_some(u);
    // Cycles through the edge between the middle and the root, of the wedges of one middle.
    let through = Cell::new(0u64);
    wedges::<B, false>(
        block,
        args,
        root,
        window,
        wanted,
        |middle, wedge| {
            let others = table.met(wedge.v) - 1;
            if others > 0 {
                add(start(middle.u) + u64::from(wedge.place), others.into());
                through.set(through.get() + u64::from(others));
            }
        },
        |middle| {
            let cycles = through.replace(0);
            if cycles > 0 {
                let edge = if middle.u < root {
                    start(root) + u64::from(middle.place)
                } else {
                    start(middle.u) + lower_bound(middle.list, root) as u64
                };
                add(edge, cycles);
            }
        },
    );
}

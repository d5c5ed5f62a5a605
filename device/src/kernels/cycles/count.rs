//! The kernels: how many 4-cycles there are, in all, through each edge or at each vertex.

use core::cell::Cell;
use core::ops::Range;
use core::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

use cust_core::DeviceCopy;

use super::table::{Met, SharedTable, TableShape};
use super::vertices::{add_to_far_end, add_to_middles};
use super::wedges::{Wedge, wedges};
use crate::graph::GraphView;
use crate::kernels::count::tally::Tally;
use crate::kernels::queue::draw_block;
use crate::kernels::triangles::Oriented;
use crate::kernels::triangles::shared::{Arena, Team, bytes_of};
use crate::memory::Slice;
use crate::sets::lower_bound;
use crate::simt::{Block, Warp};

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
type Place = u32;
const NOWHERE: Place = 0;
const EDGES: Place = 1;
const VERTICES: Place = 2;

/// Counts each 4-cycle once, at the vertex opposite to its smallest one.
///
/// A block takes a root `w`, and goes through the wedges `v - u - w` with `v` smaller than `u` and `w`: the `c` wedges
/// with one far end `v` make `c (c - 1) / 2` cycles, and the block adds for each wedge how many came before. The
/// counters stand in shared memory. A root with more far ends than they have room for is deferred: of those that have a
/// counter of their own, the cycles are counted.
/// `totals`: the cycles. Shared memory: [`CycleArgs::shared_bytes`]. Bound by the shared atomics, one a wedge.
#[cuda_std::kernel(max_threads = 1024, min_blocks = 1)]
pub unsafe fn count_4_cycles<B: Block>(block: B, args: &CycleArgs<'_>) {
    count_at_roots::<B, NOWHERE>(block, args);
}

/// Counts the 4-cycles, into `totals`, and those through each edge, into `edge_sums`.
///
/// A block takes a root and counts its wedges by their far ends in shared memory, and then goes over them again: the
/// `c` wedges of a far end make `c - 1` cycles through each of their edges. Roots with too many far ends are deferred.
#[cuda_std::kernel(max_threads = 1024, min_blocks = 1)]
pub unsafe fn edge_4_cycles<B: Block>(block: B, args: &CycleArgs<'_>) {
    count_at_roots::<B, EDGES>(block, args);
}

/// Counts the 4-cycles, into `totals`, and twice those at each vertex, into `edge_sums`.
///
/// A block takes a root and counts its wedges by their far ends in shared memory, and then makes an addition for each
/// middle and each far end, and none for each wedge. Roots with too many far ends are deferred.
#[cuda_std::kernel(max_threads = 1024, min_blocks = 1)]
pub unsafe fn vertex_4_cycles<B: Block>(block: B, args: &CycleArgs<'_>) {
    count_at_roots::<B, VERTICES>(block, args);
}

/// Counts the 4-cycles that [`count_4_cycles`] left at the roots that it deferred: their far ends without a counter of
/// their own, in windows for which there is room.
///
/// A block takes a word of bits, and clears it. `table` and `first` are those of the launch that deferred them. Shared
/// memory: [`CycleArgs::shared_bytes`]; all of the counters are a hash table here.
#[cuda_std::kernel(max_threads = 768, min_blocks = 1)]
pub unsafe fn count_4_cycles_in_windows<B: Block>(block: B, args: &CycleArgs<'_>) {
    count_deferred::<B, NOWHERE>(block, args);
}

/// Counts the 4-cycles, and those through each edge, that [`edge_4_cycles`] left at the roots that it deferred, in
/// windows of their far ends for which there is room.
#[cuda_std::kernel(max_threads = 768, min_blocks = 1)]
pub unsafe fn edge_4_cycles_in_windows<B: Block>(block: B, args: &CycleArgs<'_>) {
    count_deferred::<B, EDGES>(block, args);
}

/// Counts the 4-cycles, and twice those at each vertex, that [`vertex_4_cycles`] left at the roots that it deferred, in
/// windows of their far ends for which there is room.
#[cuda_std::kernel(max_threads = 768, min_blocks = 1)]
pub unsafe fn vertex_4_cycles_in_windows<B: Block>(block: B, args: &CycleArgs<'_>) {
    count_deferred::<B, VERTICES>(block, args);
}

#[inline(always)]
fn count_at_roots<B: Block, const AT: Place>(block: B, args: &CycleArgs<'_>) {
    // SAFETY: once, and shared memory is used in no other way.
    let mut arena = unsafe { Arena::new(block) };
    let slot = arena.take::<u64>(1);
    let table = SharedTable::new(&mut arena, args.table);
    let team = Team::block(block);
    table.clear(team, u32::MAX);
    let mut tally = Tally::new();
    while let Some(tasks) = draw_block(block, slot, &args.queue[0], args.chunk, args.end) {
        for root in args.first + tasks.start as u32..args.first + tasks.end as u32 {
            // The counters were cleared by all threads.
            block.sync();
            let (before, met) = count(block, args, &table, root, 0..root);
            block.sync();
            let overflown = table.overflown();
            if overflown && block.thread() == 0 {
                args.deferred_count[0].fetch_add(1, Relaxed);
                args.deferred[(root / u32::BITS) as usize].fetch_or(1 << (root % u32::BITS), Relaxed);
            }
            // The counters of the first vertices are right in any case.
            let before = if overflown { before.direct } else { before.direct + before.hashed };
            let end = if overflown { args.table.direct } else { root };
            tally.add(before);
            match AT {
                EDGES => add_to_edges(block, args, &table, root, 0..end),
                VERTICES => add_to_middles(block, args, &table, root, 0..end, before),
                _ => {}
            }
            block.sync();
            if AT == VERTICES && !overflown {
                table.each_hashed(team, |v, times| add_to_far_end(args, v, times));
                block.sync();
            }
            // A lone lane clears what it met, where that is less.
            if B::Warp::LANES == 1 && met < u64::from(root) / 16 {
                let forget = |_, wedge: Wedge| match AT {
                    VERTICES => add_to_far_end(args, wedge.v, table.take(wedge.v)),
                    _ => table.forget(wedge.v),
                };
                wedges::<B, false>(block, args, root, 0..root, Some, forget, |_| {});
                table.clear_hash(team);
            } else {
                if AT == VERTICES {
                    table.each_direct(team, end, |v, times| add_to_far_end(args, v, times));
                    block.sync();
                }
                table.clear(team, root);
            }
        }
    }
    tally.store(block.warp(), &args.totals);
}

#[inline(always)]
fn count_deferred<B: Block, const AT: Place>(block: B, args: &CycleArgs<'_>) {
    // SAFETY: once, and shared memory is used in no other way.
    let mut arena = unsafe { Arena::new(block) };
    let slot = arena.take::<u64>(1);
    let table = SharedTable::new(&mut arena, args.table);
    let mut tally = Tally::new();
    while let Some(tasks) = draw_block(block, slot, &args.queue[0], args.chunk, args.end) {
        for task in tasks {
            let word = args.first / u32::BITS + task as u32;
            let mut roots = args.deferred[word as usize].load(Relaxed);
            while roots != 0 {
                let root = word * u32::BITS + roots.trailing_zeros();
                roots &= roots - 1;
                tally.add(in_windows::<B, AT>(block, args, &table, root));
            }
            // All threads have read it.
            block.sync();
            if block.thread() == 0 {
                args.deferred[word as usize].store(0, Relaxed);
            }
        }
    }
    tally.store(block.warp(), &args.totals);
}

/// Counts the wedges of `root` whose far ends have no counter of their own in `table`, all of which is overwritten.
/// Returns how many wedges came before this thread's, each with the same far end.
///
/// A window of far ends that is too wide for the hash table is halved, and the next one is wider again: far ends are
/// the fewer the greater they are.
#[inline(always)]
fn in_windows<B: Block, const AT: Place>(
    block: B,
    args: &CycleArgs<'_>,
    table: &SharedTable<'_>,
    root: u32,
) -> u64 {
    let mut sum = 0;
    let mut from = args.table.direct;
    let mut width = root.saturating_sub(from);
    while from < root {
        let end = root.min(from.saturating_add(width));
        let table = table.for_window(end - from);
        table.clear_hash(Team::block(block));
        block.sync();
        let (before, _) = count(block, args, &table, root, from..end);
        block.sync();
        if table.overflown() {
            width = (end - from).div_ceil(2);
        } else {
            sum += before.hashed;
            match AT {
                EDGES => add_to_edges(block, args, &table, root, from..end),
                VERTICES => {
                    add_to_middles(block, args, &table, root, from..end, before.hashed);
                    table.each_hashed(Team::block(block), |v, times| add_to_far_end(args, v, times));
                }
                _ => {}
            }
            (from, width) = (end, width.saturating_mul(2));
        }
        // What all have read is cleared next.
        block.sync();
    }
    sum
}

/// Counts the wedges of `root` by their far ends, which are in `window`. Returns how many wedges came before this
/// thread's, each with the same far end, and how many it met.
#[inline(always)]
fn count<B: Block>(
    block: B,
    args: &CycleArgs<'_>,
    table: &SharedTable<'_>,
    root: u32,
    window: Range<u32>,
) -> (Met, u64) {
    let (mut before, mut met) = (Met::default(), 0);
    let visit = |_, wedge: Wedge| {
        table.meet::<B::Warp>(wedge.v, &mut before);
        met += 1;
    };
    wedges::<B, false>(block, args, root, window, Some, visit, |_| {});
    (before, met)
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

//! The kernels: how many 4-cycles there are, in all or through each edge.

use core::mem::offset_of;
use core::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

use cust_core::DeviceCopy;

use super::table::{DeviceTable, MeetingTable, SharedTable, TableShape};
use super::wedges::{Wedge, wedges};
use crate::graph::GraphView;
use crate::kernels::count::tally::Tally;
use crate::kernels::queue::draw_block;
use crate::kernels::triangles::shared::{Arena, Team, bytes_of};
use crate::memory::Slice;
use crate::sets::lower_bound;
use crate::simt::{Block, Warp};

/// What the kernels take.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct CycleArgs<'a> {
    /// The graph, its vertices numbered by falling degree.
    pub graph: GraphView<'a>,
    /// One counter, from 0 up: the next root.
    pub queue: Slice<'a, AtomicU64>,
    /// [`TOTALS`](crate::kernels::count::tally::TOTALS) sums, zero before the first launch.
    pub totals: Slice<'a, AtomicU64>,
    /// One counter, from 0 up: how many roots were deferred.
    pub deferred_count: Slice<'a, AtomicU64>,
    /// The roots that were deferred: room for all.
    pub deferred: Slice<'a, AtomicU32>,
    /// For the kernels of deferred roots: for each block of the grid a counter a vertex, all zero.
    pub counters: Slice<'a, AtomicU32>,
    /// For the kernels of edges: the number of the first edge of each vertex, which are those to smaller neighbours.
    pub edge_starts: Slice<'a, u64>,
    /// For the kernels of edges: a sum for each edge, zero before the first launch.
    pub edge_sums: Slice<'a, AtomicU64>,
    /// How many roots there are: vertices from `first` on, or those that were deferred.
    pub end: u64,
    /// The shape of the counters in shared memory.
    pub table: TableShape,
    /// The first root.
    pub first: u32,
    /// How many roots a block draws at a time.
    pub chunk: u32,
}

const _: () = {
    assert!(size_of::<CycleArgs<'_>>() == 192);
    assert!(offset_of!(CycleArgs<'_>, end) == 160 && offset_of!(CycleArgs<'_>, chunk) == 184);
};

impl CycleArgs<'_> {
    /// Bytes of shared memory that the kernels need, with counters of that shape.
    pub const fn shared_bytes(table: TableShape) -> usize {
        bytes_of::<u64>(1) + table.shared_bytes()
    }

    /// Bytes of shared memory that the kernels of deferred roots need.
    pub const fn shared_bytes_deferred() -> usize {
        bytes_of::<u64>(1)
    }
}

/// Counts each 4-cycle once, at the vertex opposite to its smallest one.
///
/// A block takes a root `w`, and goes through the wedges `v - u - w` with `v` smaller than `u` and `w`: the `c` wedges
/// with one far end `v` make `c (c - 1) / 2` cycles, and the block adds for each wedge how many came before. The
/// counters stand in shared memory. A root with more far ends than they have room for is deferred.
/// `totals`: the cycles. Shared memory: [`CycleArgs::shared_bytes`]. Bound by the shared atomics, one a wedge.
#[cuda_std::kernel(max_threads = 1024, min_blocks = 1)]
pub unsafe fn count_4_cycles<B: Block>(block: B, args: &CycleArgs<'_>) {
    in_shared::<B, false>(block, args);
}

/// Counts the 4-cycles through each edge, into `edge_sums`, as [`count_4_cycles`] does, in a second pass over the
/// wedges: the `c` wedges of a far end make `c - 1` cycles through each of their edges.
#[cuda_std::kernel(max_threads = 1024, min_blocks = 1)]
pub unsafe fn edge_4_cycles<B: Block>(block: B, args: &CycleArgs<'_>) {
    in_shared::<B, true>(block, args);
}

/// Counts the 4-cycles of deferred roots: as [`count_4_cycles`], with counters in device memory.
#[cuda_std::kernel(max_threads = 896, min_blocks = 1)]
pub unsafe fn count_4_cycles_deferred<B: Block>(block: B, args: &CycleArgs<'_>) {
    in_device_memory::<B, false>(block, args);
}

/// Counts the 4-cycles through each edge for deferred roots: as [`edge_4_cycles`], with counters in device memory.
#[cuda_std::kernel(max_threads = 896, min_blocks = 1)]
pub unsafe fn edge_4_cycles_deferred<B: Block>(block: B, args: &CycleArgs<'_>) {
    in_device_memory::<B, true>(block, args);
}

#[inline(always)]
fn in_shared<B: Block, const EDGES: bool>(block: B, args: &CycleArgs<'_>) {
    // SAFETY: once, and shared memory is used in no other way.
    let mut arena = unsafe { Arena::new(block) };
    let slot = arena.take::<u64>(1);
    let table = SharedTable::new(&mut arena, args.table);
    let team = Team::block(block);
    table.clear(team, u32::MAX);
    let mut tally = Tally::new();
    while let Some(tasks) = draw_block(block, slot, &args.queue[0], args.chunk, args.end) {
        for task in tasks {
            let root = args.first + task as u32;
            // The counters were cleared by all threads.
            block.sync();
            let (sum, met) = count(block, args, &table, root);
            block.sync();
            if !table.overflown() {
                tally.add(sum);
                if EDGES {
                    add_to_edges(block, args, &table, root);
                }
            } else if block.thread() == 0 {
                let place = args.deferred_count[0].fetch_add(1, Relaxed);
                args.deferred[place as usize].store(root, Relaxed);
            }
            block.sync();
            // A lone lane clears what it met, where that is less.
            if B::Warp::LANES == 1 && met < u64::from(root) / 16 {
                wedges(block, &args.graph, root, |_, wedge| table.forget(wedge.v), |_| {});
                table.clear_hash(team);
            } else {
                table.clear(team, root);
            }
        }
    }
    tally.store(block.warp(), &args.totals);
}

#[inline(always)]
fn in_device_memory<B: Block, const EDGES: bool>(block: B, args: &CycleArgs<'_>) {
    // SAFETY: once, and shared memory is used in no other way.
    let slot = unsafe { Arena::new(block) }.take::<u64>(1);
    let vertices = args.graph.vertices() as usize;
    let first = block.index() as usize * vertices;
    let table = DeviceTable(&args.counters.get()[first..first + vertices]);
    let mut tally = Tally::new();
    while let Some(tasks) = draw_block(block, slot, &args.queue[0], 1, args.end) {
        for task in tasks {
            let root = args.deferred[task as usize].load(Relaxed);
            tally.add(count(block, args, &table, root).0);
            block.sync();
            if EDGES {
                add_to_edges(block, args, &table, root);
                block.sync();
            }
            wedges(block, &args.graph, root, |_, wedge| table.forget(wedge.v), |_| {});
            block.sync();
        }
    }
    tally.store(block.warp(), &args.totals);
}

/// Counts the wedges of `root` by their far ends. Returns how many wedges came before this thread's, each with the
/// same far end, and how many it met.
#[inline(always)]
fn count<B: Block>(block: B, args: &CycleArgs<'_>, table: &impl MeetingTable, root: u32) -> (u64, u64) {
    let (mut sum, mut met) = (0, 0);
    let visit = |_, wedge: Wedge| {
        sum += u64::from(table.meet::<B::Warp>(wedge.v));
        met += 1;
    };
    wedges(block, &args.graph, root, visit, |_| {});
    (sum, met)
}

/// Adds the cycles of each wedge of `root` to its two edges.
#[inline(always)]
fn add_to_edges<B: Block>(block: B, args: &CycleArgs<'_>, table: &impl MeetingTable, root: u32) {
    let starts = args.edge_starts.get();
    // Cycles through the edge between the middle and the root, of the wedges of one middle.
    let through = core::cell::Cell::new(0u64);
    wedges(
        block,
        &args.graph,
        root,
        |middle, wedge| {
            let others = table.met(wedge.v) - 1;
            if others > 0 {
                let edge = starts[middle.u as usize] + u64::from(wedge.place);
                args.edge_sums[edge as usize].fetch_add(others.into(), Relaxed);
                through.set(through.get() + u64::from(others));
            }
        },
        |middle| {
            let cycles = through.replace(0);
            if cycles > 0 {
                let edge = if middle.u < root {
                    starts[root as usize] + u64::from(middle.place)
                } else {
                    starts[middle.u as usize] + lower_bound(middle.list, root) as u64
                };
                args.edge_sums[edge as usize].fetch_add(cycles, Relaxed);
            }
        },
    );
}

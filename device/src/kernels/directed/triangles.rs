//! Triangles by their ties: in all, and through each edge.

use core::mem::offset_of;
use core::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

use cust_core::DeviceCopy;

use super::ties::{TIES, reversed};
use crate::kernels::count::tally::{TOTALS, Tally};
use crate::kernels::edge_counts::triangles::common;
use crate::kernels::queue::draw;
use crate::kernels::triangles::marks::Marks;
use crate::kernels::triangles::shared::{Arena, Team, bytes_of};
use crate::kernels::triangles::{MarksShape, Oriented, Roots};
use crate::memory::Slice;
use crate::simt::{Block, Warp};

/// How many kinds of wedges join two vertices: by the ties from one and from the other to the middle.
pub const WEDGES: usize = TIES * TIES;
/// How many kinds of triangles `u v w` there are, with `w < v < u`: by the ties from `u` to `v`, from `u` to `w` and from `v` to `w`, the last first to change.
pub const TRIANGLES: usize = TIES * WEDGES;

/// What the kernels take.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct DirectedTrianglesArgs<'a> {
    /// The graph.
    pub graph: Oriented<'a>,
    /// The tie of each edge, from its greater end, in the order of the graph's neighbours.
    pub ties: Slice<'a, u8>,
    /// The vertices with at least two smaller neighbours.
    pub roots: Roots<'a>,
    /// One counter, from 0 up: the next task of `roots`.
    pub queue: Slice<'a, AtomicU64>,
    /// For [`count_directed_triangles`]: [`TRIANGLES`] times [`TOTALS`] sums, zero at the start.
    pub totals: Slice<'a, AtomicU64>,
    /// For [`directed_triangles_at_edges`]: [`WEDGES`] numbers for each edge, zero at the start.
    pub edges: Slice<'a, AtomicU32>,
    /// The shape of a warp's marks.
    pub marks: MarksShape,
}

const _: () = {
    assert!(size_of::<DirectedTrianglesArgs<'_>>() == 136);
    assert!(offset_of!(DirectedTrianglesArgs<'_>, roots) == 48);
    assert!(
        offset_of!(DirectedTrianglesArgs<'_>, totals) == 96
            && offset_of!(DirectedTrianglesArgs<'_>, marks) == 128
    );
};

/// Bytes of shared memory that the kernels need for a block of `warps` warps.
pub const fn shared_bytes(marks: MarksShape, warps: u32) -> usize {
    bytes_of::<u32>((marks.words() * warps) as usize) + bytes_of::<u64>(TRIANGLES)
}

/// Counts the triangles of each kind.
///
/// A warp takes a root `u` and marks its list; the lists of all `v` in it are streamed past the marks. What a lane finds is counted in registers, and
/// now and then added to the block's sums. Shared memory: [`shared_bytes`]. Bound by the caches.
#[cuda_std::kernel(max_threads = 256, min_blocks = 2)]
pub unsafe fn count_directed_triangles<B: Block>(block: B, args: &DirectedTrianglesArgs<'_>) {
    // SAFETY: once, and shared memory is used in no other way.
    let mut arena = unsafe { Arena::new(block) };
    let sums = arena.sums(TRIANGLES);
    Team::block(block).share(TRIANGLES, |kind| sums[kind].store(0, Relaxed));
    block.sync();
    let mut found = Found { by_first: [0; TIES], hits: 0, sums };
    each_triangle(block, args, &mut arena, |triangle| found.add(triangle.ties));
    found.flush();
    block.sync();
    if block.warp_index() == 0 {
        let warp = block.warp();
        for (kind, sum) in sums.iter().enumerate() {
            let mut tally = Tally::new();
            tally.add(if warp.lane() == 0 { sum.load(Relaxed) } else { 0 });
            tally.store(warp, &args.totals.get()[kind * TOTALS..(kind + 1) * TOTALS]);
        }
    }
}

/// Counts, for each edge, the third vertices of its triangles by the ties from its greater and from its smaller end to them.
///
/// As [`count_directed_triangles`]; bound by the atomics, three a triangle.
#[cuda_std::kernel(max_threads = 256, min_blocks = 2)]
pub unsafe fn directed_triangles_at_edges<B: Block>(block: B, args: &DirectedTrianglesArgs<'_>) {
    // SAFETY: once, and shared memory is used in no other way.
    let mut arena = unsafe { Arena::new(block) };
    each_triangle(block, args, &mut arena, |triangle| {
        let [uv, uw, vw] = triangle.ties;
        let add = |edge: u64, greater: u8, smaller: u8| {
            let wedge = TIES * usize::from(greater) + usize::from(smaller);
            args.edges[edge as usize * WEDGES + wedge].fetch_add(1, Relaxed);
        };
        let [of_uv, of_uw, of_vw] = triangle.edges;
        add(of_uv, uw, vw);
        add(of_uw, uv, reversed(vw));
        add(of_vw, reversed(uv), reversed(uw));
    });
}

/// A triangle `u v w` with `w < v < u`: its edges `uv`, `uw` and `vw`.
#[derive(Clone, Copy)]
struct Triangle {
    /// Their ties, from the greater end.
    ties: [u8; 3],
    /// Their numbers.
    edges: [u64; 3],
}

/// Shares the triangles out over a grid: a warp a root, a lane a triangle.
#[inline(always)]
fn each_triangle<'a, B: Block + 'a>(
    block: B,
    args: &DirectedTrianglesArgs<'_>,
    arena: &mut Arena<'a>,
    mut visit: impl FnMut(Triangle),
) {
    let warp = block.warp();
    let team = Team::warp(warp);
    let words = args.marks.words() as usize;
    let all = arena.atomics(words * block.warps() as usize);
    let marks = Marks::new(&all[block.warp_index() as usize * words..][..words], args.marks, team);
    while let Some(tasks) = draw(warp, &args.queue[0], 1, args.roots.tasks()) {
        for &root in args.roots.of(tasks) {
            let (list, start) = (args.graph.list(root), args.graph.start(root));
            let tie = |edge: u64| args.ties[edge as usize];
            warp.sync();
            marks.set::<B::Warp>(team, list);
            warp.sync();
            for (i, &v) in list.iter().enumerate().skip(1) {
                let (other, of_v) = (args.graph.list(v), args.graph.start(v));
                let uv = start + i as u64;
                let first = tie(uv);
                common(warp, other, &list[..i], &marks, list, |in_other, in_list| {
                    let (uw, vw) = (start + in_list as u64, of_v + in_other as u64);
                    visit(Triangle { ties: [first, tie(uw), tie(vw)], edges: [uv, uw, vw] });
                });
            }
            warp.sync();
            marks.clear(team, list);
        }
    }
}

/// Bits of a lane's counter of triangles of a kind: nine of them fill a word.
const BITS: u32 = u64::BITS / WEDGES as u32;
/// The most that such a counter holds.
const MOST: u32 = (1 << BITS) - 1;

/// What a lane has found, by the first tie, and where it is added to.
struct Found<'a> {
    /// For each first tie, a counter for each two others.
    by_first: [u64; TIES],
    /// How many triangles are in these counters.
    hits: u32,
    sums: &'a [AtomicU64],
}

impl Found<'_> {
    #[inline(always)]
    fn add(&mut self, [first, second, third]: [u8; 3]) {
        let one = 1 << (BITS * (TIES as u32 * u32::from(second) + u32::from(third)));
        // An array that is indexed at run time would stand in memory.
        for (tie, counters) in self.by_first.iter_mut().enumerate() {
            *counters += if tie == usize::from(first) { one } else { 0 };
        }
        self.hits += 1;
        if self.hits == MOST {
            self.flush();
        }
    }

    /// Adds the counters to the block's sums.
    #[inline(always)]
    fn flush(&mut self) {
        for (first, counters) in self.by_first.iter_mut().enumerate() {
            for wedge in 0..WEDGES {
                let count = *counters >> (BITS * wedge as u32) & u64::from(MOST);
                if count > 0 {
                    self.sums[first * WEDGES + wedge].fetch_add(count, Relaxed);
                }
            }
            *counters = 0;
        }
        self.hits = 0;
    }
}

//! Triangles through each edge, by their ties.

use core::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

use cust_core::DeviceCopy;

use super::ties::{TIES, reversed};
use super::triangles::WEDGES;
use crate::kernels::edge_counts::triangles::common;
use crate::kernels::queue::draw;
use crate::kernels::triangles::marks::Marks;
use crate::kernels::triangles::shared::{Arena, Team};
use crate::kernels::triangles::{MarksShape, Oriented, Roots};
use crate::memory::Slice;
use crate::simt::{Block, Warp};

/// What [`directed_triangles_at_edges`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct DirectedTrianglesAtEdgesArgs<'a> {
    /// The graph.
    pub graph: Oriented<'a>,
    /// The tie of each edge, from its greater end, in the order of the graph's neighbours.
    pub ties: Slice<'a, u8>,
    /// The vertices with at least two smaller neighbours.
    pub roots: Roots<'a>,
    /// One counter, from 0 up: the next task of `roots`.
    pub queue: Slice<'a, AtomicU64>,
    /// [`WEDGES`] numbers for each edge, zero at the start.
    pub edges: Slice<'a, AtomicU32>,
    /// The shape of a warp's marks.
    pub marks: MarksShape,
}

layout!(DirectedTrianglesAtEdgesArgs<'_>: 120, roots: 48, edges: 96, marks: 112);

/// Counts, for each edge, the third vertices of its triangles by the ties from its greater and from its smaller end to them.
///
/// A warp takes a root `u` and marks its list; the lists of all `v` in it are streamed past the marks. Shared memory:
/// [`shared_bytes`](crate::kernels::triangles::count::shared_bytes). Bound by the atomics, three a triangle.
#[cuda_std::kernel(max_threads = 256, min_blocks = 2)]
pub unsafe fn directed_triangles_at_edges<B: Block>(block: B, args: &DirectedTrianglesAtEdgesArgs<'_>) {
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
    args: &DirectedTrianglesAtEdgesArgs<'_>,
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

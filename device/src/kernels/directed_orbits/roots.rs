//! Sums that are found from one root after the other, with a cell for each vertex.

use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

use cust_core::DeviceCopy;

use super::{back, pair, pairs, ways, wedge};
use crate::graph::GraphView;
use crate::kernels::directed::ties::TIES;
use crate::kernels::directed::ties::WEDGES;
use crate::kernels::own::add_to_own;
use crate::kernels::queue::draw;
use crate::kernels::triangles::shared::ThreadTeam;
use crate::memory::{Scratch, Slice};
use crate::places::{Edges, Places, Vertices};
use crate::sets::lower_bound;
use crate::simt::{Block, Warp};

/// How many sums [`sum_opposite_wedges`] adds up at a vertex `v`: for its triangles `v u w` with `w < u`, by the ties
/// `vu`, `vw` and `uw`, and for the wedges that join `u` and `w`.
pub const OPPOSITE: usize = TIES * WEDGES * WEDGES;
/// How many sums [`sum_wedge_pairs`] adds up at a vertex: for each [`pair`] of kinds of wedges, by the tie from the
/// vertex to the middle, and from there to their far end.
pub const CYCLES: usize = pairs(WEDGES);
/// Cells for each vertex that a warp of [`sum_wedge_pairs`] has.
pub const CYCLE_CELLS: usize = WEDGES;
/// How many kinds of 4-cliques there are, as [`CLIQUES`](crate::kernels::directed::cliques::CLIQUES) says.
pub const CLIQUES: usize = crate::kernels::directed::cliques::CLIQUES;
/// Vertices of a clique.
pub const CLIQUE: usize = 4;
/// The pairs of these, in the order in which a kind of cliques tells their ties.
pub const SIDES: [(usize, usize); 6] = [(0, 1), (0, 2), (1, 2), (0, 3), (1, 3), (2, 3)];

/// What the kernels take.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct RootSumsArgs<'a> {
    /// The whole graph.
    pub graph: GraphView<'a>,
    /// By place in its lists, the tie from the list's vertex.
    pub ties: Slice<'a, u8>,
    /// Where the lists of smaller neighbours start, if these stand alone: an edge's place.
    pub starts: Slice<'a, u64>,
    /// How many ties of each kind each vertex has: [`TIES`] numbers.
    pub degrees: Slice<'a, u32>,
    /// For [`sum_opposite_wedges`] and [`sum_around_triangles`](super::edges::sum_around_triangles): by place of an
    /// edge, how many wedges of each kind join its ends, the greater one first.
    pub wedges: Slice<'a, u32>,
    /// For [`count_clique_orbits_at`]: for each kind of cliques, which of its sums each member has, the greatest first;
    /// or each of [`SIDES`].
    pub orbits: Slice<'a, u8>,
    /// One counter: the next root.
    pub queue: Slice<'a, AtomicU64>,
    /// For each vertex, or edge, [`width`](Self::width) sums, zero before the first launch.
    pub sums: Slice<'a, AtomicU64>,
    /// For each warp a cell for each vertex, or [`CYCLE_CELLS`] of them, zero before the first launch.
    pub cells: Scratch<'a, u32>,
    /// The number behind the last root.
    pub end: u64,
    /// How many sums a vertex, or an edge, has.
    pub width: u32,
}

layout!(RootSumsArgs<'_>: 192, degrees: 80, queue: 128, cells: 160, end: 176, width: 184);

/// The roots of a warp, which has `cells` cells for each vertex.
#[inline(always)]
pub(super) fn each_root<B: Block>(
    block: B,
    args: &RootSumsArgs<'_>,
    cells: usize,
    visit: impl Fn(u32, Scratch<'_, u32>),
) {
    let of_warp = u64::from(args.graph.vertices()) * cells as u64;
    let cells = args.cells.part(u64::from(block.grid_warp()) * of_warp, of_warp);
    while let Some(roots) = draw(block.warp(), &args.queue[0], 1, args.end) {
        for root in roots {
            visit(root as u32, cells);
        }
    }
}

/// The list of a vertex, with where its ties begin.
#[inline(always)]
pub(super) fn list<'a>(args: &RootSumsArgs<'a>, v: u32) -> (&'a [u32], usize) {
    (args.graph.neighbors(v), args.graph.offsets[v as usize] as usize)
}

/// The smaller ones of the same.
#[inline(always)]
pub(super) fn smaller<'a>(args: &RootSumsArgs<'a>, v: u32) -> (&'a [u32], usize) {
    let (list, first) = list(args, v);
    (&list[..args.graph.smaller(v)], first)
}

/// What a mark says of the tie from a vertex: 0 says that there is none.
#[inline(always)]
const fn mark(tie: u8) -> u32 {
    tie as u32 + 1
}

/// Bits of a mark.
const BITS: u32 = 2;

/// The tie that a mark tells, if there is one.
#[inline(always)]
fn marked(marks: u32, which: u32) -> Option<u8> {
    ((marks >> (BITS * which)) & 3).checked_sub(1).map(|tie| tie as u8)
}

/// Puts marks of the ties of a vertex on its neighbours, or takes them away. A collective.
#[inline(always)]
fn change_marks<W: Warp>(
    warp: W,
    args: &RootSumsArgs<'_>,
    cells: Scratch<'_, u32>,
    (list, first): (&[u32], usize),
    which: u32,
) {
    warp.sync();
    ThreadTeam::warp(warp).share(list.len(), |i| {
        let cell = list[i] as usize;
        // SAFETY: a vertex, which stands in the list once: no other lane has it, and all meet before and after.
        unsafe { cells.write(cell, cells.read(cell) ^ mark(args.ties[first + i]) << (BITS * which)) };
    });
    warp.sync();
}

/// Adds up the wedges that join two neighbours of a vertex which are joined, but for those through it: diamonds at
/// whose end it is.
///
/// A warp takes a root and marks its neighbours; the smaller neighbours of each of these are streamed past the marks.
/// Bound by the caches.
#[cuda_std::kernel(max_threads = 256)]
pub unsafe fn sum_opposite_wedges<B: Block>(block: B, args: &RootSumsArgs<'_>) {
    let warp = block.warp();
    each_root(block, args, 1, |root, cells| {
        let (neighbors, first) = list(args, root);
        change_marks(warp, args, cells, (neighbors, first), 0);
        let sums = &args.sums.get()[root as usize * OPPOSITE..][..OPPOSITE];
        for (i, &u) in neighbors.iter().enumerate() {
            let (far, start) = smaller(args, u);
            let to_u = args.ties[first + i];
            ThreadTeam::warp(warp).share(far.len(), |at| {
                // SAFETY: a vertex; marks change only where the warp has met.
                if let Some(to_w) = marked(unsafe { cells.read(far[at] as usize) }, 0) {
                    let triangle = wedge(to_u, to_w) * TIES + usize::from(args.ties[start + at]);
                    let place = args.starts[u as usize] as usize + at;
                    let through_root = back(to_u) * TIES + back(to_w);
                    for (kind, &count) in args.wedges[place * WEDGES..][..WEDGES].iter().enumerate() {
                        let others = count - u32::from(kind == through_root);
                        if others > 0 {
                            add_to_own::<B::Warp, _>(&sums[triangle * WEDGES + kind], others.into());
                        }
                    }
                }
            });
        }
        change_marks(warp, args, cells, (neighbors, first), 0);
    });
}

/// Adds up the pairs of wedges from a vertex to the same far end: 4-cycles at it.
///
/// A warp takes a root and counts its wedges by their far ends, then goes through them once more, to pair them and to
/// put zeros in their place. Bound by the caches.
#[cuda_std::kernel(max_threads = 256)]
pub unsafe fn sum_wedge_pairs<B: Block>(block: B, args: &RootSumsArgs<'_>) {
    let warp = block.warp();
    each_root(block, args, CYCLE_CELLS, |root, cells| {
        count_wedges(warp, args, root, cells);
        let (neighbors, _) = list(args, root);
        let sums = &args.sums.get()[root as usize * CYCLES..][..CYCLES];
        for &u in neighbors {
            let (far, _) = list(args, u);
            ThreadTeam::warp(warp).share(far.len(), |at| {
                add_pairs::<B::Warp>(cells, far[at] as usize * CYCLE_CELLS, sums);
            });
            warp.sync();
        }
    });
}

/// Counts the wedges from a root by their far ends and their kinds, the tie to the middle first. A collective.
#[inline(always)]
pub(super) fn count_wedges<W: Warp>(warp: W, args: &RootSumsArgs<'_>, root: u32, cells: Scratch<'_, u32>) {
    let (neighbors, first) = list(args, root);
    for (i, &u) in neighbors.iter().enumerate() {
        let (far, start) = list(args, u);
        let to_u = args.ties[first + i];
        ThreadTeam::warp(warp).share(far.len(), |at| {
            let cell = far[at] as usize * CYCLE_CELLS + wedge(to_u, args.ties[start + at]);
            if far[at] != root {
                // SAFETY: a vertex, which stands in the list once: no other lane has it, and all meet between two
                // lists.
                unsafe { cells.write(cell, cells.read(cell) + 1) };
            }
        });
        warp.sync();
    }
}

/// Adds the pairs of the wedges that are counted from `first` on, and puts zeros there. No other lane has the place.
#[inline(always)]
fn add_pairs<W: Warp>(cells: Scratch<'_, u32>, first: usize, sums: &[AtomicU64]) {
    for one in 0..WEDGES {
        // SAFETY: a vertex's, which is this lane's by the caller's promise. This goes for all here.
        let count = u64::from(unsafe { cells.read(first + one) });
        if count == 0 {
            continue;
        }
        // SAFETY: as above.
        unsafe { cells.write(first + one, 0) };
        if count > 1 {
            add_to_own::<W, _>(&sums[pair(WEDGES, one, one)], ways(true, count, count));
        }
        for other in one + 1..WEDGES {
            // SAFETY: as above.
            let more = u64::from(unsafe { cells.read(first + other) });
            if more > 0 {
                add_to_own::<W, _>(&sums[pair(WEDGES, one, other)], ways(false, count, more));
            }
        }
    }
}

/// Counts the 4-cliques at each of their vertices, or edges, by where it stands in them.
///
/// A warp takes a root `u`, marks its smaller neighbours, and then those of each `v` of them; for each `w` that bears
/// both marks, the smaller neighbours of `w` are streamed past them. Bound by the atomics, four or six for each clique,
/// and at edges by looking for these in the lists.
// May spill: the members of a clique and their six ties are kept, beside two marks.
#[cuda_std::kernel(max_threads = 256, may_spill = 140, at(Vertices, Edges))]
pub unsafe fn count_clique_orbits_at<B: Block, A: Places>(block: B, args: &RootSumsArgs<'_>) {
    let warp = block.warp();
    each_root(block, args, 1, |u, cells| {
        let of_u = smaller(args, u);
        change_marks(warp, args, cells, of_u, 0);
        for (i, &v) in of_u.0.iter().enumerate() {
            let (uv, of_v) = (args.ties[of_u.1 + i], smaller(args, v));
            change_marks(warp, args, cells, of_v, 1);
            for (j, &w) in of_v.0.iter().enumerate() {
                // SAFETY: a vertex; marks change only where the warp has met.
                let Some(uw) = marked(unsafe { cells.read(w as usize) }, 0) else { continue };
                let three = (wedge(uv, uw) * TIES) + usize::from(args.ties[of_v.1 + j]);
                let (of_w, start) = smaller(args, w);
                ThreadTeam::warp(warp).share(of_w.len(), |at| {
                    let x = of_w[at];
                    // SAFETY: as above.
                    let marks = unsafe { cells.read(x as usize) };
                    if let (Some(ux), Some(vx)) = (marked(marks, 0), marked(marks, 1)) {
                        let kind =
                            (three * WEDGES + wedge(ux, vx)) * TIES + usize::from(args.ties[start + at]);
                        count_at::<A>(args, [u, v, w, x], kind);
                    }
                });
            }
            change_marks(warp, args, cells, of_v, 1);
        }
        change_marks(warp, args, cells, of_u, 0);
    });
}

/// Counts a clique at its members, or at the edges between them.
#[inline(always)]
fn count_at<A: Places>(args: &RootSumsArgs<'_>, clique: [u32; CLIQUE], kind: usize) {
    let count = |place: usize, orbit: usize| {
        let orbit = usize::from(args.orbits[orbit]);
        args.sums[place * args.width as usize + orbit].fetch_add(1, Relaxed);
    };
    if A::PAIRS {
        for (side, (greater, smaller)) in SIDES.into_iter().enumerate() {
            count(edge(args, clique[greater], clique[smaller]), kind * SIDES.len() + side);
        }
    } else {
        for (member, v) in clique.into_iter().enumerate() {
            count(v as usize, kind * CLIQUE + member);
        }
    }
}

/// The place of an edge.
#[inline(always)]
fn edge(args: &RootSumsArgs<'_>, greater: u32, other: u32) -> usize {
    args.starts[greater as usize] as usize + lower_bound(smaller(args, greater).0, other)
}

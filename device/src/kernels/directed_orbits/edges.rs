//! Sums at each edge of what goes beyond its ends and its wedges.

use core::sync::atomic::Ordering::Relaxed;

use super::roots::{CYCLE_CELLS, RootSumsArgs, count_wedges, each_root, list, smaller};
use super::{back, wedge};
use crate::kernels::directed::ties::WEDGES;
use crate::kernels::directed::ties::{TIES, reversed};
use crate::kernels::own::add_to_own;
use crate::kernels::triangles::shared::ThreadTeam;
use crate::simt::{Block, Warp};

/// Where the further ties of the third vertices stand: for each kind of wedges that joins the ends, the greater one
/// first, a number for each tie.
pub const TAILS: usize = 0;
/// Where the wedges stand that join the greater end and the third vertex, and where those that join the smaller end and
/// it: diamonds of which the edge is no chord. For each kind of wedges that joins the ends a number for each kind of
/// these, the end first.
pub const CHORDS: [usize; 2] = [TAILS + WEDGES * TIES, TAILS + WEDGES * TIES + WEDGES * WEDGES];
/// How many sums [`sum_around_triangles`] adds up at an edge.
pub const AROUND_TRIANGLES: usize = CHORDS[1] + WEDGES * WEDGES;
/// How many sums [`sum_cycles_at_edges`] adds up at an edge from `u` to a smaller `v`: for its 4-cycles `u v x y`, by
/// the ties `vx`, `uy` and `yx`.
pub const CYCLES: usize = TIES * WEDGES;

/// Adds up, at each edge, what there is at the third vertices of its triangles, and on the other two edges of these.
///
/// A warp takes a root `u` and marks its smaller neighbours; the smaller neighbours of each of these, `v`, are streamed
/// past the marks. So each triangle is met once, and added to its three edges. Bound by the atomics, of which there are
/// up to 63 for a triangle.
#[cuda_std::kernel(max_threads = 256)]
pub unsafe fn sum_around_triangles<B: Block>(block: B, args: &RootSumsArgs<'_>) {
    let warp = block.warp();
    each_root(block, args, 1, |u, cells| {
        let (of_u, first) = smaller(args, u);
        let team = ThreadTeam::warp(warp);
        warp.sync();
        // SAFETY: a vertex, which stands in the list once: no other lane has it, and all meet before and after.
        team.share(of_u.len(), |i| unsafe { cells.write(of_u[i] as usize, i as u32 + 1) });
        warp.sync();
        let start = args.starts[u as usize] as usize;
        for (i, &v) in of_u.iter().enumerate() {
            let uv = TriangleSide { place: start + i, tie: args.ties[first + i] };
            let (of_v, from_v) = smaller(args, v);
            let start_v = args.starts[v as usize] as usize;
            team.share(of_v.len(), |at| {
                let w = of_v[at];
                // SAFETY: a vertex; marks change only where the warp has met.
                let Some(j) = unsafe { cells.read(w as usize) }.checked_sub(1) else { return };
                let uw = TriangleSide { place: start + j as usize, tie: args.ties[first + j as usize] };
                let vw = TriangleSide { place: start_v + at, tie: args.ties[from_v + at] };
                add_at(args, uv, w, [uw.seen_from_greater(), vw.seen_from_greater()]);
                add_at(args, uw, v, [uv.seen_from_greater(), vw.seen_from_smaller()]);
                add_at(args, vw, u, [uv.seen_from_smaller(), uw.seen_from_smaller()]);
            });
        }
        warp.sync();
        // SAFETY: as above.
        team.share(of_u.len(), |i| unsafe { cells.write(of_u[i] as usize, 0) });
        warp.sync();
    });
}

/// An edge of a triangle.
#[derive(Clone, Copy)]
struct TriangleSide {
    place: usize,
    /// The tie from its greater end.
    tie: u8,
}

/// An edge as seen from one of its ends.
#[derive(Clone, Copy)]
struct SideFromEnd {
    place: usize,
    /// The tie from that end.
    tie: u8,
    is_greater: bool,
}

impl TriangleSide {
    #[inline(always)]
    fn seen_from_greater(self) -> SideFromEnd {
        SideFromEnd { place: self.place, tie: self.tie, is_greater: true }
    }

    #[inline(always)]
    fn seen_from_smaller(self) -> SideFromEnd {
        SideFromEnd { place: self.place, tie: reversed(self.tie), is_greater: false }
    }
}

impl SideFromEnd {
    /// How many wedges of a kind join its ends, the one that it is seen from first.
    #[inline(always)]
    fn wedges(self, args: &RootSumsArgs<'_>, kind: usize) -> u32 {
        let of_greater_first = if self.is_greater { kind } else { kind % TIES * TIES + kind / TIES };
        args.wedges[self.place * WEDGES + of_greater_first]
    }
}

/// Adds a triangle to one of its edges: the third vertex, and the other edges from the greater and from the smaller end
/// to it.
#[inline(always)]
fn add_at(args: &RootSumsArgs<'_>, edge: TriangleSide, third: u32, others: [SideFromEnd; 2]) {
    let sums = &args.sums.get()[edge.place * AROUND_TRIANGLES..][..AROUND_TRIANGLES];
    let add = |sum: usize, count: u32| {
        if count > 0 {
            sums[sum].fetch_add(count.into(), Relaxed);
        }
    };
    let [one, other] = others;
    let triangle = wedge(one.tie, other.tie);
    for tie in 0..TIES {
        // Two of its ties are the triangle's.
        let own = u32::from(tie == back(one.tie)) + u32::from(tie == back(other.tie));
        add(TAILS + triangle * TIES + tie, args.degrees[third as usize * TIES + tie] - own);
    }
    // The edge's other end is a middle of those wedges, too.
    let through_edge = [wedge(edge.tie, reversed(other.tie)), wedge(reversed(edge.tie), reversed(one.tie))];
    for ((chord, side), own) in CHORDS.into_iter().zip(others).zip(through_edge) {
        for kind in 0..WEDGES {
            let count = side.wedges(args, kind) - u32::from(kind == own);
            add(chord + triangle * WEDGES + kind, count);
        }
    }
}

/// Counts the 4-cycles at each edge.
///
/// A warp takes a root and counts its wedges by their far ends, then goes through those over its smaller neighbours
/// once more: with each other wedge to the same end they are a cycle. Bound by the caches.
#[cuda_std::kernel(max_threads = 256, may_spill = 40)]
pub unsafe fn sum_cycles_at_edges<B: Block>(block: B, args: &RootSumsArgs<'_>) {
    let warp = block.warp();
    each_root(block, args, CYCLE_CELLS, |root, cells| {
        count_wedges(warp, args, root, cells);
        let (of_root, first) = smaller(args, root);
        for (i, &v) in of_root.iter().enumerate() {
            let (far, start) = list(args, v);
            let (to_v, edge) = (args.ties[first + i], args.starts[root as usize] as usize + i);
            let sums = &args.sums.get()[edge * CYCLES..][..CYCLES];
            ThreadTeam::warp(warp).share(far.len(), |at| {
                if far[at] == root {
                    return;
                }
                let to_far = args.ties[start + at];
                for kind in 0..WEDGES {
                    // SAFETY: a vertex; nothing is written here before all have met.
                    let count = unsafe { cells.read(far[at] as usize * CYCLE_CELLS + kind) };
                    let others = count - u32::from(kind == wedge(to_v, to_far));
                    if others > 0 {
                        add_to_own::<B::Warp, _>(&sums[usize::from(to_far) * WEDGES + kind], others.into());
                    }
                }
            });
        }
        warp.sync();
        for &v in list(args, root).0 {
            let (far, _) = list(args, v);
            ThreadTeam::warp(warp).share(far.len() * CYCLE_CELLS, |at| {
                let cell = far[at / CYCLE_CELLS] as usize * CYCLE_CELLS + at % CYCLE_CELLS;
                // SAFETY: a cell of a vertex, which stands in the list once: no other lane has it, and all meet between
                // two lists.
                unsafe { cells.write(cell, 0) };
            });
            warp.sync();
        }
    });
}

//! The 4-cliques on each triangle, at each of its edges, and what 4-cliques with a fifth vertex follow from at each
//! edge.
//!
//! An element of the list of an edge is a triangle as seen from there. With the number of its 4-cliques beside each, an
//! edge finds those of the triangles that have one of its ends on the way past the lists of the edges beside it: no
//! edge adds to another.

use cust_core::DeviceCopy;

use super::triangles::{Beside, DealtTriangles, each_edge, marked};
use crate::kernels::triangles::marks::Marks;
use crate::memory::{Scratch, Slice};
use crate::sets::each_in_turn;
use crate::simt::{Block, Warp};

/// What [`fill_fourths`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct FillFourthsArgs<'a> {
    /// What is gone through.
    pub triangles: DealtTriangles<'a>,
    /// A number for each element of the lists, zero before the first launch.
    pub fourths: Scratch<'a, u64>,
    /// A number for each edge, zero before the first launch: twice the 4-cliques that it is in.
    pub cliques: Scratch<'a, u64>,
}

/// What [`sum_fourths`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct FourthsArgs<'a> {
    /// What is gone through.
    pub triangles: DealtTriangles<'a>,
    /// The vertices' degrees.
    pub degrees: Slice<'a, u32>,
    /// What [`fill_fourths`] has left at the elements of the lists.
    pub fourths: Slice<'a, u64>,
    /// A number for each edge, by [`fill_fourths`]: twice the 4-cliques that it is in.
    pub cliques: Slice<'a, u64>,
    /// For each edge [`FOURTH_SUMS`] sums, zero before the first launch: those of [`FourthSum`], in its order.
    pub sums: Scratch<'a, u64>,
}

layout!(FillFourthsArgs<'_>: 184, fourths: 152, cliques: 168);
layout!(FourthsArgs<'_>: 216, degrees: 152, fourths: 168, sums: 200);

/// The sums of an edge `uv`, with the degree `d` of a vertex, `t` triangles through an edge, and `q` 4-cliques with a
/// triangle or an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub enum FourthSum {
    /// The 4-cliques `u v w x`.
    Cliques,
    /// `d(w) + d(x) - 6` over these: those with a further vertex on another corner.
    ByDegree,
    /// `t - 2` over these and the four edges beside `uv`: those with a further vertex on one of its ends and another
    /// corner.
    Beside,
    /// `t(wx) - 2` over these: those with a further vertex on both other corners.
    Opposite,
    /// `q(uw) + q(vw)` over the triangles `u v w`.
    Ears,
    /// `C(q(uvw), 2)` over the triangles: the near-cliques of which `u` and `v` are joined to all.
    Pairs,
    /// `q(uwx) + q(vwx) - 2` over the 4-cliques: the near-cliques of which one of both is not joined to all.
    Others,
}

/// How many sums an edge has.
pub const FOURTH_SUMS: usize = 7;

/// For each triangle `u v w`, as an element of the list of `uv`, the number of 4-cliques that it is in, and in the
/// upper half the triangles through `uw` and those through `vw`, together.
///
/// Requires that no vertex has more than 2^31 neighbours.
///
/// Thread mapping: a warp an edge, and the elements of its list. Shared memory:
/// [`shared_bytes`](crate::kernels::triangles::count::shared_bytes). Bound by the caches: the shorter list of the other
/// two edges of each triangle, at each of its edges.
#[cuda_std::kernel(max_threads = 256, min_blocks = 2)]
pub unsafe fn fill_fourths<B: Block>(block: B, args: &FillFourthsArgs<'_>) {
    let (warp, all) = (block.warp(), &args.triangles);
    each_edge::<B, 2>(block, all, |marks, edge, ends| {
        let (start, thirds, mut sum) = (all.lists.place(edge).0, all.lists.of(edge), 0);
        each_third::<B::Warp>(warp, all, (edge, ends), |at, third| {
            let beside = third.map_or([(0, 0); 2], |third| third.beside.map(|edge| all.lists.place(edge)));
            let [(one, length), (other, of_other)] = beside;
            let shorter =
                if length < of_other { all.lists.part(one, length) } else { all.lists.part(other, of_other) };
            let cliques = u64::from(marked(warp, marks, thirds, shorter));
            sum += cliques;
            if third.is_some() {
                let triangles = u64::from(length) + u64::from(of_other);
                // SAFETY: an element of this edge's list, which one lane of one warp comes to.
                unsafe { args.fourths.write(start as usize + at, cliques | triangles << u32::BITS) };
            }
        });
        let sum = warp.sum_u64(sum);
        if warp.lane() == 0 {
            // SAFETY: one lane of the warp that has the edge.
            unsafe { args.cliques.write(edge as usize, sum) };
        }
    });
}

/// Adds up [`FourthSum`]s.
///
/// Requires that no sum passes 64 bits: with `m` edges and degrees up to `D` none is beyond `8 m D²` on the way, as an
/// edge is in at most `D²/2` 4-cliques, each with four triangles or edges beside it of which two are said of up to `D`
/// vertices each.
///
/// Thread mapping: a warp an edge, and the elements of its list. Shared memory:
/// [`shared_bytes`](crate::kernels::triangles::count::shared_bytes). Bound by the caches: the lists of both other edges
/// of each triangle that is in a 4-clique, at each of its edges.
#[cuda_std::kernel(max_threads = 256)]
pub unsafe fn sum_fourths<B: Block>(block: B, args: &FourthsArgs<'_>) {
    let (warp, all) = (block.warp(), &args.triangles);
    each_edge::<B, 1>(block, all, |marks, edge, ends| {
        let (start, mut own) = (all.lists.place(edge).0, OfEdge::default());
        each_third::<B::Warp>(warp, all, (edge, ends), |at, third| {
            let fourths = if third.is_some() { args.fourths[start as usize + at] } else { 0 };
            if let Some(third) = &third {
                own.add_triangle(fourths, args.degrees[third.vertex as usize]);
                own.ears += third.beside.map(|edge| args.cliques[edge as usize]).iter().sum::<u64>();
            }
            let has_cliques = fourths as u32 > 0;
            let list = |of: usize| match third {
                Some(third) if has_cliques => all.lists.of(third.beside[of]),
                _ => &[],
            };
            for of in 0..2 {
                own.add_fourths(warp, args, (marks, all.lists.of(edge)), list(of));
            }
        });
        own.store(warp, args.sums, edge);
    });
}

/// A third vertex of an edge, and the edges from both ends to it.
#[derive(Clone, Copy)]
struct Third {
    vertex: u32,
    beside: [u64; 2],
}

/// Calls `visit` with an element of the edge's list for each lane, and where in the list it is; with none for lanes
/// beyond its end. The warp's lanes come there together.
#[inline(always)]
fn each_third<W: Warp>(
    warp: W,
    all: &DealtTriangles<'_>,
    (edge, ends): (u64, [u32; 2]),
    mut visit: impl FnMut(usize, Option<Third>),
) {
    let thirds = all.lists.of(edge);
    let mut beside = ends.map(|end| Beside::new(&all.graph, end));
    let mut base = 0;
    while base < thirds.len() {
        let at = base + warp.lane() as usize;
        let third = thirds.get(at).map(|&vertex| {
            let [one, other] = &mut beside;
            Third { vertex, beside: [one.to::<W>(&all.lists, vertex), other.to::<W>(&all.lists, vertex)] }
        });
        visit(at, third);
        base += W::LANES as usize;
    }
}

/// What a lane has added up of an edge.
#[derive(Default)]
struct OfEdge {
    /// Twice the 4-cliques.
    cliques: u64,
    by_degree: u64,
    beside: u64,
    pairs: u64,
    /// Twice what the sum says.
    ears: u64,
    /// Twice what the sum says.
    others: u64,
    /// `t(ux) + t(wx) - 4`, for each 4-clique and each order of `w` and `x`; and the same for `v`.
    triangles: u64,
}

impl OfEdge {
    /// Adds what follows from a triangle's number of 4-cliques.
    #[inline(always)]
    fn add_triangle(&mut self, fourths: u64, degree: u32) {
        let cliques = u64::from(fourths as u32);
        if cliques > 0 {
            self.cliques += cliques;
            self.by_degree += cliques * u64::from(degree - 3);
            self.beside += cliques * ((fourths >> u32::BITS) - 4);
            self.pairs += cliques * (cliques - 1) / 2;
        }
    }

    /// Adds what stands at the 4-cliques of which this lane's list, that of an edge beside, has the fourth vertices:
    /// those that are marked. A collective.
    #[inline(always)]
    fn add_fourths<W: Warp>(
        &mut self,
        warp: W,
        args: &FourthsArgs<'_>,
        (marks, thirds): (&Marks<'_>, &[u32]),
        list: &[u32],
    ) {
        each_in_turn(warp, list, |turn| {
            if turn.element.is_some_and(|v| marks.contains(v, thirds)) {
                let at = turn.position_in(args.triangles.lists.thirds.get());
                let fourths = args.fourths[at];
                self.others += u64::from(fourths as u32 - 1);
                self.triangles += (fourths >> u32::BITS) - 4;
            }
        });
    }

    /// Writes the sums of an edge. A collective.
    #[inline(always)]
    fn store<W: Warp>(self, warp: W, sums: Scratch<'_, u64>, edge: u64) {
        let OfEdge { cliques, by_degree, beside, pairs, ears, others, triangles } = self;
        let all = [cliques, by_degree, beside, triangles, ears, pairs, others].map(|sum| warp.sum_u64(sum));
        let [cliques, by_degree, beside, triangles, ears, pairs, others] = all;
        if warp.lane() != 0 {
            return;
        }
        // Each edge beside is met from its own 4-cliques once, and the opposite one four times.
        let opposite = (triangles - beside) / 4;
        let sums_of_edge = [cliques / 2, by_degree, beside, opposite, ears / 2, pairs, others / 2];
        for (at, sum) in sums_of_edge.into_iter().enumerate() {
            // SAFETY: one lane of the warp that has the edge, for which there are so many sums.
            unsafe { sums.write(edge as usize * FOURTH_SUMS + at, sum) };
        }
    }
}

//! Triangles through each edge, by their ties.

use core::sync::atomic::{AtomicU32, Ordering::Relaxed};

use cust_core::DeviceCopy;

use super::ties::WEDGES;
use super::ties::{OUT, TIES, reversed};
use crate::kernels::edge_counts::roots::{RankedRoot, RankedRoots};
use crate::kernels::edge_counts::triangles::common;
use crate::kernels::triangles::hubs::bit;
use crate::kernels::triangles::marks::Marks;
use crate::memory::Slice;
use crate::simt::{Block, Warp};

/// What [`typed_triangles`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct TypedTrianglesArgs<'a> {
    /// The roots, and what finds the edges of their triangles; there may be no hubs.
    pub roots: RankedRoots<'a>,
    /// The tie of each edge, from its greater end, in the order of the graph's neighbours.
    pub ties: Slice<'a, u8>,
    /// [`WEDGES`] numbers for each edge, zero at the start.
    pub edges: Slice<'a, AtomicU32>,
}

layout!(TypedTrianglesArgs<'_>: 160, ties: 128, edges: 144);

/// Counts, for each edge, the third vertices of its triangles by the ties from its greater and from its smaller end to
/// them.
///
/// As [`edge_triangles`](crate::kernels::edge_counts::triangles::edge_triangles): a warp takes a root `u`. Its hubs `v`
/// are tested against the smaller `w` of its list pair by pair, a lane a `w`, and the numbers of `uv` and of `uw` are
/// made in registers; those of `vw` are added to at once. The lists of other `v` are streamed past the marks of the
/// root's list. Shared memory: [`shared_bytes`](crate::kernels::triangles::count::shared_bytes). Bound by the atomics,
/// between one and three a triangle, in as many numbers that no cache holds.
#[cuda_std::kernel(max_threads = 256, min_blocks = 2)]
pub unsafe fn typed_triangles<B: Block>(block: B, args: &TypedTrianglesArgs<'_>) {
    let visit = |root: &RankedRoot<'_, '_, B::Warp>| {
        let RankedRoot { warp, vertex, list, hubs, .. } = *root;
        let start = args.roots.graph.start(vertex);
        let ties = &args.ties.get()[start as usize..start as usize + list.len()];
        let of = TiedRoot { warp, args, list, ties, start };
        of.hubs(hubs);
        root.beyond_hubs(|marks| of.others(hubs, marks));
    };
    // SAFETY: the only use of shared memory in this kernel.
    unsafe { args.roots.each(block, visit) };
}

/// Counters of the wedges of each kind between two vertices, in one word.
type Packed = u64;
/// The bits of each.
const BITS: u32 = Packed::BITS / WEDGES as u32;
/// The most that each holds.
const MOST: u32 = (1 << BITS) - 1;

/// The kind of a wedge, by the ties from the greater and from the smaller end of an edge.
#[inline(always)]
fn wedge(of_greater: u8, of_smaller: u8) -> usize {
    TIES * usize::from(of_greater) + usize::from(of_smaller)
}

/// A wedge, counted.
#[inline(always)]
fn one(of_greater: u8, of_smaller: u8) -> Packed {
    1 << (BITS * wedge(of_greater, of_smaller) as u32)
}

/// A root `u` that a warp works on.
struct TiedRoot<'r, 'a, W> {
    warp: W,
    args: &'r TypedTrianglesArgs<'a>,
    list: &'a [u32],
    /// The ties to those of its list.
    ties: &'a [u8],
    /// The number of the edge to the first of its list.
    start: u64,
}

impl<W: Warp> TiedRoot<'_, '_, W> {
    /// Counts the triangles whose second vertex is one of the first `hubs` of the list, which are hubs. A collective.
    #[inline(always)]
    fn hubs(&self, hubs: usize) {
        let (warp, lanes, lane) = (self.warp, W::LANES as usize, self.warp.lane() as usize);
        let mut column = 0;
        while column < hubs {
            let (w, uw) = self.at(column + lane);
            // What a lane has found at the edge to its `w`, and how many rows may be in that.
            let (mut below, mut rows) = (0, 0);
            let mut row = column;
            while row < hubs {
                let (mine, my_tie) = self.at(row + lane);
                if rows + W::LANES > MOST {
                    self.add_packed(column + lane, below);
                    (below, rows) = (0, 0);
                }
                rows += W::LANES;
                let mut above = 0;
                for i in 0..lanes.min(hubs - row) {
                    let (v, uv) = (warp.shuffle(mine, i as u32), warp.shuffle(my_tie.into(), i as u32) as u8);
                    let mut found = 0;
                    if w < v && bit(self.args.roots.hubs.row(v), w) == 1 {
                        let edge = self.args.roots.edge_of_hub(v, w);
                        let vw = self.args.ties[edge as usize];
                        self.add(edge, wedge(reversed(uv), reversed(uw)), 1);
                        below += one(uv, reversed(vw));
                        found = one(uw, vw);
                    }
                    // No more than a warp's lanes of each kind.
                    let of_row = warp.sum_u64(found);
                    above += if lane == i { of_row } else { 0 };
                }
                self.add_packed(row + lane, above);
                row += lanes;
            }
            self.add_packed(column + lane, below);
            column += lanes;
        }
    }

    /// Counts the triangles whose second vertex is in the list from place `hubs` on. The list is marked.
    #[inline(always)]
    fn others(&self, hubs: usize, marks: &Marks<'_>) {
        for (i, &v) in self.list.iter().enumerate().skip(hubs.max(1)) {
            let (other, of_v) = (self.args.roots.graph.list(v), self.args.roots.graph.start(v));
            let (edge, uv) = (self.start + i as u64, self.ties[i]);
            common(self.warp, other, &self.list[..i], marks, self.list, |in_other, in_list| {
                let (uw, vw) = (self.ties[in_list], self.args.ties[of_v as usize + in_other]);
                self.add(edge, wedge(uw, vw), 1);
                self.add(self.start + in_list as u64, wedge(uv, reversed(vw)), 1);
                self.add(of_v + in_other as u64, wedge(reversed(uv), reversed(uw)), 1);
            });
        }
    }

    /// The vertex at a place of the list, and the tie to it; if there is none, one that is no smaller than any.
    #[inline(always)]
    fn at(&self, place: usize) -> (u32, u8) {
        match self.list.get(place) {
            Some(&v) => (v, self.ties[place]),
            None => (u32::MAX, OUT),
        }
    }

    /// Adds to the numbers of the edge to a place of the list; there is one if anything was counted.
    #[inline(always)]
    fn add_packed(&self, place: usize, counts: Packed) {
        if counts == 0 {
            return;
        }
        for wedge in 0..WEDGES {
            let count = (counts >> (BITS * wedge as u32)) as u32 & MOST;
            if count > 0 {
                self.add(self.start + place as u64, wedge, count);
            }
        }
    }

    /// Adds to one of the numbers of an edge.
    #[inline(always)]
    fn add(&self, edge: u64, wedge: usize, count: u32) {
        self.args.edges[edge as usize * WEDGES + wedge].fetch_add(count, Relaxed);
    }
}

//! The triangles through each edge, and at each vertex.

use core::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

use cust_core::DeviceCopy;

use super::roots::{RankedRoot, RankedRoots};
use crate::kernels::triangles::Oriented;
use crate::kernels::triangles::hubs::bit;
use crate::kernels::triangles::marks::Marks;
use crate::kernels::triangles::shared::ThreadTeam;
use crate::memory::Slice;
use crate::sets::lower_bound;
use crate::simt::{Block, Warp};

/// What [`edge_triangles`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct EdgeTrianglesArgs<'a> {
    /// The roots, and what finds the edges of their triangles.
    pub roots: RankedRoots<'a>,
    /// A sum for each edge, in the order of the graph's neighbours; zero at the start.
    pub edge_sums: Slice<'a, AtomicU32>,
}

layout!(EdgeTrianglesArgs<'_>: 144, edge_sums: 128);

/// How many elements of a list are streamed at the cost of searching it once.
const SEARCH: usize = 16;

/// Counts the triangles through each edge.
///
/// A warp takes a root `u`. Its hubs `v` are tested against the smaller `w` of its list pair by pair, a lane a `w`:
/// the lane sums for `(u, w)`, ballots give the sum of `(u, v)`, and `(v, w)` is added to at once. The lists of other
/// `v` are streamed past the marks of the root's list. Shared memory:
/// [`shared_bytes`](crate::kernels::triangles::count::shared_bytes). Bound by the atomics, one a triangle.
#[cuda_std::kernel]
pub unsafe fn edge_triangles<B: Block>(block: B, args: &EdgeTrianglesArgs<'_>) {
    let visit = |root: &RankedRoot<'_, '_, B::Warp>| {
        let RankedRoot { warp, vertex, list, hubs, .. } = *root;
        let of = TrianglesRoot { warp, args, list, start: args.roots.graph.start(vertex) };
        of.hubs(hubs);
        root.beyond_hubs(|marks| of.others(hubs, marks));
    };
    // SAFETY: the only use of shared memory in this kernel.
    unsafe { args.roots.each(block, visit) };
}

/// A root that a warp works on.
struct TrianglesRoot<'r, 'a, W> {
    warp: W,
    args: &'r EdgeTrianglesArgs<'a>,
    list: &'a [u32],
    start: u64,
}

impl<W: Warp> TrianglesRoot<'_, '_, W> {
    /// Counts the triangles whose second vertex is one of the first `hubs` of the list, which are hubs.
    #[inline(always)]
    fn hubs(&self, hubs: usize) {
        let lanes = W::LANES as usize;
        let lane = self.warp.lane() as usize;
        let mut column = 0;
        while column < hubs {
            let w = self.list.get(column + lane).copied().unwrap_or(u32::MAX);
            let mut below = 0;
            let mut row = column;
            while row < hubs {
                let mine = self.list.get(row + lane).copied().unwrap_or(u32::MAX);
                let mut above = 0;
                for i in 0..lanes.min(hubs - row) {
                    let v = self.warp.shuffle(mine, i as u32);
                    let hit = w < v && bit(self.args.roots.hubs.row(v), w) == 1;
                    if hit {
                        below += 1;
                        self.add(self.args.roots.edge_of_hub(v, w), 1);
                    }
                    let votes = self.warp.ballot(hit).count_ones();
                    above += if lane == i { votes } else { 0 };
                }
                self.add(self.start + (row + lane) as u64, above);
                row += lanes;
            }
            self.add(self.start + (column + lane) as u64, below);
            column += lanes;
        }
    }

    /// Counts the triangles whose second vertex is in the list from `hubs` on. The list is marked.
    #[inline(always)]
    fn others(&self, hubs: usize, marks: &Marks<'_>) {
        for i in hubs..self.list.len() {
            let v = self.list[i];
            let (other, start) = (self.args.roots.graph.list(v), self.args.roots.graph.start(v));
            let before = &self.list[..i];
            let mut found = 0;
            common(self.warp, other, before, marks, self.list, |in_other, in_list| {
                found += 1;
                self.add(start + in_other as u64, 1);
                self.add(self.start + in_list as u64, 1);
            });
            let found = self.warp.sum(found);
            if self.warp.lane() == 0 {
                self.add(self.start + i as u64, found);
            }
        }
    }

    /// Adds to an edge's sum.
    #[inline(always)]
    fn add(&self, edge: u64, triangles: u32) {
        if triangles == 0 {
            return;
        }
        self.args.edge_sums[edge as usize].fetch_add(triangles, Relaxed);
    }
}

/// Calls `hit` with the places in `other` and in `before` of each vertex that is in both, shared by the lanes of a
/// warp. `before` is the first part of `list`, which is marked.
#[inline(always)]
pub(crate) fn common<W: Warp>(
    warp: W,
    other: &[u32],
    before: &[u32],
    marks: &Marks<'_>,
    list: &[u32],
    mut hit: impl FnMut(usize, usize),
) {
    if before.len() * SEARCH < other.len() {
        ThreadTeam::warp(warp).share(before.len(), |j| {
            let place = lower_bound(other, before[j]);
            if other.get(place) == Some(&before[j]) {
                hit(place, j);
            }
        });
    } else {
        ThreadTeam::warp(warp).share(other.len(), |place| {
            if marks.contains(other[place], list) {
                hit(place, lower_bound(before, other[place]));
            }
        });
    }
}

/// What [`vertex_triangles`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct VertexTrianglesArgs<'a> {
    /// The graph.
    pub graph: Oriented<'a>,
    /// The triangles through each edge.
    pub edges: Slice<'a, u32>,
    /// A sum for each vertex, zero at the start: becomes twice its triangles.
    pub vertex_sums: Slice<'a, AtomicU64>,
}

layout!(VertexTrianglesArgs<'_>: 64);

/// Adds the triangles through each edge to its two ends: twice the triangles at each vertex.
///
/// Thread mapping: a warp a vertex, a lane an edge to a smaller neighbour. Bound by the atomics, one an edge.
#[cuda_std::kernel]
pub unsafe fn vertex_triangles<B: Block>(block: B, args: &VertexTrianglesArgs<'_>) {
    let warp = block.warp();
    let mut u = block.grid_warp();
    while u < args.graph.vertices() {
        let (list, start) = (args.graph.list(u), args.graph.start(u) as usize);
        let mut sum = 0;
        ThreadTeam::warp(warp).share(list.len(), |i| {
            let triangles = u64::from(args.edges[start + i]);
            sum += triangles;
            if triangles > 0 {
                args.vertex_sums[list[i] as usize].fetch_add(triangles, Relaxed);
            }
        });
        let sum = warp.sum_u64(sum);
        if warp.lane() == 0 && sum > 0 {
            args.vertex_sums[u as usize].fetch_add(sum, Relaxed);
        }
        u += block.grid_warps();
    }
}

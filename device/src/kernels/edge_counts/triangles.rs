//! The triangles through each edge, and at each vertex.

use core::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

use cust_core::DeviceCopy;

use super::roots::{RankedRoot, RankedRoots};
use crate::kernels::triangles::Oriented;
use crate::kernels::triangles::hubs::{WORD, row_start};
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
/// [`shared_bytes`](crate::kernels::triangles::count::shared_bytes). Bound by waiting for the hubs' rows and
/// ranks, which are asked for four at a time.
#[cuda_std::kernel(max_threads = 256, min_blocks = 3)]
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

/// How many rows a warp asks for before it looks at the first.
const AHEAD: usize = 4;

/// The same: one lane waits for none.
const fn ahead<W: Warp>() -> usize {
    if W::LANES == 1 { 1 } else { AHEAD }
}

/// What is said of a hub and a smaller vertex.
#[derive(Clone, Copy)]
struct HubPair {
    /// The word of the hub's row with the bit of the smaller vertex; 0, if there is no pair.
    word: u32,
    /// Where that word stands among all rows'.
    place: usize,
    /// How many bits of the row are set before it, unless one lane asks for that when it needs it.
    before: u16,
}

impl HubPair {
    #[inline(always)]
    fn of<W: Warp>(roots: &RankedRoots<'_>, pair: Option<(u32, u32)>) -> Self {
        let Some((v, w)) = pair else { return HubPair { word: 0, place: 0, before: 0 } };
        let place = (row_start(v) + w / WORD) as usize;
        debug_assert!(v < roots.hubs.count && w < v);
        // SAFETY: a row has a word for each vertex smaller than its own.
        let word = unsafe { *roots.hubs.words.get().get_unchecked(place) };
        HubPair { word, place, before: if W::LANES == 1 { 0 } else { before(roots, place) } }
    }

    /// Whether they are joined.
    #[inline(always)]
    fn is_edge(self, w: u32) -> bool {
        self.word >> (w % WORD) & 1 == 1
    }

    /// The position of the smaller one in the list of the hub, where they are.
    #[inline(always)]
    fn rank<W: Warp>(self, roots: &RankedRoots<'_>, w: u32) -> u32 {
        let before = if W::LANES == 1 { before(roots, self.place) } else { self.before };
        u32::from(before) + (self.word & ((1 << (w % WORD)) - 1)).count_ones()
    }
}

/// How many bits of a row are set before the word at a place.
#[inline(always)]
fn before(roots: &RankedRoots<'_>, place: usize) -> u16 {
    debug_assert!(place < roots.ranks.get().len());
    // SAFETY: there is a rank for each word of the rows.
    unsafe { *roots.ranks.get().get_unchecked(place) }
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
                let my_start = if row + lane < hubs { self.args.roots.graph.start(mine) } else { 0 };
                let mut above = 0;
                let rows = lanes.min(hubs - row);
                for first in (0..rows).step_by(ahead::<W>()) {
                    let pairs: [HubPair; AHEAD] = core::array::from_fn(|k| {
                        let i = first + k;
                        let v = self.warp.shuffle(mine, (i % lanes) as u32);
                        HubPair::of::<W>(
                            &self.args.roots,
                            (k < ahead::<W>() && i < rows && w < v).then_some((v, w)),
                        )
                    });
                    for (k, pair) in pairs.iter().enumerate().take(ahead::<W>()) {
                        let i = first + k;
                        let start = self.warp.shuffle_u64(my_start, (i % lanes) as u32);
                        let hit = pair.is_edge(w);
                        if hit {
                            below += 1;
                            self.add(start + u64::from(pair.rank::<W>(&self.args.roots, w)), 1);
                        }
                        let votes = self.warp.ballot(hit).count_ones();
                        above += if lane == i { votes } else { 0 };
                    }
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

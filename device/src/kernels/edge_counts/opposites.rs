//! Sums at each vertex over the edges opposite to it in its triangles.

use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

use cust_core::DeviceCopy;

use super::roots::{RankedRoot, RankedRoots};
use super::triangles::common;
use crate::kernels::triangles::hubs::bit;
use crate::kernels::triangles::marks::Marks;
use crate::memory::Slice;
use crate::simt::{Block, Warp};

/// What [`sum_opposites`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct OppositesArgs<'a> {
    /// The roots, and what finds the edges of their triangles.
    pub roots: RankedRoots<'a>,
    /// The triangles through each edge, in the order of the graph's neighbours.
    pub triangles: Slice<'a, u32>,
    /// A sum for each vertex, zero before the first launch: over its triangles, the further triangles through the
    /// opposite edge.
    pub sums: Slice<'a, AtomicU64>,
}

layout!(OppositesArgs<'_>: 160, triangles: 128, sums: 144);

/// Adds up, for each vertex, the further triangles through the edges opposite to it: the diamonds in which it has
/// degree 2.
///
/// Requires that no sum passes 64 bits: with `m` edges and degrees up to `D` none is beyond `m D`, as a vertex has at
/// most `m` triangles, and an edge at most `D`.
///
/// A warp takes a root. Its hubs are tested against the smaller vertices of its list pair by pair; the lists of others
/// are streamed past the marks of the root's list. Shared memory:
/// [`shared_bytes`](crate::kernels::triangles::count::shared_bytes). Bound by the caches: one of a triangle's edges is
/// looked up, of those that are not the root's.
#[cuda_std::kernel]
pub unsafe fn sum_opposites<B: Block>(block: B, args: &OppositesArgs<'_>) {
    let visit = |root: &RankedRoot<'_, '_, B::Warp>| {
        let RankedRoot { warp, vertex, list, hubs, .. } = *root;
        let start = args.roots.graph.start(vertex) as usize;
        let of = OppositesRoot { warp, args, list, triangles: &args.triangles.get()[start..][..list.len()] };
        let mut own = of.hubs(hubs);
        root.beyond_hubs(|marks| own += of.beyond(hubs, marks));
        let own = warp.sum_u64(own);
        if warp.lane() == 0 {
            of.add(vertex, own);
        }
    };
    // SAFETY: the only use of shared memory in this kernel.
    unsafe { args.roots.each(block, visit) };
}

/// A root that a warp works on.
struct OppositesRoot<'r, 'a, W> {
    warp: W,
    args: &'r OppositesArgs<'a>,
    list: &'a [u32],
    /// The triangles through the edge to each of the list.
    triangles: &'a [u32],
}

impl<W: Warp> OppositesRoot<'_, '_, W> {
    /// Adds what the triangles come to whose second vertex is one of the first `hubs` of the list, which are hubs.
    /// Returns this lane's share of the root's sum.
    #[inline(always)]
    fn hubs(&self, hubs: usize) -> u64 {
        let (warp, lane) = (self.warp, self.warp.lane() as usize);
        let lanes = W::LANES as usize;
        let mut own = 0;
        let mut column = 0;
        while column < hubs {
            let w = self.list.get(column + lane).copied().unwrap_or(u32::MAX);
            let along_column = self.others_along(column + lane);
            let mut below = 0;
            let mut row = column;
            while row < hubs {
                let mine = self.list.get(row + lane).copied().unwrap_or(u32::MAX);
                let along_row = self.others_along(row + lane);
                let mut above = 0;
                for i in 0..lanes.min(hubs - row) {
                    let v = warp.shuffle(mine, i as u32);
                    let along = warp.shuffle(along_row, i as u32);
                    let hit = w < v && bit(self.args.roots.hubs.row(v), w) == 1;
                    if hit {
                        own += self.others(self.args.roots.edge_of_hub(v, w) as usize);
                        below += u64::from(along);
                    }
                    let of_row = self.sum(if hit { along_column } else { 0 });
                    above += if lane == i { of_row } else { 0 };
                }
                self.add_at(row + lane, above);
                row += lanes;
            }
            self.add_at(column + lane, below);
            column += lanes;
        }
        own
    }

    /// Adds what the triangles come to whose second vertex is one of the list from place `hubs` on; the list is marked.
    /// Returns this lane's share of the root's sum.
    #[inline(always)]
    fn beyond(&self, hubs: usize, marks: &Marks<'_>) -> u64 {
        let mut own = 0;
        for i in hubs..self.list.len() {
            let v = self.list[i];
            let RankedRoots { graph, .. } = &self.args.roots;
            let (other, start) = (graph.list(v), graph.start(v) as usize);
            let before = &self.list[..i];
            let along = u64::from(self.others_along(i));
            let mut at_v = 0;
            common(self.warp, other, before, marks, self.list, |in_other, in_list| {
                own += self.others(start + in_other);
                at_v += u64::from(self.others_along(in_list));
                self.add_at(in_list, along);
            });
            let at_v = self.warp.sum_u64(at_v);
            if self.warp.lane() == 0 {
                self.add_at(i, at_v);
            }
        }
        own
    }

    /// The triangles through an edge of a triangle, but for that one.
    #[inline(always)]
    fn others(&self, edge: usize) -> u64 {
        u64::from(self.args.triangles[edge]) - 1
    }

    /// The triangles through the edge from the root to a place of the list, less one; 0 if it has no such place, or no
    /// triangles.
    #[inline(always)]
    fn others_along(&self, place: usize) -> u32 {
        self.triangles.get(place).map_or(0, |triangles| triangles.saturating_sub(1))
    }

    /// The sum over all lanes.
    #[inline(always)]
    fn sum(&self, value: u32) -> u64 {
        // The halves add up within 32 bits, for which there is an instruction.
        let (low, high) = (self.warp.sum(value & 0xFFFF), self.warp.sum(value >> 16));
        u64::from(low) + (u64::from(high) << 16)
    }

    /// Adds to the sum of the vertex at a place of the list, if it has that place.
    #[inline(always)]
    fn add_at(&self, place: usize, term: u64) {
        if term > 0 {
            self.add(self.list[place], term);
        }
    }

    #[inline(always)]
    fn add(&self, vertex: u32, term: u64) {
        self.args.sums[vertex as usize].fetch_add(term, Relaxed);
    }
}

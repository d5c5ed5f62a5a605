//! Sums at each edge over its triangles, from a bit matrix for each root.
//!
//! What the kernels of [`edge_sums`](super::edge_sums) add up, without lists of the triangles: for one lane.

use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

use cust_core::DeviceCopy;

use super::edge_sums::TRIANGLE_SUMS;
use super::root_matrix::{RootMatrices, RootMatrix, RootShape, VisitEdges, in_common};
use crate::kernels::own::add_to_own;
use crate::kernels::triangles::shared::{Arena, ThreadTeam, bytes_of};
use crate::memory::Slice;
use crate::simt::{Block, Warp};

/// What [`sum_roots_at_edges`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct EdgeRootsArgs<'a> {
    /// What is gone through.
    pub all: RootMatrices<'a>,
    /// The vertices' degrees.
    pub degrees: Slice<'a, u32>,
    /// For each edge [`TRIANGLE_SUMS`] sums, zero before the first launch: those of
    /// [`TriangleSumAtEdge`](super::edge_sums::TriangleSumAtEdge), in its order.
    pub sums: Slice<'a, AtomicU64>,
}

layout!(EdgeRootsArgs<'_>: 184, degrees: 152, sums: 168);

impl EdgeRootsArgs<'_> {
    /// Bytes of shared memory that a block of so many warps needs, each with such a room.
    pub const fn shared_bytes(shape: RootShape, warps: u32) -> usize {
        shape.shared_bytes(warps) + bytes_of::<u64>(own_sums(shape) * warps as usize)
    }
}

/// The sums of the edges from one root.
const fn own_sums(shape: RootShape) -> usize {
    shape.longest as usize * TRIANGLE_SUMS
}

/// Adds up [`TriangleSumAtEdge`](super::edge_sums::TriangleSumAtEdge)s.
///
/// Requires that no sum passes 64 bits: with `m` edges and degrees up to `D` none is beyond `2 m D`, as an edge has at
/// most `D` triangles.
///
/// A warp takes a root and makes the bit matrix of the graph among its list, both ways round. Then it goes through the
/// triangles with the root once more, a row at a time: the AND of two rows are the 4-cliques on one. Sums of the edges
/// from the root stand in shared memory meanwhile, [`EdgeRootsArgs::shared_bytes`]. Bound by filling the matrices.
/// Only a device of one lane launches it: a card makes these sums from lists of triangles, so registers may spill there.
#[cuda_std::kernel(max_threads = 256, may_spill = 280)]
pub unsafe fn sum_roots_at_edges<B: Block>(block: B, args: &EdgeRootsArgs<'_>) {
    // SAFETY: once, and shared memory is used in no other way.
    let mut arena = unsafe { Arena::new(block) };
    let size = own_sums(args.all.shape());
    let own = &arena.sums(size * block.warps() as usize)[size * block.warp_index() as usize..][..size];
    ThreadTeam::warp(block.warp()).share(size, |at| own[at].store(0, Relaxed));
    args.all.each_root(block, &mut arena, |root| EdgeSumsRoot { args, root, own }.sum());
}

/// A root that a warp works on.
struct EdgeSumsRoot<'r, 'a, W> {
    args: &'r EdgeRootsArgs<'a>,
    root: &'r RootMatrix<'r, 'a, W>,
    /// The sums of the edges to each of its list: zero between roots.
    own: &'r [AtomicU64],
}

impl<W: Warp> EdgeSumsRoot<'_, '_, W> {
    /// Adds what the triangles come to whose greatest vertex this is.
    #[inline(always)]
    fn sum(&self) {
        let RootMatrix { warp, all, vertex, list, .. } = *self.root;
        self.root.fill(|_| ());
        for i in 1..self.root.size() {
            self.row(i);
        }
        warp.sync();
        let first = all.roots.graph.start(vertex) as usize * TRIANGLE_SUMS;
        ThreadTeam::warp(warp).share(list.len() * TRIANGLE_SUMS, |at| {
            let term = self.own[at].load(Relaxed);
            if term > 0 {
                self.own[at].store(0, Relaxed);
                self.args.sums[first + at].fetch_add(term, Relaxed);
            }
        });
    }

    /// Adds the triangles of the root and vertex `i` of its list with one before it there.
    #[inline(always)]
    fn row(&self, i: u32) {
        let RootMatrix { warp, vertex, list, .. } = *self.root;
        let mut row = TriangleRow {
            of: self,
            // SAFETY: the matrix was filled, and has a row for each of the list.
            bits: unsafe { self.root.row(i) },
            of_root: self.others_of(vertex),
            of_i: self.others_of(list[i as usize]),
            to_i: others_through(self.root.triangles()[i as usize]),
            at_i: [0; TRIANGLE_SUMS],
        };
        self.root.each_below(i, &mut row);
        let at_i = row.at_i.map(|sum| warp.sum_u64(sum));
        if warp.lane() == 0 {
            self.add_to_own(i as usize, at_i);
        }
    }

    /// The neighbours of a vertex but for two, of which it has two where this is used.
    #[inline(always)]
    fn others_of(&self, vertex: u32) -> u64 {
        u64::from(self.args.degrees[vertex as usize]).wrapping_sub(2)
    }

    /// Adds to the sums of the edge from the root to a place of its list.
    #[inline(always)]
    fn add_to_own(&self, place: usize, terms: [u64; TRIANGLE_SUMS]) {
        let sums = &self.own[place * TRIANGLE_SUMS..][..TRIANGLE_SUMS];
        sums.iter().zip(terms).for_each(|(sum, term)| _ = add_to_own::<W, _>(sum, term));
    }
}

/// The triangles through an edge but for one, of which it has one where this is used.
#[inline(always)]
fn others_through(triangles: u32) -> u64 {
    u64::from(triangles).wrapping_sub(1)
}

/// The triangles of a root and vertex `i` of its list with one before it there.
struct TriangleRow<'r, 'a, W> {
    of: &'r EdgeSumsRoot<'r, 'a, W>,
    /// The row of `i`.
    bits: &'a [u64],
    /// The further neighbours of the root and of `i`, and the further triangles through the edge between them.
    of_root: u64,
    of_i: u64,
    to_i: u64,
    /// This lane's share of the sums of that edge.
    at_i: [u64; TRIANGLE_SUMS],
}

impl<W: Warp> VisitEdges for &mut TriangleRow<'_, '_, W> {
    #[inline(always)]
    fn edge(&mut self, edge: usize, place: usize) {
        let EdgeSumsRoot { args, root, .. } = *self.of;
        let to_other = others_through(root.triangles()[place]);
        let across = others_through(args.all.triangles[edge]);
        // SAFETY: the matrix was filled, and has a row for each of the list.
        let cliques = in_common(self.bits, unsafe { root.row(place as u32) });
        // A 4-clique has two triangles at each edge. Of those at the edge across, one is not with the root.
        let sums = &args.sums.get()[edge * TRIANGLE_SUMS..][..TRIANGLE_SUMS];
        let terms = [self.of_root, self.to_i + to_other, 2 * cliques];
        sums.iter().zip(terms).filter(|&(_, term)| term > 0).for_each(|(sum, term)| {
            sum.fetch_add(term, Relaxed);
        });
        self.of.add_to_own(place, [self.of_i, self.to_i + across, cliques]);
        let terms = [self.of.others_of(root.list[place]), to_other + across, cliques];
        self.at_i.iter_mut().zip(terms).for_each(|(sum, term)| *sum += term);
    }
}

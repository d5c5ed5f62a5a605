//! Sums at each vertex over its triangles, from a bit matrix for each root.
//!
//! What [`sum_opposites`](crate::kernels::edge_counts::opposites::sum_opposites) and
//! [`count_4_cliques_at`](crate::kernels::cliques::at_places::count_4_cliques_at) add up, in one
//! go: for one lane.

use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

use cust_core::DeviceCopy;

use super::root_matrix::{RootMatrices, RootMatrix, in_common};
use crate::kernels::cliques::matrix::WORD;
use crate::kernels::triangles::shared::{Arena, ThreadTeam};
use crate::memory::Slice;
use crate::simt::{Block, Warp};

/// What [`sum_roots`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct RootsArgs<'a> {
    /// What is gone through.
    pub all: RootMatrices<'a>,
    /// A sum for each vertex, zero before the first launch: over its triangles, the further triangles through the
    /// opposite edge.
    pub opposites: Slice<'a, AtomicU64>,
    /// A sum for each vertex, zero before the first launch: three for each 4-clique that the vertex is in.
    pub cliques: Slice<'a, AtomicU64>,
}

layout!(RootsArgs<'_>: 184, opposites: 152, cliques: 168);

/// Adds up the further triangles through the edges opposite to each vertex, and the 4-cliques at it.
///
/// Requires that no sum passes 64 bits: with `m` edges and degrees up to `D` none over opposite edges is beyond `m D`;
/// three times the 4-cliques at each vertex must be below 2^64.
///
/// A warp takes a root and makes the bit matrix of the graph among its list, both ways round: a triangle with the root
/// for each bit below the diagonal, whose third edge is met there. A lane takes a row: its bits are the triangles at
/// the row's vertex, and those of the AND of two rows the 4-cliques on one. Shared memory:
/// [`RootShape::shared_bytes`](super::root_matrix::RootShape::shared_bytes). Bound by filling the matrices.
#[cuda_std::kernel(max_threads = 256)]
pub unsafe fn sum_roots<B: Block>(block: B, args: &RootsArgs<'_>) {
    // SAFETY: once, and shared memory is used in no other way.
    let mut arena = unsafe { Arena::new(block) };
    args.all.each_root(block, &mut arena, |root| SumsRoot { args, root }.sum());
}

/// A root that a warp works on.
struct SumsRoot<'r, 'a, W> {
    args: &'r RootsArgs<'a>,
    root: &'r RootMatrix<'r, 'a, W>,
}

impl<W: Warp> SumsRoot<'_, '_, W> {
    /// Adds what the triangles and 4-cliques come to whose greatest vertex this is.
    #[inline(always)]
    fn sum(&self) {
        let RootMatrix { warp, all, vertex, list, .. } = *self.root;
        let mut others = 0;
        self.root.fill(|edge| others += u64::from(all.triangles[edge]) - 1);
        let mut cliques = 0;
        ThreadTeam::warp(warp).share(list.len(), |i| {
            let (others, twice) = self.row(i as u32);
            // Twice the triangles of this vertex in the matrix: each is a 4-clique, on three triangles of the vertex.
            self.add(list[i], others, twice / 2 * 3);
            cliques += twice;
        });
        let (others, cliques) = (warp.sum_u64(others), warp.sum_u64(cliques));
        if warp.lane() == 0 {
            // Each triangle of the matrix has been met six times.
            self.add(vertex, others, cliques / 2);
        }
    }

    /// Adds to the sums of a vertex.
    #[inline(always)]
    fn add(&self, vertex: u32, others: u64, cliques: u64) {
        for (sums, term) in [(self.args.opposites, others), (self.args.cliques, cliques)] {
            if term > 0 {
                sums[vertex as usize].fetch_add(term, Relaxed);
            }
        }
    }

    /// The further triangles through the edges from the root to the neighbours of the vertex of row `i`, and twice the
    /// triangles of the matrix that it is in.
    #[inline(always)]
    fn row(&self, i: u32) -> (u64, u64) {
        let triangles = self.root.triangles();
        // SAFETY: the matrix was filled, and has a row for each of the list.
        let row = |i: u32| unsafe { self.root.row(i) };
        let own = row(i);
        let (mut others, mut twice) = (0, 0);
        for (at, &word) in own.iter().enumerate() {
            let mut left = word;
            while left != 0 {
                let j = at as u32 * WORD + left.trailing_zeros();
                left &= left - 1;
                others += u64::from(triangles[j as usize]) - 1;
                twice += in_common(own, row(j));
            }
        }
        (others, twice)
    }
}

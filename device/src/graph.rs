//! The graph as a kernel sees it.

use cust_core::DeviceCopy;

use crate::memory::Slice;

/// A simple undirected graph in compressed sparse rows (CSR).
///
/// `n` vertices `0..n`; every edge stands in the lists of both its ends. The list of `v` is
/// `neighbors[offsets[v]..offsets[v + 1]]`, ascending, without duplicates and without `v`.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct GraphView<'a> {
    /// `n + 1` starts of lists, ascending; the last is the length of `neighbors`.
    pub offsets: Slice<'a, u64>,
    /// The lists, one after another: twice the number of edges.
    pub neighbors: Slice<'a, u32>,
    /// `n` positions in `neighbors`: that of the first neighbour of `v` that is greater than `v`.
    pub splits: Slice<'a, u64>,
}

layout!(GraphView<'_>: 48, neighbors: 16, splits: 32);

impl<'a> GraphView<'a> {
    /// Vertices.
    #[inline(always)]
    pub fn vertices(&self) -> u32 {
        (self.offsets.len() - 1) as u32
    }

    /// The neighbours of `v`, ascending.
    #[inline(always)]
    pub(crate) fn neighbors(&self, v: u32) -> &'a [u32] {
        debug_assert!(v < self.vertices());
        let offsets = self.offsets.get();
        // SAFETY: `v < n`, and `offsets` has `n + 1` ascending elements that end at the length of `neighbors`.
        unsafe {
            let start = *offsets.get_unchecked(v as usize) as usize;
            let end = *offsets.get_unchecked(v as usize + 1) as usize;
            self.neighbors.get().get_unchecked(start..end)
        }
    }

    /// How many neighbours of `v` are smaller than `v`.
    #[inline(always)]
    pub(crate) fn smaller(&self, v: u32) -> usize {
        debug_assert!(v < self.vertices());
        // SAFETY: `v < n`, the length of `splits`; `offsets` has one element more.
        unsafe {
            (*self.splits.get().get_unchecked(v as usize) - *self.offsets.get().get_unchecked(v as usize))
                as usize
        }
    }
}

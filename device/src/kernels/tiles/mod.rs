//! Triangles of a graph whose lists lie elsewhere: they are brought to the device tile by tile.
//!
//! # Computes
//! The number of triangles of an oriented graph, or those through each edge, exactly, of which the device has two tiles
//! at a time: the lists of some consecutive vertices each.
//!
//! # Requires
//! [`ListTile`]s, which [`copy::copy_lists`] makes of an [`Oriented`](super::triangles::Oriented) graph: the host sizes
//! them, and sees to it that each pair of an edge's ends is together on the device once, in `mine::direct::tiles`.
//!
//! # Thread mapping
//! Persistent warps draw some consecutive roots. A lane finds out which of a root's neighbours are in the other tile,
//! and the warp takes those roots that have some.
//!
//! # Sources
//! Those of [`triangles`](super::triangles). To hold the lists of some vertices and pass those of all others by them,
//! block by block, is the block nested loop of relational databases; for triangles: Hu, Tao and Chung 2013, "Massive
//! graph triangulation".

pub mod copy;
pub mod edges;
pub mod triangles;

use cust_core::DeviceCopy;

use crate::memory::Slice;

/// The lists of some consecutive vertices of an oriented graph, on the device.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct ListTile<'a> {
    /// Where the lists start in `lists`, ascending, and where the last one ends: one more than there are vertices.
    pub starts: Slice<'a, u32>,
    /// The lists, one after another; before the first one and after the last anything may stand.
    pub lists: Slice<'a, u32>,
    /// The first of the vertices.
    pub first: u32,
}

layout!(ListTile<'_>: 40, lists: 16, first: 32);

impl<'a> ListTile<'a> {
    /// How many vertices there are.
    #[inline(always)]
    pub fn vertices(&self) -> u32 {
        (self.starts.len() - 1) as u32
    }

    /// The smaller neighbours of the vertex at a place: of the first vertex, at 0.
    #[inline(always)]
    pub(crate) fn list_at(&self, place: u32) -> &'a [u32] {
        debug_assert!(place < self.vertices());
        let starts = self.starts.get();
        // SAFETY: there is one more start than vertices, and `place` is below their number; the starts ascend, and end
        // within the lists.
        unsafe {
            let start = *starts.get_unchecked(place as usize) as usize;
            let end = *starts.get_unchecked(place as usize + 1) as usize;
            self.lists.get().get_unchecked(start..end)
        }
    }

    /// The smaller neighbours of `v`, one of the vertices.
    #[inline(always)]
    pub(crate) fn list(&self, v: u32) -> &'a [u32] {
        self.list_at(v - self.first)
    }

    /// Where the neighbours that are vertices of the tile begin and end in `list`, which is ascending.
    #[inline(always)]
    pub(crate) fn found_in(&self, list: &[u32]) -> (u32, u32) {
        use crate::sets::lower_bound;
        let end = lower_bound(list, self.first + self.vertices());
        (lower_bound(&list[..end], self.first) as u32, end as u32)
    }
}

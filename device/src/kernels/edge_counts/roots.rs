//! Roots whose triangles are gone through, each edge of which is found.

use core::sync::atomic::AtomicU64;

use cust_core::DeviceCopy;

use super::ranks::rank;
use crate::kernels::queue::draw;
use crate::kernels::triangles::marks::Marks;
use crate::kernels::triangles::shared::ThreadTeam;
use crate::kernels::triangles::{HubRows, MarksShape, Oriented, Roots};
use crate::memory::Slice;
use crate::sets::lower_bound;
use crate::simt::{Block, Warp};

/// The roots of a graph, how they are dealt, and where the edges of their triangles are found.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct RankedRoots<'a> {
    /// The graph.
    pub graph: Oriented<'a>,
    /// Rows of its hubs.
    pub hubs: HubRows<'a>,
    /// The rows' ranks, by [`rank_hubs`](super::ranks::rank_hubs).
    pub ranks: Slice<'a, u16>,
    /// The vertices with at least two smaller neighbours.
    pub roots: Roots<'a>,
    /// One counter, from 0 up: the next task of `roots`.
    pub queue: Slice<'a, AtomicU64>,
    /// The shape of a warp's marks.
    pub marks: MarksShape,
}

layout!(RankedRoots<'_>: 128, ranks: 56, queue: 104, marks: 120);

/// A root that a warp works on.
pub(in crate::kernels) struct RankedRoot<'r, 'a, W> {
    pub warp: W,
    pub vertex: u32,
    /// Its smaller neighbours.
    pub list: &'a [u32],
    /// How many of the first of them are hubs.
    pub hubs: usize,
    marks: &'r Marks<'r>,
}

impl<'a> RankedRoots<'a> {
    /// Calls `visit` with the vertices that a warp draws. Its lanes come there together.
    #[inline(always)]
    pub(in crate::kernels) fn draw<W: Warp>(&self, warp: W, mut visit: impl FnMut(u32)) {
        while let Some(tasks) = draw(warp, &self.queue[0], 1, self.roots.tasks()) {
            for &vertex in self.roots.of(tasks) {
                visit(vertex);
            }
        }
    }

    /// Calls `visit` with the roots that a warp draws. Its lanes come there together.
    ///
    /// # Safety
    /// The kernel's threads do this once, and use shared memory in no other way.
    #[inline(always)]
    pub(in crate::kernels) unsafe fn each<B: Block>(
        &self,
        block: B,
        mut visit: impl FnMut(&RankedRoot<'_, 'a, B::Warp>),
    ) {
        let warp = block.warp();
        // SAFETY: the caller's promise.
        let marks = unsafe { Marks::of_warp(block, self.marks) };
        self.draw(warp, |vertex| {
            let list = self.graph.list(vertex);
            let hubs = lower_bound(list, self.hubs.count);
            visit(&RankedRoot { warp, vertex, list, hubs, marks: &marks });
        });
    }

    /// The edge from a hub `v` to its neighbour `w` before it.
    #[inline(always)]
    pub(in crate::kernels) fn edge_of_hub(&self, v: u32, w: u32) -> u64 {
        self.graph.start(v) + u64::from(rank(&self.hubs, self.ranks, v, w))
    }
}

impl<W: Warp> RankedRoot<'_, '_, W> {
    /// Calls `visit` while the root's list is marked, if it has others than hubs. The warp's lanes come here together.
    #[inline(always)]
    pub fn beyond_hubs(&self, visit: impl FnOnce(&Marks<'_>)) {
        let (team, list) = (ThreadTeam::warp(self.warp), self.list);
        if self.hubs < list.len() {
            self.warp.sync();
            self.marks.set::<W>(team, list);
            self.warp.sync();
            visit(self.marks);
            self.warp.sync();
            self.marks.clear(team, list);
        }
    }
}

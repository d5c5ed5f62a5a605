//! Listing the triangles of each edge, on a device.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use motherlode_device::kernels::edge_counts::sums::EdgeSum;
use motherlode_device::kernels::motifs::TriangleLists;
use motherlode_device::kernels::motifs::lists::{ListTriangles, ListTrianglesArgs};
use motherlode_device::kernels::motifs::triangles::DealtTriangles;
use motherlode_device::kernels::triangles::MarksShape;

use super::lists::TriangleListBuffers;
use crate::MineError;
use crate::clock::Clock;
use crate::direct::kept::KeptOnDevice;
use crate::direct::on_device::{OnDevice, WARPS};
use crate::direct::session::Session;
use crate::place::Together;
use crate::primitives::Primitives;
use crate::runtime::{Lend, RuntimeError, View};

impl Session<'_> {
    /// Counts the triangles through each edge, and sees to it that the first device has room for their lists, the whole
    /// graph and the oriented one, and `work` bytes besides. Returns how many elements the lists have in all.
    ///
    /// # Errors
    /// When the memory is too small, the device fails, or the job is to stop; [`MineError::CountOverflow`] if the lists
    /// have 2^64 elements or more.
    pub(in crate::direct) fn room_for_lists(&mut self, work: u64) -> Result<u64, MineError> {
        let thirds = self.edge_sums(false)?.get(EdgeSum::Triangles);
        let thirds = u64::try_from(thirds).map_err(|_| MineError::CountOverflow)?;
        let there = self.first.kept().lists.get().is_some();
        if !there {
            // They are made from the triangles through each edge. These may have gone since the sums were added up,
            // where memory was short.
            self.count_edge_triangles()?;
        }
        let lists = if there { 0 } else { TriangleListBuffers::bytes(self.outline().edges() as u64, thirds) };
        self.make_room(Together { oriented: true, whole: true, work: lists + work, ..Together::default() })?;
        Ok(thirds)
    }
}

impl OnDevice {
    /// Gets the whole graph, the oriented one, and the lists of its edges, `thirds` elements in all, which are made
    /// when they are first asked for. `counted` has the triangles through each edge.
    pub(in crate::direct) fn get_lists(
        &mut self,
        counted: &KeptOnDevice,
        thirds: u64,
        clock: &Clock,
    ) -> Result<(), RuntimeError> {
        self.get_oriented(clock)?;
        self.get_whole(clock)?;
        self.get_edge_triangles(counted)?;
        if self.lists.is_none() {
            let kept = self.kept().lists.get();
            self.lists = Some(kept.map_or_else(|| self.make_lists(thirds, clock), Ok)?);
        }
        Ok(())
    }

    fn make_lists(&self, thirds: u64, clock: &Clock) -> Result<Arc<TriangleListBuffers>, RuntimeError> {
        /// Roots that a block draws at a time, where it is one lane.
        const SCALAR_CHUNK: u32 = 16;
        let (device, marks) = (self.device(), self.block_marks());
        let shared = ListTrianglesArgs::shared_bytes(marks);
        let chunk = if self.tuning.scalar { SCALAR_CHUNK } else { 1 };
        let n = u64::from(self.outline().n());
        let (mut lists, queue, grid) = clock.transfer(|| -> Result<_, RuntimeError> {
            let edges = self.outline().edges();
            let (starts, numbers) = (device.unwritten(edges + 1)?, device.unwritten(2 * edges)?);
            let lists = TriangleListBuffers { starts, thirds: device.unwritten(thirds as usize)?, numbers };
            let grid = device.grid::<ListTriangles>(WARPS, shared, n.div_ceil(chunk.into()))?;
            Ok((lists, device.zeroed::<u64>(1)?, grid))
        })?;
        clock.mine(|| {
            Primitives::new(device).exclusive_scan(self.triangles_of_edges(), lists.starts.scratch())?;
            // SAFETY: the graph's arguments; the starts are the sums of the triangles through the edges, which are
            // `thirds` in all; and the grid has the shared memory of such marks.
            let lend = unsafe { self.lend() };
            let args = ListTrianglesArgs {
                graph: self.whole(&lend),
                edges: self.graph(&lend).offsets,
                starts: lend.slice(&lists.starts),
                thirds: lend.scratch(&mut lists.thirds),
                numbers: lend.scratch(&mut lists.numbers),
                queue: lend.atomics(&queue),
                marks,
                chunk,
            };
            lend.launch::<ListTriangles>(grid, &args)?;
            device.synchronize()
        })?;
        Ok(self.kept().lists.get_or_put(lists))
    }

    /// The shape of a block's marks: as many bits as several blocks have room for.
    fn block_marks(&self) -> MarksShape {
        /// Blocks that share a multiprocessor, with twice the threads that it takes to hide the latency of the lists.
        const BLOCKS: usize = 5;
        let all = self.outline().n().next_multiple_of(u32::BITS);
        let bits = (self.tuning.shared_bytes / BLOCKS).min(1 << 28) as u32 * u8::BITS;
        if self.tuning.scalar || all <= bits - bits / 8 {
            return MarksShape { exact: all, filter: 0 };
        }
        let filter = 1 << (bits / 4).ilog2();
        MarksShape { exact: (bits / 2).next_multiple_of(u32::BITS), filter }
    }

    /// The lists of the edges, for kernels.
    ///
    /// # Panics
    /// Before [`get_lists`](Self::get_lists).
    pub(in crate::direct) fn lists(&self, lend: &Lend<'_>) -> TriangleLists<'_> {
        self.lists.as_ref().expect("get_lists comes first").view(lend)
    }

    /// The triangles as seen from the edges up to `end`, for kernels that draw `chunk` of these at a time from `queue`
    /// and mark them so.
    ///
    /// # Panics
    /// Before [`get_lists`](Self::get_lists).
    pub(in crate::direct) fn triangles<'a>(
        &'a self,
        lend: &'a Lend<'_>,
        queue: View<'a, AtomicU64>,
        (end, chunk): (u64, u32),
        marks: MarksShape,
    ) -> DealtTriangles<'a> {
        DealtTriangles {
            graph: self.whole(lend),
            edges: self.graph(lend).offsets,
            lists: self.lists(lend),
            queue: lend.slice(queue),
            end,
            marks,
            chunk,
        }
    }
}

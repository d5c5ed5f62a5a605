//! Wheels without a spoke, at each vertex, and at each edge.

use motherlode_device::kernels::motifs::missing_spokes::{
    CountMissingSpokesAtVertices, MISSING_SPOKE_SUMS, MissingSpokesArgs, SHARED_BYTES,
};
use motherlode_device::kernels::motifs::missing_spokes_at_edges::{
    CountMissingSpokesAtEdges, MISSING_SPOKE_SUMS as MISSING_SPOKE_SUMS_AT_EDGE, MissingSpokeSumAtEdge,
};

use crate::clock::Clock;
use crate::direct::at_vertices::downloaded;
use crate::direct::on_device::OnDevice;
use crate::direct::session::Session;
use crate::direct::sweep::{Sweep, SweepShare, SweepTasks, Swept};
use crate::place::Outline;
use crate::runtime::{Buffer, Grid, Lend, RuntimeError};
use crate::{MineError, memory};

/// Warps in a block: many, as each block has numbers of its own, which are to stay in the cache.
const WARPS: u32 = 12;
/// Bytes that a block has for each vertex: a number, and a place among those that were met.
const BYTES_OF_VERTEX: usize = size_of::<u64>() + size_of::<u32>();
/// Roots that a block draws at a time where it is one lane.
const SCALAR_CHUNK: u32 = 16;

impl Session<'_> {
    /// For each vertex of the form, the edge-induced wheels without a spoke in which it has each place. No sum may pass 64 bits, and
    /// there are fewer than 2^32 edges: see [`CountMissingSpokesAtVertices`].
    ///
    /// # Errors
    /// When the graph or the counts do not fit in the memory, the device fails, or the job is to stop.
    pub(crate) fn missing_spokes_at_vertices(&mut self) -> Result<Vec<[u64; MISSING_SPOKE_SUMS]>, MineError> {
        Ok(self.missing_spokes_at(At::Vertices)?.as_chunks().0.to_vec())
    }

    /// For each edge of the form, the edge-induced wheels without a spoke in which it has each place. No sum may pass 64 bits, and
    /// there are fewer than 2^32 edges: see [`CountMissingSpokesAtEdges`].
    ///
    /// # Errors
    /// When the graph or the counts do not fit in the memory, the device fails, or the job is to stop.
    pub(crate) fn missing_spokes_at_edges(
        &mut self,
    ) -> Result<Vec<[u64; MISSING_SPOKE_SUMS_AT_EDGE]>, MineError> {
        let sums = self.missing_spokes_at(At::Edges)?;
        let mut all = sums.as_chunks::<MISSING_SPOKE_SUMS_AT_EDGE>().0.to_vec();
        // Both vertices of each pair have been its root.
        all.iter_mut().for_each(|sums| sums[MissingSpokeSumAtEdge::Hub as usize] /= 2);
        Ok(all)
    }

    /// The sums at vertices or edges, as the kernels leave them.
    fn missing_spokes_at(&mut self, at: At) -> Result<Vec<u64>, MineError> {
        let (n, length) = (self.outline().n() as usize, at.sums(self.outline()));
        let bytes = n * BYTES_OF_VERTEX + length * size_of::<u64>();
        let thirds = self.room_for_lists(bytes as u64)?;
        let counted = self.first.kept();
        let ready = |on: &mut OnDevice, clock: &Clock| on.get_lists(&counted, thirds, clock);
        let dealt = self.deal(ready, |on| MissingSpokeSumming::new(on, at))?;
        self.run.clock.mine(|| downloaded(dealt.workers.iter().map(|worker| &worker.sweep().sums), length))
    }
}

/// Where they are counted.
#[derive(Clone, Copy)]
enum At {
    Vertices,
    Edges,
}

impl At {
    /// How many sums there are in all.
    fn sums(self, outline: &Outline) -> usize {
        match self {
            At::Vertices => outline.n() as usize * MISSING_SPOKE_SUMS,
            At::Edges => outline.edges() * MISSING_SPOKE_SUMS_AT_EDGE,
        }
    }
}

/// Counts wheels without a spoke at the vertices, or at the edges: a task is a root.
struct MissingSpokeSumming {
    at: At,
    grid: Grid,
    pairs: Buffer<'static, u64>,
    met: Buffer<'static, u32>,
    /// For each vertex, or edge, what was found of the tasks that this worker was given, modulo 2^64.
    sums: Buffer<'static, u64>,
}

impl MissingSpokeSumming {
    fn new(on: OnDevice, at: At) -> Result<Swept<Self>, RuntimeError> {
        let (device, n) = (on.device(), on.outline().n() as usize);
        let warps = device.warps_of_block(WARPS) as usize;
        let grid = match at {
            At::Vertices => device.grid::<CountMissingSpokesAtVertices>(WARPS, SHARED_BYTES, n as u64),
            At::Edges => device.grid::<CountMissingSpokesAtEdges>(WARPS, SHARED_BYTES, n as u64),
        }?;
        let grid = memory::fit(device, grid, (n * BYTES_OF_VERTEX).div_ceil(warps) as u64)?;
        let numbers = grid.blocks as usize * n;
        let (pairs, met) = (device.zeroed(numbers)?, device.unwritten(numbers)?);
        let sums = device.zeroed(at.sums(on.outline()))?;
        Swept::new(on, 1, 0, MissingSpokeSumming { at, grid, pairs, met, sums })
    }
}

// SAFETY: each block has a number and a place for each vertex, the numbers zero at first and after each launch; there are sums for
// each vertex, or edge, zero at first. The roots are vertices, and the lists of the edges' triangles are there. Who asks has seen
// that no sum passes 64 bits, and that there are fewer than 2^32 edges.
unsafe impl Sweep for MissingSpokeSumming {
    type Tally = ();

    fn tasks(&self, on: &OnDevice) -> SweepTasks {
        SweepTasks::Numbers(on.outline().n().into())
    }

    fn at_once(&self, on: &OnDevice, _: u64) -> u64 {
        on.device().grid_warps(self.grid)
    }

    fn keeps_results(&self) -> bool {
        true
    }

    fn launch(&mut self, on: &OnDevice, lend: &Lend<'_>, share: &SweepShare<'_>) -> Result<(), RuntimeError> {
        let args = MissingSpokesArgs {
            graph: on.whole(lend),
            oriented: on.graph(lend),
            lists: on.lists(lend),
            sums: lend.atomics(&self.sums),
            pairs: lend.atomics(&self.pairs),
            met: lend.scratch(&mut self.met),
            queue: lend.slice(share.queue(0)),
            end: share.tasks.end,
            chunk: if on.tuning.scalar { SCALAR_CHUNK } else { 1 },
        };
        match self.at {
            At::Vertices => lend.launch::<CountMissingSpokesAtVertices>(self.grid, &args),
            At::Edges => lend.launch::<CountMissingSpokesAtEdges>(self.grid, &args),
        }
    }

    fn tally(&mut self, _: Vec<u128>) -> Result<(), MineError> {
        Ok(())
    }
}

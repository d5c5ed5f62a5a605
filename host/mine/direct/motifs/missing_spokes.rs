//! Wheels without a spoke, at each vertex, and at each edge.

use std::marker::PhantomData;

use motherlode_device::Kernel;
use motherlode_device::kernels::motifs::missing_spokes::{
    CountMissingSpokesAt, MISSING_SPOKE_SUMS, MISSING_SPOKE_TIMES_AT_EDGES, MissingSpokeSumAtEdge,
    MissingSpokesArgs, SHARED_BYTES,
};

use super::once;
use crate::at::{At, Edges, Vertices};
use crate::clock::Clock;
use crate::direct::merge::SumsOfWorkers;
use crate::direct::on_device::OnDevice;
use crate::direct::session::Session;
use crate::direct::sweep::{Sweep, SweepShare, SweepTasks, Swept};
use crate::runtime::{Buffer, Grid, Lend, RuntimeError};
use crate::{MineError, memory};

/// Warps in a block: many, as each block has numbers of its own, which are to stay in the cache.
const WARPS: u32 = 12;
/// Bytes that a block has for each vertex: a number, and a place among those that were met.
const BYTES_OF_VERTEX: usize = size_of::<u64>() + size_of::<u32>();
/// Roots that a block draws at a time where it is one lane.
const SCALAR_CHUNK: u32 = 16;

impl Session<'_> {
    /// For each place of the form, by its number, the edge-induced wheels without a spoke in which it has each place.
    /// No sum may pass 64 bits, and there are fewer than 2^32 edges: see [`CountMissingSpokesAt`].
    ///
    /// # Errors
    /// When the graph or the counts do not fit in the memory, the device fails, or the job is to stop.
    pub(crate) fn missing_spokes_at<A: MissingSpokesAt>(
        &mut self,
    ) -> Result<Vec<[u64; MISSING_SPOKE_SUMS]>, MineError> {
        let sums = self.missing_spoke_sums::<A>()?.download(self.run.clock)?;
        Ok(once(&sums, A::TIMES))
    }

    /// These sums as the kernel leaves them, which has what they count [`MissingSpokesAt::TIMES`] times.
    ///
    /// # Errors
    /// As those of [`missing_spokes_at`](Self::missing_spokes_at).
    pub(in crate::direct) fn missing_spoke_sums<A: MissingSpokesAt>(
        &mut self,
    ) -> Result<SumsOfWorkers, MineError> {
        let (n, length) = (self.outline().n() as usize, A::count(self.outline()) * MISSING_SPOKE_SUMS);
        let bytes = n * BYTES_OF_VERTEX + length * size_of::<u64>();
        let thirds = self.room_for_lists(bytes as u64)?;
        let counted = self.first.kept();
        let ready = |on: &mut OnDevice, clock: &Clock| on.get_lists(&counted, thirds, clock);
        let dealt = self.deal(ready, MissingSpokeSumming::<A>::new)?;
        let workers = dealt.workers.into_iter().map(|worker| worker.into_sweep().sums).collect();
        Ok(SumsOfWorkers { workers, length })
    }
}

/// Places at which wheels without a spoke are counted, in as many sums each.
pub(crate) trait MissingSpokesAt: At {
    /// How often each sum has one.
    const TIMES: [u64; MISSING_SPOKE_SUMS];
    /// What counts them.
    type Kernel: for<'a> Kernel<Args<'a> = MissingSpokesArgs<'a>>;
}

impl MissingSpokesAt for Vertices {
    const TIMES: [u64; MISSING_SPOKE_SUMS] = [1; MISSING_SPOKE_SUMS];
    type Kernel = CountMissingSpokesAt<Vertices>;
}

impl MissingSpokesAt for Edges {
    const TIMES: [u64; MISSING_SPOKE_SUMS] = MISSING_SPOKE_TIMES_AT_EDGES;
    type Kernel = CountMissingSpokesAt<Edges>;
}

const _: () = assert!(MissingSpokeSumAtEdge::Hub as usize == 0);

/// Counts wheels without a spoke at the vertices, or at the edges: a task is a root.
struct MissingSpokeSumming<A> {
    grid: Grid,
    pairs: Buffer<'static, u64>,
    met: Buffer<'static, u32>,
    /// For each vertex, or edge, what was found of the tasks that this worker was given, modulo 2^64.
    sums: Buffer<'static, u64>,
    at: PhantomData<A>,
}

impl<A: MissingSpokesAt> MissingSpokeSumming<A> {
    fn new(on: OnDevice) -> Result<Swept<Self>, RuntimeError> {
        let (device, n) = (on.device(), on.outline().n() as usize);
        let warps = device.warps_of_block(WARPS) as usize;
        let grid = device.grid::<A::Kernel>(WARPS, SHARED_BYTES, n as u64)?;
        let grid = memory::fit(device, grid, (n * BYTES_OF_VERTEX).div_ceil(warps) as u64)?;
        let numbers = grid.blocks as usize * n;
        let (pairs, met) = (device.zeroed(numbers)?, device.unwritten(numbers)?);
        let sums = device.zeroed(A::count(on.outline()) * MISSING_SPOKE_SUMS)?;
        Swept::new(on, 0, MissingSpokeSumming { grid, pairs, met, sums, at: PhantomData })
    }
}

// SAFETY: each block has a number and a place for each vertex, the numbers zero at first and after each launch; there
// are sums for each vertex, or edge, zero at first. The roots are vertices, and the lists of the edges' triangles are
// there. Who asks has seen that no sum passes 64 bits, and that there are fewer than 2^32 edges. The kernel asks for
// the same at both.
unsafe impl<A: MissingSpokesAt> Sweep for MissingSpokeSumming<A> {
    type Tally = ();

    fn tasks(&self, on: &OnDevice) -> SweepTasks {
        SweepTasks::Numbers(on.outline().n().into())
    }

    fn at_once(&self, _: &OnDevice, _: u64) -> u64 {
        self.grid.blocks.into()
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
        lend.launch::<A::Kernel>(self.grid, &args)
    }
}

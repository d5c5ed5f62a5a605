//! Sums at vertices, or at edges, from what roots have in common with other vertices.

use std::marker::PhantomData;

use motherlode_device::Kernel;
use motherlode_device::kernels::motifs::pair_sums::{PairSumsArgs, SHARED_BYTES};

use crate::clock::Clock;
use crate::direct::merge::SumsOfWorkers;
use crate::direct::on_device::OnDevice;
use crate::direct::session::Session;
use crate::direct::sweep::{Sweep, SweepShare, SweepTasks, Swept};
use crate::runtime::{Buffer, Grid, Lend, RuntimeError};
use crate::{MineError, memory};

/// Warps in a block: many, as each block has numbers of its own, which are to stay in the cache.
const WARPS: u32 = 12;
/// Roots that a block draws at a time where it is one lane.
const SCALAR_CHUNK: u32 = 16;

impl Session<'_> {
    /// Adds up so many sums, as a kernel leaves them that has so many `numbers` of a pair; `besides` are bytes that are
    /// needed later on. No sum may pass 64 bits, and there are fewer than 2^32 edges.
    ///
    /// # Errors
    /// When the graph or the sums do not fit in the memory, the device fails, or the job is to stop.
    pub(super) fn sum_pairs<K: for<'a> Kernel<Args<'a> = PairSumsArgs<'a>>>(
        &mut self,
        numbers: usize,
        length: usize,
        besides: usize,
    ) -> Result<SumsOfWorkers, MineError> {
        let bytes = self.outline().n() as usize * bytes_of_vertex(numbers) + length * size_of::<u64>();
        let thirds = self.room_for_lists((bytes + besides) as u64)?;
        let counted = self.first.kept();
        let ready = |on: &mut OnDevice, clock: &Clock| on.get_lists(&counted, thirds, clock);
        let dealt = self.deal(ready, |on| PairSumming::<K>::new(on, numbers, length))?;
        let workers = dealt.workers.into_iter().map(|worker| worker.into_sweep().sums).collect();
        Ok(SumsOfWorkers { workers, length })
    }
}

/// Bytes that a block has for each vertex: the numbers of a pair, and a place among those that were met.
fn bytes_of_vertex(numbers: usize) -> usize {
    numbers * size_of::<u64>() + size_of::<u32>()
}

/// Adds up the sums: a task is a root.
struct PairSumming<K> {
    grid: Grid,
    pairs: Buffer<'static, u64>,
    met: Buffer<'static, u32>,
    /// What was found of the tasks that this worker was given, modulo 2^64.
    sums: Buffer<'static, u64>,
    kernel: PhantomData<fn() -> K>,
}

impl<K: for<'a> Kernel<Args<'a> = PairSumsArgs<'a>>> PairSumming<K> {
    fn new(on: OnDevice, numbers: usize, length: usize) -> Result<Swept<Self>, RuntimeError> {
        let (device, n) = (on.device(), on.outline().n() as usize);
        let warps = device.warps_of_block(WARPS) as usize;
        let grid = device.grid::<K>(WARPS, SHARED_BYTES, n as u64)?;
        let grid = memory::fit(device, grid, (n * bytes_of_vertex(numbers)).div_ceil(warps) as u64)?;
        let places = grid.blocks as usize * n;
        let (pairs, met) = (device.zeroed(places * numbers)?, device.unwritten(places)?);
        let sums = device.zeroed(length)?;
        Swept::new(on, 0, PairSumming { grid, pairs, met, sums, kernel: PhantomData })
    }
}

// SAFETY: each block has the kernel's numbers and a place for each vertex, the numbers zero at first and after each
// launch; there are sums for each place, zero at first. The roots are vertices, and the lists of the edges' triangles
// are there. Who asks has seen that no sum passes 64 bits, and that there are fewer than 2^32 edges.
unsafe impl<K: for<'a> Kernel<Args<'a> = PairSumsArgs<'a>>> Sweep for PairSumming<K> {
    type Tally = ();

    fn tasks(&self, on: &OnDevice) -> SweepTasks {
        SweepTasks::Numbers(on.outline().n().into())
    }

    fn at_once(&self, _: &OnDevice, _: u64) -> u64 {
        self.grid.blocks.into()
    }

    fn launch(&mut self, on: &OnDevice, lend: &Lend<'_>, share: &SweepShare<'_>) -> Result<(), RuntimeError> {
        let args = PairSumsArgs {
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
        lend.launch::<K>(self.grid, &args)
    }
}

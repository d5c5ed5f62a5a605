//! Wheels without a spoke, at each vertex.

use motherlode_device::kernels::motifs::missing_spokes::{
    CountMissingSpokesAtVertices, MISSING_SPOKE_SUMS, MissingSpokesArgs, SHARED_BYTES,
};

use crate::clock::Clock;
use crate::mine::deal::{Share, Work};
use crate::mine::direct::at_vertices::downloaded;
use crate::mine::direct::on_device::OnDevice;
use crate::mine::direct::session::Session;
use crate::mine::totals::Totals;
use crate::mine::{MineError, memory};
use crate::runtime::{Buffer, Grid, RuntimeError};

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
    /// As [`triangles`](Self::triangles).
    pub(in crate::mine) fn missing_spokes_at_vertices(
        &mut self,
    ) -> Result<Vec<[u64; MISSING_SPOKE_SUMS]>, MineError> {
        let n = self.outline().n() as usize;
        let bytes = n * (BYTES_OF_VERTEX + MISSING_SPOKE_SUMS * size_of::<u64>());
        let thirds = self.room_for_lists(bytes as u64)?;
        let counted = self.first.kept();
        let ready = |on: &mut OnDevice, clock: &Clock| on.get_lists(&counted, thirds, clock);
        let dealt = self.deal(ready, MissingSpokeSumming::new)?;
        self.run.clock.mine(|| {
            let sums = downloaded(dealt.workers.iter().map(|worker| &worker.sums), n * MISSING_SPOKE_SUMS)?;
            Ok(sums.as_chunks().0.to_vec())
        })
    }
}

/// Counts wheels without a spoke at the vertices: a task is a root.
struct MissingSpokeSumming {
    on: OnDevice,
    grid: Grid,
    queue: Totals,
    pairs: Buffer<'static, u64>,
    met: Buffer<'static, u32>,
    /// For each vertex, what was found of the tasks that this worker was given, modulo 2^64.
    sums: Buffer<'static, u64>,
}

impl MissingSpokeSumming {
    fn new(on: OnDevice) -> Result<Self, RuntimeError> {
        let (device, n) = (on.device(), on.outline().n() as usize);
        let warps = device.warps_of_block(WARPS) as usize;
        let grid = device.grid::<CountMissingSpokesAtVertices>(WARPS, SHARED_BYTES, n as u64)?;
        let grid = memory::fit(device, grid, (n * BYTES_OF_VERTEX).div_ceil(warps) as u64)?;
        let numbers = grid.blocks as usize * n;
        let (pairs, met) = (device.zeroed(numbers)?, device.unwritten(numbers)?);
        let (queue, sums) = (Totals::new(device, 1, 0)?, device.zeroed(n * MISSING_SPOKE_SUMS)?);
        Ok(MissingSpokeSumming { on, grid, queue, pairs, met, sums })
    }
}

impl Work for MissingSpokeSumming {
    type Tally = ();

    fn tasks(&self) -> u64 {
        self.on.outline().n().into()
    }

    fn least_share(&self, _: u64) -> u64 {
        self.on.device().grid_warps(self.grid)
    }

    fn keeps_results(&self) -> bool {
        true
    }

    fn run(&mut self, share: &Share<'_>) -> Result<(), MineError> {
        let MissingSpokeSumming { on, grid, queue, pairs, met, sums } = self;
        let tasks = share.tasks();
        queue.restart_at(tasks.start)?;
        // SAFETY: the graph's arguments and the lists of its edges; each block has a number and a place for each vertex, the numbers zero
        // at first and after each launch; there are sums for each vertex, zero at first. The roots are vertices. Who asks has seen that no
        // sum passes 64 bits, and that there are fewer than 2^32 edges.
        let lend = unsafe { on.lend() };
        let args = MissingSpokesArgs {
            graph: on.whole(&lend),
            oriented: on.graph(&lend),
            lists: on.lists(&lend),
            sums: lend.atomics(sums),
            pairs: lend.atomics(pairs),
            met: lend.scratch(met),
            queue: lend.atomics(&queue.queues),
            end: tasks.end,
            chunk: if on.tuning.scalar { SCALAR_CHUNK } else { 1 },
        };
        let launch = || lend.launch::<CountMissingSpokesAtVertices>(*grid, &args);
        Ok(share.watch(on.device(), &queue.queues, tasks.start, &[tasks.end], launch)?)
    }
}

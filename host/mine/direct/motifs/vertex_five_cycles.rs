//! 5-cycles, at each vertex.

use motherlode_device::kernels::motifs::vertex_five_cycles::{
    Count5CyclesAtVertices, FIVE_CYCLE_SUMS, FiveCycleSum, VertexFiveCyclesArgs,
};

use super::five_cycles::{Paths, bytes_per_block};
use crate::MineError;
use crate::clock::Clock;
use crate::direct::merge::downloaded;
use crate::direct::on_device::OnDevice;
use crate::direct::session::Session;
use crate::direct::sweep::{Sweep, SweepShare, SweepTasks, Swept};
use crate::runtime::{Buffer, Lend, RuntimeError};

/// Warps in a block.
const WARPS: u32 = 16;
/// Bytes that a block has for each vertex, beside those for paths.
const BYTES_OF_VERTEX: usize = size_of::<u64>();

impl Session<'_> {
    /// The 5-cycles at each vertex of the form. Twice their number may not pass 64 bits: see
    /// [`Count5CyclesAtVertices`].
    ///
    /// # Errors
    /// When the graph or the counts do not fit in the memory, the device fails, or the job is to stop.
    pub(crate) fn vertex_five_cycles(&mut self) -> Result<Vec<u64>, MineError> {
        let n = self.outline().n() as usize;
        let sums = n * FIVE_CYCLE_SUMS * size_of::<u64>();
        let work = bytes_per_block(n as u64, 0) + (n * BYTES_OF_VERTEX + sums) as u64;
        let thirds = self.room_for_lists(work)?;
        let counted = self.first.kept();
        let ready = |on: &mut OnDevice, clock: &Clock| on.get_lists(&counted, thirds, clock);
        let dealt = self.deal(ready, FiveCycleSumming::new)?;
        self.run.clock.mine(|| {
            let all =
                downloaded(dealt.workers.iter().map(|worker| &worker.sweep().sums), n * FIVE_CYCLE_SUMS)?;
            let sum = |sums: &[u64], of: FiveCycleSum| sums[of as usize];
            let at = |sums: &[u64]| sum(sums, FiveCycleSum::First) / 2 + sum(sums, FiveCycleSum::Later);
            Ok(all.chunks_exact(FIVE_CYCLE_SUMS).map(at).collect())
        })
    }
}

/// Counts 5-cycles at the vertices: a task is a root.
struct FiveCycleSumming {
    paths: Paths,
    joins: Buffer<'static, u64>,
    /// For each vertex, what was found of the tasks that this worker was given, modulo 2^64.
    sums: Buffer<'static, u64>,
}

impl FiveCycleSumming {
    fn new(on: OnDevice) -> Result<Swept<Self>, RuntimeError> {
        let (device, n) = (on.device(), on.outline().n() as usize);
        let paths = Paths::new::<Count5CyclesAtVertices>(&on, WARPS, BYTES_OF_VERTEX)?;
        let joins = device.zeroed(paths.grid.blocks as usize * n)?;
        let sums = device.zeroed(n * FIVE_CYCLE_SUMS)?;
        Swept::new(on, 0, FiveCycleSumming { paths, joins, sums })
    }
}

// SAFETY: each block has counters, here or in the shared memory of the grid, and numbers, all zero at first and after
// each launch, and room for all vertices; there are sums for each vertex, zero at first. The roots are vertices, and
// the lists of the edges' triangles are there. Who asks has seen that no sum passes 64 bits.
unsafe impl Sweep for FiveCycleSumming {
    type Tally = ();

    fn tasks(&self, on: &OnDevice) -> SweepTasks {
        SweepTasks::Numbers(on.outline().n().into())
    }

    fn at_once(&self, _: &OnDevice, _: u64) -> u64 {
        self.paths.grid.blocks.into()
    }

    fn launch(&mut self, on: &OnDevice, lend: &Lend<'_>, share: &SweepShare<'_>) -> Result<(), RuntimeError> {
        let FiveCycleSumming { paths, joins, sums } = self;
        let grid = paths.grid;
        let args = VertexFiveCyclesArgs {
            cycles: paths.args(on, lend, share),
            lists: on.lists(lend),
            sums: lend.atomics(sums),
            joins: lend.atomics(joins),
        };
        lend.launch::<Count5CyclesAtVertices>(grid, &args)
    }
}

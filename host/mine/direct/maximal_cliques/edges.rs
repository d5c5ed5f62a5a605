//! The maximal cliques of two vertices at the roots that have one vertex in their list.

use motherlode_device::kernels::maximal_cliques::edges::{CountMaximalEdges, MaximalEdgeArgs};

use super::super::on_device::{OnDevice, WARPS};
use super::super::sweep::{LEAST_WAVES, Sweep, SweepShare, SweepTasks, Swept};
use crate::runtime::{Grid, Lend, RuntimeError};

/// Vertices that a warp draws at a time.
const CHUNK: u32 = 32;

/// Counts edges: a task is a vertex.
pub(super) struct MaximalEdgeCounter {
    grid: Grid,
}

impl MaximalEdgeCounter {
    /// For all vertices.
    pub fn new(on: OnDevice) -> Result<Swept<Self>, RuntimeError> {
        let warps = on.outline().n().div_ceil(CHUNK);
        let grid = on.device().grid::<CountMaximalEdges>(WARPS, 0, warps.div_ceil(WARPS).into())?;
        Swept::new(on, 1, MaximalEdgeCounter { grid })
    }
}

// SAFETY: the whole graph, and vertices of it.
unsafe impl Sweep for MaximalEdgeCounter {
    type Tally = u128;

    fn tasks(&self, on: &OnDevice) -> SweepTasks {
        SweepTasks::Numbers(on.outline().n().into())
    }

    fn at_once(&self, on: &OnDevice, _: u64) -> u64 {
        LEAST_WAVES * u64::from(CHUNK) * on.device().grid_warps(self.grid)
    }

    fn launch(&mut self, on: &OnDevice, lend: &Lend<'_>, share: &SweepShare<'_>) -> Result<(), RuntimeError> {
        let args = MaximalEdgeArgs {
            graph: on.whole(lend),
            queue: lend.slice(share.queue(0)),
            totals: lend.slice(share.totals()),
            end: share.tasks.end,
            chunk: CHUNK,
            unused: 0,
        };
        lend.launch::<CountMaximalEdges>(self.grid, &args)
    }
}

//! Products over the edges.

use motherlode_device::kernels::directed::edges::{EdgeProductsArgs, SUMS, SumEdgeProducts, shared_bytes};

use super::{GraphWithArcs, get_graph_and_ties};
use crate::MineError;
use crate::direct::on_device::{OnDevice, WARPS};
use crate::direct::session::Session;
use crate::direct::sweep::{Sweep, SweepShare, SweepTasks, Swept};
use crate::direct::triangles::array;
use crate::runtime::{Buffer, Grid, Lend, RuntimeError};

/// Edges that a warp draws at a time.
const CHUNK: u32 = 512;

impl Session<'_> {
    /// The products of each two numbers of an edge, summed over the edges: [`SUMS`].
    ///
    /// # Errors
    /// When the graph or the counts at its edges do not fit in the memory, the device fails, a sum passes 128 bits, or
    /// the job is to stop.
    pub fn edge_products(&mut self, arcs: GraphWithArcs<'_>) -> Result<[u128; SUMS], MineError> {
        let wedges = self.typed_wedges(arcs)?;
        get_graph_and_ties(arcs)(&mut self.first, self.run.clock)?;
        let work = self.room(|session| {
            let device = session.device();
            let edges = session.outline().edges() as u64;
            let shared = shared_bytes(device.warps_of_block(WARPS));
            let grid = device.grid::<SumEdgeProducts>(WARPS, shared, edges.div_ceil(CHUNK.into()))?;
            Swept::new(session.first.clone(), SUMS, EdgeProductSums { wedges, grid })
        })?;
        Ok(array(self.deal_alone(work)?))
    }
}

/// Adds up products over the edges: a task is an edge.
struct EdgeProductSums {
    wedges: Buffer<'static, u32>,
    grid: Grid,
}

// SAFETY: there are counts for each edge, the grid has the shared memory that the kernel asks for, and there are totals
// for all sums.
unsafe impl Sweep for EdgeProductSums {
    type Tally = Vec<u128>;

    fn tasks(&self, on: &OnDevice) -> SweepTasks {
        SweepTasks::Numbers(on.outline().edges() as u64)
    }

    fn at_once(&self, on: &OnDevice, _: u64) -> u64 {
        on.device().grid_warps(self.grid) * u64::from(CHUNK)
    }

    fn launch(&mut self, on: &OnDevice, lend: &Lend<'_>, share: &SweepShare<'_>) -> Result<(), RuntimeError> {
        let args = EdgeProductsArgs {
            graph: on.graph(lend),
            ties: lend.slice(&on.ties().ties),
            degrees: lend.slice(&on.ties().degrees),
            wedges: lend.slice(&self.wedges),
            queue: lend.slice(share.queue(0)),
            totals: lend.slice(share.totals()),
            end: share.tasks.end,
            chunk: CHUNK,
        };
        lend.launch::<SumEdgeProducts>(self.grid, &args)
    }
}

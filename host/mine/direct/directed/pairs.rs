//! Products over the pairs of vertices that wedges join.

use motherlode_device::kernels::directed::cycles::{
    ProductsAtPairsArgs, SLOTS_A_THREAD, SUMS, SumProductsAtPairs, shared_bytes,
};

use super::{GraphWithArcs, get_graph_and_ties};
use crate::MineError;
use crate::direct::on_device::OnDevice;
use crate::direct::session::Session;
use crate::direct::sweep::{Sweep, SweepShare, SweepTasks, Swept};
use crate::direct::triangles::array;
use crate::runtime::{Grid, Lend, RuntimeError};

impl Session<'_> {
    /// The products of each two numbers of a pair of vertices, summed over the pairs: [`SUMS`].
    ///
    /// # Errors
    /// When the graph or its ties do not fit in the memory, the device fails, a sum passes 128 bits, or the job is to stop.
    pub fn products_at_pairs(&mut self, arcs: GraphWithArcs<'_>) -> Result<[u128; SUMS], MineError> {
        self.make_room_beside_ties(0, 0)?;
        Ok(array(self.deal(get_graph_and_ties(arcs), PairProductSums::new)?.done.tally))
    }
}

/// Adds up products over pairs: a task is the greater vertex of some.
struct PairProductSums {
    grid: Grid,
    log_slots: u32,
}

impl PairProductSums {
    /// Warps in a block, and slots for far ends, as a power of two. Two blocks of the first shape fit on a multiprocessor of 227 KiB.
    const SHAPES: [(u32, u32); 3] = [(8, 11), (4, 10), (2, 8)];
    /// On one lane a table is in its cache: no larger than most of a second level.
    const SCALAR_LOG_SLOTS: u32 = 14;

    fn new(on: OnDevice) -> Result<Swept<Self>, RuntimeError> {
        let (device, n) = (on.device(), on.outline().n());
        let (warps, log_slots) = if on.tuning.scalar {
            (1, n.next_power_of_two().ilog2().clamp(SLOTS_A_THREAD.ilog2(), Self::SCALAR_LOG_SLOTS))
        } else {
            let fits = |&(warps, log): &(u32, u32)| shared_bytes(log, warps) <= on.tuning.shared_bytes;
            Self::SHAPES.into_iter().find(fits).expect("the last shape fits everywhere")
        };
        let grid = device.grid::<SumProductsAtPairs>(warps, shared_bytes(log_slots, warps), n.into())?;
        Swept::new(on, 1, SUMS, PairProductSums { grid, log_slots })
    }
}

// SAFETY: the grid has the shared memory of so many slots, of which there are enough for its threads, and there are totals for all sums.
unsafe impl Sweep for PairProductSums {
    type Tally = Vec<u128>;

    fn tasks(&self, on: &OnDevice) -> SweepTasks {
        SweepTasks::Numbers(on.outline().n().into())
    }

    fn at_once(&self, _: &OnDevice, _: u64) -> u64 {
        self.grid.blocks.into()
    }

    fn launch(&mut self, on: &OnDevice, lend: &Lend<'_>, share: &SweepShare<'_>) -> Result<(), RuntimeError> {
        let args = ProductsAtPairsArgs {
            graph: on.whole(lend),
            oriented: on.graph(lend),
            ties: lend.slice(&on.ties().ties),
            whole_ties: lend.slice(&on.ties().whole),
            queue: lend.slice(share.queue(0)),
            totals: lend.slice(share.totals()),
            end: share.tasks.end,
            chunk: 1,
            log_slots: self.log_slots,
        };
        lend.launch::<SumProductsAtPairs>(self.grid, &args)
    }

    fn tally(&mut self, totals: Vec<u128>) -> Result<Vec<u128>, MineError> {
        Ok(totals)
    }
}

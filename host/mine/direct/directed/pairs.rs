//! Products over the pairs of vertices that wedges join.

use motherlode_device::kernels::directed::cycles::{
    ProductsAtPairsArgs, SLOTS_A_THREAD, SUMS, SumProductsAtPairs, packed_bytes, shared_bytes,
};
use motherlode_device::kernels::directed::triangles::WEDGES;

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
    shape: PairCounters,
}

/// The counters of a block.
#[derive(Clone, Copy)]
struct PairCounters {
    warps: u32,
    /// Slots for far ends, as a power of two.
    log_slots: u32,
    /// Words of packed counters for each kind of wedges.
    stride: u32,
}

impl PairCounters {
    /// Warps in a block, and slots, as a power of two. What a multiprocessor has left is for packed counters, one block's.
    const SHAPES: [(u32, u32); 3] = [(16, 10), (8, 9), (4, 8)];
    /// On one lane a table is in its cache: no larger than most of a second level.
    const SCALAR_LOG_SLOTS: u32 = 14;

    fn of(on: &OnDevice) -> PairCounters {
        let (n, bytes) = (on.outline().n(), on.tuning.shared_bytes);
        if on.tuning.scalar {
            let log_slots = u64::from(n)
                .next_power_of_two()
                .ilog2()
                .clamp(SLOTS_A_THREAD.ilog2(), Self::SCALAR_LOG_SLOTS);
            return PairCounters { warps: 1, log_slots, stride: 0 };
        }
        // At least half are for packed counters.
        let fits = |&(warps, log): &(u32, u32)| 2 * shared_bytes(log, 0, warps) <= bytes;
        let (warps, log_slots) = Self::SHAPES.into_iter().find(fits).unwrap_or(Self::SHAPES[2]);
        let left = bytes.saturating_sub(shared_bytes(log_slots, 0, warps) + packed_bytes(1));
        let words = (left / size_of::<u32>() / WEDGES) as u32;
        // Of two to a word there are no more than vertices.
        PairCounters { warps, log_slots, stride: words.min(n.div_ceil(2)) }
    }

    fn bytes(&self) -> usize {
        shared_bytes(self.log_slots, self.stride, self.warps)
    }
}

impl PairProductSums {
    fn new(on: OnDevice) -> Result<Swept<Self>, RuntimeError> {
        let shape = PairCounters::of(&on);
        let n = on.outline().n();
        let grid = on.device().grid::<SumProductsAtPairs>(shape.warps, shape.bytes(), n.into())?;
        Swept::new(on, 1, SUMS, PairProductSums { grid, shape })
    }
}

// SAFETY: the grid has the shared memory of so many slots and packed counters, there are slots enough for its threads, and totals for all sums.
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
            log_slots: self.shape.log_slots,
            stride: self.shape.stride,
        };
        lend.launch::<SumProductsAtPairs>(self.grid, &args)
    }

    fn tally(&mut self, totals: Vec<u128>) -> Result<Vec<u128>, MineError> {
        Ok(totals)
    }
}

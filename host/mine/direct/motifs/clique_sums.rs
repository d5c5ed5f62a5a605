//! Sums over the triangles of how many 4-cliques each is in.

use motherlode_device::kernels::motifs::clique_sums::{CLIQUE_SUMS, CliqueSum, CliqueSumArgs, SumCliques};
use motherlode_device::kernels::triangles::MarksShape;
use motherlode_device::kernels::triangles::count::shared_bytes;

use super::EDGES_A_DRAW;
use crate::MineError;
use crate::clock::Clock;
use crate::direct::on_device::{OnDevice, WARPS};
use crate::direct::session::Session;
use crate::direct::sweep::{Sweep, SweepShare, SweepTasks, Swept};
use crate::direct::triangles::array;
use crate::runtime::{Grid, Lend, RuntimeError};

impl Session<'_> {
    /// One of the sums over the triangles.
    ///
    /// # Errors
    /// When the graph or what the sums need does not fit in the memory, the device fails, a sum passes 128 bits, or the
    /// job is to stop.
    pub(in crate::direct) fn clique_sum(&mut self, sum: CliqueSum) -> Result<u128, MineError> {
        if let Some(sums) = self.facts.motifs.cliques {
            return Ok(sums[sum as usize]);
        }
        let thirds = self.room_for_lists(0)?;
        let counted = self.first.kept();
        let ready = |on: &mut OnDevice, clock: &Clock| on.get_lists(&counted, thirds, clock);
        let sums: [u128; CLIQUE_SUMS] = array(self.deal(ready, CliqueSumming::new)?.done.tally);
        // Each 4-clique has four triangles.
        self.facts.cliques.insert(4, sums[CliqueSum::Cliques as usize] / 4);
        self.facts.motifs.cliques = Some(sums);
        Ok(sums[sum as usize])
    }
}

/// Adds up the sums: a task is an edge.
struct CliqueSumming {
    marks: MarksShape,
    grid: Grid,
}

impl CliqueSumming {
    fn new(on: OnDevice) -> Result<Swept<Self>, RuntimeError> {
        let device = on.device();
        let marks = on.tuning.marks(on.outline().n(), 0);
        let shared = shared_bytes(marks, device.warps_of_block(WARPS));
        let draws = (on.outline().edges() as u64).div_ceil(u64::from(EDGES_A_DRAW));
        let grid = device.grid::<SumCliques>(WARPS, shared, draws)?;
        Swept::new(on, CLIQUE_SUMS, CliqueSumming { marks, grid })
    }
}

// SAFETY: there are totals for each of the sums, and the grid has the shared memory of such marks. The tasks are edges,
// and the lists of their triangles are there.
unsafe impl Sweep for CliqueSumming {
    type Tally = Vec<u128>;

    fn tasks(&self, on: &OnDevice) -> SweepTasks {
        SweepTasks::Numbers(on.outline().edges() as u64)
    }

    fn at_once(&self, on: &OnDevice, _: u64) -> u64 {
        on.device().grid_warps(self.grid) * u64::from(EDGES_A_DRAW)
    }

    fn launch(&mut self, on: &OnDevice, lend: &Lend<'_>, share: &SweepShare<'_>) -> Result<(), RuntimeError> {
        let args = CliqueSumArgs {
            triangles: on.triangles(lend, share.queue(0), share.tasks.end, self.marks),
            degrees: lend.slice(on.oriented().degrees()),
            totals: lend.slice(share.totals()),
        };
        lend.launch::<SumCliques>(self.grid, &args)
    }
}

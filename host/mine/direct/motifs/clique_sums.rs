//! Sums over the triangles of how many 4-cliques each is in.

use motherlode_device::kernels::motifs::clique_sums::{CLIQUE_SUMS, CliqueSum, CliqueSumArgs, SumCliques};
use motherlode_device::kernels::triangles::MarksShape;
use motherlode_device::kernels::triangles::count::shared_bytes;

use super::EDGES_A_DRAW;
use crate::clock::Clock;
use crate::mine::MineError;
use crate::mine::deal::{Share, Work};
use crate::mine::direct::on_device::{OnDevice, WARPS};
use crate::mine::direct::session::Session;
use crate::mine::direct::triangles::array;
use crate::mine::totals::Totals;
use crate::runtime::{Grid, RuntimeError};

impl Session<'_> {
    /// One of the sums over the triangles.
    ///
    /// # Errors
    /// As [`triangles`](Self::triangles).
    pub(in crate::mine::direct) fn clique_sum(&mut self, sum: CliqueSum) -> Result<u128, MineError> {
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
    on: OnDevice,
    marks: MarksShape,
    grid: Grid,
    totals: Totals,
}

impl CliqueSumming {
    fn new(on: OnDevice) -> Result<Self, RuntimeError> {
        let device = on.device();
        let marks = on.tuning.marks(on.outline().n(), 0);
        let shared = shared_bytes(marks, device.warps_of_block(WARPS));
        let draws = (on.outline().edges() as u64).div_ceil(u64::from(EDGES_A_DRAW));
        let grid = device.grid::<SumCliques>(WARPS, shared, draws)?;
        let totals = Totals::new(device, 1, CLIQUE_SUMS)?;
        Ok(CliqueSumming { on, marks, grid, totals })
    }
}

impl Work for CliqueSumming {
    type Tally = Vec<u128>;

    fn tasks(&self) -> u64 {
        self.on.outline().edges() as u64
    }

    fn least_share(&self, _: u64) -> u64 {
        self.on.device().grid_warps(self.grid) * u64::from(EDGES_A_DRAW)
    }

    fn run(&mut self, share: &Share<'_>) -> Result<Vec<u128>, MineError> {
        let CliqueSumming { on, marks, grid, totals } = self;
        let tasks = share.tasks();
        totals.restart_at(tasks.start)?;
        // SAFETY: the graph's arguments and the lists of its edges; there are totals for each of the sums, and the grid has the shared
        // memory of such marks. The tasks are edges.
        let lend = unsafe { on.lend() };
        let args = CliqueSumArgs {
            triangles: on.triangles(&lend, totals.queues.atomics(), tasks.end, *marks),
            degrees: lend.slice(on.oriented().degrees()),
            totals: lend.atomics(&totals.totals),
        };
        let launch = || {
            lend.launch::<SumCliques>(*grid, &args)?;
            totals.fetch()
        };
        share.watch(on.device(), &totals.queues, tasks.start, &[tasks.end], launch)?;
        totals.read()
    }
}

//! Sums over the triangles of how many 4-cliques each is in.

use std::ops::Range;

use motherlode_device::kernels::motifs::clique_sums::{CLIQUE_SUMS, CliqueSum, CliqueSumArgs, SumCliques};

use super::EdgeDraws;
use crate::MineError;
use crate::clock::Clock;
use crate::direct::on_device::OnDevice;
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
    draws: EdgeDraws,
    grid: Grid,
}

impl CliqueSumming {
    fn new(on: OnDevice) -> Result<Swept<Self>, RuntimeError> {
        let draws = EdgeDraws::of(&on);
        let grid = draws.grid::<SumCliques>(&on)?;
        Swept::new(on, CLIQUE_SUMS, CliqueSumming { draws, grid })
    }
}

// SAFETY: there are totals for each of the sums, and the grid has the shared memory of such marks. The tasks are edges,
// and the lists of their triangles are there. Launches beside each other add by atomics.
unsafe impl Sweep for CliqueSumming {
    type Tally = Vec<u128>;

    fn tasks(&self, on: &OnDevice) -> SweepTasks {
        SweepTasks::Numbers(on.outline().edges() as u64)
    }

    fn draws(&self, _: &OnDevice, tasks: Range<u64>) -> Vec<Range<u64>> {
        self.draws.draws(tasks).into()
    }

    fn at_once(&self, on: &OnDevice, _: u64) -> u64 {
        self.draws.at_once(on, self.grid)
    }

    fn launch(&mut self, on: &OnDevice, lend: &Lend<'_>, share: &SweepShare<'_>) -> Result<(), RuntimeError> {
        let args = |triangles| CliqueSumArgs {
            triangles,
            degrees: lend.slice(on.oriented().degrees()),
            totals: lend.slice(share.totals()),
        };
        self.draws.launch::<SumCliques>(on, lend, (share, 0), share.tasks.clone(), self.grid, args)
    }
}

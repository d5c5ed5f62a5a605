//! 2-3-bicliques, and wheels without a spoke.

use motherlode_device::kernels::cycles::CycleArgs;
use motherlode_device::kernels::motifs::TriangleLists;
use motherlode_device::kernels::motifs::bicliques::{
    BICLIQUE_SUMS, BicliqueArgs, BicliqueSum, CountBicliques, CountBicliquesInWindows,
    CountBicliquesWithEdge, CountBicliquesWithEdgeInWindows,
};
use motherlode_device::memory::Slice;

use super::BicliqueSums;
use crate::MineError;
use crate::clock::Clock;
use crate::direct::cycles;
use crate::direct::on_device::OnDevice;
use crate::direct::session::Session;
use crate::direct::sweep::Swept;
use crate::direct::triangles::array;
use crate::direct::wedges::{FarLists, WedgeCounting, WedgeKernels, WedgeRoots};
use crate::place::Together;
use crate::runtime::{Grid, Lend, RuntimeError};

impl Session<'_> {
    /// One of the sums over pairs of vertices.
    ///
    /// # Errors
    /// When the graph or what the sums need does not fit in the memory, the device fails, a sum passes 128 bits, or the
    /// job is to stop.
    pub(in crate::direct) fn biclique_sum(&mut self, sum: BicliqueSum) -> Result<u128, MineError> {
        let edge = sum == BicliqueSum::WithEdge;
        if let Some(sums) = self.facts.motifs.bicliques.filter(|sums| sums.with_edge || !edge) {
            return Ok(sums.values[sum as usize]);
        }
        let values = array(if edge { self.bicliques_with_edge()? } else { self.bicliques_alone()? });
        self.facts.motifs.bicliques = Some(BicliqueSums { values, with_edge: edge });
        Ok(values[sum as usize])
    }

    fn bicliques_alone(&mut self) -> Result<Vec<u128>, MineError> {
        let work = cycles::work(self.outline().n());
        self.make_room(Together { whole: true, work, ..Together::default() })?;
        let ready = |on: &mut OnDevice, clock: &Clock| on.get_whole(clock);
        Ok(self.deal(ready, |on| counter(on, false))?.done.tally)
    }

    fn bicliques_with_edge(&mut self) -> Result<Vec<u128>, MineError> {
        let thirds = self.room_for_lists(cycles::work(self.outline().n()))?;
        let counted = self.first.kept();
        let ready = |on: &mut OnDevice, clock: &Clock| on.get_lists(&counted, thirds, clock);
        Ok(self.deal(ready, |on| counter(on, true))?.done.tally)
    }
}

/// Counts bicliques: a task is the greater vertex of a pair.
fn counter(on: OnDevice, edge: bool) -> Result<Swept<WedgeCounting<BicliqueKernels>>, RuntimeError> {
    WedgeCounting::new(on, FarLists::Whole, BicliqueKernels { edge }, BICLIQUE_SUMS, None)
}

/// The kernels: with an edge among the three, or without.
struct BicliqueKernels {
    edge: bool,
}

impl WedgeKernels for BicliqueKernels {
    fn most_warps(&self, roots: WedgeRoots) -> u32 {
        match (roots, self.edge) {
            (WedgeRoots::All, false) => 32,
            (WedgeRoots::All, true) | (WedgeRoots::Deferred, false) => 24,
            (WedgeRoots::Deferred, true) => 16,
        }
    }

    fn grid(&self, on: &OnDevice, roots: WedgeRoots, shape: Grid, most: u64) -> Result<Grid, RuntimeError> {
        let (Grid { warps, shared_bytes, .. }, device) = (shape, on.device());
        match (roots, self.edge) {
            (WedgeRoots::All, false) => device.grid::<CountBicliques>(warps, shared_bytes, most),
            (WedgeRoots::All, true) => device.grid::<CountBicliquesWithEdge>(warps, shared_bytes, most),
            (WedgeRoots::Deferred, false) => {
                device.grid::<CountBicliquesInWindows>(warps, shared_bytes, most)
            }
            (WedgeRoots::Deferred, true) => {
                device.grid::<CountBicliquesWithEdgeInWindows>(warps, shared_bytes, most)
            }
        }
    }

    fn launch(
        &self,
        on: &OnDevice,
        lend: &Lend<'_>,
        roots: WedgeRoots,
        grid: Grid,
        wedges: CycleArgs<'_>,
    ) -> Result<(), RuntimeError> {
        if !self.edge {
            let lists =
                TriangleLists { starts: Slice::empty(), thirds: Slice::empty(), numbers: Slice::empty() };
            // Not read: the whole lists stand in for the oriented ones, for which there may be no room.
            let args = BicliqueArgs { oriented: wedges.smaller, wedges, lists };
            return match roots {
                WedgeRoots::All => lend.launch::<CountBicliques>(grid, &args),
                WedgeRoots::Deferred => lend.launch::<CountBicliquesInWindows>(grid, &args),
            };
        }
        let args = BicliqueArgs { oriented: on.graph(lend), lists: on.lists(lend), wedges };
        match roots {
            WedgeRoots::All => lend.launch::<CountBicliquesWithEdge>(grid, &args),
            WedgeRoots::Deferred => lend.launch::<CountBicliquesWithEdgeInWindows>(grid, &args),
        }
    }
}

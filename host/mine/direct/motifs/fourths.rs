//! What 4-cliques with a fifth vertex follow from, at each edge.

use std::ops::Range;

use motherlode_device::kernels::motifs::edge_roles::FourthPieces;
use motherlode_device::kernels::motifs::fourths::{
    FOURTH_SUMS, FillFourths, FillFourthsArgs, FourthSum, FourthsArgs, SumFourths,
};

use super::EdgeDraws;
use crate::MineError;
use crate::clock::Clock;
use crate::direct::merge::SumsOfWorkers;
use crate::direct::on_device::OnDevice;
use crate::direct::session::Session;
use crate::direct::sweep::{Sweep, SweepShare, SweepTasks, Swept};
use crate::runtime::{Buffer, Grid, Lend, RuntimeError};

/// The sums over the 4-cliques at each edge of a form.
#[derive(Debug)]
pub(crate) struct FourthSums {
    /// What the kernel has added up, for each edge.
    sums: Vec<u64>,
    /// Three times the 4-cliques at each vertex.
    at_vertices: Vec<u64>,
}

impl FourthSums {
    /// `edges` are those of the form.
    fn new(sums: Vec<u64>, edges: impl Iterator<Item = [u32; 2]>, vertices: usize) -> Self {
        let mut at_vertices = vec![0; vertices];
        for (sums, ends) in sums.chunks_exact(FOURTH_SUMS).zip(edges) {
            ends.into_iter().for_each(|end| at_vertices[end as usize] += sums[FourthSum::Cliques as usize]);
        }
        FourthSums { sums, at_vertices }
    }

    /// What is known of the edge of a number, between these vertices of the form.
    pub fn at(&self, edge: usize, ends: [u32; 2]) -> FourthPieces {
        let (sums, _) = self.sums.as_chunks::<FOURTH_SUMS>();
        FourthPieces::new(&sums[edge], ends.map(|end| self.at_vertices[end as usize]))
    }
}

impl Session<'_> {
    /// The sums over the 4-cliques at each edge of the form, which are these. None of them may pass 64 bits: see
    /// [`SumFourths`].
    ///
    /// # Errors
    /// When the graph or the sums do not fit in the memory, the device fails, or the job is to stop.
    pub fn fourth_sums(&mut self, edges: impl Iterator<Item = [u32; 2]>) -> Result<FourthSums, MineError> {
        let n = self.outline().n() as usize;
        let sums = self.fourths_of_edges()?.download(self.run.clock)?;
        Ok(self.run.clock.mine(|| FourthSums::new(sums, edges, n)))
    }

    /// The sums at each edge alone, as the kernels leave them.
    ///
    /// # Errors
    /// As those of [`fourth_sums`](Self::fourth_sums).
    pub(in crate::direct) fn fourths_of_edges(&mut self) -> Result<SumsOfWorkers, MineError> {
        let length = FOURTH_SUMS * self.outline().edges();
        // The first call tells how many elements the lists have; with a number for each, more room is needed.
        let thirds = self.room_for_lists(0)?;
        let work = (length + self.outline().edges() + thirds as usize) * size_of::<u64>();
        let thirds = self.room_for_lists(work as u64)?;
        let counted = self.first.kept();
        let ready = |on: &mut OnDevice, clock: &Clock| on.get_lists(&counted, thirds, clock);
        let dealt = self.deal(ready, |on| FourthSumming::new(on, thirds))?;
        let workers = dealt.workers.into_iter().map(|worker| worker.into_sweep().sums).collect();
        Ok(SumsOfWorkers { workers, length })
    }
}

/// Adds up what the kernels say of each edge: a task is an edge.
struct FourthSumming {
    draws: EdgeDraws,
    /// The grids of both kernels.
    grids: [Grid; 2],
    /// For each element of the lists, and for each edge, what the first kernel finds.
    fourths: Buffer<'static, u64>,
    cliques: Buffer<'static, u64>,
    are_filled: bool,
    /// For each edge that this worker was given, what the second kernel finds.
    sums: Buffer<'static, u64>,
}

impl FourthSumming {
    /// For lists of so many elements in all.
    fn new(on: OnDevice, thirds: u64) -> Result<Swept<Self>, RuntimeError> {
        let (device, edges, draws) = (on.device(), on.outline().edges(), EdgeDraws::of(&on));
        let (fill, sum) = (draws.grid::<FillFourths>(&on)?, draws.grid::<SumFourths>(&on)?);
        let (fourths, cliques) = (device.zeroed(thirds as usize)?, device.zeroed(edges)?);
        let sums = device.zeroed(edges * FOURTH_SUMS)?;
        let sweep = FourthSumming { draws, grids: [fill, sum], fourths, cliques, are_filled: false, sums };
        Swept::new(on, 0, sweep)
    }
}

// SAFETY: there are a number for each element of the lists of the edges' triangles, and sums for each edge, zero at
// first; and the grids have the shared memory of such marks. The tasks are edges. What the second kernel reads the
// first has written: with the first launches, of all edges. Both write to what is of an edge that they draw, which no
// launch beside them does. Who asks for sums has seen that none passes 64 bits: so 8 D³ does not, and no vertex has
// 2^31 neighbours.
unsafe impl Sweep for FourthSumming {
    type Tally = ();

    fn tasks(&self, on: &OnDevice) -> SweepTasks {
        SweepTasks::Numbers(on.outline().edges() as u64)
    }

    /// With its first share, a worker counts the 4-cliques of all triangles: each edge asks those beside it.
    fn draws(&self, on: &OnDevice, tasks: Range<u64>) -> Vec<Range<u64>> {
        let edges = on.outline().edges() as u64;
        let filled = if self.are_filled { edges..edges } else { 0..edges };
        [filled, tasks].into_iter().flat_map(|edges| self.draws.draws(edges)).collect()
    }

    fn at_once(&self, on: &OnDevice, _: u64) -> u64 {
        self.draws.at_once(on, self.grids[1])
    }

    fn launch(&mut self, on: &OnDevice, lend: &Lend<'_>, share: &SweepShare<'_>) -> Result<(), RuntimeError> {
        let FourthSumming { draws, grids, fourths, cliques, are_filled, sums } = self;
        if !*are_filled {
            let (fourths, cliques) = (lend.scratch(&mut *fourths), lend.scratch(&mut *cliques));
            let args = |triangles| FillFourthsArgs { triangles, fourths, cliques };
            let edges = 0..on.outline().edges() as u64;
            draws.launch::<FillFourths>(on, lend, (share, 0), edges, grids[0], args)?;
        }
        let (fourths, cliques) = (lend.slice(&*fourths), lend.slice(&*cliques));
        let sums = lend.scratch(&mut *sums);
        let args = |triangles| FourthsArgs {
            triangles,
            degrees: lend.slice(on.oriented().degrees()),
            fourths,
            cliques,
            sums,
        };
        let queue = EdgeDraws::QUEUES;
        draws.launch::<SumFourths>(on, lend, (share, queue), share.tasks.clone(), grids[1], args)
    }

    fn tally(&mut self, _: &Range<u64>, _: Vec<u128>) -> Result<(), MineError> {
        self.are_filled = true;
        Ok(())
    }
}

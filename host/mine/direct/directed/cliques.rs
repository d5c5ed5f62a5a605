//! 4-cliques by their ties.

use motherlode_device::kernels::directed::cliques::{
    CLIQUES, CountDirected4Cliques, Directed4CliquesArgs, matrix_words, shared_bytes,
};
use motherlode_device::kernels::triangles::MarksShape;

use super::{GraphWithArcs, get_graph_and_ties};
use crate::direct::on_device::{OnDevice, WARPS};
use crate::direct::session::Session;
use crate::direct::sweep::{Sweep, SweepShare, SweepTasks, Swept};
use crate::direct::triangles::array;
use crate::runtime::{Buffer, Grid, Lend, RuntimeError};
use crate::{MineError, memory};

/// The fewest smaller neighbours of a root.
const LEAST: u32 = 3;

impl Session<'_> {
    /// The 4-cliques of each kind, as [`CLIQUES`] numbers them.
    ///
    /// # Errors
    /// When the graph or the matrices do not fit in the memory, the device fails, a sum passes 128 bits, or the job is to stop.
    pub fn directed_4_cliques(&mut self, arcs: GraphWithArcs<'_>) -> Result<[u128; CLIQUES], MineError> {
        if self.outline().roots_from(LEAST) == 0 {
            return Ok([0; CLIQUES]);
        }
        let of_block = 2 * matrix_words(self.outline().lengths.get(0)) * size_of::<u32>();
        self.make_room_beside_ties(0, of_block as u64)?;
        Ok(array(self.deal(get_graph_and_ties(arcs), Directed4CliqueCounter::new)?.done.tally))
    }
}

/// Counts 4-cliques by their ties: a task is a root.
struct Directed4CliqueCounter {
    grid: Grid,
    marks: MarksShape,
    roots: u64,
    longest: u32,
    /// For each block the ties among a root's list.
    matrices: Buffer<'static, u32>,
}

impl Directed4CliqueCounter {
    fn new(on: OnDevice) -> Result<Swept<Self>, RuntimeError> {
        let (device, outline) = (on.device(), on.outline());
        let (roots, longest) = (outline.roots_from(LEAST) as u64, outline.lengths.get(0));
        let marks = on.tuning.marks(outline.n(), 0);
        let grid = device.grid::<CountDirected4Cliques>(WARPS, shared_bytes(marks), roots)?;
        let words = 2 * matrix_words(longest);
        let bytes_per_warp = (words * size_of::<u32>()).div_ceil(device.warps_of_block(WARPS) as usize);
        let grid = memory::fit(device, grid, bytes_per_warp as u64)?;
        let matrices = device.unwritten(grid.blocks as usize * words)?;
        Swept::new(on, 1, CLIQUES, Directed4CliqueCounter { grid, marks, roots, longest, matrices })
    }
}

// SAFETY: the roots are those of at least three smaller neighbours and no more than the longest list has, there are matrices for each block, the
// grid has the shared memory of such marks, and there are totals for all kinds.
unsafe impl Sweep for Directed4CliqueCounter {
    type Tally = Vec<u128>;

    fn tasks(&self, _: &OnDevice) -> SweepTasks {
        SweepTasks::Numbers(self.roots)
    }

    fn at_once(&self, _: &OnDevice, _: u64) -> u64 {
        self.grid.blocks.into()
    }

    fn launch(&mut self, on: &OnDevice, lend: &Lend<'_>, share: &SweepShare<'_>) -> Result<(), RuntimeError> {
        let args = Directed4CliquesArgs {
            graph: on.graph(lend),
            ties: lend.slice(&on.ties().ties),
            roots: lend.slice(on.oriented().roots()),
            queue: lend.slice(share.queue(0)),
            totals: lend.slice(share.totals()),
            matrices: lend.atomics(&self.matrices),
            end: share.tasks.end,
            marks: self.marks,
            longest: self.longest,
        };
        lend.launch::<CountDirected4Cliques>(self.grid, &args)
    }

    fn tally(&mut self, totals: Vec<u128>) -> Result<Vec<u128>, MineError> {
        Ok(totals)
    }
}

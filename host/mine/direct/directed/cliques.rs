//! 4-cliques by their ties.

use motherlode_device::kernels::directed::cliques::{
    CLIQUES, CountDirected4Cliques, Directed4CliquesArgs, room, shared_bytes,
};
use motherlode_device::kernels::directed::rows::TieRows;
use motherlode_device::kernels::triangles::MarksShape;

use super::{GraphWithArcs, get_graph_and_ties};
use crate::clock::Clock;
use crate::direct::on_device::{OnDevice, WARPS};
use crate::direct::session::Session;
use crate::direct::sweep::{Sweep, SweepShare, SweepTasks, Swept};
use crate::direct::triangles::array;
use crate::runtime::{Buffer, Grid, Lend, RuntimeError};
use crate::tuning::RESERVED_BYTES;
use crate::{MineError, memory};

/// The fewest smaller neighbours of a root.
const LEAST: u32 = 3;

impl Session<'_> {
    /// The 4-cliques of each kind, as [`CLIQUES`] numbers them.
    ///
    /// # Errors
    /// When the graph or what a block has of a root does not fit in the memory, the device fails, a sum passes 128
    /// bits, or the job is to stop.
    pub fn directed_4_cliques(&mut self, arcs: GraphWithArcs<'_>) -> Result<[u128; CLIQUES], MineError> {
        if self.outline().roots_from(LEAST) == 0 {
            return Ok([0; CLIQUES]);
        }
        let of_block = room(self.outline().lengths.get(0)) * size_of::<u64>();
        // A fourth of what is left then is for the rows of hubs.
        self.make_room_beside_ties(0, 2 * of_block as u64)?;
        let ready = |on: &mut OnDevice, clock: &Clock| {
            get_graph_and_ties(arcs)(on, clock)?;
            if on.tuning.scalar { Ok(()) } else { on.get_tie_rows(clock) }
        };
        Ok(array(self.deal(ready, Directed4CliqueCounter::new)?.done.tally))
    }
}

/// Counts 4-cliques by their ties: a task is a root.
struct Directed4CliqueCounter {
    grid: Grid,
    marks: MarksShape,
    roots: u64,
    longest: u32,
    /// Words of a block's room in shared memory.
    near: u32,
    /// For each block room for the longest list, if there is less in shared memory.
    rooms: Buffer<'static, u64>,
}

impl Directed4CliqueCounter {
    /// Blocks that share a multiprocessor: as many as have registers.
    const BLOCKS: usize = 2;

    fn new(on: OnDevice) -> Result<Swept<Self>, RuntimeError> {
        let (device, outline) = (on.device(), on.outline());
        let (roots, longest) = (outline.roots_from(LEAST) as u64, outline.lengths.get(0));
        let marks = on.tuning.marks(outline.n(), 0);
        let words = room(longest);
        let near = if on.tuning.scalar { 0 } else { Self::near(on.tuning.shared_bytes, marks).min(words) };
        let grid = device.grid::<CountDirected4Cliques>(WARPS, shared_bytes(marks, near as u32), roots)?;
        let far = if near < words { words } else { 0 };
        let bytes_per_warp = (far * size_of::<u64>()).div_ceil(device.warps_of_block(WARPS) as usize);
        let grid = memory::fit(device, grid, bytes_per_warp as u64)?;
        let rooms = device.unwritten(grid.blocks as usize * far)?;
        let near = near as u32;
        Swept::new(on, CLIQUES, Directed4CliqueCounter { grid, marks, roots, longest, near, rooms })
    }

    /// Words that shared memory of so many bytes has for a block's room.
    fn near(bytes: usize, marks: MarksShape) -> usize {
        (bytes / Self::BLOCKS).saturating_sub(shared_bytes(marks, 0) + RESERVED_BYTES) / size_of::<u64>()
    }
}

// SAFETY: the roots are those of at least three smaller neighbours and no more than the longest list has, each block
// has room for that, if not in its shared memory, of which the grid has as much; the rows are those of the graph's
// hubs, and there are totals for all kinds.
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
            hubs: if on.tuning.scalar { TieRows::none() } else { on.tie_rows(lend) },
            roots: lend.slice(on.oriented().roots()),
            queue: lend.slice(share.queue(0)),
            totals: lend.slice(share.totals()),
            rooms: lend.scratch(&mut self.rooms),
            end: share.tasks.end,
            marks: self.marks,
            near: self.near,
            longest: self.longest,
        };
        lend.launch::<CountDirected4Cliques>(self.grid, &args)
    }
}

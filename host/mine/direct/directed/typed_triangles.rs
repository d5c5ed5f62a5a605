//! Triangles through each edge, by their ties.

use motherlode_device::kernels::directed::ties::WEDGES;
use motherlode_device::kernels::directed::typed_triangles::{TypedTriangles, TypedTrianglesArgs};
use motherlode_device::kernels::triangles::count::shared_bytes;

use super::{GraphWithArcs, get_graph_and_ties};
use crate::MineError;
use crate::clock::Clock;
use crate::direct::merge::add_up_or;
use crate::direct::on_device::{OnDevice, WARPS};
use crate::direct::session::Session;
use crate::direct::sweep::{Sweep, SweepShare, SweepTasks, Swept};
use crate::runtime::{Buffer, Grid, Lend, RuntimeError};

/// Bytes for each edge of the counts of wedges that join its ends.
pub(super) const BYTES_PER_EDGE: u64 = (WEDGES * size_of::<u32>()) as u64;

impl Session<'_> {
    /// How many wedges of each kind join the ends of each edge, on the first device: a sum for each kind, of each edge.
    ///
    /// # Errors
    /// When the graph or the counts do not fit in the memory, the device fails, or the job is to stop.
    pub(super) fn typed_wedges(
        &mut self,
        arcs: GraphWithArcs<'_>,
    ) -> Result<Buffer<'static, u32>, MineError> {
        self.make_room_beside_ties(BYTES_PER_EDGE, 0)?;
        let length = WEDGES * self.outline().edges();
        if self.first.tasks() == 0 {
            return Ok(self.room(|session| session.device().zeroed(length))?);
        }
        let ready = |on: &mut OnDevice, clock: &Clock| {
            get_graph_and_ties(arcs)(on, clock)?;
            if wants_hubs(on) { on.get_ranks(clock) } else { Ok(()) }
        };
        let dealt = self.deal(ready, TiedTriangles::new)?;
        let counts = dealt.workers.into_iter().map(|worker| worker.into_sweep().counts).collect();
        let none = || self.device().zeroed(length);
        Ok(self.run.clock.mine(|| add_up_or(counts, &self.first, none))?)
    }
}

/// Whether hubs are to have rows. On one lane lists are streamed sooner than pairs of their vertices are tested one by
/// one; and rows and their ranks take up to three eighths of the memory that is left, where the counts must have room.
fn wants_hubs(on: &OnDevice) -> bool {
    let counts = BYTES_PER_EDGE * on.outline().edges() as u64;
    !on.tuning.scalar && counts <= on.device().budget().left() / 2
}

/// Counts triangles through each edge by their ties: a task is some roots.
struct TiedTriangles {
    grid: Grid,
    /// For each edge, what was found of the tasks that this worker was given.
    counts: Buffer<'static, u32>,
}

impl TiedTriangles {
    fn new(on: OnDevice) -> Result<Swept<Self>, RuntimeError> {
        let shared = shared_bytes(on.ranked_marks(), on.device().warps_of_block(WARPS));
        let grid = on.device().grid::<TypedTriangles>(WARPS, shared, on.tasks())?;
        let counts = on.device().zeroed(WEDGES * on.outline().edges())?;
        Swept::new(on, 0, TiedTriangles { grid, counts })
    }
}

// SAFETY: the rows and their ranks are those of the graph's hubs, the grid has the shared memory of such marks, and
// there are counts for each edge, zero at first.
unsafe impl Sweep for TiedTriangles {
    type Tally = ();

    fn tasks(&self, _: &OnDevice) -> SweepTasks {
        SweepTasks::OfRoots(self.grid)
    }

    fn launch(&mut self, on: &OnDevice, lend: &Lend<'_>, share: &SweepShare<'_>) -> Result<(), RuntimeError> {
        let args = TypedTrianglesArgs {
            roots: share.ranked_roots(on, lend),
            ties: lend.slice(&on.ties().ties),
            edges: lend.atomics(&self.counts),
        };
        lend.launch::<TypedTriangles>(self.grid, &args)
    }
}

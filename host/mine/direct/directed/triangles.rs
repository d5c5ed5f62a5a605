//! The number of triangles, by their classes.

use motherlode_device::kernels::directed::triangle_classes::TRIANGLE_CLASSES;
use motherlode_device::kernels::directed::triangles::{
    CountDirectedTriangles, DirectedTrianglesArgs, shared_bytes,
};
use motherlode_device::kernels::triangles::MarksShape;

use super::{GraphWithArcs, get_graph_and_ties};
use crate::MineError;
use crate::clock::Clock;
use crate::direct::on_device::{OnDevice, WARPS};
use crate::direct::session::Session;
use crate::direct::sweep::{Sweep, SweepShare, SweepTasks, Swept};
use crate::direct::triangles::array;
use crate::runtime::{Grid, Lend, RuntimeError};

impl Session<'_> {
    /// The triangles of each class, as [`TIES_OF_CLASS`](motherlode_device::kernels::directed::triangle_classes::TIES_OF_CLASS)
    /// numbers them.
    ///
    /// # Errors
    /// When the graph or its ties do not fit in the memory, the device fails, or the job is to stop.
    pub fn directed_triangles(
        &mut self,
        arcs: GraphWithArcs<'_>,
    ) -> Result<[u128; TRIANGLE_CLASSES], MineError> {
        if self.first.tasks() == 0 {
            return Ok([0; TRIANGLE_CLASSES]);
        }
        self.make_room_beside_ties(0, 0)?;
        let ready = |on: &mut OnDevice, clock: &Clock| {
            get_graph_and_ties(arcs)(on, clock)?;
            on.get_tie_rows(clock)
        };
        let dealt = self.deal(ready, DirectedTriangleCounter::new)?;
        Ok(array(dealt.done.tally))
    }
}

/// Counts triangles by their classes: a task is some roots.
struct DirectedTriangleCounter {
    marks: MarksShape,
    grid: Grid,
}

impl DirectedTriangleCounter {
    fn new(on: OnDevice) -> Result<Swept<Self>, RuntimeError> {
        let marks = on.tie_marks();
        let shared = shared_bytes(marks, on.device().warps_of_block(WARPS));
        let grid = on.device().grid::<CountDirectedTriangles>(WARPS, shared, on.tasks())?;
        Swept::new(on, TRIANGLE_CLASSES, DirectedTriangleCounter { marks, grid })
    }
}

// SAFETY: the rows are those of the graph's hubs, all of which have marks of their own; the grid has the shared memory
// of such marks, and there are as many totals as classes of triangles.
unsafe impl Sweep for DirectedTriangleCounter {
    type Tally = Vec<u128>;

    fn tasks(&self, _: &OnDevice) -> SweepTasks {
        SweepTasks::OfRoots(self.grid)
    }

    fn launch(&mut self, on: &OnDevice, lend: &Lend<'_>, share: &SweepShare<'_>) -> Result<(), RuntimeError> {
        let args = DirectedTrianglesArgs {
            graph: on.graph(lend),
            ties: lend.slice(&on.ties().ties),
            hubs: on.tie_rows(lend),
            roots: on.oriented().root_tasks(lend, share.tasks.clone()),
            queue: lend.slice(share.queue(0)),
            totals: lend.slice(share.totals()),
            marks: self.marks,
        };
        lend.launch::<CountDirectedTriangles>(self.grid, &args)
    }
}

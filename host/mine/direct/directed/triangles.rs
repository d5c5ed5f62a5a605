//! Triangles by their ties, in all and through each edge.

use motherlode_device::kernels::directed::triangles::{
    CountDirectedTriangles, DirectedTrianglesArgs, DirectedTrianglesAtEdges, TRIANGLES, WEDGES, shared_bytes,
};
use motherlode_device::kernels::triangles::MarksShape;
use motherlode_device::memory::Slice;

use super::{GraphWithArcs, get_graph_and_ties};
use crate::MineError;
use crate::direct::merge::add_up_or;
use crate::direct::on_device::{OnDevice, WARPS};
use crate::direct::session::Session;
use crate::direct::sweep::{Sweep, SweepShare, SweepTasks, Swept};
use crate::direct::triangles::array;
use crate::runtime::{Buffer, Grid, Lend, RuntimeError};

/// Bytes for each edge of the counts of wedges that join its ends.
pub(super) const BYTES_PER_EDGE: u64 = (WEDGES * size_of::<u32>()) as u64;

impl Session<'_> {
    /// The triangles of each kind, as [`TRIANGLES`] numbers them.
    ///
    /// # Errors
    /// When the graph or its ties do not fit in the memory, the device fails, or the job is to stop.
    pub fn directed_triangles(&mut self, arcs: GraphWithArcs<'_>) -> Result<[u128; TRIANGLES], MineError> {
        if self.first.tasks() == 0 {
            return Ok([0; TRIANGLES]);
        }
        self.make_room_beside_ties(0, 0)?;
        let dealt = self.deal(get_graph_and_ties(arcs), DirectedTriangleCounter::new)?;
        Ok(array(dealt.done.tally))
    }

    /// How many wedges of each kind join the ends of each edge, on the first device: a sum for each kind, of each edge.
    ///
    /// # Errors
    /// When the graph or the counts do not fit in the memory, the device fails, or the job is to stop.
    pub(super) fn wedges_at_edges(
        &mut self,
        arcs: GraphWithArcs<'_>,
    ) -> Result<Buffer<'static, u32>, MineError> {
        self.make_room_beside_ties(BYTES_PER_EDGE, 0)?;
        let length = WEDGES * self.outline().edges();
        if self.first.tasks() == 0 {
            return Ok(self.room(|session| session.device().zeroed(length))?);
        }
        let dealt = self.deal(get_graph_and_ties(arcs), AtEdges::new)?;
        let counts = dealt.workers.into_iter().map(|worker| worker.into_sweep().counts).collect();
        let none = || self.device().zeroed(length);
        Ok(self.run.clock.mine(|| add_up_or(counts, &self.first, none))?)
    }
}

/// How the kernels are launched.
#[derive(Clone, Copy)]
struct TriangleGrid {
    marks: MarksShape,
    grid: Grid,
}

impl TriangleGrid {
    fn of<K: motherlode_device::Kernel>(on: &OnDevice) -> Result<TriangleGrid, RuntimeError> {
        let marks = on.tuning.marks(on.outline().n(), 0);
        let shared = shared_bytes(marks, on.device().warps_of_block(WARPS));
        Ok(TriangleGrid { marks, grid: on.device().grid::<K>(WARPS, shared, on.tasks())? })
    }

    /// What the kernels take, without counts at the edges.
    fn args<'a>(
        &self,
        on: &'a OnDevice,
        lend: &'a Lend<'_>,
        share: &SweepShare<'a>,
    ) -> DirectedTrianglesArgs<'a> {
        DirectedTrianglesArgs {
            graph: on.graph(lend),
            ties: lend.slice(&on.ties().ties),
            roots: on.oriented().root_tasks(lend, share.tasks.clone()),
            queue: lend.slice(share.queue(0)),
            totals: lend.slice(share.totals()),
            edges: Slice::empty(),
            marks: self.marks,
        }
    }
}

/// Counts triangles by their ties: a task is some roots.
struct DirectedTriangleCounter(TriangleGrid);

impl DirectedTriangleCounter {
    fn new(on: OnDevice) -> Result<Swept<Self>, RuntimeError> {
        let shape = TriangleGrid::of::<CountDirectedTriangles>(&on)?;
        Swept::new(on, 1, TRIANGLES, DirectedTriangleCounter(shape))
    }
}

// SAFETY: the grid has the shared memory of such marks, and there are as many totals as kinds of triangles.
unsafe impl Sweep for DirectedTriangleCounter {
    type Tally = Vec<u128>;

    fn tasks(&self, _: &OnDevice) -> SweepTasks {
        SweepTasks::OfRoots
    }

    fn at_once(&self, on: &OnDevice, _: u64) -> u64 {
        on.device().grid_warps(self.0.grid)
    }

    fn launch(&mut self, on: &OnDevice, lend: &Lend<'_>, share: &SweepShare<'_>) -> Result<(), RuntimeError> {
        lend.launch::<CountDirectedTriangles>(self.0.grid, &self.0.args(on, lend, share))
    }

    fn tally(&mut self, totals: Vec<u128>) -> Result<Vec<u128>, MineError> {
        Ok(totals)
    }
}

/// Counts triangles through each edge by their ties: a task is some roots.
struct AtEdges {
    shape: TriangleGrid,
    /// For each edge, what was found of the tasks that this worker was given.
    counts: Buffer<'static, u32>,
}

impl AtEdges {
    fn new(on: OnDevice) -> Result<Swept<Self>, RuntimeError> {
        let shape = TriangleGrid::of::<DirectedTrianglesAtEdges>(&on)?;
        let counts = on.device().zeroed(WEDGES * on.outline().edges())?;
        Swept::new(on, 1, 0, AtEdges { shape, counts })
    }
}

// SAFETY: the grid has the shared memory of such marks, and there are counts for each edge, zero at first.
unsafe impl Sweep for AtEdges {
    type Tally = ();

    fn tasks(&self, _: &OnDevice) -> SweepTasks {
        SweepTasks::OfRoots
    }

    fn at_once(&self, on: &OnDevice, _: u64) -> u64 {
        on.device().grid_warps(self.shape.grid)
    }

    fn keeps_results(&self) -> bool {
        true
    }

    fn launch(&mut self, on: &OnDevice, lend: &Lend<'_>, share: &SweepShare<'_>) -> Result<(), RuntimeError> {
        let args =
            DirectedTrianglesArgs { edges: lend.atomics(&self.counts), ..self.shape.args(on, lend, share) };
        lend.launch::<DirectedTrianglesAtEdges>(self.shape.grid, &args)
    }

    fn tally(&mut self, _: Vec<u128>) -> Result<(), MineError> {
        Ok(())
    }
}

//! Sums at each edge, which local counts follow from.

use std::iter;
use std::ops::Range;
use std::sync::Arc;

use motherlode_device::kernels::motifs::edge_roles::EdgePieces;
use motherlode_device::kernels::motifs::edge_sums::{
    SumEdgeTriangles, SumThirds, TRIANGLE_SUMS, TriangleSumsArgs,
};

use super::at_vertices::{Needs, SumsAtVertices};
use super::form_edges::FormEdges;
use super::merge::add_up_or;
use super::motifs::EdgeDraws;
use super::on_device::OnDevice;
use super::session::Session;
use super::sweep::{Sweep, SweepShare, SweepTasks, Swept};
use crate::MineError;
use crate::clock::Clock;
use crate::place::Together;
use crate::runtime::{Buffer, Grid, Lend, RuntimeError};

/// The counts and sums at the edges of a form, those of an edge together. What nobody asked for is zero or not there.
#[derive(Debug)]
pub(crate) struct SumsAtEdges {
    at_vertices: Arc<SumsAtVertices>,
    edges: FormEdges,
    triangles: Vec<u32>,
    cycles: Vec<u64>,
    sums: Vec<u64>,
}

impl SumsAtEdges {
    /// What is known of the edge between two vertices of the form, whose degrees are given.
    ///
    /// # Panics
    /// If there is no such edge.
    #[inline]
    pub fn between(&self, ends: [u32; 2], degrees: [u32; 2]) -> EdgePieces {
        let edge = self.edges.number(ends);
        let of_end = |end: usize| self.at_vertices.of_end(ends[end] as usize);
        let (sums, _) = self.sums.as_chunks::<TRIANGLE_SUMS>();
        let (triangles, cycles) = (self.triangles.get(edge).copied(), self.cycles.get(edge).copied());
        EdgePieces::new(degrees, [0, 1].map(of_end), triangles, cycles, sums.get(edge))
    }

    /// The edges of the form.
    pub fn edges(&self) -> &FormEdges {
        &self.edges
    }

    /// The sums at the vertices, which some of them follow from.
    pub fn at_vertices(&self) -> &Arc<SumsAtVertices> {
        &self.at_vertices
    }
}

impl Session<'_> {
    /// The sums at each edge. None of them may pass 64 bits: see [`SumEdgeTriangles`].
    ///
    /// # Errors
    /// When the graph or the sums do not fit in the memory, the device fails, or the job is to stop.
    pub fn sums_at_edges(&mut self, needs: Needs) -> Result<SumsAtEdges, MineError> {
        let (at_vertices, edges) = self.ends_and_edges(needs)?;
        let (triangles, cycles) = self.run.clock.mine(|| self.first.download_edge_counts())?;
        let sums = match needs.cliques {
            true if self.sums_by_roots() => self.sum_roots_at_edges()?,
            true => {
                let sums = self.sum_edge_triangles()?;
                self.run.clock.mine(|| sums.download())?
            }
            false => Vec::new(),
        };
        Ok(SumsAtEdges { at_vertices, edges, triangles, cycles, sums })
    }

    /// The edges of the form.
    ///
    /// # Errors
    /// When the oriented graph does not fit in the memory budget, or the device fails.
    pub(super) fn form_edges(&mut self) -> Result<FormEdges, MineError> {
        self.first.get_oriented(self.run.clock)?;
        let (starts, smaller) = self.run.clock.mine(|| self.first.oriented().download())?;
        Ok(FormEdges::new(starts, smaller))
    }

    /// What is known of the ends of edges, with what is asked for counted at the edges; and the edges' numbers.
    ///
    /// # Errors
    /// When the graph or the sums do not fit in the memory, the device fails, or the job is to stop.
    pub(super) fn ends_and_edges(
        &mut self,
        needs: Needs,
    ) -> Result<(Arc<SumsAtVertices>, FormEdges), MineError> {
        if needs.triangles || needs.cycles {
            // First: for `sums_at_vertices`, a device of one lane would count the 4-cycles at the vertices alone.
            self.count_edges(needs.cycles)?;
        }
        let at_vertices = self.sums_at_vertices(Needs { cliques: false, ..needs })?;
        // The oriented graph has come for the sums at the vertices, unless these were held already.
        self.make_room(Together { oriented: true, ..Together::default() })?;
        Ok((at_vertices, self.form_edges()?))
    }

    /// The sums over the triangles of each edge, as the kernels leave them, on the first device.
    ///
    /// # Errors
    /// When the graph or the sums do not fit in the memory, the device fails, or the job is to stop.
    pub(super) fn sum_edge_triangles(&mut self) -> Result<Buffer<'static, u64>, MineError> {
        let length = TRIANGLE_SUMS * self.outline().edges();
        let thirds = self.room_for_lists((length * size_of::<u64>()) as u64)?;
        let counted = self.first.kept();
        let ready = |on: &mut OnDevice, clock: &Clock| on.get_lists(&counted, thirds, clock);
        let dealt = self.deal(ready, TriangleSumming::new)?;
        // What devices have found of one sum adds up to it, which is within 64 bits.
        let sums = dealt.workers.into_iter().map(|worker| worker.into_sweep().sums).collect();
        let none = || self.device().zeroed(length);
        Ok(self.run.clock.mine(|| add_up_or(sums, &self.first, none))?)
    }
}

/// Adds up the sums over the triangles of each edge: a task is an edge.
struct TriangleSumming {
    draws: EdgeDraws,
    grid: Grid,
    /// For each edge, what was found of the tasks that this worker was given.
    sums: Buffer<'static, u64>,
}

impl TriangleSumming {
    fn new(on: OnDevice) -> Result<Swept<Self>, RuntimeError> {
        let draws = EdgeDraws::of(&on);
        let grid = draws.grid::<SumEdgeTriangles>(&on)?;
        let sums = on.device().zeroed(on.outline().edges() * TRIANGLE_SUMS)?;
        Swept::new(on, 0, TriangleSumming { draws, grid, sums })
    }
}

// SAFETY: there are sums for each edge, zero at first, and the grid has the shared memory of such marks. The tasks are
// edges, and the lists of their triangles are there. Launches beside each other add by atomics. Who asks for sums has
// seen that none passes 64 bits.
unsafe impl Sweep for TriangleSumming {
    type Tally = ();

    fn tasks(&self, on: &OnDevice) -> SweepTasks {
        SweepTasks::Numbers(on.outline().edges() as u64)
    }

    /// Each of the two kernels goes over the edges.
    fn draws(&self, _: &OnDevice, tasks: Range<u64>) -> Vec<Range<u64>> {
        iter::once(tasks.clone()).chain(self.draws.draws(tasks)).collect()
    }

    fn at_once(&self, on: &OnDevice, _: u64) -> u64 {
        self.draws.at_once(on, self.grid)
    }

    fn launch(&mut self, on: &OnDevice, lend: &Lend<'_>, share: &SweepShare<'_>) -> Result<(), RuntimeError> {
        let args = |triangles| TriangleSumsArgs {
            triangles,
            degrees: lend.slice(on.oriented().degrees()),
            sums: lend.atomics(&self.sums),
        };
        let thirds = args(self.draws.all(on, lend, (share, 0)));
        lend.launch::<SumThirds>(Grid { shared_bytes: 0, ..self.grid }, &thirds)?;
        self.draws.launch::<SumEdgeTriangles>(on, lend, (share, 1), share.tasks.clone(), self.grid, args)
    }
}

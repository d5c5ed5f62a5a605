//! Sums that the counts of patterns of five vertices follow from: those of a kernel are made together, when the first
//! is asked for.

use motherlode_device::kernels::edge_counts::fives::edges::{EDGE_SUMS, FiveEdgeSum, SumEdgesForFives};
use motherlode_device::kernels::edge_counts::fives::triangles::{
    SumTriangles, SumTrianglesArgs, TRIANGLE_SUMS, TriangleSum,
};
use motherlode_device::kernels::edge_counts::fives::vertices::{
    SumVertices, SumVerticesArgs, VERTEX_SUMS, VertexSum,
};
use motherlode_device::kernels::edge_counts::triangles::{VertexTriangles, VertexTrianglesArgs};

use super::graph_sums::FiveEdgeSums;
use super::on_device::OnDevice;
use super::session::Session;
use super::sweep::{Sweep, SweepShare, SweepTasks, Swept};
use super::triangles::{array, marked_grid};
use crate::MineError;
use crate::clock::Clock;
use crate::place::Together;
use crate::runtime::{Buffer, Grid, Lend, RuntimeError};

impl Session<'_> {
    /// One of the sums over the edges.
    ///
    /// # Errors
    /// When the graph or the counts at its edges do not fit in the memory, the device fails, a sum passes 128 bits, or
    /// the job is to stop.
    pub(super) fn five_edge_sum(&mut self, sum: FiveEdgeSum) -> Result<u128, MineError> {
        let needs_cycles = sum == FiveEdgeSum::CyclesByDegree;
        if let Some(edges) = self.facts.fives.edges.filter(|edges| edges.with_cycles || !needs_cycles) {
            return Ok(edges.values[sum as usize]);
        }
        self.count_edges(needs_cycles)?;
        let with_cycles = self.first.get_edge_cycles();
        let values = self.sum_edges::<SumEdgesForFives, EDGE_SUMS>()?;
        self.facts.fives.edges = Some(FiveEdgeSums { values, with_cycles });
        Ok(values[sum as usize])
    }

    /// One of the sums over the vertices.
    ///
    /// # Errors
    /// When the graph, or the counts at its edges and vertices, do not fit in the memory, the device fails, a sum
    /// passes 128 bits, or the job is to stop.
    pub(super) fn five_vertex_sum(&mut self, sum: VertexSum) -> Result<u128, MineError> {
        if let Some(vertices) = self.facts.fives.vertices {
            return Ok(vertices[sum as usize]);
        }
        self.count_edge_triangles()?;
        let work = u64::from(self.outline().n()) * size_of::<u64>() as u64;
        self.make_room(Together { oriented: true, whole: true, work, ..Together::default() })?;
        self.first.get_oriented(self.run.clock)?;
        self.first.get_whole(self.run.clock)?;
        let values = self.sum_vertices()?;
        self.facts.fives.vertices = Some(values);
        Ok(values[sum as usize])
    }

    fn sum_vertices(&self) -> Result<[u128; VERTEX_SUMS], MineError> {
        let (device, n) = (self.device(), self.outline().n() as usize);
        let work = self.room(|session| {
            let sweep = FiveVertexSumming { triangles: device.zeroed(n)? };
            Swept::new(session.first.clone(), VERTEX_SUMS, sweep)
        })?;
        Ok(array(self.deal_alone(work)?))
    }

    /// One of the sums over the triangles.
    ///
    /// # Errors
    /// When the graph or the counts at its edges do not fit in the memory, the device fails, a sum passes 128 bits, or
    /// the job is to stop.
    pub(super) fn five_triangle_sum(&mut self, sum: TriangleSum) -> Result<u128, MineError> {
        if let Some(triangles) = self.facts.fives.triangles {
            return Ok(triangles[sum as usize]);
        }
        self.count_edge_triangles()?;
        let values = self.sum_triangles()?;
        self.facts.fives.triangles = Some(values);
        Ok(values[sum as usize])
    }

    fn sum_triangles(&mut self) -> Result<[u128; TRIANGLE_SUMS], MineError> {
        if self.first.tasks() == 0 {
            return Ok([0; TRIANGLE_SUMS]);
        }
        self.make_room(Together { oriented: true, ..Together::default() })?;
        let counted = self.first.kept();
        let ready = |on: &mut OnDevice, clock: &Clock| {
            on.get_ranks(clock)?;
            on.get_edge_triangles(&counted).map(drop)
        };
        Ok(array(self.deal(ready, FiveTriangleSumming::new)?.done.tally))
    }
}

/// Adds up sums over the vertices.
struct FiveVertexSumming {
    /// For each vertex its triangles.
    triangles: Buffer<'static, u64>,
}

// SAFETY: there is a sum for each vertex, and totals for each of the sums over them.
unsafe impl Sweep for FiveVertexSumming {
    type Tally = Vec<u128>;

    fn tasks(&self, _: &OnDevice) -> SweepTasks {
        SweepTasks::One
    }

    fn launch(&mut self, on: &OnDevice, lend: &Lend<'_>, share: &SweepShare<'_>) -> Result<(), RuntimeError> {
        let args = VertexTrianglesArgs {
            graph: on.graph(lend),
            edges: lend.slice(on.triangles_of_edges()),
            vertex_sums: lend.atomics(&self.triangles),
        };
        on.launch_all::<VertexTriangles>(lend, &args)?;
        let args = SumVerticesArgs {
            graph: on.whole(lend),
            degrees: lend.slice(on.oriented().degrees()),
            triangles: lend.slice(&self.triangles),
            totals: lend.slice(share.totals()),
        };
        on.launch_all::<SumVertices>(lend, &args)
    }
}

/// Adds up sums over the triangles: a task is some roots. Counting the triangles through the edges has left the hubs'
/// rows and their ranks.
struct FiveTriangleSumming {
    grid: Grid,
}

impl FiveTriangleSumming {
    fn new(on: OnDevice) -> Result<Swept<Self>, RuntimeError> {
        let grid = marked_grid::<SumTriangles>(&on)?;
        Swept::new(on, TRIANGLE_SUMS, FiveTriangleSumming { grid })
    }
}

// SAFETY: there are totals for each of the sums, and the grid has the shared memory of such marks.
unsafe impl Sweep for FiveTriangleSumming {
    type Tally = Vec<u128>;

    fn tasks(&self, _: &OnDevice) -> SweepTasks {
        SweepTasks::OfRoots(self.grid)
    }

    /// Others would need copies of counts that do not fit on one card.
    fn works_alone(&self, on: &OnDevice) -> bool {
        on.is_spread()
    }

    fn launch(&mut self, on: &OnDevice, lend: &Lend<'_>, share: &SweepShare<'_>) -> Result<(), RuntimeError> {
        let args = SumTrianglesArgs {
            roots: share.ranked_roots(on, lend),
            degrees: lend.slice(on.oriented().degrees()),
            triangles: lend.slice(on.triangles_of_edges()),
            totals: lend.slice(share.totals()),
        };
        lend.launch::<SumTriangles>(self.grid, &args)
    }
}

//! Sums that the counts of patterns of five vertices follow from: those of a kernel are made together, when the first
//! is asked for.

use motherlode_device::kernels::count::tally::TOTALS;
use motherlode_device::kernels::edge_counts::fives::edges::{EDGE_SUMS, EdgeSum, SumEdgesForFives};
use motherlode_device::kernels::edge_counts::fives::triangles::{
    SumTriangles, SumTrianglesArgs, TRIANGLE_SUMS, TriangleSum,
};
use motherlode_device::kernels::edge_counts::fives::vertices::{
    SumVertices, SumVerticesArgs, VERTEX_SUMS, VertexSum,
};
use motherlode_device::kernels::edge_counts::triangles::{VertexTriangles, VertexTrianglesArgs};
use motherlode_device::kernels::triangles::count::shared_bytes;

use super::session::{Session, WARPS};
use super::triangles::values;
use crate::mine::MineError;

/// The sums that have been found.
#[derive(Default)]
pub(super) struct FiveSums {
    edges: Option<Edges>,
    vertices: Option<[u128; VERTEX_SUMS]>,
    triangles: Option<[u128; TRIANGLE_SUMS]>,
}

/// The sums over the edges.
#[derive(Clone, Copy)]
struct Edges {
    values: [u128; EDGE_SUMS],
    with_cycles: bool,
}

impl Session<'_> {
    /// One of the sums over the edges.
    ///
    /// # Errors
    /// As [`triangles`](Self::triangles), and [`MineError::CountOverflow`]. This goes for all of the sums.
    pub(super) fn five_edge_sum(&mut self, sum: EdgeSum) -> Result<u128, MineError> {
        let needs_cycles = sum == EdgeSum::CyclesByDegree;
        if let Some(edges) = self.found.fives.edges.filter(|edges| edges.with_cycles || !needs_cycles) {
            return Ok(edges.values[sum as usize]);
        }
        self.count_edge_triangles()?;
        if needs_cycles {
            self.count_edge_cycles()?;
        }
        let values = self.sum_edges::<SumEdgesForFives, EDGE_SUMS>()?;
        let with_cycles = self.found.edge_cycles.is_some();
        self.found.fives.edges = Some(Edges { values, with_cycles });
        Ok(values[sum as usize])
    }

    /// One of the sums over the vertices.
    ///
    /// # Errors
    /// As [`five_edge_sum`](Self::five_edge_sum).
    pub(super) fn five_vertex_sum(&mut self, sum: VertexSum) -> Result<u128, MineError> {
        if let Some(vertices) = self.found.fives.vertices {
            return Ok(vertices[sum as usize]);
        }
        self.count_edge_triangles()?;
        self.fill_whole()?;
        let values = self.mined(Session::sum_vertices)?;
        self.found.fives.vertices = Some(values);
        Ok(values[sum as usize])
    }

    fn sum_vertices(&self) -> Result<[u128; VERTEX_SUMS], MineError> {
        let triangles = self.device.zeroed::<u64>(self.oriented().n() as usize)?;
        // SAFETY: the session's arguments; there is a sum for each vertex, and totals for each of the sums over them.
        let lend = unsafe { self.lend() };
        let args = VertexTrianglesArgs {
            graph: self.graph(&lend),
            edges: lend.slice(self.triangles_of_edges()),
            vertex_sums: lend.slice(triangles.atomics()),
        };
        self.run_all::<VertexTriangles>(&lend, &args)?;
        let totals = self.device.zeroed::<u64>(VERTEX_SUMS * TOTALS)?;
        let args = SumVerticesArgs {
            graph: self.whole(&lend),
            degrees: lend.slice(self.resident.degrees()),
            triangles: lend.slice(triangles.slice()),
            totals: lend.slice(totals.atomics()),
        };
        self.run_all::<SumVertices>(&lend, &args)?;
        values(&totals)
    }

    /// One of the sums over the triangles.
    ///
    /// # Errors
    /// As [`five_edge_sum`](Self::five_edge_sum).
    pub(super) fn five_triangle_sum(&mut self, sum: TriangleSum) -> Result<u128, MineError> {
        if let Some(triangles) = self.found.fives.triangles {
            return Ok(triangles[sum as usize]);
        }
        self.count_edge_triangles()?;
        let values = self.mined(Session::sum_triangles)?;
        self.found.fives.triangles = Some(values);
        Ok(values[sum as usize])
    }

    fn sum_triangles(&self) -> Result<[u128; TRIANGLE_SUMS], MineError> {
        let tasks = self.resident.tasks();
        if tasks == 0 {
            return Ok([0; TRIANGLE_SUMS]);
        }
        // Counting the triangles through the edges has left the rows and their ranks.
        let marks = self.marks();
        let queue = self.device.zeroed::<u64>(1)?;
        let totals = self.device.zeroed::<u64>(TRIANGLE_SUMS * TOTALS)?;
        let grid = self.device.grid::<SumTriangles>(WARPS, shared_bytes(marks, self.warps()), tasks)?;
        // SAFETY: the session's arguments; there are totals for each of the sums, and the grid has the shared memory of such
        // marks.
        let lend = unsafe { self.lend() };
        let args = SumTrianglesArgs {
            graph: self.graph(&lend),
            hubs: self.hubs(&lend),
            ranks: lend.slice(self.ranks()),
            roots: self.roots(&lend),
            degrees: lend.slice(self.resident.degrees()),
            triangles: lend.slice(self.triangles_of_edges()),
            queue: lend.slice(queue.atomics()),
            totals: lend.slice(totals.atomics()),
            marks,
        };
        self.run::<SumTriangles>(&lend, grid, &args, &queue, tasks)?;
        values(&totals)
    }
}

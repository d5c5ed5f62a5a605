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

use super::session::Session;
use super::totals::Totals;
use super::triangles::array;
use crate::mine::MineError;
use crate::mine::deal::{Share, Work};
use crate::runtime::{Buffer, Grid};

/// The sums that have been found.
#[derive(Debug, Default)]
pub(super) struct FiveSums {
    edges: Option<FiveEdgeSums>,
    vertices: Option<[u128; VERTEX_SUMS]>,
    triangles: Option<[u128; TRIANGLE_SUMS]>,
}

/// The sums over the edges.
#[derive(Clone, Copy, Debug)]
struct FiveEdgeSums {
    values: [u128; EDGE_SUMS],
    with_cycles: bool,
}

impl Session<'_> {
    /// One of the sums over the edges.
    ///
    /// # Errors
    /// As [`triangles`](Self::triangles), and [`MineError::CountOverflow`]. This goes for all of the sums.
    pub(super) fn five_edge_sum(&mut self, sum: FiveEdgeSum) -> Result<u128, MineError> {
        let needs_cycles = sum == FiveEdgeSum::CyclesByDegree;
        if let Some(edges) = self.facts.fives.edges.filter(|edges| edges.with_cycles || !needs_cycles) {
            return Ok(edges.values[sum as usize]);
        }
        self.count_edge_triangles()?;
        if needs_cycles {
            self.count_edge_cycles()?;
        }
        let values = self.sum_edges::<SumEdgesForFives, EDGE_SUMS>()?;
        let with_cycles = self.facts.edge_cycles.is_some();
        self.facts.fives.edges = Some(FiveEdgeSums { values, with_cycles });
        Ok(values[sum as usize])
    }

    /// One of the sums over the vertices.
    ///
    /// # Errors
    /// As [`five_edge_sum`](Self::five_edge_sum).
    pub(super) fn five_vertex_sum(&mut self, sum: VertexSum) -> Result<u128, MineError> {
        if let Some(vertices) = self.facts.fives.vertices {
            return Ok(vertices[sum as usize]);
        }
        self.count_edge_triangles()?;
        self.get_whole()?;
        let values = self.sum_vertices()?;
        self.facts.fives.vertices = Some(values);
        Ok(values[sum as usize])
    }

    fn sum_vertices(&self) -> Result<[u128; VERTEX_SUMS], MineError> {
        let (device, n) = (self.device(), self.outline().n() as usize);
        let work = self.room(|session| {
            let totals = Totals::new(device, 0, VERTEX_SUMS)?;
            Ok(VertexSumming { session, triangles: device.zeroed(n)?, totals })
        })?;
        Ok(array(self.deal(work)?))
    }

    /// One of the sums over the triangles.
    ///
    /// # Errors
    /// As [`five_edge_sum`](Self::five_edge_sum).
    pub(super) fn five_triangle_sum(&mut self, sum: TriangleSum) -> Result<u128, MineError> {
        if let Some(triangles) = self.facts.fives.triangles {
            return Ok(triangles[sum as usize]);
        }
        self.count_edge_triangles()?;
        let values = self.sum_triangles()?;
        self.facts.fives.triangles = Some(values);
        Ok(values[sum as usize])
    }

    fn sum_triangles(&self) -> Result<[u128; TRIANGLE_SUMS], MineError> {
        if self.oriented.tasks() == 0 {
            return Ok([0; TRIANGLE_SUMS]);
        }
        let work = self.room(|session| {
            let grid = session.marked_grid::<SumTriangles>()?;
            Ok(TriangleSumming { session, grid, totals: Totals::new(session.device(), 1, TRIANGLE_SUMS)? })
        })?;
        Ok(array(self.deal(work)?))
    }
}

/// Adds up sums over the vertices: one task.
struct VertexSumming<'w, 's> {
    session: &'w Session<'s>,
    /// For each vertex its triangles.
    triangles: Buffer<'static, u64>,
    totals: Totals,
}

impl Work for VertexSumming<'_, '_> {
    type Tally = Vec<u128>;

    fn tasks(&self) -> u64 {
        1
    }

    fn run(&mut self, _: &Share<'_>) -> Result<Vec<u128>, MineError> {
        let VertexSumming { session, triangles, totals } = self;
        // SAFETY: the session's arguments; there is a sum for each vertex, and totals for each of the sums over them.
        let lend = unsafe { session.lend() };
        let args = VertexTrianglesArgs {
            graph: session.graph(&lend),
            edges: lend.slice(session.triangles_of_edges()),
            vertex_sums: lend.atomics(triangles),
        };
        session.launch_all::<VertexTriangles>(&lend, &args)?;
        let args = SumVerticesArgs {
            graph: session.whole(&lend),
            degrees: lend.slice(session.oriented.degrees()),
            triangles: lend.slice(&*triangles),
            totals: lend.atomics(&totals.totals),
        };
        session.launch_all::<SumVertices>(&lend, &args)?;
        totals.fetch()?;
        session.device().synchronize()?;
        totals.read()
    }
}

/// Adds up sums over the triangles: a task is some roots. Counting the triangles through the edges has left the hubs' rows
/// and their ranks.
struct TriangleSumming<'w, 's> {
    session: &'w Session<'s>,
    grid: Grid,
    totals: Totals,
}

impl Work for TriangleSumming<'_, '_> {
    type Tally = Vec<u128>;

    fn tasks(&self) -> u64 {
        self.session.oriented.tasks()
    }

    fn run(&mut self, share: &Share<'_>) -> Result<Vec<u128>, MineError> {
        let TriangleSumming { session, grid, totals } = self;
        totals.restart()?;
        // SAFETY: the session's arguments; there are totals for each of the sums, and the grid has the shared memory of such
        // marks.
        let lend = unsafe { session.lend() };
        let args = SumTrianglesArgs {
            graph: session.graph(&lend),
            hubs: session.hubs(&lend),
            ranks: lend.slice(session.ranks()),
            roots: session.oriented.root_tasks(&lend, share.tasks()),
            degrees: lend.slice(session.oriented.degrees()),
            triangles: lend.slice(session.triangles_of_edges()),
            queue: lend.atomics(&totals.queues),
            totals: lend.atomics(&totals.totals),
            marks: session.marks(),
        };
        let launch = || {
            lend.launch::<SumTriangles>(*grid, &args)?;
            totals.fetch()
        };
        share.watch(session.device(), &totals.queues, 0, &[share.size()], launch)?;
        totals.read()
    }
}

//! Sums at each vertex, which local counts follow from.

use std::sync::Arc;

use motherlode_device::kernels::edge_counts::opposites::{OppositesArgs, SumOpposites};
use motherlode_device::kernels::edge_counts::vertices::{
    EDGE_SUMS, EdgeSumAtVertex, EdgesAtVerticesArgs, NEIGHBOR_SUMS, NeighborSum, NeighborsAtVerticesArgs,
    SumEdgesAtVertices, SumNeighborsAtVertices,
};
use motherlode_device::kernels::triangles::MarksShape;
use motherlode_device::kernels::triangles::count::shared_bytes;

use super::on_device::{OnDevice, WARPS};
use super::session::Session;
use super::sweep::{Sweep, SweepShare, SweepTasks, Swept};
use super::triangles::array;
use crate::MineError;
use crate::clock::Clock;
use crate::deal::InOrder;
use crate::place::Together;
use crate::runtime::{Buffer, Grid, Lend, RuntimeError};

/// What has to be counted in a graph, beyond its degrees, for the sums that a job asks for. The others are not to be used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Needs {
    /// The triangles through each edge.
    pub triangles: bool,
    /// The 4-cycles through each edge.
    pub cycles: bool,
    /// The 4-cliques at each vertex, or edge, and the triangles beside its triangles.
    pub cliques: bool,
}

impl Needs {
    /// What one needs or the other.
    pub fn or(self, other: Needs) -> Needs {
        Needs {
            triangles: self.triangles || other.triangles,
            cycles: self.cycles || other.cycles,
            cliques: self.cliques || other.cliques,
        }
    }

    /// Whether these are all that `other` needs.
    fn cover(self, other: Needs) -> bool {
        self.or(other) == self
    }
}

/// The sums at the vertices of a form, those of a vertex together. Those that nobody asked for are zero or not there.
#[derive(Debug)]
pub(crate) struct SumsAtVertices {
    edges: Vec<u64>,
    neighbors: Vec<u64>,
    opposites: Vec<u64>,
    /// Three times the 4-cliques.
    cliques: Vec<u64>,
    /// Twice the 4-cycles, if `edges` do not have them.
    cycles: Vec<u64>,
    /// What was counted for them.
    counted: Needs,
}

/// What is known of a vertex `v`. Sums are over its neighbours `u`, with `d` the degree of a vertex, `t` the triangles at a vertex or
/// through an edge, and `S` the paths of two edges that start at a vertex.
#[derive(Clone, Copy, Debug)]
pub(crate) struct VertexPieces {
    /// `d(v)`.
    pub degree: i128,
    /// `S(v)`: the sum of `d(u) - 1`.
    pub paths: i128,
    /// The sum of `C(d(u) - 1, 2)`.
    pub neighbor_pairs: i128,
    /// `t(v)`.
    pub triangles: i128,
    /// The sum of `C(t(vu), 2)`.
    pub triangle_pairs: i128,
    /// The sum of `t(vu) (d(u) - 2)`.
    pub triangles_by_degree: i128,
    /// The 4-cycles at `v`.
    pub cycles: i128,
    /// The sum of `S(u)`.
    pub paths_of_neighbors: i128,
    /// The sum of `t(u)`.
    pub triangles_of_neighbors: i128,
    /// The sum of `t(uw) - 1` over the triangles `vuw`.
    pub others_at_opposite: i128,
    /// The 4-cliques at `v`.
    pub cliques: i128,
}

impl SumsAtVertices {
    /// The 4-cycles at a vertex of the form: each has two edges there.
    pub fn cycles(&self, vertex: usize) -> u64 {
        let of_edges = || self.edges[vertex * EDGE_SUMS + EdgeSumAtVertex::Cycles as usize];
        self.cycles.get(vertex).copied().unwrap_or_else(of_edges) / 2
    }

    /// The 4-cliques at a vertex of the form: each has three triangles there.
    pub fn cliques(&self, vertex: usize) -> u64 {
        self.cliques.get(vertex).copied().unwrap_or_default() / 3
    }

    /// What is known of a vertex of the form, whose degree is given.
    pub fn at(&self, vertex: usize, degree: u32) -> VertexPieces {
        let edges = &self.edges[vertex * EDGE_SUMS..][..EDGE_SUMS];
        let neighbors = &self.neighbors[vertex * NEIGHBOR_SUMS..][..NEIGHBOR_SUMS];
        let of_edges = |sum: EdgeSumAtVertex| edges[sum as usize];
        let of_neighbors = |sum: NeighborSum| neighbors[sum as usize];
        // A triangle has two edges at each vertex. Divided in 64 bits, which is faster.
        VertexPieces {
            degree: degree.into(),
            paths: of_edges(EdgeSumAtVertex::Paths).into(),
            neighbor_pairs: of_edges(EdgeSumAtVertex::NeighborPairs).into(),
            triangles: (of_edges(EdgeSumAtVertex::Triangles) / 2).into(),
            triangle_pairs: of_edges(EdgeSumAtVertex::TrianglePairs).into(),
            triangles_by_degree: of_edges(EdgeSumAtVertex::TrianglesByDegree).into(),
            cycles: self.cycles(vertex).into(),
            paths_of_neighbors: of_neighbors(NeighborSum::Paths).into(),
            triangles_of_neighbors: (of_neighbors(NeighborSum::Triangles) / 2).into(),
            others_at_opposite: self.opposites.get(vertex).copied().unwrap_or_default().into(),
            cliques: self.cliques(vertex).into(),
        }
    }
}

/// The sums over the edges of each vertex, and over its neighbours.
type EdgesAndNeighbors = [Vec<u64>; 2];

impl Session<'_> {
    /// The sums at each vertex, those that somebody holds if they do. None of them may pass 64 bits: see [`SumEdgesAtVertices`].
    ///
    /// # Errors
    /// When the graph or the sums do not fit in the memory, the device fails, or the job is to stop.
    pub fn sums_at_vertices(&mut self, needs: Needs) -> Result<Arc<SumsAtVertices>, MineError> {
        let held = self.facts.at_vertices.upgrade();
        if let Some(sums) = held.filter(|sums| sums.counted.cover(needs)) {
            return Ok(sums);
        }
        let by_roots = self.sums_by_roots();
        // 4-cycles at the edges are used where they have been counted.
        let of_wedges = needs.cycles && by_roots && !self.first.get_edge_cycles();
        let cycles = if of_wedges { self.cycles_at_vertices()? } else { Vec::new() };
        if needs.triangles || needs.cycles {
            self.count_edges(needs.cycles && !of_wedges)?;
        }
        let [edges, neighbors] = self.sum_at_vertices()?;
        let [opposites, cliques] = match needs.cliques {
            true if by_roots => self.sum_roots_at_vertices()?,
            true => [self.opposites_at_vertices()?, self.small_cliques_at_vertices(4)?],
            false => [Vec::new(), Vec::new()],
        };
        let sums = Arc::new(SumsAtVertices { edges, neighbors, opposites, cliques, cycles, counted: needs });
        self.facts.at_vertices = Arc::downgrade(&sums);
        Ok(sums)
    }

    /// The sums over the edges, and over the neighbours.
    fn sum_at_vertices(&mut self) -> Result<EdgesAndNeighbors, MineError> {
        let n = self.outline().n() as usize;
        let work = ((EDGE_SUMS + NEIGHBOR_SUMS) * n * size_of::<u64>()) as u64;
        self.make_room(Together { oriented: true, work, ..Together::default() })?;
        self.first.get_oriented(self.run.clock)?;
        let work = self.room(|session| {
            let device = session.device();
            let (edges, neighbors) = (device.zeroed(n * EDGE_SUMS)?, device.zeroed(n * NEIGHBOR_SUMS)?);
            Swept::new(session.first.clone(), 0, 0, VertexSumming { edges, neighbors })
        })?;
        let sums = self.deal_alone(work)?;
        Ok(array(sums.0))
    }

    /// For each vertex, the further triangles through the edges opposite to it in its triangles.
    fn opposites_at_vertices(&mut self) -> Result<Vec<u64>, MineError> {
        self.count_edge_triangles()?;
        let n = self.outline().n() as usize;
        if self.first.tasks() == 0 {
            return Ok(vec![0; n]);
        }
        let work = (n * size_of::<u64>()) as u64;
        self.make_room(Together { oriented: true, work, ..Together::default() })?;
        let counted = self.first.kept();
        let ready = |on: &mut OnDevice, clock: &Clock| {
            on.get_ranks(clock)?;
            on.get_edge_triangles(&counted).map(drop)
        };
        let dealt = self.deal(ready, OppositeSumming::new)?;
        self.run.clock.mine(|| downloaded(dealt.workers.iter().map(|worker| &worker.sweep().sums), n))
    }
}

/// What workers have found of so many sums, added up modulo 2^64: a worker may have taken from a sum what another added to it. The workers
/// keep their arrays: to free these would wait for the driver, in the time that is measured.
pub(super) fn downloaded<'b>(
    mut workers: impl Iterator<Item = &'b Buffer<'static, u64>>,
    count: usize,
) -> Result<Vec<u64>, MineError> {
    let mut sums = match workers.next() {
        Some(first) => first.download()?,
        None => vec![0; count],
    };
    for of_worker in workers {
        sums.iter_mut().zip(of_worker.download()?).for_each(|(sum, more)| *sum = sum.wrapping_add(more));
    }
    Ok(sums)
}

/// Adds up the sums over the edges of each vertex, then over its neighbours.
struct VertexSumming {
    edges: Buffer<'static, u64>,
    neighbors: Buffer<'static, u64>,
}

// SAFETY: there are zeros for the sums of each vertex, and the second kernel runs after the first, whose sums it reads. Who asks for
// sums has seen that none passes 64 bits.
unsafe impl Sweep for VertexSumming {
    /// Both, one after the other.
    type Tally = InOrder<Vec<u64>>;

    fn tasks(&self, _: &OnDevice) -> SweepTasks {
        SweepTasks::One
    }

    fn launch(&mut self, on: &OnDevice, lend: &Lend<'_>, _: &SweepShare<'_>) -> Result<(), RuntimeError> {
        let args = EdgesAtVerticesArgs {
            graph: on.graph(lend),
            degrees: lend.slice(on.oriented().degrees()),
            triangles: lend.slice(on.triangles_of_edges()),
            cycles: lend.slice(on.cycles_of_edges()),
            sums: lend.atomics(&self.edges),
        };
        on.launch_all::<SumEdgesAtVertices>(lend, &args)?;
        let args = NeighborsAtVerticesArgs {
            graph: on.graph(lend),
            edges: lend.slice(&self.edges),
            sums: lend.atomics(&self.neighbors),
        };
        on.launch_all::<SumNeighborsAtVertices>(lend, &args)
    }

    fn tally(&mut self, _: Vec<u128>) -> Result<InOrder<Vec<u64>>, MineError> {
        Ok(InOrder(vec![self.edges.download()?, self.neighbors.download()?]))
    }
}

/// Adds up the further triangles through the edges opposite to each vertex: a task is some roots.
struct OppositeSumming {
    marks: MarksShape,
    grid: Grid,
    /// For each vertex, what was found of the tasks that this worker was given.
    sums: Buffer<'static, u64>,
}

impl OppositeSumming {
    fn new(on: OnDevice) -> Result<Swept<Self>, RuntimeError> {
        let (device, marks) = (on.device(), on.marks());
        let shared = shared_bytes(marks, device.warps_of_block(WARPS));
        let grid = device.grid::<SumOpposites>(WARPS, shared, on.tasks())?;
        let sums = device.zeroed(on.outline().n() as usize)?;
        Swept::new(on, 1, 0, OppositeSumming { marks, grid, sums })
    }
}

// SAFETY: there are sums for each vertex, zero at first, and the triangles through each edge; the grid has the shared memory of
// such marks. Who asks for sums has seen that none passes 64 bits.
unsafe impl Sweep for OppositeSumming {
    type Tally = ();

    fn tasks(&self, _: &OnDevice) -> SweepTasks {
        SweepTasks::OfRoots
    }

    fn at_once(&self, on: &OnDevice, _: u64) -> u64 {
        on.device().grid_warps(self.grid)
    }

    fn keeps_results(&self) -> bool {
        true
    }

    fn launch(&mut self, on: &OnDevice, lend: &Lend<'_>, share: &SweepShare<'_>) -> Result<(), RuntimeError> {
        let args = OppositesArgs {
            graph: on.graph(lend),
            hubs: on.hubs(lend),
            ranks: lend.slice(on.ranks()),
            triangles: lend.slice(on.triangles_of_edges()),
            roots: on.oriented().root_tasks(lend, share.tasks.clone()),
            queue: lend.slice(share.queue(0)),
            sums: lend.atomics(&self.sums),
            marks: self.marks,
        };
        lend.launch::<SumOpposites>(self.grid, &args)
    }

    fn tally(&mut self, _: Vec<u128>) -> Result<(), MineError> {
        Ok(())
    }
}

//! Adding up the sums at each vertex, which local counts follow from.

use std::ops::Range;
use std::sync::Arc;

use motherlode_device::kernels::edge_counts::opposites::{OppositesArgs, SumOpposites};
use motherlode_device::kernels::edge_counts::vertices::{
    AdjacentVerticesArgs, EDGE_SUMS, NEIGHBOR_SUMS, SumAdjacentVertices, SumIncidentEdges,
};

use super::at_vertices::{Needs, SumsAtVertices};
use super::merge::downloaded;
use super::on_device::OnDevice;
use super::session::Session;
use super::sweep::{Sweep, SweepShare, SweepTasks, Swept};
use super::triangles::{array, marked_grid};
use crate::MineError;
use crate::at::Vertices;
use crate::clock::Clock;
use crate::deal::InOrder;
use crate::place::Together;
use crate::runtime::{Buffer, Grid, Lend, RuntimeError};

/// The sums over the edges of each vertex, and over its neighbours.
type EdgesAndNeighbors = [Vec<u64>; 2];

impl Session<'_> {
    /// The sums at each vertex, those that somebody holds if they do. None of them may pass 64 bits: see
    /// [`SumIncidentEdges`].
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
            true if by_roots => self.sum_roots()?,
            true => {
                let opposites = self.opposites_at_vertices()?;
                [opposites, self.small_cliques::<Vertices>(4)?.download(self.run.clock)?]
            }
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
            Swept::new(session.first.clone(), 0, VertexSumming { edges, neighbors })
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

/// Adds up the sums over the edges of each vertex, then over its neighbours.
struct VertexSumming {
    edges: Buffer<'static, u64>,
    neighbors: Buffer<'static, u64>,
}

// SAFETY: there are zeros for the sums of each vertex, and the second kernel runs after the first, whose sums it reads.
// Who asks for sums has seen that none passes 64 bits.
unsafe impl Sweep for VertexSumming {
    /// Both, one after the other.
    type Tally = InOrder<Vec<u64>>;

    fn tasks(&self, _: &OnDevice) -> SweepTasks {
        SweepTasks::One
    }

    fn launch(&mut self, on: &OnDevice, lend: &Lend<'_>, _: &SweepShare<'_>) -> Result<(), RuntimeError> {
        on.launch_all::<SumIncidentEdges>(lend, &on.edges_to_sum(lend, lend.atomics(&self.edges)))?;
        let args = AdjacentVerticesArgs {
            graph: on.graph(lend),
            edges: lend.slice(&self.edges),
            sums: lend.atomics(&self.neighbors),
        };
        on.launch_all::<SumAdjacentVertices>(lend, &args)
    }

    fn tally(&mut self, _: &Range<u64>, _: Vec<u128>) -> Result<InOrder<Vec<u64>>, MineError> {
        Ok(InOrder(vec![self.edges.download()?, self.neighbors.download()?]))
    }
}

/// Adds up the further triangles through the edges opposite to each vertex: a task is some roots.
struct OppositeSumming {
    grid: Grid,
    /// For each vertex, what was found of the tasks that this worker was given.
    sums: Buffer<'static, u64>,
}

impl OppositeSumming {
    fn new(on: OnDevice) -> Result<Swept<Self>, RuntimeError> {
        let grid = marked_grid::<SumOpposites>(&on)?;
        let sums = on.device().zeroed(on.outline().n() as usize)?;
        Swept::new(on, 0, OppositeSumming { grid, sums })
    }
}

// SAFETY: there are sums for each vertex, zero at first, and the triangles through each edge; the grid has the shared
// memory of such marks. Who asks for sums has seen that none passes 64 bits.
unsafe impl Sweep for OppositeSumming {
    type Tally = ();

    fn tasks(&self, _: &OnDevice) -> SweepTasks {
        SweepTasks::OfRoots(self.grid)
    }

    fn launch(&mut self, on: &OnDevice, lend: &Lend<'_>, share: &SweepShare<'_>) -> Result<(), RuntimeError> {
        let args = OppositesArgs {
            roots: share.ranked_roots(on, lend),
            triangles: lend.slice(on.triangles_of_edges()),
            sums: lend.atomics(&self.sums),
        };
        lend.launch::<SumOpposites>(self.grid, &args)
    }
}

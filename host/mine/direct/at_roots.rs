//! Sums at each vertex and each edge on a device of one lane: from the matrices of the roots, and from the wedges.

use std::marker::PhantomData;

use motherlode_device::kernels::cycles::count::{Vertex4Cycles, Vertex4CyclesInWindows};
use motherlode_device::kernels::motifs::edge_root_sums::{EdgeRootsArgs, SumRootsAtEdges};
use motherlode_device::kernels::motifs::edge_sums::TRIANGLE_SUMS;
use motherlode_device::kernels::motifs::root_matrix::{RootMatrices, RootShape};
use motherlode_device::kernels::motifs::root_sums::{RootsArgs, SumRoots};

use super::cycles::{self, CycleKernels};
use super::merge::{downloaded, taken};
use super::on_device::OnDevice;
use super::session::Session;
use super::sweep::{Sweep, SweepShare, SweepTasks, Swept};
use super::triangles::{array, grid_with};
use super::wedges::{FarLists, PlaceCounts, WedgeCounting};
use crate::MineError;
use crate::clock::Clock;
use crate::deal::Dealt;
use crate::place::Together;
use crate::runtime::{Buffer, Grid, Lend, RuntimeError};

impl Session<'_> {
    /// Whether sums are made here: measured on the CPU alone, where no other device shares the work.
    pub(super) fn sums_by_roots(&self) -> bool {
        self.team_is_one() && self.device().is_scalar()
    }

    /// For each vertex, the further triangles through the edges opposite to it in its triangles, and three times the
    /// 4-cliques at it.
    ///
    /// # Errors
    /// When the graph or the sums do not fit in the memory, the device fails, or the job is to stop.
    pub(super) fn sum_roots(&mut self) -> Result<[Vec<u64>; 2], MineError> {
        let n = self.outline().n() as usize;
        if !self.has_roots()? {
            return Ok([vec![0; n], vec![0; n]]);
        }
        let dealt = self.deal_roots((2 * n * size_of::<u64>()) as u64, RootSumming::new)?;
        self.run.clock.mine(|| {
            let workers = dealt.workers.iter();
            let opposites = downloaded(workers.clone().map(|worker| &worker.sweep().opposites), n)?;
            Ok([opposites, downloaded(workers.map(|worker| &worker.sweep().cliques), n)?])
        })
    }

    /// The sums over the triangles of each edge, one edge's after another.
    ///
    /// # Errors
    /// When the graph or the sums do not fit in the memory, the device fails, or the job is to stop.
    pub(super) fn sum_roots_at_edges(&mut self) -> Result<Vec<u64>, MineError> {
        let length = self.outline().edges() * TRIANGLE_SUMS;
        if !self.has_roots()? {
            return Ok(vec![0; length]);
        }
        let dealt = self.deal_roots((length * size_of::<u64>()) as u64, EdgeRootSumming::new)?;
        let sums = dealt.workers.into_iter().map(|worker| worker.into_sweep().sums);
        self.run.clock.mine(|| taken(sums, length))
    }

    /// Whether a vertex has two smaller neighbours; the triangles through each edge are counted.
    fn has_roots(&mut self) -> Result<bool, MineError> {
        self.count_edge_triangles()?;
        Ok(self.first.tasks() > 0)
    }

    /// Deals the roots, with room for so many bytes of sums.
    fn deal_roots<S: Sweep>(
        &mut self,
        work: u64,
        new: impl Fn(OnDevice) -> Result<Swept<S>, RuntimeError> + Sync,
    ) -> Result<Dealt<Swept<S>>, MineError> {
        self.make_room(Together { oriented: true, work, ..Together::default() })?;
        let counted = self.first.kept();
        let ready = |on: &mut OnDevice, clock: &Clock| {
            on.get_ranks(clock)?;
            on.get_edge_triangles(&counted).map(drop)
        };
        self.deal(ready, new)
    }

    /// Twice the 4-cycles at each vertex.
    ///
    /// # Errors
    /// When the graph or the counts do not fit in the memory, the device fails, or the job is to stop.
    pub(super) fn cycles_at_vertices(&mut self) -> Result<Vec<u64>, MineError> {
        let n = self.outline().n();
        let work = cycles::work(n) + u64::from(n) * size_of::<u64>() as u64;
        self.make_room(Together { oriented: true, whole: true, work, ..Together::default() })?;
        let ready =
            |on: &mut OnDevice, clock: &Clock| on.get_oriented(clock).and_then(|()| on.get_whole(clock));
        let dealt = self.deal(ready, vertex_cycles)?;
        let [cycles] = array(dealt.done.tally);
        self.facts.cycles = Some(cycles);
        let places = dealt.workers.iter().filter_map(|worker| worker.sweep().places.as_ref());
        self.run.clock.mine(|| downloaded(places.map(|places| &places.sums), n as usize))
    }
}

/// Adds up the sums over the triangles of each vertex: a task is some roots.
struct RootSumming {
    grid: Grid,
    /// For each vertex, what was found of the tasks that this worker was given.
    opposites: Buffer<'static, u64>,
    cliques: Buffer<'static, u64>,
}

impl RootSumming {
    fn new(on: OnDevice) -> Result<Swept<Self>, RuntimeError> {
        let shape = shape_of(&on);
        let grid = grid_with::<SumRoots>(&on, |warps| shape.shared_bytes(warps))?;
        let n = on.outline().n() as usize;
        let (opposites, cliques) = (on.device().zeroed(n)?, on.device().zeroed(n)?);
        Swept::new(on, 0, RootSumming { grid, opposites, cliques })
    }
}

/// What a warp needs for a root.
fn shape_of(on: &OnDevice) -> RootShape {
    RootShape { marks: on.ranked_marks(), longest: on.outline().lengths.get(0) }
}

/// The roots of a share, and how they are dealt.
fn matrices<'l>(on: &'l OnDevice, lend: &'l Lend<'_>, share: &'l SweepShare<'_>) -> RootMatrices<'l> {
    RootMatrices {
        roots: share.ranked_roots(on, lend),
        triangles: lend.slice(on.triangles_of_edges()),
        longest: shape_of(on).longest,
    }
}

// SAFETY: there are sums for each vertex, zero at first, and the triangles through each edge; the grid has the shared
// memory of such marks and matrices. Who asks for sums has seen that none passes 64 bits.
unsafe impl Sweep for RootSumming {
    type Tally = ();

    fn tasks(&self, _: &OnDevice) -> SweepTasks {
        SweepTasks::OfRoots(self.grid)
    }

    fn launch(&mut self, on: &OnDevice, lend: &Lend<'_>, share: &SweepShare<'_>) -> Result<(), RuntimeError> {
        let args = RootsArgs {
            all: matrices(on, lend, share),
            opposites: lend.atomics(&self.opposites),
            cliques: lend.atomics(&self.cliques),
        };
        lend.launch::<SumRoots>(self.grid, &args)
    }
}

/// Adds up the sums over the triangles of each edge: a task is some roots.
struct EdgeRootSumming {
    grid: Grid,
    /// For each edge, what was found of the tasks that this worker was given.
    sums: Buffer<'static, u64>,
}

impl EdgeRootSumming {
    fn new(on: OnDevice) -> Result<Swept<Self>, RuntimeError> {
        let shape = shape_of(&on);
        let grid = grid_with::<SumRootsAtEdges>(&on, |warps| EdgeRootsArgs::shared_bytes(shape, warps))?;
        let sums = on.device().zeroed(on.outline().edges() * TRIANGLE_SUMS)?;
        Swept::new(on, 0, EdgeRootSumming { grid, sums })
    }
}

// SAFETY: there are sums for each edge, zero at first, and the triangles through each; the grid has the shared memory of
// such marks and matrices. Who asks for sums has seen that none passes 64 bits.
unsafe impl Sweep for EdgeRootSumming {
    type Tally = ();

    fn tasks(&self, _: &OnDevice) -> SweepTasks {
        SweepTasks::OfRoots(self.grid)
    }

    fn launch(&mut self, on: &OnDevice, lend: &Lend<'_>, share: &SweepShare<'_>) -> Result<(), RuntimeError> {
        let args = EdgeRootsArgs {
            all: matrices(on, lend, share),
            degrees: lend.slice(on.oriented().degrees()),
            sums: lend.atomics(&self.sums),
        };
        lend.launch::<SumRootsAtEdges>(self.grid, &args)
    }
}

/// Counts the 4-cycles at each vertex, each twice: a task is a root.
fn vertex_cycles(
    on: OnDevice,
) -> Result<Swept<WedgeCounting<CycleKernels<Vertex4Cycles, Vertex4CyclesInWindows>>>, RuntimeError> {
    let places = PlaceCounts::of_all(on.device().zeroed(on.outline().n() as usize)?, &on);
    WedgeCounting::new(on, FarLists::Oriented, CycleKernels(PhantomData), 1, Some(places))
}

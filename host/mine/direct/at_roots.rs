//! Sums at each vertex on a device of one lane: from the matrices of the roots, and from the wedges.

use std::marker::PhantomData;

use motherlode_device::kernels::cycles::count::{Vertex4Cycles, Vertex4CyclesInWindows};
use motherlode_device::kernels::motifs::root_sums::{RootShape, RootsArgs, SumRoots};

use super::cycles::{self, CycleKernels};
use super::merge::downloaded;
use super::on_device::{OnDevice, WARPS};
use super::session::Session;
use super::sweep::{Sweep, SweepShare, SweepTasks, Swept};
use super::triangles::array;
use super::wedges::{PlaceCounts, Smaller, WedgeCounting};
use crate::MineError;
use crate::clock::Clock;
use crate::place::Together;
use crate::runtime::{Buffer, Grid, Lend, RuntimeError};

impl Session<'_> {
    /// Whether sums at the vertices are made here: measured on the CPU alone, where no other device shares the work.
    pub(super) fn sums_by_roots(&self) -> bool {
        self.team_is_one() && self.device().is_scalar()
    }

    /// For each vertex, the further triangles through the edges opposite to it in its triangles, and three times the
    /// 4-cliques at it.
    ///
    /// # Errors
    /// When the graph or the sums do not fit in the memory, the device fails, or the job is to stop.
    pub(super) fn sum_roots(&mut self) -> Result<[Vec<u64>; 2], MineError> {
        self.count_edge_triangles()?;
        let n = self.outline().n() as usize;
        if self.first.tasks() == 0 {
            return Ok([vec![0; n], vec![0; n]]);
        }
        let work = (2 * n * size_of::<u64>()) as u64;
        self.make_room(Together { oriented: true, work, ..Together::default() })?;
        let counted = self.first.kept();
        let ready = |on: &mut OnDevice, clock: &Clock| {
            on.get_ranks(clock)?;
            on.get_edge_triangles(&counted).map(drop)
        };
        let dealt = self.deal(ready, RootSumming::new)?;
        self.run.clock.mine(|| {
            let workers = dealt.workers.iter();
            let opposites = downloaded(workers.clone().map(|worker| &worker.sweep().opposites), n)?;
            Ok([opposites, downloaded(workers.map(|worker| &worker.sweep().cliques), n)?])
        })
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
    shape: RootShape,
    grid: Grid,
    /// For each vertex, what was found of the tasks that this worker was given.
    opposites: Buffer<'static, u64>,
    cliques: Buffer<'static, u64>,
}

impl RootSumming {
    fn new(on: OnDevice) -> Result<Swept<Self>, RuntimeError> {
        let (device, outline) = (on.device(), on.outline());
        let shape = RootShape { marks: on.marks(), longest: outline.lengths.get(0) };
        let shared = shape.shared_bytes(device.warps_of_block(WARPS));
        let grid = device.grid::<SumRoots>(WARPS, shared, on.tasks())?;
        let n = outline.n() as usize;
        let (opposites, cliques) = (device.zeroed(n)?, device.zeroed(n)?);
        Swept::new(on, 0, RootSumming { shape, grid, opposites, cliques })
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
            graph: on.graph(lend),
            hubs: on.hubs(lend),
            ranks: lend.slice(on.ranks()),
            triangles: lend.slice(on.triangles_of_edges()),
            roots: on.oriented().root_tasks(lend, share.tasks.clone()),
            queue: lend.slice(share.queue(0)),
            opposites: lend.atomics(&self.opposites),
            cliques: lend.atomics(&self.cliques),
            shape: self.shape,
        };
        lend.launch::<SumRoots>(self.grid, &args)
    }
}

/// Counts the 4-cycles at each vertex, each twice: a task is a root.
fn vertex_cycles(
    on: OnDevice,
) -> Result<Swept<WedgeCounting<CycleKernels<Vertex4Cycles, Vertex4CyclesInWindows>>>, RuntimeError> {
    let places = PlaceCounts::of_all(on.device().zeroed(on.outline().n() as usize)?, &on);
    WedgeCounting::new(on, Smaller::Oriented, CycleKernels(PhantomData), 1, Some(places))
}

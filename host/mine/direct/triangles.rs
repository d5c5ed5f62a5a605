//! Triangles, in all and through each edge, and sums over the edges.

use std::marker::PhantomData;
use std::ops::Range;
use std::sync::Arc;

use motherlode_device::Kernel;
use motherlode_device::kernels::edge_counts::roots::RankedRoots;
use motherlode_device::kernels::edge_counts::short_lists::{
    EvenEdgeTriangles, HalvedEdgeTriangles, HalvedEdgesArgs,
};
use motherlode_device::kernels::edge_counts::sums::{EdgeSum, SUMS, SumEdges, SumEdgesArgs};
use motherlode_device::kernels::edge_counts::triangles::{
    EdgeTriangles as EdgeTrianglesKernel, EdgeTrianglesArgs,
};
use motherlode_device::kernels::triangles::count::{CountTriangles, CountTrianglesArgs, shared_bytes};
use motherlode_device::kernels::triangles::even::CountEvenTriangles;
use motherlode_device::kernels::triangles::halved::{
    self, CountHalvedTriangles, HalveArgs, HalveNeighbors, HalvedRoots, HalvedTrianglesArgs,
};
use motherlode_device::kernels::triangles::{HubRows, MarksShape};
use motherlode_device::memory::Slice;

use super::for_all_lanes::{ForAllLanes, MadeForLanes, OnEachDevice};
use super::graph_sums::EdgeSums;
use super::merge::add_up;
use super::on_device::{OnDevice, WARPS};
use super::session::Session;
use super::sweep::{Sweep, SweepShare, SweepTasks, Swept};
use crate::MineError;
use crate::clock::Clock;
use crate::place::Together;
use crate::place::launches::launch_items;
use crate::runtime::{Buffer, Grid, Lend, RuntimeError};

impl Session<'_> {
    /// The number of triangles.
    ///
    /// # Errors
    /// When the graph or what the count needs does not fit in the memory, the device fails, or the job is to stop.
    pub fn triangles(&mut self) -> Result<u128, MineError> {
        if let Some(triangles) = self.facts.triangles {
            return Ok(triangles);
        }
        let triangles = if self.first.tasks() == 0 { 0 } else { self.count_triangles()? };
        self.facts.triangles = Some(triangles);
        Ok(triangles)
    }

    fn count_triangles(&mut self) -> Result<u128, MineError> {
        if let Some(triangles) = self.count_triangles_in_tiles()? {
            return Ok(triangles);
        }
        if let Some(triangles) = self.count_triangles_by_prefixes()? {
            return Ok(triangles);
        }
        self.make_room(Together { oriented: true, ..Together::default() })?;
        if let Some(triangles) = self.count_few_triangles()? {
            return Ok(triangles);
        }
        let halved = OnEachDevice::default();
        Ok(self.deal(OnDevice::get_hubs, |on| TriangleCounter::new(on, &halved))?.done.tally)
    }

    /// Counts the triangles through each edge, when first asked to.
    ///
    /// # Errors
    /// When the graph or the counts do not fit in the memory, the device fails, or the job is to stop.
    pub fn count_edge_triangles(&mut self) -> Result<(), MineError> {
        let kept = self.first.kept();
        if self.first.get_edge_triangles(&kept)? {
            return Ok(());
        }
        if let Some(counts) = self.count_edge_triangles_in_tiles()? {
            self.first.keep_edge_triangles(counts);
            return Ok(());
        }
        if let Some(counts) = self.count_edge_triangles_by_prefixes()? {
            self.first.keep_edge_triangles(counts);
            return Ok(());
        }
        let bytes_per_edge = size_of::<u32>() as u64;
        self.make_room(Together { oriented: true, bytes_per_edge, ..Together::default() })?;
        let counts = if self.first.tasks() > 0 {
            let halved = OnEachDevice::default();
            let counted = self.deal(EdgeTriangles::ready, |on| EdgeTriangles::new(on, &halved))?;
            let counts = counted.workers.into_iter().map(|worker| worker.into_sweep().counts).collect();
            self.run.clock.mine(|| add_up(counts, &self.first))?
        } else {
            self.room(|session| session.first.counts(0))?
        };
        self.first.keep_edge_triangles(counts);
        Ok(())
    }

    /// The sum of `(d(u) - 1) (d(v) - 1)` over the edges: along with the other sums, if the triangles through each edge
    /// have been counted.
    ///
    /// # Errors
    /// Those of [`edge_sums`](Self::edge_sums).
    pub(super) fn degree_products(&mut self) -> Result<u128, MineError> {
        let kept = self.first.kept();
        if self.facts.sums.is_some() || self.first.get_edge_triangles(&kept)? {
            return Ok(self.edge_sums(false)?.get(EdgeSum::DegreeProducts));
        }
        Ok(self.sum_edges::<SumEdges, SUMS>()?[EdgeSum::DegreeProducts as usize])
    }

    /// The sums over the edges; the one with 4-cycles only if `with_cycles`.
    ///
    /// # Errors
    /// When the graph or the counts at its edges do not fit in the memory, the device fails, a sum passes 128 bits, or
    /// the job is to stop.
    pub fn edge_sums(&mut self, with_cycles: bool) -> Result<EdgeSums, MineError> {
        if let Some(sums) = self.facts.sums.filter(|sums| sums.with_cycles || !with_cycles) {
            return Ok(sums);
        }
        self.count_edges(with_cycles)?;
        let with_cycles = self.first.get_edge_cycles();
        let values = self.sum_edges::<SumEdges, SUMS>()?;
        let sums = EdgeSums { values, with_cycles };
        // Each triangle is at three edges.
        self.facts.triangles = Some(sums.get(EdgeSum::Triangles) / 3);
        self.facts.sums = Some(sums);
        Ok(sums)
    }

    /// Counts the triangles through each edge, and if `cycles` the 4-cycles, when first asked to.
    pub(super) fn count_edges(&mut self, cycles: bool) -> Result<(), MineError> {
        // First, on a single device: where memory is short, 4-cycles are counted window by window and kept beyond the
        // device, and counts of triangles would take room from the windows.
        if cycles && self.team_is_one() {
            self.count_edge_cycles()?;
        }
        self.count_edge_triangles()?;
        if cycles {
            self.count_edge_cycles()?;
        }
        Ok(())
    }

    /// Adds up the sums over the edges of one of the kernels that do.
    pub(super) fn sum_edges<K, const N: usize>(&mut self) -> Result<[u128; N], MineError>
    where
        K: for<'a> Kernel<Args<'a> = SumEdgesArgs<'a>>,
    {
        self.make_room(Together { oriented: true, ..Together::default() })?;
        self.first.get_oriented(self.run.clock)?;
        let sweep = EdgeSumming { kernel: PhantomData::<fn() -> K> };
        let work = self.room(|session| Swept::new(session.first.clone(), N, sweep))?;
        Ok(array(self.deal_alone(work)?))
    }
}

/// A grid for a kernel whose warps have marks and draw tasks of roots.
///
/// # Errors
/// When no block fits.
pub(super) fn marked_grid<K: Kernel>(on: &OnDevice) -> Result<Grid, RuntimeError> {
    grid_with::<K>(on, |warps| shared_bytes(on.marks(), warps))
}

/// A grid for a kernel whose warps draw tasks of roots, with `shared` bytes of shared memory for a block of so many
/// warps.
///
/// # Errors
/// When no block fits.
pub(super) fn grid_with<K: Kernel>(
    on: &OnDevice,
    shared: impl Fn(u32) -> usize,
) -> Result<Grid, RuntimeError> {
    on.device().grid::<K>(WARPS, shared(on.device().warps_of_block(WARPS)), on.tasks())
}

/// What the lists of a graph are like, which says how triangles are counted.
enum ListKind {
    /// Of any length. Warps have such marks.
    Any(MarksShape),
    /// All short. Warps have such marks.
    Short(MarksShape),
    /// All short, and more than the cache holds.
    Halved(Arc<MadeForLanes<HalvedLists>>),
}

impl ListKind {
    fn of(on: &OnDevice, halved: &OnEachDevice<HalvedLists>) -> Result<ListKind, RuntimeError> {
        let Some(marks) = on.even_marks() else { return Ok(ListKind::Any(on.marks())) };
        let halved = halved.on(on, || HalvedLists::are_worth_it(on))?;
        Ok(halved.map_or(ListKind::Short(marks), ListKind::Halved))
    }

    /// The grid of that of three kernels which is for such lists.
    fn grid<Any: Kernel, Short: Kernel, Halved: Kernel>(&self, on: &OnDevice) -> Result<Grid, RuntimeError> {
        match *self {
            ListKind::Any(marks) => grid_with::<Any>(on, |warps| shared_bytes(marks, warps)),
            ListKind::Short(marks) => grid_with::<Short>(on, |warps| shared_bytes(marks, warps)),
            ListKind::Halved(_) => grid_with::<Halved>(on, halved::shared_bytes),
        }
    }

    /// Makes what the kernel reads, if it is not there.
    fn prepare(&self, on: &OnDevice) -> Result<(), RuntimeError> {
        match self {
            ListKind::Halved(lists) => lists.get(on).map(drop),
            ListKind::Any(_) | ListKind::Short(_) => Ok(()),
        }
    }
}

/// A copy of the neighbours in half as many bytes, on a device.
struct HalvedLists {
    halves: Buffer<'static, u128>,
}

impl HalvedLists {
    /// Whether it is worth making, and there is room for it and as much for the rest of the job.
    fn are_worth_it(on: &OnDevice) -> bool {
        let bytes = (HalvedLists::length(on) * size_of::<u128>()) as u64;
        on.tuning.halves(on.outline()) && bytes <= on.device().budget().left() / 2
    }

    fn length(on: &OnDevice) -> usize {
        on.outline().edges().div_ceil(8)
    }
}

impl ForAllLanes for HalvedLists {
    fn room(on: &OnDevice) -> Result<HalvedLists, RuntimeError> {
        Ok(HalvedLists { halves: on.device().unwritten(HalvedLists::length(on))? })
    }

    fn fill(&mut self, on: &OnDevice) -> Result<(), RuntimeError> {
        let length = self.halves.len() as u64;
        // SAFETY: the graph's neighbours, and as many numbers as their halves fill, which nobody else has.
        let lend = unsafe { on.lend() };
        let args = HalveArgs { neighbors: on.graph(&lend).neighbors, halves: lend.scratch(&mut self.halves) };
        launch_items::<HalveNeighbors>(&lend, length, &args)?;
        on.device().synchronize()
    }
}

/// Counts triangles: a task is some roots.
struct TriangleCounter {
    grid: Grid,
    lists: ListKind,
}

impl TriangleCounter {
    /// With the halved lists of its device, if it has any, which its other lane has as well.
    fn new(on: OnDevice, halved: &OnEachDevice<HalvedLists>) -> Result<Swept<Self>, RuntimeError> {
        let lists = ListKind::of(&on, halved)?;
        let grid = lists.grid::<CountTriangles, CountEvenTriangles, CountHalvedTriangles>(&on)?;
        Swept::new(on, 1, TriangleCounter { grid, lists })
    }
}

// SAFETY: the grid has the shared memory that its kernel asks for. What is halved are all neighbours, which are few
// enough for that, in lists that are short, and nothing writes the halves once they are made.
unsafe impl Sweep for TriangleCounter {
    type Tally = u128;

    fn tasks(&self, _: &OnDevice) -> SweepTasks {
        SweepTasks::OfRoots(self.grid)
    }

    fn prepare(&mut self, on: &OnDevice, _: &Range<u64>) -> Result<(), RuntimeError> {
        self.lists.prepare(on)
    }

    fn launch(&mut self, on: &OnDevice, lend: &Lend<'_>, share: &SweepShare<'_>) -> Result<(), RuntimeError> {
        let TriangleCounter { grid, lists } = self;
        let (graph, roots) = (on.graph(lend), on.oriented().root_tasks(lend, share.tasks.clone()));
        let (queue, totals) = (lend.slice(share.queue(0)), lend.slice(share.totals()));
        let marked = |marks| CountTrianglesArgs { graph, hubs: on.hubs(lend), roots, queue, totals, marks };
        match lists {
            ListKind::Any(marks) => lend.launch::<CountTriangles>(*grid, &marked(*marks)),
            ListKind::Short(marks) => lend.launch::<CountEvenTriangles>(*grid, &marked(*marks)),
            ListKind::Halved(lists) => {
                let halves = lend.slice(&lists.get(on)?.halves);
                let args = HalvedTrianglesArgs { roots: HalvedRoots { graph, halves, roots, queue }, totals };
                lend.launch::<CountHalvedTriangles>(*grid, &args)
            }
        }
    }
}

/// Counts the triangles through each edge: a task is some roots.
struct EdgeTriangles {
    grid: Grid,
    lists: ListKind,
    /// For each edge, the triangles found of the tasks that this worker was given.
    counts: Buffer<'static, u32>,
}

impl EdgeTriangles {
    /// Gets the rows of hubs, if there are any to speak of, with their ranks.
    fn ready(on: &mut OnDevice, clock: &Clock) -> Result<(), RuntimeError> {
        on.get_hubs(clock)?;
        if on.even_marks().is_none() { on.get_ranks(clock) } else { Ok(()) }
    }

    /// With the halved lists of its device, if it has any, which its other lane has as well.
    fn new(on: OnDevice, halved: &OnEachDevice<HalvedLists>) -> Result<Swept<Self>, RuntimeError> {
        let counts = on.counts(0)?;
        let lists = ListKind::of(&on, halved)?;
        let grid = lists.grid::<EdgeTrianglesKernel, EvenEdgeTriangles, HalvedEdgeTriangles>(&on)?;
        Swept::new(on, 0, EdgeTriangles { grid, lists, counts })
    }
}

// SAFETY: there is a sum for each edge, and the grid has the shared memory that its kernel asks for. What is halved is
// as for `TriangleCounter`.
unsafe impl Sweep for EdgeTriangles {
    type Tally = ();

    fn tasks(&self, _: &OnDevice) -> SweepTasks {
        SweepTasks::OfRoots(self.grid)
    }

    fn works_alone(&self, _: &OnDevice) -> bool {
        self.counts.is_spread()
    }

    fn prepare(&mut self, on: &OnDevice, _: &Range<u64>) -> Result<(), RuntimeError> {
        self.lists.prepare(on)
    }

    fn launch(&mut self, on: &OnDevice, lend: &Lend<'_>, share: &SweepShare<'_>) -> Result<(), RuntimeError> {
        let (ranked, edge_sums) = (share.ranked_roots(on, lend), lend.atomics(&self.counts));
        match &self.lists {
            ListKind::Any(_) => {
                let args = EdgeTrianglesArgs { roots: ranked, edge_sums };
                lend.launch::<EdgeTrianglesKernel>(self.grid, &args)
            }
            ListKind::Short(marks) => {
                let hubs = HubRows { words: Slice::empty(), count: 0 };
                let roots = RankedRoots { hubs, marks: *marks, ..ranked };
                lend.launch::<EvenEdgeTriangles>(self.grid, &EdgeTrianglesArgs { roots, edge_sums })
            }
            ListKind::Halved(lists) => {
                let RankedRoots { graph, roots, queue, .. } = ranked;
                let halves = lend.slice(&lists.get(on)?.halves);
                let roots = HalvedRoots { graph, halves, roots, queue };
                lend.launch::<HalvedEdgeTriangles>(self.grid, &HalvedEdgesArgs { roots, edge_sums })
            }
        }
    }
}

/// Adds up sums over the edges, by a kernel that has such arguments.
struct EdgeSumming<K> {
    kernel: PhantomData<fn() -> K>,
}

// SAFETY: there are totals for each of the kernel's sums.
unsafe impl<K: for<'a> Kernel<Args<'a> = SumEdgesArgs<'a>>> Sweep for EdgeSumming<K> {
    type Tally = Vec<u128>;

    fn tasks(&self, _: &OnDevice) -> SweepTasks {
        SweepTasks::One
    }

    fn launch(&mut self, on: &OnDevice, lend: &Lend<'_>, share: &SweepShare<'_>) -> Result<(), RuntimeError> {
        on.launch_all::<K>(lend, &on.edges_to_sum(lend, lend.slice(share.totals())))
    }
}

/// The sums of a kernel that has `N`: all zero, where there was no task, and so no launch.
pub(super) fn array<T: std::fmt::Debug + Default, const N: usize>(sums: Vec<T>) -> [T; N] {
    if sums.is_empty() {
        return std::array::from_fn(|_| T::default());
    }
    sums.try_into().expect("a total for each of the kernel's sums")
}

//! Triangles, in all and through each edge, and sums over the edges.

use std::marker::PhantomData;

use motherlode_device::Kernel;
use motherlode_device::kernels::edge_counts::ranks::{RankHubs, RankHubsArgs};
use motherlode_device::kernels::edge_counts::sums::{EdgeSum, SUMS, SumEdges, SumEdgesArgs};
use motherlode_device::kernels::edge_counts::triangles::{
    EdgeTriangles as EdgeTrianglesKernel, EdgeTrianglesArgs,
};
use motherlode_device::kernels::triangles::MarksShape;
use motherlode_device::kernels::triangles::count::{CountTriangles, CountTrianglesArgs, shared_bytes};
use motherlode_device::kernels::triangles::hubs::row_start;

use super::session::{Session, WARPS};
use super::totals::Totals;
use crate::mine::MineError;
use crate::mine::deal::{Share, Work};
use crate::runtime::{Buffer, Grid, RuntimeError, View};

/// The sums over the edges.
#[derive(Clone, Copy, Debug)]
pub(in crate::mine) struct EdgeSums {
    values: [u128; SUMS],
    with_cycles: bool,
}

impl EdgeSums {
    /// One of the sums.
    pub fn get(&self, sum: EdgeSum) -> u128 {
        debug_assert!(self.with_cycles || sum != EdgeSum::TrianglesByCycles);
        self.values[sum as usize]
    }
}

impl Session<'_> {
    /// The number of triangles.
    ///
    /// # Errors
    /// When the device fails, its memory is too small, or the job is to stop. This goes for all of the session's counts.
    pub fn triangles(&mut self) -> Result<u128, MineError> {
        if let Some(triangles) = self.facts.triangles {
            return Ok(triangles);
        }
        let triangles = if self.oriented.tasks() == 0 { 0 } else { self.count_triangles()? };
        self.facts.triangles = Some(triangles);
        Ok(triangles)
    }

    fn count_triangles(&mut self) -> Result<u128, MineError> {
        self.fill_hubs()?;
        let work = self.room(|session| {
            let grid = session.marked_grid::<CountTriangles>()?;
            Ok(TriangleCounter { session, grid, totals: Totals::new(session.device(), 1, 1)? })
        })?;
        self.deal(work)
    }

    /// The shape of the marks, once the hubs are known.
    pub(super) fn marks(&self) -> MarksShape {
        self.tuning.marks(self.outline().n(), self.hub_count())
    }

    /// A grid for a kernel whose warps have marks and draw tasks of roots.
    ///
    /// # Errors
    /// When no block fits.
    pub(super) fn marked_grid<K: Kernel>(&self) -> Result<Grid, RuntimeError> {
        let shared = shared_bytes(self.marks(), self.device().warps_of_block(WARPS));
        self.device().grid::<K>(WARPS, shared, self.oriented.tasks())
    }

    /// Makes the hubs' rows and their ranks, when first asked to.
    ///
    /// # Errors
    /// When the driver fails.
    fn fill_ranks(&mut self) -> Result<(), MineError> {
        self.fill_hubs()?;
        if self.facts.ranks.is_some() {
            return Ok(());
        }
        let mut ranks =
            self.room(|session| session.device().unwritten::<u16>(row_start(session.hub_count()) as usize))?;
        self.run.clock.mine(|| {
            // SAFETY: the session's arguments; there is a rank for each word of the hubs' rows.
            let lend = unsafe { self.lend() };
            let args = RankHubsArgs { hubs: self.hubs(&lend), ranks: lend.scratch(&mut ranks) };
            self.launch_all::<RankHubs>(&lend, &args)?;
            self.device().synchronize()
        })?;
        self.facts.ranks = Some(ranks);
        Ok(())
    }

    /// The ranks of the hubs' rows; none before the triangles through the edges were counted.
    pub(super) fn ranks(&self) -> View<'_, u16> {
        self.facts.ranks.as_ref().map_or(View::empty(), |ranks| ranks.slice())
    }

    /// The triangles through each edge; none before they were counted.
    pub(super) fn triangles_of_edges(&self) -> View<'_, u32> {
        self.facts.edge_triangles.as_ref().map_or(View::empty(), |sums| sums.slice())
    }

    /// The 4-cycles through each edge; none before they were counted.
    pub(super) fn cycles_of_edges(&self) -> View<'_, u64> {
        self.facts.edge_cycles.as_ref().map_or(View::empty(), |sums| sums.slice())
    }

    /// Counts the triangles through each edge, when first asked to.
    ///
    /// # Errors
    /// As [`triangles`](Self::triangles).
    pub fn count_edge_triangles(&mut self) -> Result<(), MineError> {
        if self.facts.edge_triangles.is_some() {
            return Ok(());
        }
        let (device, edges) = (self.device(), self.outline().edges());
        let (edge_sums, queue) =
            self.room(|_| Ok((device.zeroed::<u32>(edges)?, Totals::new(device, 1, 0)?)))?;
        if self.oriented.tasks() > 0 {
            self.fill_ranks()?;
            let grid = self.marked_grid::<EdgeTrianglesKernel>()?;
            self.deal(EdgeTriangles { session: self, grid, queue, edge_sums: &edge_sums })?;
        }
        self.facts.edge_triangles = Some(edge_sums);
        Ok(())
    }

    /// The sums over the edges; the one with 4-cycles only if `with_cycles`.
    ///
    /// # Errors
    /// As [`triangles`](Self::triangles).
    pub fn edge_sums(&mut self, with_cycles: bool) -> Result<EdgeSums, MineError> {
        if let Some(sums) = self.facts.sums.filter(|sums| sums.with_cycles || !with_cycles) {
            return Ok(sums);
        }
        self.count_edge_triangles()?;
        if with_cycles {
            self.count_edge_cycles()?;
        }
        let values = self.sum_edges::<SumEdges, SUMS>()?;
        let sums = EdgeSums { values, with_cycles: self.facts.edge_cycles.is_some() };
        // Each triangle is at three edges.
        self.facts.triangles = Some(sums.get(EdgeSum::Triangles) / 3);
        self.facts.sums = Some(sums);
        Ok(sums)
    }

    /// Adds up the sums over the edges of one of the kernels that do.
    pub(super) fn sum_edges<K, const N: usize>(&mut self) -> Result<[u128; N], MineError>
    where
        K: for<'a> Kernel<Args<'a> = SumEdgesArgs<'a>>,
    {
        let totals = self.room(|session| Totals::new(session.device(), 0, N))?;
        let sums = self.deal(EdgeSumming { session: self, totals, kernel: PhantomData::<fn() -> K> })?;
        Ok(array(sums))
    }
}

/// Counts triangles: a task is some roots.
struct TriangleCounter<'w, 's> {
    session: &'w Session<'s>,
    grid: Grid,
    totals: Totals,
}

impl Work for TriangleCounter<'_, '_> {
    type Tally = u128;

    fn tasks(&self) -> u64 {
        self.session.oriented.tasks()
    }

    fn least_share(&self) -> u64 {
        self.session.device().grid_warps(self.grid)
    }

    fn run(&mut self, share: &Share<'_>) -> Result<u128, MineError> {
        let TriangleCounter { session, grid, totals } = self;
        totals.restart()?;
        // SAFETY: the session's arguments; the grid has the shared memory of such marks.
        let lend = unsafe { session.lend() };
        let args = CountTrianglesArgs {
            graph: session.graph(&lend),
            hubs: session.hubs(&lend),
            roots: session.oriented.root_tasks(&lend, share.tasks()),
            queue: lend.atomics(&totals.queues),
            totals: lend.atomics(&totals.totals),
            marks: session.marks(),
        };
        let launch = || {
            lend.launch::<CountTriangles>(*grid, &args)?;
            totals.fetch()
        };
        share.watch(session.device(), &totals.queues, 0, &[share.size()], launch)?;
        Ok(totals.read()?[0])
    }
}

/// Counts the triangles through each edge: a task is some roots.
struct EdgeTriangles<'w, 's> {
    session: &'w Session<'s>,
    grid: Grid,
    queue: Totals,
    edge_sums: &'w Buffer<'static, u32>,
}

impl Work for EdgeTriangles<'_, '_> {
    type Tally = ();

    fn tasks(&self) -> u64 {
        self.session.oriented.tasks()
    }

    fn run(&mut self, share: &Share<'_>) -> Result<(), MineError> {
        let EdgeTriangles { session, grid, queue, edge_sums } = self;
        queue.restart()?;
        // SAFETY: the session's arguments; there is a sum for each edge, and the grid has the shared memory of such marks.
        let lend = unsafe { session.lend() };
        let args = EdgeTrianglesArgs {
            graph: session.graph(&lend),
            hubs: session.hubs(&lend),
            ranks: lend.slice(session.ranks()),
            roots: session.oriented.root_tasks(&lend, share.tasks()),
            queue: lend.atomics(&queue.queues),
            edge_sums: lend.atomics(edge_sums),
            marks: session.marks(),
        };
        let launch = || lend.launch::<EdgeTrianglesKernel>(*grid, &args);
        Ok(share.watch(session.device(), &queue.queues, 0, &[share.size()], launch)?)
    }
}

/// Adds up sums over the edges: one task.
struct EdgeSumming<'w, 's, K> {
    session: &'w Session<'s>,
    totals: Totals,
    kernel: PhantomData<fn() -> K>,
}

impl<K: for<'a> Kernel<Args<'a> = SumEdgesArgs<'a>>> Work for EdgeSumming<'_, '_, K> {
    type Tally = Vec<u128>;

    fn tasks(&self) -> u64 {
        1
    }

    fn run(&mut self, _: &Share<'_>) -> Result<Vec<u128>, MineError> {
        let EdgeSumming { session, totals, .. } = self;
        totals.restart()?;
        // SAFETY: the session's arguments; there are totals for each of the kernel's sums.
        let lend = unsafe { session.lend() };
        let args = SumEdgesArgs {
            graph: session.graph(&lend),
            degrees: lend.slice(session.oriented.degrees()),
            triangles: lend.slice(session.triangles_of_edges()),
            cycles: lend.slice(session.cycles_of_edges()),
            totals: lend.atomics(&totals.totals),
        };
        session.launch_all::<K>(&lend, &args)?;
        totals.fetch()?;
        session.device().synchronize()?;
        totals.read()
    }
}

/// The sums of a kernel that has `N`.
pub(super) fn array<const N: usize>(sums: Vec<u128>) -> [u128; N] {
    sums.try_into().expect("a total for each of the kernel's sums")
}

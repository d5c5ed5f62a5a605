//! Triangles, in all and through each edge, and sums over the edges.

use motherlode_device::Kernel;
use motherlode_device::kernels::count::tally::{TOTALS, total};
use motherlode_device::kernels::edge_counts::ranks::{RankHubs, RankHubsArgs};
use motherlode_device::kernels::edge_counts::sums::{SUMS, Sum, SumEdges, SumEdgesArgs};
use motherlode_device::kernels::edge_counts::triangles::{EdgeTriangles, EdgeTrianglesArgs};
use motherlode_device::kernels::triangles::MarksShape;
use motherlode_device::kernels::triangles::count::{CountTriangles, CountTrianglesArgs, shared_bytes};
use motherlode_device::kernels::triangles::hubs::row_start;

use super::session::{Session, WARPS};
use crate::mine::MineError;
use crate::runtime::{Buffer, View};

/// The sums over the edges.
#[derive(Clone, Copy, Debug)]
pub(in crate::mine) struct EdgeSums {
    values: [u128; SUMS],
    with_cycles: bool,
}

impl EdgeSums {
    /// One of the sums.
    pub fn get(&self, sum: Sum) -> u128 {
        debug_assert!(self.with_cycles || sum != Sum::TrianglesByCycles);
        self.values[sum as usize]
    }
}

impl Session<'_> {
    /// The number of triangles.
    ///
    /// # Errors
    /// When the device fails, its memory is too small, or an interrupt was requested. This goes for all of the
    /// session's counts.
    pub fn triangles(&mut self) -> Result<u128, MineError> {
        if let Some(triangles) = self.found.triangles {
            return Ok(triangles);
        }
        let triangles = self.count_triangles()?;
        self.found.triangles = Some(triangles);
        Ok(triangles)
    }

    fn count_triangles(&mut self) -> Result<u128, MineError> {
        let tasks = self.resident.tasks();
        if tasks == 0 {
            return Ok(0);
        }
        self.fill_hubs()?;
        let marks = self.marks();
        let (queue, totals, grid) = self.room(|session| {
            let shared = shared_bytes(marks, session.warps());
            let grid = session.device.grid::<CountTriangles>(WARPS, shared, tasks)?;
            Ok((session.device.zeroed::<u64>(1)?, session.device.zeroed::<u64>(TOTALS)?, grid))
        })?;
        self.mined(|session| {
            // SAFETY: the session's arguments; the grid has the shared memory of such marks.
            let lend = unsafe { session.lend() };
            let args = CountTrianglesArgs {
                graph: session.graph(&lend),
                hubs: session.hubs(&lend),
                roots: session.roots(&lend),
                queue: lend.slice(queue.atomics()),
                totals: lend.slice(totals.atomics()),
                marks,
            };
            session.run::<CountTriangles>(&lend, grid, &args, &queue, tasks)?;
            total(&totals.download()?).ok_or(MineError::CountOverflow)
        })
    }

    /// The shape of the marks, once the hubs are known.
    pub(super) fn marks(&self) -> MarksShape {
        self.tuning.marks(self.oriented().n(), self.hub_count())
    }

    /// Makes the hubs' rows and their ranks, when first asked to.
    ///
    /// # Errors
    /// When the driver fails.
    fn fill_ranks(&mut self) -> Result<(), MineError> {
        self.fill_hubs()?;
        if self.found.ranks.is_some() {
            return Ok(());
        }
        let mut ranks =
            self.room(|session| session.device.unwritten::<u16>(row_start(session.hub_count()) as usize))?;
        self.mined(|session| {
            // SAFETY: the session's arguments; there is a rank for each word of the hubs' rows.
            let lend = unsafe { session.lend() };
            let args = RankHubsArgs { hubs: session.hubs(&lend), ranks: lend.scratch(ranks.scratch()) };
            Ok(session.run_all::<RankHubs>(&lend, &args)?)
        })?;
        self.found.ranks = Some(ranks);
        Ok(())
    }

    /// The ranks of the hubs' rows; none before the triangles through the edges were counted.
    pub(super) fn ranks(&self) -> View<'_, u16> {
        self.found.ranks.as_ref().map_or(View::empty(), |ranks| ranks.slice())
    }

    /// The triangles through each edge; none before they were counted.
    pub(super) fn triangles_of_edges(&self) -> View<'_, u32> {
        self.found.edge_triangles.as_ref().map_or(View::empty(), |sums| sums.slice())
    }

    /// The 4-cycles through each edge; none before they were counted.
    pub(super) fn cycles_of_edges(&self) -> View<'_, u64> {
        self.found.edge_cycles.as_ref().map_or(View::empty(), |sums| sums.slice())
    }

    /// Warps in a block of [`WARPS`], as a kernel sees them.
    pub(super) fn warps(&self) -> u32 {
        self.device.warps_of_block(WARPS)
    }

    /// Counts the triangles through each edge, when first asked to.
    ///
    /// # Errors
    /// As [`triangles`](Self::triangles).
    pub fn count_edge_triangles(&mut self) -> Result<(), MineError> {
        if self.found.edge_triangles.is_some() {
            return Ok(());
        }
        let edges = self.oriented().edges();
        let (edge_sums, queue) = self
            .room(|session| Ok((session.device.zeroed::<u32>(edges)?, session.device.zeroed::<u64>(1)?)))?;
        let tasks = self.resident.tasks();
        if tasks > 0 {
            self.fill_ranks()?;
            self.mined(|session| session.fill_edge_triangles(&edge_sums, &queue, tasks))?;
        }
        self.found.edge_triangles = Some(edge_sums);
        Ok(())
    }

    fn fill_edge_triangles(
        &self,
        edge_sums: &Buffer<'_, u32>,
        queue: &Buffer<'_, u64>,
        tasks: u64,
    ) -> Result<(), MineError> {
        let marks = self.marks();
        let grid = self.device.grid::<EdgeTriangles>(WARPS, shared_bytes(marks, self.warps()), tasks)?;
        // SAFETY: the session's arguments; there is a sum for each edge, and the grid has the shared memory of such marks.
        let lend = unsafe { self.lend() };
        let args = EdgeTrianglesArgs {
            graph: self.graph(&lend),
            hubs: self.hubs(&lend),
            ranks: lend.slice(self.ranks()),
            roots: self.roots(&lend),
            queue: lend.slice(queue.atomics()),
            edge_sums: lend.slice(edge_sums.atomics()),
            marks,
        };
        Ok(self.run::<EdgeTriangles>(&lend, grid, &args, queue, tasks)?)
    }

    /// The sums over the edges; the one with 4-cycles only if `with_cycles`.
    ///
    /// # Errors
    /// As [`triangles`](Self::triangles).
    pub fn edge_sums(&mut self, with_cycles: bool) -> Result<EdgeSums, MineError> {
        if let Some(sums) = self.found.sums.filter(|sums| sums.with_cycles || !with_cycles) {
            return Ok(sums);
        }
        self.count_edge_triangles()?;
        if with_cycles {
            self.count_edge_cycles()?;
        }
        let values = self.sum_edges::<SumEdges, SUMS>()?;
        let sums = EdgeSums { values, with_cycles: self.found.edge_cycles.is_some() };
        // Each triangle is at three edges.
        self.found.triangles = Some(sums.get(Sum::Triangles) / 3);
        self.found.sums = Some(sums);
        Ok(sums)
    }

    /// Adds up the sums over the edges of one of the kernels that do.
    pub(super) fn sum_edges<K, const N: usize>(&mut self) -> Result<[u128; N], MineError>
    where
        K: for<'a> Kernel<Args<'a> = SumEdgesArgs<'a>>,
    {
        let totals = self.room(|session| session.device.zeroed::<u64>(N * TOTALS))?;
        self.mined(|session| {
            // SAFETY: the session's arguments; there are totals for each of the kernel's sums.
            let lend = unsafe { session.lend() };
            let args = SumEdgesArgs {
                graph: session.graph(&lend),
                degrees: lend.slice(session.resident.degrees()),
                triangles: lend.slice(session.triangles_of_edges()),
                cycles: lend.slice(session.cycles_of_edges()),
                totals: lend.slice(totals.atomics()),
            };
            session.run_all::<K>(&lend, &args)?;
            values(&totals)
        })
    }
}

/// The sums that stand in `N` totals.
pub(super) fn values<const N: usize>(totals: &Buffer<'_, u64>) -> Result<[u128; N], MineError> {
    let totals = totals.download()?;
    let mut values = [0; N];
    for (value, limbs) in values.iter_mut().zip(totals.chunks(TOTALS)) {
        *value = total(limbs).ok_or(MineError::CountOverflow)?;
    }
    Ok(values)
}

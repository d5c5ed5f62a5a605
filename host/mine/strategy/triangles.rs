//! Triangles, in all and through each edge, and sums over the edges.

use motherlode_device::Kernel;
use motherlode_device::kernels::count::tally::{TOTALS, total};
use motherlode_device::kernels::edge_counts::ranks::{RankHubs, RankHubsArgs};
use motherlode_device::kernels::edge_counts::sums::{SUMS, Sum, SumEdges, SumEdgesArgs};
use motherlode_device::kernels::edge_counts::triangles::{EdgeTriangles, EdgeTrianglesArgs};
use motherlode_device::kernels::triangles::count::{CountTriangles, CountTrianglesArgs, shared_bytes};
use motherlode_device::memory::Slice;

use super::session::{Session, WARPS};
use crate::mine::MineError;
use crate::mine::progress::timed;
use crate::runtime::{Buffer, RuntimeError};

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
        let mut mine = 0.0;
        let triangles = timed(&mut mine, || self.count_triangles())?;
        self.seconds.mine += mine;
        self.found.triangles = Some(triangles);
        Ok(triangles)
    }

    fn count_triangles(&mut self) -> Result<u128, MineError> {
        let tasks = self.resident.tasks();
        if tasks == 0 {
            return Ok(0);
        }
        self.fill_hubs()?;
        let hubs = self.hubs();
        let marks = self.tuning.marks(self.oriented().n(), hubs.count);
        let (queue, totals) = (self.device.zeroed::<u64>(1)?, self.device.zeroed::<u64>(TOTALS)?);
        let grid = self.grid::<CountTriangles>(WARPS, shared_bytes(marks, self.warps()), tasks)?;
        let args = CountTrianglesArgs {
            graph: self.graph(),
            hubs,
            roots: self.roots(),
            queue: queue.atomics(),
            totals: totals.atomics(),
            marks,
        };
        self.run::<CountTriangles>(grid, &args, &queue, tasks)?;
        total(&totals.download()?).ok_or(MineError::CountOverflow)
    }

    /// Makes the hubs' rows and their ranks, when first asked to.
    ///
    /// # Errors
    /// When the driver fails.
    fn fill_ranks(&mut self) -> Result<(), RuntimeError> {
        self.fill_hubs()?;
        if self.found.ranks.is_none() {
            let hubs = self.hubs();
            let mut ranks = self.device.unwritten::<u16>(hubs.words.len())?;
            self.run_all::<RankHubs>(&RankHubsArgs { hubs, ranks: ranks.scratch() })?;
            self.found.ranks = Some(ranks);
        }
        Ok(())
    }

    /// The ranks of the hubs' rows; none before the triangles through the edges were counted.
    pub(super) fn ranks(&self) -> Slice<'_, u16> {
        self.found.ranks.as_ref().map_or(Slice::empty(), |ranks| ranks.slice())
    }

    /// The triangles through each edge; none before they were counted.
    pub(super) fn triangles_of_edges(&self) -> Slice<'_, u32> {
        self.found.edge_triangles.as_ref().map_or(Slice::empty(), |sums| sums.slice())
    }

    /// The 4-cycles through each edge; none before they were counted.
    pub(super) fn cycles_of_edges(&self) -> Slice<'_, u64> {
        self.found.edge_cycles.as_ref().map_or(Slice::empty(), |sums| sums.slice())
    }

    /// Warps in a block of [`WARPS`], as a kernel sees them.
    pub(super) fn warps(&self) -> u32 {
        if self.tuning.scalar { 1 } else { WARPS }
    }

    /// Counts the triangles through each edge, when first asked to.
    ///
    /// # Errors
    /// As [`triangles`](Self::triangles).
    pub fn count_edge_triangles(&mut self) -> Result<(), MineError> {
        if self.found.edge_triangles.is_some() {
            return Ok(());
        }
        let mut mine = 0.0;
        timed(&mut mine, || self.fill_edge_triangles())?;
        self.seconds.mine += mine;
        Ok(())
    }

    fn fill_edge_triangles(&mut self) -> Result<(), MineError> {
        let edge_sums = self.device.zeroed::<u32>(self.oriented().edges())?;
        let tasks = self.resident.tasks();
        if tasks > 0 {
            self.fill_ranks()?;
            let hubs = self.hubs();
            let marks = self.tuning.marks(self.oriented().n(), hubs.count);
            let queue = self.device.zeroed::<u64>(1)?;
            let grid = self.grid::<EdgeTriangles>(WARPS, shared_bytes(marks, self.warps()), tasks)?;
            let args = EdgeTrianglesArgs {
                graph: self.graph(),
                hubs,
                ranks: self.ranks(),
                roots: self.roots(),
                queue: queue.atomics(),
                edge_sums: edge_sums.atomics(),
                marks,
            };
            self.run::<EdgeTriangles>(grid, &args, &queue, tasks)?;
        }
        self.found.edge_triangles = Some(edge_sums);
        Ok(())
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
        let mut mine = 0.0;
        let values = timed(&mut mine, || self.sum_edges::<SumEdges, SUMS>())?;
        self.seconds.mine += mine;
        let sums = EdgeSums { values, with_cycles: self.found.edge_cycles.is_some() };
        // Each triangle is at three edges.
        self.found.triangles = Some(sums.get(Sum::Triangles) / 3);
        self.found.sums = Some(sums);
        Ok(sums)
    }

    /// Adds up the sums over the edges of one of the kernels that do.
    pub(super) fn sum_edges<K, const N: usize>(&self) -> Result<[u128; N], MineError>
    where
        K: for<'a> Kernel<Args<'a> = SumEdgesArgs<'a>>,
    {
        let totals = self.device.zeroed::<u64>(N * TOTALS)?;
        self.run_all::<K>(&SumEdgesArgs {
            graph: self.graph(),
            degrees: self.resident.degrees(),
            triangles: self.triangles_of_edges(),
            cycles: self.cycles_of_edges(),
            totals: totals.atomics(),
        })?;
        values(&totals)
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

//! A job's use of a graph on a device, by kernels that need no plan.

use std::sync::Arc;

use motherlode_device::Kernel;
use motherlode_device::graph::GraphView;
use motherlode_device::kernels::triangles::hubs::{FillHubs, FillHubsArgs, row_start};
use motherlode_device::kernels::triangles::{HubRows, Oriented};

use super::facts::{Facts, Hubs};
use super::tuning::Tuning;
use crate::mine::deal::{Work, deal};
use crate::mine::memory::if_it_fits;
use crate::mine::placed::{FactsInUse, Known};
use crate::mine::run::Run;
use crate::mine::{MineError, VertexOrder};
use crate::place::{OrientedGraph, Outline, WholeGraph};
use crate::runtime::{Device, Lend, RuntimeError};

/// Warps in a block of the kernels whose warps work alone.
pub(in crate::mine) const WARPS: u32 = 8;

/// A graph on a device, for the kernels that need no plan: it finds out what it is asked for, and keeps it for later jobs.
pub(in crate::mine) struct Session<'s> {
    known: &'s Known,
    pub(super) facts: FactsInUse<'s>,
    pub(super) run: Run<'s>,
    pub(super) tuning: Tuning,
    pub(super) oriented: Arc<OrientedGraph>,
    whole: Option<Arc<WholeGraph>>,
}

impl<'s> Session<'s> {
    /// Begins a job, with the graph oriented on the device.
    ///
    /// # Errors
    /// When it does not fit in the memory budget, or the device fails.
    pub fn new(known: &'s Known, run: Run<'s>) -> Result<Self, MineError> {
        let facts = known.facts();
        let oriented = known.form.oriented(run.clock)?;
        let tuning = Tuning::of(known.form.device());
        Ok(Session { known, facts, run, tuning, oriented, whole: None })
    }

    /// What `job` gives; `None` if it does not fit in the memory budget. What was kept for later jobs makes room then.
    ///
    /// # Errors
    /// Those of `job` that are no lack of memory.
    pub(in crate::mine) fn if_it_fits<T>(
        &mut self,
        job: impl FnOnce(&mut Self) -> Result<T, MineError>,
    ) -> Result<Option<T>, MineError> {
        let done = if_it_fits(job(self))?;
        if done.is_none() {
            *self.facts = Facts::default();
        }
        Ok(done)
    }

    /// The device.
    pub(super) fn device(&self) -> &'s Device {
        self.known.form.device()
    }

    /// The order of the vertices.
    pub(super) fn order(&self) -> VertexOrder {
        self.known.form.order()
    }

    /// What the host knows of the oriented graph.
    pub(super) fn outline(&self) -> &Outline {
        &self.oriented.outline
    }

    /// The oriented graph, for kernels.
    pub(super) fn graph(&self, lend: &Lend<'_>) -> Oriented<'_> {
        self.oriented.lists(lend)
    }

    /// Gets the whole graph, when first asked to.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub(super) fn get_whole(&mut self) -> Result<(), RuntimeError> {
        if self.whole.is_none() {
            self.whole = Some(self.known.form.whole(self.run.clock)?);
        }
        Ok(())
    }

    /// The whole graph, for kernels.
    ///
    /// # Panics
    /// Before [`get_whole`](Self::get_whole).
    pub(super) fn whole(&self, lend: &Lend<'_>) -> GraphView<'_> {
        self.whole.as_ref().expect("get_whole comes first").lists(lend)
    }

    /// Makes room on the device before the first launch that needs it: what is allocated between launches would hold
    /// them up.
    ///
    /// # Errors
    /// When it passes the budget, or the driver fails.
    pub(super) fn room<'w, T>(
        &'w self,
        make: impl FnOnce(&'w Self) -> Result<T, RuntimeError>,
    ) -> Result<T, RuntimeError> {
        self.run.clock.transfer(|| make(self))
    }

    /// Deals a part of the job.
    ///
    /// # Errors
    /// As the work.
    pub(super) fn deal<W: Work>(&self, work: W) -> Result<W::Tally, MineError> {
        let mut workers = [work];
        // What the work has on the device is freed after the count, and not counted: that waits for the driver.
        self.run.clock.mine(|| deal(&mut workers, self.run.context))
    }

    /// Makes the hubs' rows, when first asked to.
    ///
    /// # Errors
    /// When the driver fails.
    pub(super) fn fill_hubs(&mut self) -> Result<(), MineError> {
        if self.facts.hubs.is_some() {
            return Ok(());
        }
        let (hubs, grid) = self.room(|session| {
            let device = session.device();
            let count = session.tuning.hubs(session.outline(), device.budget().left());
            let words = device.zeroed::<u32>(row_start(count) as usize)?;
            let grid = device.grid::<FillHubs>(WARPS, 0, count.div_ceil(WARPS).into())?;
            Ok((Hubs { words, count }, grid))
        })?;
        self.run.clock.mine(|| {
            // SAFETY: the session's arguments (see `Session::lend`); there are words for so many hubs, all of them vertices.
            let lend = unsafe { self.lend() };
            let args = FillHubsArgs {
                graph: self.graph(&lend),
                words: lend.atomics(&hubs.words),
                count: hubs.count,
            };
            lend.launch::<FillHubs>(grid, &args)
        })?;
        self.facts.hubs = Some(hubs);
        Ok(())
    }

    /// The hubs' rows, for kernels.
    ///
    /// # Panics
    /// Before [`fill_hubs`](Self::fill_hubs).
    pub(super) fn hubs(&self, lend: &Lend<'_>) -> HubRows<'_> {
        let hubs = self.facts.hubs.as_ref().expect("fill_hubs comes first");
        HubRows { words: lend.slice(&hubs.words), count: hubs.count }
    }

    /// How many hubs have rows.
    ///
    /// # Panics
    /// Before [`fill_hubs`](Self::fill_hubs).
    pub(super) fn hub_count(&self) -> u32 {
        self.facts.hubs.as_ref().expect("fill_hubs comes first").count
    }

    /// What launches kernels on the session's arrays.
    ///
    /// # Safety
    /// As for [`Device::lend`]. What the session itself gives of the graph (`graph`, `whole`, `hubs`, `ranks`, the roots and
    /// the counts of the edges) is of one graph, and as the kernels require it; one session at a time has them.
    pub(super) unsafe fn lend(&self) -> Lend<'s> {
        // SAFETY: the caller's promise.
        unsafe { self.device().lend() }
    }

    /// Launches a kernel that draws no tasks.
    ///
    /// # Errors
    /// When the launch fails.
    pub(super) fn launch_all<K: Kernel>(
        &self,
        lend: &Lend<'_>,
        args: &K::Args<'_>,
    ) -> Result<(), RuntimeError> {
        lend.launch_up_to::<K>(u64::MAX, WARPS, 0, args)
    }
}

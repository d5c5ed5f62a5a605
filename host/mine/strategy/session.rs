//! What has been found out about a graph on a device: each thing once, however many counts need it.

use std::collections::BTreeMap;

use motherlode_device::Kernel;
use motherlode_device::graph::GraphView;
use motherlode_device::kernels::triangles::hubs::{FillHubs, FillHubsArgs, row_start};
use motherlode_device::kernels::triangles::{HubRows, Oriented, Roots};
use motherlode_device::memory::Slice;

use super::outline::Outline;
use super::resident::Resident;
use super::tuning::Tuning;
use crate::mine::progress::timed;
use crate::mine::{CountOptions, Input, MineError, Progress, Seconds};
use crate::runtime::{Buffer, Device, Grid, Lend, RuntimeError, Watch};

/// Warps in a block of the kernels whose warps work alone.
pub(in crate::mine) const WARPS: u32 = 8;

/// A graph on a device, for the specialised kernels.
pub(in crate::mine) struct Session<'s> {
    pub input: &'s Input,
    pub device: &'s Device,
    pub options: &'s CountOptions,
    pub tuning: Tuning,
    /// How long the parts took so far.
    pub seconds: Seconds,
    pub(super) resident: Resident<'s>,
    hubs: Option<Hubs>,
    pub(super) found: Found,
}

/// What has been found out.
#[derive(Default)]
pub(super) struct Found {
    pub triangles: Option<u128>,
    pub cycles: Option<u128>,
    /// By their numbers of vertices.
    pub cliques: BTreeMap<u32, u128>,
    pub edge_triangles: Option<Buffer<'static, u32>>,
    pub edge_cycles: Option<Buffer<'static, u64>>,
    pub ranks: Option<Buffer<'static, u16>>,
    pub sums: Option<super::triangles::EdgeSums>,
    pub fives: super::fives::FiveSums,
}

/// The rows of the hubs on the device.
struct Hubs {
    words: Buffer<'static, u32>,
    count: u32,
}

impl<'s> Session<'s> {
    /// Brings the graph to the device, and orients it.
    ///
    /// # Errors
    /// When it does not fit in the memory budget, or the device fails.
    pub fn new(input: &'s Input, device: &'s Device, options: &'s CountOptions) -> Result<Self, MineError> {
        let mut seconds = Seconds::default();
        let tuning = Tuning::of(device);
        let resident = Resident::new(input, device, tuning.leading(), &mut seconds)?;
        let (hubs, found) = (None, Found::default());
        Ok(Session { input, device, options, tuning, seconds, resident, hubs, found })
    }

    /// What the host knows of the oriented graph.
    pub fn oriented(&self) -> &Outline {
        self.resident.outline()
    }

    /// The oriented graph.
    pub fn graph(&self, lend: &Lend<'_>) -> Oriented<'_> {
        self.resident.oriented(lend)
    }

    /// The roots in tasks, for warps.
    pub fn roots(&self, lend: &Lend<'_>) -> Roots<'_> {
        self.resident.roots(lend)
    }

    /// Some of the roots, by their positions among them.
    pub fn root_part(&self, lend: &Lend<'_>, roots: std::ops::Range<u32>) -> Slice<'_, u32> {
        self.roots(lend).vertices.part(roots.start.into(), u64::from(roots.end - roots.start))
    }

    /// Makes the whole graph, when first asked to.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn fill_whole(&mut self) -> Result<(), RuntimeError> {
        self.resident.fill_whole(&mut self.seconds)
    }

    /// The whole graph.
    ///
    /// # Panics
    /// Before [`fill_whole`](Self::fill_whole).
    pub fn whole(&self, lend: &Lend<'_>) -> GraphView<'_> {
        self.resident.whole(lend)
    }

    /// Makes room on the device before the first launch that needs it: what is allocated between launches would hold
    /// them up.
    ///
    /// # Errors
    /// When it passes the budget, or the driver fails.
    pub fn room<T>(
        &mut self,
        make: impl FnOnce(&Self) -> Result<T, RuntimeError>,
    ) -> Result<T, RuntimeError> {
        let mut seconds = 0.0;
        let room = timed(&mut seconds, || make(self));
        self.seconds.transfer += seconds;
        room
    }

    /// Runs a part of the count.
    ///
    /// # Errors
    /// As `part`.
    pub fn mined<T>(&mut self, part: impl FnOnce(&Self) -> Result<T, MineError>) -> Result<T, MineError> {
        let mut seconds = 0.0;
        let found = timed(&mut seconds, || part(self));
        self.seconds.mine += seconds;
        found
    }

    /// Makes the hubs' rows, when first asked to.
    ///
    /// # Errors
    /// When the driver fails.
    pub fn fill_hubs(&mut self) -> Result<(), MineError> {
        if self.hubs.is_some() {
            return Ok(());
        }
        let (hubs, grid) = self.room(|session| {
            let count = session.tuning.hubs(session.oriented(), session.device.budget().left());
            let words = session.device.zeroed::<u32>(row_start(count) as usize)?;
            let grid = session.device.grid::<FillHubs>(WARPS, 0, count.div_ceil(WARPS).into())?;
            Ok((Hubs { words, count }, grid))
        })?;
        self.mined(|session| {
            // SAFETY: the session's arguments (see `Session::lend`); there are words for so many hubs, all of them vertices.
            let lend = unsafe { session.lend() };
            let args = FillHubsArgs {
                graph: session.graph(&lend),
                words: lend.slice(hubs.words.atomics()),
                count: hubs.count,
            };
            Ok(lend.launch::<FillHubs>(grid, &args)?)
        })?;
        self.hubs = Some(hubs);
        Ok(())
    }

    /// The hubs' rows.
    ///
    /// # Panics
    /// Before [`fill_hubs`](Self::fill_hubs).
    pub fn hubs(&self, lend: &Lend<'_>) -> HubRows<'_> {
        let hubs = self.hubs.as_ref().expect("fill_hubs comes first");
        HubRows { words: lend.slice(hubs.words.slice()), count: hubs.count }
    }

    /// How many hubs have rows.
    ///
    /// # Panics
    /// Before [`fill_hubs`](Self::fill_hubs).
    pub fn hub_count(&self) -> u32 {
        self.hubs.as_ref().expect("fill_hubs comes first").count
    }

    /// What launches kernels on the session's arrays.
    ///
    /// # Safety
    /// As for [`Device::lend`]. What the session itself gives of the graph (`graph`, `whole`, `roots`, `hubs`, `ranks`, the
    /// counts of the edges) is of one graph, and as the kernels require it; a session is used by one thread at a time.
    pub unsafe fn lend(&self) -> Lend<'s> {
        // SAFETY: the caller's promise.
        unsafe { self.device.lend() }
    }

    /// Runs a kernel that draws tasks up to `end` from `queue`, watched.
    ///
    /// # Errors
    /// When the kernel fails, or an interrupt was requested.
    pub fn run<K: Kernel>(
        &self,
        lend: &Lend<'_>,
        grid: Grid,
        args: &K::Args<'_>,
        queue: &Buffer<'_, u64>,
        end: u64,
    ) -> Result<(), RuntimeError> {
        self.watched(queue, &[end], || lend.launch::<K>(grid, args))
    }

    /// Runs kernels that draw tasks from a queue each, one after the other, watched.
    ///
    /// # Errors
    /// When a kernel fails, or an interrupt was requested.
    pub fn watched(
        &self,
        queues: &Buffer<'_, u64>,
        ends: &[u64],
        launches: impl FnOnce() -> Result<(), RuntimeError>,
    ) -> Result<(), RuntimeError> {
        let (all, context) = (ends.iter().sum(), &self.options.context);
        let progress = |done| context.report(Progress { done, all });
        let watch = Watch { queues, ends, interrupt: &context.interrupt, progress: &progress };
        self.device.watched(watch, launches)
    }

    /// Runs a kernel that draws no tasks, to its end.
    ///
    /// # Errors
    /// When the kernel fails.
    pub fn run_all<K: Kernel>(&self, lend: &Lend<'_>, args: &K::Args<'_>) -> Result<(), RuntimeError> {
        lend.launch_up_to::<K>(u64::MAX, WARPS, 0, args)?;
        self.device.synchronize()
    }
}

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
use crate::runtime::{Buffer, Device, Grid, RuntimeError, Watch};

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
    pub fn graph(&self) -> Oriented<'_> {
        self.resident.oriented()
    }

    /// The roots in tasks, for warps.
    pub fn roots(&self) -> Roots<'_> {
        self.resident.roots()
    }

    /// Some of the roots, by their positions among them.
    pub fn root_part(&self, roots: std::ops::Range<u32>) -> Slice<'_, u32> {
        self.roots().vertices.part(roots.start.into(), u64::from(roots.end - roots.start))
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
    pub fn whole(&self) -> GraphView<'_> {
        self.resident.whole()
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
            let grid = session.grid::<FillHubs>(WARPS, 0, count.div_ceil(WARPS).into())?;
            Ok((Hubs { words, count }, grid))
        })?;
        self.mined(|session| {
            let args =
                FillHubsArgs { graph: session.graph(), words: hubs.words.atomics(), count: hubs.count };
            Ok(session.device.launch::<FillHubs>(grid, &args)?)
        })?;
        self.hubs = Some(hubs);
        Ok(())
    }

    /// The hubs' rows.
    ///
    /// # Panics
    /// Before [`fill_hubs`](Self::fill_hubs).
    pub fn hubs(&self) -> HubRows<'_> {
        let hubs = self.hubs.as_ref().expect("fill_hubs comes first");
        HubRows { words: hubs.words.slice(), count: hubs.count }
    }

    /// A grid of as many blocks as run at once, but no more than there is work for.
    ///
    /// # Errors
    /// When no block of that shape fits.
    pub fn grid<K: Kernel>(&self, warps: u32, shared_bytes: usize, most: u64) -> Result<Grid, RuntimeError> {
        let resident = self.device.resident_blocks::<K>(warps, shared_bytes)?;
        let blocks = most.min(resident.into()) as u32;
        Ok(Grid { blocks, warps, shared_bytes })
    }

    /// Runs a kernel that draws tasks up to `end` from `queue`, watched.
    ///
    /// # Errors
    /// When the kernel fails, or an interrupt was requested.
    pub fn run<K: Kernel>(
        &self,
        grid: Grid,
        args: &K::Args<'_>,
        queue: &Buffer<'_, u64>,
        end: u64,
    ) -> Result<(), RuntimeError> {
        self.watched(queue, &[end], || self.device.launch::<K>(grid, args))
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
    pub fn run_all<K: Kernel>(&self, args: &K::Args<'_>) -> Result<(), RuntimeError> {
        let blocks = self.device.resident_blocks::<K>(WARPS, 0)?;
        self.device.launch::<K>(Grid { blocks, warps: WARPS, shared_bytes: 0 }, args)?;
        self.device.synchronize()
    }
}

//! A graph on a device, and what has been found out about it there: each thing once, however many counts need it.

use std::collections::BTreeMap;

use motherlode_device::Kernel;
use motherlode_device::graph::GraphView;
use motherlode_device::kernels::triangles::hubs::{FillHubs, FillHubsArgs, row_start};
use motherlode_device::kernels::triangles::{HubRows, Oriented, Roots};
use motherlode_device::memory::Slice;

use super::orient::Orientation;
use super::tuning::Tuning;
use crate::mine::progress::timed;
use crate::mine::{CountOptions, MineError, Prepared, Progress, Seconds};
use crate::runtime::{Buffer, Device, Grid, RuntimeError, Watch};

/// Warps in a block of the kernels whose warps work alone.
pub(in crate::mine) const WARPS: u32 = 8;

/// A graph on a device, for the specialised kernels.
pub(in crate::mine) struct Session<'s> {
    pub prepared: &'s Prepared,
    pub oriented: &'s Orientation,
    pub device: &'s Device,
    pub options: CountOptions<'s>,
    pub tuning: Tuning,
    /// How long the parts took so far.
    pub seconds: Seconds,
    uploads: Uploads<'s>,
    whole: Option<Whole<'s>>,
    degrees: Option<Buffer<'s, u32>>,
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

/// The oriented graph on the device.
struct Uploads<'s> {
    offsets: Buffer<'s, u64>,
    neighbors: Buffer<'s, u32>,
    roots: Buffer<'s, u32>,
    tasks: Buffer<'s, u32>,
}

/// The whole graph on the device.
struct Whole<'s> {
    offsets: Buffer<'s, u64>,
    neighbors: Buffer<'s, u32>,
    splits: Buffer<'s, u64>,
}

/// The rows of the hubs on the device.
struct Hubs {
    words: Buffer<'static, u32>,
    count: u32,
}

impl<'s> Session<'s> {
    /// Uploads the oriented graph.
    ///
    /// # Errors
    /// When it does not fit in the memory budget, or the driver fails.
    pub fn new(
        prepared: &'s Prepared,
        oriented: &'s Orientation,
        device: &'s Device,
        options: CountOptions<'s>,
    ) -> Result<Self, MineError> {
        let mut seconds = Seconds::default();
        let upload = || -> Result<_, RuntimeError> {
            Ok(Uploads {
                offsets: device.upload(&oriented.offsets)?,
                neighbors: device.upload(&oriented.neighbors)?,
                roots: device.upload(&oriented.roots)?,
                tasks: device.upload(&oriented.tasks)?,
            })
        };
        let uploads = timed(&mut seconds.transfer, upload)?;
        let tuning = Tuning::of(device);
        let (whole, degrees, hubs, found) = (None, None, None, Found::default());
        Ok(Session {
            prepared,
            oriented,
            device,
            options,
            tuning,
            seconds,
            uploads,
            whole,
            degrees,
            hubs,
            found,
        })
    }

    /// The oriented graph.
    pub fn graph(&self) -> Oriented<'_> {
        Oriented { offsets: self.uploads.offsets.slice(), neighbors: self.uploads.neighbors.slice() }
    }

    /// The roots in tasks, for warps.
    pub fn roots(&self) -> Roots<'_> {
        Roots { vertices: self.uploads.roots.slice(), starts: self.uploads.tasks.slice() }
    }

    /// Some of the roots, by their positions in the orientation's.
    pub fn root_part(&self, roots: std::ops::Range<u32>) -> Slice<'_, u32> {
        self.uploads.roots.slice().part(roots.start.into(), u64::from(roots.end - roots.start))
    }

    /// The whole graph, uploaded when first asked for.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn upload_whole(&mut self) -> Result<(), RuntimeError> {
        if self.whole.is_none() {
            let (device, prepared) = (self.device, self.prepared);
            let upload = || -> Result<_, RuntimeError> {
                Ok(Whole {
                    offsets: device.upload(prepared.csr.offsets())?,
                    neighbors: device.upload(prepared.csr.neighbors_all())?,
                    splits: device.upload(&prepared.splits)?,
                })
            };
            self.whole = Some(timed(&mut self.seconds.transfer, upload)?);
        }
        Ok(())
    }

    /// The whole graph.
    ///
    /// # Panics
    /// Before [`upload_whole`](Self::upload_whole).
    pub fn whole(&self) -> GraphView<'_> {
        let whole = self.whole.as_ref().expect("upload_whole comes first");
        GraphView {
            offsets: whole.offsets.slice(),
            neighbors: whole.neighbors.slice(),
            splits: whole.splits.slice(),
        }
    }

    /// The vertices' degrees, uploaded when first asked for.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn upload_degrees(&mut self) -> Result<(), RuntimeError> {
        if self.degrees.is_none() {
            let (device, degrees) = (self.device, &self.oriented.degrees);
            self.degrees = Some(timed(&mut self.seconds.transfer, || device.upload(degrees))?);
        }
        Ok(())
    }

    /// The vertices' degrees.
    ///
    /// # Panics
    /// Before [`upload_degrees`](Self::upload_degrees).
    pub fn degrees(&self) -> Slice<'_, u32> {
        self.degrees.as_ref().expect("upload_degrees comes first").slice()
    }

    /// Makes the hubs' rows, when first asked to.
    ///
    /// # Errors
    /// When the driver fails.
    pub fn fill_hubs(&mut self) -> Result<(), RuntimeError> {
        if self.hubs.is_some() {
            return Ok(());
        }
        let count = self.tuning.hubs(self.oriented, self.device.budget().left());
        let words = self.device.zeroed::<u32>(row_start(count) as usize)?;
        let args = FillHubsArgs { graph: self.graph(), words: words.atomics(), count };
        let blocks = count.div_ceil(WARPS).min(self.device.resident_blocks::<FillHubs>(WARPS, 0)?);
        self.device.launch::<FillHubs>(Grid { blocks, warps: WARPS, shared_bytes: 0 }, &args)?;
        self.hubs = Some(Hubs { words, count });
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
        let all = ends.iter().sum();
        let progress = |done| (self.options.progress)(Progress { done, all });
        let watch = Watch { queues, ends, interrupt: self.options.interrupt, progress: &progress };
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

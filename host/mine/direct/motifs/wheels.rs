//! Wheels, in all, at each vertex, and at each edge.

use std::marker::PhantomData;

use motherlode_device::Kernel;
use motherlode_device::kernels::motifs::wheels::{CountWheels, WheelArgs};
use motherlode_device::kernels::motifs::wheels_at::{
    CountWheelsAt, WHEEL_SUMS, WHEEL_TIMES_AT_EDGES, WheelSumAtEdge, WheelsAtArgs,
};

use super::once;
use crate::at::{At, Edges, Vertices};
use crate::clock::Clock;
use crate::direct::merge::SumsOfWorkers;
use crate::direct::on_device::OnDevice;
use crate::direct::session::Session;
use crate::direct::sweep::{Sweep, SweepShare, SweepTasks, Swept};
use crate::runtime::{Buffer, Grid, Lend, RuntimeError};
use crate::{MineError, memory};

/// Warps in a block that counts wheels in all: as many as there are registers for, as the counters of one block fill
/// the shared memory.
const WARPS: u32 = 24;
/// Warps in a block that counts wheels at vertices or edges: as many as there are registers for.
const WARPS_AT_PLACES: u32 = 16;
/// The most spokes that a warp draws at a time: neighbours of a hub follow each other.
const CHUNK: u32 = 8;
/// Times that a warp draws, at least, if there are spokes enough: those of hubs take longest by far.
const DRAWS: u64 = 8;
/// Bytes of shared memory that the system takes.
const RESERVED_BYTES: usize = 1 << 10;

impl Session<'_> {
    /// The number of wheels of five vertices.
    ///
    /// # Errors
    /// When the graph or what the count needs does not fit in the memory, the device fails, the count passes 128 bits,
    /// or the job is to stop.
    pub(in crate::direct) fn wheels(&mut self) -> Result<u128, MineError> {
        if let Some(wheels) = self.facts.motifs.wheels {
            return Ok(wheels);
        }
        let thirds = self.room_for_lists(self.counters_of_block())?;
        let counted = self.first.kept();
        let ready = |on: &mut OnDevice, clock: &Clock| on.get_lists(&counted, thirds, clock);
        let wheels = self.deal(ready, WheelCounter::new)?.done.tally;
        self.facts.motifs.wheels = Some(wheels);
        Ok(wheels)
    }

    /// For each place of the form, by its number, the wheels of which it is the hub, or a spoke, and those on whose rim
    /// it is. No sum may pass 64 bits: see [`CountWheelsAt`].
    ///
    /// # Errors
    /// When the graph or the counts do not fit in the memory, the device fails, or the job is to stop.
    pub(crate) fn wheels_at<A: WheelsAt>(&mut self) -> Result<Vec<[u64; WHEEL_SUMS]>, MineError> {
        let sums = self.wheel_sums::<A>()?.download(self.run.clock)?;
        Ok(once(&sums, A::TIMES))
    }

    /// These sums as the kernel leaves them, which has what they count [`WheelsAt::TIMES`] times.
    ///
    /// # Errors
    /// As those of [`wheels_at`](Self::wheels_at).
    pub(in crate::direct) fn wheel_sums<A: WheelsAt>(&mut self) -> Result<SumsOfWorkers, MineError> {
        let length = A::count(self.outline()) * WHEEL_SUMS;
        let thirds = self.room_for_lists(self.counters_of_block() + (length * size_of::<u64>()) as u64)?;
        let counted = self.first.kept();
        let ready = |on: &mut OnDevice, clock: &Clock| on.get_lists(&counted, thirds, clock);
        let dealt = self.deal(ready, WheelSumming::<A>::new)?;
        let workers = dealt.workers.into_iter().map(|worker| worker.into_sweep().sums).collect();
        Ok(SumsOfWorkers { workers, length })
    }

    /// Bytes of the counters of a block, for which there has to be room at least.
    fn counters_of_block(&self) -> u64 {
        u64::from(WARPS) * u64::from(self.outline().n()) * size_of::<u32>() as u64
    }
}

/// The counters of the warps of a grid: those of the first vertices in shared memory.
struct WheelCounters {
    grid: Grid,
    near: u32,
    far: Buffer<'static, u32>,
}

impl WheelCounters {
    fn new<K: Kernel>(on: &OnDevice, most_warps: u32) -> Result<Self, RuntimeError> {
        let (device, n) = (on.device(), on.outline().n());
        let warps = device.warps_of_block(most_warps);
        let words = on.tuning.shared_bytes.saturating_sub(RESERVED_BYTES) / size_of::<u32>() / warps as usize;
        let near = n.min((words & !3).min(u32::MAX as usize) as u32);
        let shared = WheelArgs::shared_bytes(near, warps);
        let spokes = 2 * on.outline().edges() as u64;
        let draws = spokes.div_ceil(u64::from(CHUNK) * u64::from(warps));
        let grid = device.grid::<K>(most_warps, shared, draws)?;
        let grid = memory::fit(device, grid, u64::from(n - near) * size_of::<u32>() as u64)?;
        let far = device.zeroed(device.grid_warps(grid) as usize * (n - near) as usize)?;
        Ok(WheelCounters { grid, near, far })
    }

    /// The arguments of both kernels, for the spokes that are drawn.
    fn args<'a>(&'a self, on: &'a OnDevice, lend: &'a Lend<'_>, share: &SweepShare<'a>) -> WheelArgs<'a> {
        let spokes = share.tasks.end - share.tasks.start;
        WheelArgs {
            graph: on.whole(lend),
            lists: on.lists(lend),
            queue: lend.slice(share.queue(0)),
            totals: lend.slice(share.totals()),
            far: lend.atomics(&self.far),
            end: share.tasks.end,
            near: self.near,
            chunk: (spokes / (DRAWS * on.device().grid_warps(self.grid))).clamp(1, CHUNK.into()) as u32,
        }
    }
}

/// Counts wheels: a task is a spoke, in the order of the neighbours of the whole graph.
struct WheelCounter {
    counters: WheelCounters,
}

impl WheelCounter {
    fn new(on: OnDevice) -> Result<Swept<Self>, RuntimeError> {
        let counters = WheelCounters::new::<CountWheels>(&on, WARPS)?;
        Swept::new(on, 1, WheelCounter { counters })
    }
}

// SAFETY: each warp has counters for all vertices, here or in the shared memory of the grid, zero at first and after
// each launch. The spokes are positions of neighbours, and the lists of the edges' triangles are there.
unsafe impl Sweep for WheelCounter {
    type Tally = u128;

    fn tasks(&self, on: &OnDevice) -> SweepTasks {
        SweepTasks::Numbers(2 * on.outline().edges() as u64)
    }

    fn at_once(&self, on: &OnDevice, _: u64) -> u64 {
        on.device().grid_warps(self.counters.grid) * u64::from(CHUNK)
    }

    fn launch(&mut self, on: &OnDevice, lend: &Lend<'_>, share: &SweepShare<'_>) -> Result<(), RuntimeError> {
        lend.launch::<CountWheels>(self.counters.grid, &self.counters.args(on, lend, share))
    }
}

/// Places at which wheels are counted, in as many sums each.
pub(crate) trait WheelsAt: At {
    /// How often each sum has a wheel.
    const TIMES: [u64; WHEEL_SUMS];
    /// What counts them.
    type Kernel: for<'a> Kernel<Args<'a> = WheelsAtArgs<'a>>;
}

impl WheelsAt for Vertices {
    const TIMES: [u64; WHEEL_SUMS] = [2, 2];
    type Kernel = CountWheelsAt<Vertices>;
}

impl WheelsAt for Edges {
    const TIMES: [u64; WHEEL_SUMS] = WHEEL_TIMES_AT_EDGES;
    type Kernel = CountWheelsAt<Edges>;
}

const _: () = assert!(WheelSumAtEdge::Spoke as usize == 0);

/// Counts wheels at the vertices, or at the edges: a task is a spoke.
struct WheelSumming<A> {
    counters: WheelCounters,
    /// For each vertex, or edge, what was found of the tasks that this worker was given.
    sums: Buffer<'static, u64>,
    at: PhantomData<A>,
}

impl<A: WheelsAt> WheelSumming<A> {
    fn new(on: OnDevice) -> Result<Swept<Self>, RuntimeError> {
        let counters = WheelCounters::new::<A::Kernel>(&on, WARPS_AT_PLACES)?;
        let sums = on.device().zeroed(A::count(on.outline()) * WHEEL_SUMS)?;
        Swept::new(on, 0, WheelSumming { counters, sums, at: PhantomData })
    }
}

// SAFETY: each warp has counters for all vertices, here or in the shared memory of the grid, zero at first and after
// each launch; there are sums for each vertex, or edge, zero at first. The spokes are positions of neighbours, and the
// lists of the edges' triangles are there. Who asks for sums has seen that none passes 64 bits. The kernel asks for the
// same at both.
unsafe impl<A: WheelsAt> Sweep for WheelSumming<A> {
    type Tally = ();

    fn tasks(&self, on: &OnDevice) -> SweepTasks {
        SweepTasks::Numbers(2 * on.outline().edges() as u64)
    }

    fn at_once(&self, on: &OnDevice, _: u64) -> u64 {
        on.device().grid_warps(self.counters.grid) * u64::from(CHUNK)
    }

    fn launch(&mut self, on: &OnDevice, lend: &Lend<'_>, share: &SweepShare<'_>) -> Result<(), RuntimeError> {
        let (wheels, sums) = (self.counters.args(on, lend, share), lend.atomics(&self.sums));
        lend.launch::<A::Kernel>(self.counters.grid, &WheelsAtArgs { wheels, sums })
    }
}

//! Wheels, in all, at each vertex, and at each edge.

use motherlode_device::Kernel;
use motherlode_device::kernels::motifs::wheels::{CountWheels, WheelArgs};
use motherlode_device::kernels::motifs::wheels_at_edges::{
    CountWheelsAtEdges, WHEEL_SUMS as WHEEL_SUMS_AT_EDGE, WheelSumAtEdge, WheelsAtEdgesArgs,
};
use motherlode_device::kernels::motifs::wheels_at_vertices::{
    CountWheelsAtVertices, WHEEL_SUMS, WheelsAtVerticesArgs,
};

use crate::clock::Clock;
use crate::direct::at_vertices::downloaded;
use crate::direct::on_device::OnDevice;
use crate::direct::session::Session;
use crate::direct::sweep::{Sweep, SweepShare, SweepTasks, Swept};
use crate::place::Outline;
use crate::runtime::{Buffer, Grid, Lend, RuntimeError};
use crate::{MineError, memory};

/// Warps in a block that counts wheels in all: as many as there are registers for, as the counters of one block fill the shared memory.
const WARPS: u32 = 24;
/// Warps in a block that counts wheels at vertices or edges: as many as there are registers for.
const WARPS_AT_PLACES: u32 = 16;
/// Spokes that a warp draws at a time: neighbours of a hub follow each other.
const CHUNK: u32 = 8;
/// Bytes of shared memory that the system takes.
const RESERVED_BYTES: usize = 1 << 10;

impl Session<'_> {
    /// The number of wheels of five vertices.
    ///
    /// # Errors
    /// When the graph or what the count needs does not fit in the memory, the device fails, the count passes 128 bits, or the job is to stop.
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

    /// For each vertex of the form, the wheels of which it is the hub, and those on whose rim it is. No sum may pass 64 bits: see
    /// [`CountWheelsAtVertices`].
    ///
    /// # Errors
    /// When the graph or the counts do not fit in the memory, the device fails, or the job is to stop.
    pub(crate) fn wheels_at_vertices(&mut self) -> Result<Vec<[u64; WHEEL_SUMS]>, MineError> {
        let sums = self.wheels_at(At::Vertices)?;
        // Each wheel has been counted twice.
        let (all, _) = sums.as_chunks::<WHEEL_SUMS>();
        Ok(all.iter().map(|sums| sums.map(|sum| sum / 2)).collect())
    }

    /// For each edge of the form, the wheels of which it is a spoke, and those on whose rim it is. No sum may pass 64 bits: see
    /// [`CountWheelsAtEdges`].
    ///
    /// # Errors
    /// When the graph or the counts do not fit in the memory, the device fails, or the job is to stop.
    pub(crate) fn wheels_at_edges(&mut self) -> Result<Vec<[u64; WHEEL_SUMS_AT_EDGE]>, MineError> {
        let sums = self.wheels_at(At::Edges)?;
        let mut all = sums.as_chunks::<WHEEL_SUMS_AT_EDGE>().0.to_vec();
        // Each wheel has been counted twice for its spokes.
        all.iter_mut().for_each(|sums| sums[WheelSumAtEdge::Spoke as usize] /= 2);
        Ok(all)
    }

    /// The sums at vertices or edges, as the kernels leave them.
    fn wheels_at(&mut self, at: At) -> Result<Vec<u64>, MineError> {
        let length = at.sums(self.outline());
        let thirds = self.room_for_lists(self.counters_of_block() + (length * size_of::<u64>()) as u64)?;
        let counted = self.first.kept();
        let ready = |on: &mut OnDevice, clock: &Clock| on.get_lists(&counted, thirds, clock);
        let dealt = self.deal(ready, |on| WheelSumming::new(on, at))?;
        self.run.clock.mine(|| downloaded(dealt.workers.iter().map(|worker| &worker.sweep().sums), length))
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
        WheelArgs {
            graph: on.whole(lend),
            lists: on.lists(lend),
            queue: lend.slice(share.queue(0)),
            totals: lend.slice(share.totals()),
            far: lend.atomics(&self.far),
            end: share.tasks.end,
            near: self.near,
            chunk: CHUNK,
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
        Swept::new(on, 1, 1, WheelCounter { counters })
    }
}

// SAFETY: each warp has counters for all vertices, here or in the shared memory of the grid, zero at first and after each launch.
// The spokes are positions of neighbours, and the lists of the edges' triangles are there.
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

    fn tally(&mut self, totals: Vec<u128>) -> Result<u128, MineError> {
        Ok(totals[0])
    }
}

/// Where wheels are counted.
#[derive(Clone, Copy)]
enum At {
    Vertices,
    Edges,
}

impl At {
    /// How many sums there are in all.
    fn sums(self, outline: &Outline) -> usize {
        match self {
            At::Vertices => outline.n() as usize * WHEEL_SUMS,
            At::Edges => outline.edges() * WHEEL_SUMS_AT_EDGE,
        }
    }
}

/// Counts wheels at the vertices, or at the edges: a task is a spoke.
struct WheelSumming {
    at: At,
    counters: WheelCounters,
    /// For each vertex, or edge, what was found of the tasks that this worker was given.
    sums: Buffer<'static, u64>,
}

impl WheelSumming {
    fn new(on: OnDevice, at: At) -> Result<Swept<Self>, RuntimeError> {
        let counters = match at {
            At::Vertices => WheelCounters::new::<CountWheelsAtVertices>(&on, WARPS_AT_PLACES),
            At::Edges => WheelCounters::new::<CountWheelsAtEdges>(&on, WARPS_AT_PLACES),
        }?;
        let sums = on.device().zeroed(at.sums(on.outline()))?;
        Swept::new(on, 1, 0, WheelSumming { at, counters, sums })
    }
}

// SAFETY: each warp has counters for all vertices, here or in the shared memory of the grid, zero at first and after each launch;
// there are sums for each vertex, or edge, zero at first. The spokes are positions of neighbours, and the lists of the edges'
// triangles are there. Who asks for sums has seen that none passes 64 bits.
unsafe impl Sweep for WheelSumming {
    type Tally = ();

    fn tasks(&self, on: &OnDevice) -> SweepTasks {
        SweepTasks::Numbers(2 * on.outline().edges() as u64)
    }

    fn at_once(&self, on: &OnDevice, _: u64) -> u64 {
        on.device().grid_warps(self.counters.grid) * u64::from(CHUNK)
    }

    fn keeps_results(&self) -> bool {
        true
    }

    fn launch(&mut self, on: &OnDevice, lend: &Lend<'_>, share: &SweepShare<'_>) -> Result<(), RuntimeError> {
        let (wheels, sums) = (self.counters.args(on, lend, share), lend.atomics(&self.sums));
        let grid = self.counters.grid;
        match self.at {
            At::Vertices => {
                lend.launch::<CountWheelsAtVertices>(grid, &WheelsAtVerticesArgs { wheels, sums })
            }
            At::Edges => lend.launch::<CountWheelsAtEdges>(grid, &WheelsAtEdgesArgs { wheels, sums }),
        }
    }

    fn tally(&mut self, _: Vec<u128>) -> Result<(), MineError> {
        Ok(())
    }
}

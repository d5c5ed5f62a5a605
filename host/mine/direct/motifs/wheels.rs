//! Wheels.

use motherlode_device::kernels::motifs::wheels::{CountWheels, WheelArgs};

use crate::clock::Clock;
use crate::mine::deal::{Share, Work};
use crate::mine::direct::on_device::OnDevice;
use crate::mine::direct::session::Session;
use crate::mine::totals::Totals;
use crate::mine::{MineError, memory};
use crate::runtime::{Buffer, Grid, RuntimeError};

/// Warps in a block.
const WARPS: u32 = 16;
/// Spokes that a warp draws at a time: neighbours of a hub follow each other.
const CHUNK: u32 = 8;
/// Bytes of shared memory that the system takes.
const RESERVED_BYTES: usize = 1 << 10;

impl Session<'_> {
    /// The number of wheels of five vertices.
    ///
    /// # Errors
    /// As [`triangles`](Self::triangles).
    pub(in crate::mine::direct) fn wheels(&mut self) -> Result<u128, MineError> {
        if let Some(wheels) = self.facts.motifs.wheels {
            return Ok(wheels);
        }
        // At least for the counters of a block.
        let work = u64::from(WARPS) * u64::from(self.outline().n()) * size_of::<u32>() as u64;
        let thirds = self.room_for_lists(work)?;
        let counted = self.first.kept();
        let ready = |on: &mut OnDevice, clock: &Clock| on.get_lists(&counted, thirds, clock);
        let wheels = self.deal(ready, WheelCounter::new)?.done.tally;
        self.facts.motifs.wheels = Some(wheels);
        Ok(wheels)
    }
}

/// Counts wheels: a task is a spoke, in the order of the neighbours of the whole graph.
struct WheelCounter {
    on: OnDevice,
    grid: Grid,
    totals: Totals,
    near: u32,
    far: Buffer<'static, u32>,
}

impl WheelCounter {
    fn new(on: OnDevice) -> Result<Self, RuntimeError> {
        let (device, n) = (on.device(), on.outline().n());
        let warps = device.warps_of_block(WARPS);
        let words = on.tuning.shared_bytes.saturating_sub(RESERVED_BYTES) / size_of::<u32>() / warps as usize;
        let near = n.min((words & !3).min(u32::MAX as usize) as u32);
        let shared = WheelArgs::shared_bytes(near, warps);
        let spokes = 2 * on.outline().edges() as u64;
        let draws = spokes.div_ceil(u64::from(CHUNK) * u64::from(warps));
        let grid = device.grid::<CountWheels>(WARPS, shared, draws)?;
        let grid = memory::fit(device, grid, u64::from(n - near) * size_of::<u32>() as u64)?;
        let far = device.zeroed(device.grid_warps(grid) as usize * (n - near) as usize)?;
        let totals = Totals::new(device, 1, 1)?;
        Ok(WheelCounter { on, grid, totals, near, far })
    }
}

impl Work for WheelCounter {
    type Tally = u128;

    fn tasks(&self) -> u64 {
        2 * self.on.outline().edges() as u64
    }

    fn least_share(&self, _: u64) -> u64 {
        self.on.device().grid_warps(self.grid) * u64::from(CHUNK)
    }

    fn run(&mut self, share: &Share<'_>) -> Result<u128, MineError> {
        let WheelCounter { on, grid, totals, near, far } = self;
        let tasks = share.tasks();
        totals.restart_at(tasks.start)?;
        // SAFETY: the graph's arguments and the lists of its edges; each warp has counters for all vertices, here or in the shared
        // memory of the grid, zero at first and after each launch. The spokes are positions of neighbours.
        let lend = unsafe { on.lend() };
        let args = WheelArgs {
            graph: on.whole(&lend),
            lists: on.lists(&lend),
            queue: lend.atomics(&totals.queues),
            totals: lend.atomics(&totals.totals),
            far: lend.atomics(far),
            end: tasks.end,
            near: *near,
            chunk: CHUNK,
        };
        let launch = || {
            lend.launch::<CountWheels>(*grid, &args)?;
            totals.fetch()
        };
        share.watch(on.device(), &totals.queues, tasks.start, &[tasks.end], launch)?;
        Ok(totals.read()?[0])
    }
}

//! 5-cycles.

use motherlode_device::Kernel;
use motherlode_device::kernels::edge_counts::fives::triangles::TriangleSum;
use motherlode_device::kernels::motifs::five_cycles::{Count5Cycles, FiveCycleArgs};

use crate::clock::Clock;
use crate::direct::on_device::OnDevice;
use crate::direct::session::Session;
use crate::direct::sweep::{Sweep, SweepShare, SweepTasks, Swept};
use crate::place::Together;
use crate::runtime::{Buffer, Grid, Lend, RuntimeError};
use crate::{MineError, memory};

/// Warps in a block.
const WARPS: u32 = 32;
/// Roots that a block draws at a time, where it is one lane.
const SCALAR_CHUNK: u32 = 4;
/// Bytes of shared memory that the system takes, and the kernel for its own.
const RESERVED_BYTES: usize = 2 << 10;

impl Session<'_> {
    /// The number of 5-cycles.
    ///
    /// # Errors
    /// When the graph or what the count needs does not fit in the memory, the device fails, the count or a sum for it
    /// passes 128 bits, or the job is to stop.
    pub(in crate::direct) fn five_cycles(&mut self) -> Result<u128, MineError> {
        if let Some(cycles) = self.facts.motifs.five_cycles {
            return Ok(cycles);
        }
        let besides = self.five_triangle_sum(TriangleSum::SmallerNeighbors)?;
        let n = u64::from(self.outline().n());
        self.make_room(Together { whole: true, work: bytes_per_block(n, 0), ..Together::default() })?;
        let ready = |on: &mut OnDevice, clock: &Clock| on.get_whole(clock);
        let all = self.deal(ready, FiveCycleCounter::new)?.done.tally;
        // The kernel counts triangles with an edge to a smaller vertex, too.
        let cycles = all.checked_sub(besides).ok_or(MineError::CountOverflow)?;
        self.facts.motifs.five_cycles = Some(cycles);
        Ok(cycles)
    }
}

/// Bytes of device memory for a block: a counter for each vertex but the first `near`, and the ends that it met.
pub(super) fn bytes_per_block(n: u64, near: u64) -> u64 {
    (2 * n - near) * size_of::<u32>() as u64
}

/// What the blocks of a grid have for the paths of their roots: a counter for each vertex, and room for the ends.
pub(super) struct Paths {
    pub grid: Grid,
    near: u32,
    far: Buffer<'static, u32>,
    met: Buffer<'static, u32>,
}

impl Paths {
    /// For kernel `K` in blocks of so many warps, which have so many bytes besides for each vertex.
    pub fn new<K: Kernel>(on: &OnDevice, warps: u32, besides: usize) -> Result<Self, RuntimeError> {
        let (device, n) = (on.device(), on.outline().n());
        let words = on.tuning.shared_bytes.saturating_sub(RESERVED_BYTES) / size_of::<u32>();
        let near = n.min(words.min(u32::MAX as usize) as u32);
        let grid = device.grid::<K>(warps, FiveCycleArgs::shared_bytes(near), n.into())?;
        let bytes = bytes_per_block(n.into(), near.into()) + u64::from(n) * besides as u64;
        let grid = memory::fit(device, grid, bytes.div_ceil(device.warps_of_block(warps).into()))?;
        let blocks = grid.blocks as usize;
        let (far, met) =
            (device.zeroed(blocks * (n - near) as usize)?, device.unwritten(blocks * n as usize)?);
        Ok(Paths { grid, near, far, met })
    }

    /// The arguments of both kernels, for the roots that are drawn.
    pub fn args<'a>(
        &'a mut self,
        on: &'a OnDevice,
        lend: &'a Lend<'_>,
        share: &SweepShare<'a>,
    ) -> FiveCycleArgs<'a> {
        FiveCycleArgs {
            graph: on.whole(lend),
            queue: lend.slice(share.queue(0)),
            totals: lend.slice(share.totals()),
            far: lend.atomics(&self.far),
            met: lend.scratch(&mut self.met),
            end: share.tasks.end,
            near: self.near,
            chunk: if on.tuning.scalar { SCALAR_CHUNK } else { 1 },
        }
    }
}

/// Counts the 5-cycles, and what the kernel counts besides: a task is a root.
struct FiveCycleCounter {
    paths: Paths,
}

impl FiveCycleCounter {
    fn new(on: OnDevice) -> Result<Swept<Self>, RuntimeError> {
        let paths = Paths::new::<Count5Cycles>(&on, WARPS, 0)?;
        Swept::new(on, 1, FiveCycleCounter { paths })
    }
}

// SAFETY: each block has counters, zero at first and after each launch, and room for all vertices, and the shared
// memory for the other counters. The roots are vertices.
unsafe impl Sweep for FiveCycleCounter {
    type Tally = u128;

    fn tasks(&self, on: &OnDevice) -> SweepTasks {
        SweepTasks::Numbers(on.outline().n().into())
    }

    fn at_once(&self, _: &OnDevice, _: u64) -> u64 {
        self.paths.grid.blocks.into()
    }

    fn launch(&mut self, on: &OnDevice, lend: &Lend<'_>, share: &SweepShare<'_>) -> Result<(), RuntimeError> {
        let grid = self.paths.grid;
        lend.launch::<Count5Cycles>(grid, &self.paths.args(on, lend, share))
    }
}

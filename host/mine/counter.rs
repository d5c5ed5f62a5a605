//! Counting the matches of a range of tasks by the walk over a plan, or over several at once.

use std::ops::Range;

use motherlode_device::DeviceCopy;
use motherlode_device::graph::GraphView;
use motherlode_device::kernels::count::CountArgs;
use motherlode_device::kernels::count::edges::CountEdges;
use motherlode_device::kernels::count::roots::CountRoots;
use motherlode_device::kernels::count::tally::{TOTALS, total};
use motherlode_device::kernels::count::tree::{self, CountTree};
use motherlode_device::kernels::count::walk::{self, CountWalk};
use motherlode_device::plan::WalkPlan;
use motherlode_device::tree::WalkTree;

use super::tasks::TaskList;
use super::{CountOptions, MineError, Prepared, Progress, memory};
use crate::runtime::{Buffer, Device, Grid, RuntimeError, Watch};

/// Warps in a block of the counting kernels. They share nothing, and small blocks use up a multiprocessor's registers.
pub(super) const WARPS: u32 = 4;
/// Chunks that each warp draws, about: enough for the last ones to be small, few enough to keep the queue quiet.
pub(super) const CHUNKS_PER_WARP: u64 = 64;
/// The most tasks in a chunk.
pub(super) const LARGEST_CHUNK: u64 = 1024;

/// What a kernel walks.
pub(super) trait Walk: DeviceCopy {
    /// Buffers that a warp needs.
    fn buffers(&self) -> u32;
    /// Patterns that are counted.
    fn patterns(&self) -> usize;
    /// Bytes of shared memory that a block needs.
    fn shared_bytes(&self) -> usize;
    /// Blocks of the kernel that run at once on a device.
    fn resident_blocks(&self, device: &Device) -> Result<u32, RuntimeError>;
    /// Runs the kernel.
    fn launch(device: &Device, grid: Grid, args: &CountArgs<'_, Self>) -> Result<(), RuntimeError>;
}

impl Walk for WalkPlan {
    fn buffers(&self) -> u32 {
        self.buffers
    }

    fn patterns(&self) -> usize {
        1
    }

    fn shared_bytes(&self) -> usize {
        if self.last < 2 { 0 } else { walk::shared_bytes(WARPS) }
    }

    fn resident_blocks(&self, device: &Device) -> Result<u32, RuntimeError> {
        let shared = self.shared_bytes();
        match self.last {
            0 => device.resident_blocks::<CountRoots>(WARPS, shared),
            1 => device.resident_blocks::<CountEdges>(WARPS, shared),
            _ => device.resident_blocks::<CountWalk>(WARPS, shared),
        }
    }

    fn launch(device: &Device, grid: Grid, args: &CountArgs<'_>) -> Result<(), RuntimeError> {
        match args.plan.last {
            0 => device.launch::<CountRoots>(grid, args),
            1 => device.launch::<CountEdges>(grid, args),
            _ => device.launch::<CountWalk>(grid, args),
        }
    }
}

impl Walk for WalkTree {
    fn buffers(&self) -> u32 {
        self.buffers
    }

    fn patterns(&self) -> usize {
        self.patterns as usize
    }

    fn shared_bytes(&self) -> usize {
        tree::shared_bytes(WARPS)
    }

    fn resident_blocks(&self, device: &Device) -> Result<u32, RuntimeError> {
        device.resident_blocks::<CountTree>(WARPS, self.shared_bytes())
    }

    fn launch(device: &Device, grid: Grid, args: &CountArgs<'_, WalkTree>) -> Result<(), RuntimeError> {
        device.launch::<CountTree>(grid, args)
    }
}

/// A graph on a device, ready for walks.
pub(super) struct WalkGraph<'c> {
    pub prepared: &'c Prepared,
    pub device: &'c Device,
    offsets: Buffer<'c, u64>,
    splits: Buffer<'c, u64>,
    neighbors: Buffer<'c, u32>,
}

impl<'c> WalkGraph<'c> {
    /// Copies the graph to the device.
    ///
    /// # Errors
    /// When it does not fit in the budget, or the device fails.
    pub fn new(prepared: &'c Prepared, device: &'c Device) -> Result<Self, RuntimeError> {
        Ok(WalkGraph {
            prepared,
            device,
            offsets: device.upload(prepared.csr.offsets())?,
            splits: device.upload(&prepared.splits)?,
            neighbors: device.upload(prepared.csr.neighbors_all())?,
        })
    }
}

/// A graph and a plan on a device, ready to count.
pub(super) struct Counter<'c, P> {
    graph: &'c WalkGraph<'c>,
    plan: P,
    options: CountOptions<'c>,
    grid: Grid,
    starts: Buffer<'c, u64>,
    buffers: Buffer<'static, u32>,
    /// Vertices in a buffer.
    capacity: u64,
    at_splits: bool,
    tasks: u64,
}

impl<'c, P: Walk> Counter<'c, P> {
    /// Copies the tasks to the device, and allocates the walk's buffers, of `capacity` vertices each.
    ///
    /// # Errors
    /// When they do not fit in the budget, or the device fails.
    pub fn new(
        graph: &'c WalkGraph<'c>,
        plan: P,
        capacity: u64,
        list: &'c TaskList,
        options: CountOptions<'c>,
    ) -> Result<Self, RuntimeError> {
        let WalkGraph { prepared, device, .. } = *graph;
        let shared = plan.shared_bytes();
        let per_warp = u64::from(plan.buffers()) * capacity;
        let starts = device.upload(list.starts(prepared))?;
        let blocks = plan.resident_blocks(device)?;
        let grid = memory::fit(device, blocks, WARPS, shared, per_warp * size_of::<u32>() as u64)?;
        let buffers = device.unwritten::<u32>((device.grid_warps(grid) * per_warp) as usize)?;
        let (at_splits, tasks) = (list.at_splits(), list.end(prepared));
        Ok(Counter { graph, plan, options, grid, starts, buffers, capacity, at_splits, tasks })
    }

    /// The number of tasks.
    pub fn tasks(&self) -> u64 {
        self.tasks
    }

    /// The fewest tasks that are worth a launch.
    pub fn least_part(&self) -> u64 {
        4 * self.graph.device.grid_warps(self.grid)
    }

    /// Counts what the walk finds in these tasks, by pattern.
    ///
    /// # Errors
    /// When the kernel fails, a count passes 128 bits, or an interrupt was requested.
    pub fn count(&mut self, tasks: Range<u64>) -> Result<Vec<u128>, MineError> {
        let (WalkGraph { device, prepared, offsets, splits, neighbors }, grid) = (self.graph, self.grid);
        let queue = device.copied(&[tasks.start])?;
        let totals = device.zeroed::<u64>(self.plan.patterns() * TOTALS)?;
        let chunk = (tasks.end - tasks.start) / (device.grid_warps(grid) * CHUNKS_PER_WARP);
        let args = CountArgs {
            graph: GraphView {
                offsets: offsets.slice(),
                neighbors: neighbors.slice(),
                splits: splits.slice(),
            },
            starts: self.starts.slice(),
            first: if self.at_splits { splits.slice() } else { offsets.slice() },
            queue: queue.atomics(),
            totals: totals.atomics(),
            buffers: self.buffers.scratch(),
            capacity: self.capacity,
            end: tasks.end,
            chunk: chunk.clamp(1, LARGEST_CHUNK) as u32,
            vertices: prepared.csr.n(),
            plan: self.plan,
        };
        let all = self.tasks;
        let progress = |done| (self.options.progress)(Progress { done, all });
        let ends = [tasks.end];
        let watch =
            Watch { queues: &queue, ends: &ends, interrupt: self.options.interrupt, progress: &progress };
        device.watched(watch, || P::launch(device, grid, &args))?;
        let counts = totals.download()?;
        counts.chunks(TOTALS).map(|totals| total(totals).ok_or(MineError::CountOverflow)).collect()
    }
}

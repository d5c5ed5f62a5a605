//! Counting the matches of a range of tasks by the walk over a plan.

use std::ops::Range;

use motherlode_device::Kernel;
use motherlode_device::graph::GraphView;
use motherlode_device::kernels::count::CountArgs;
use motherlode_device::kernels::count::edges::CountEdges;
use motherlode_device::kernels::count::roots::CountRoots;
use motherlode_device::kernels::count::tally::{TOTALS, total};
use motherlode_device::kernels::count::walk::{CountWalk, shared_bytes};

use super::tasks::TaskList;
use super::{CountOptions, MineError, Prepared, Progress, memory};
use crate::plan::Plan;
use crate::runtime::{Buffer, Device, Grid, RuntimeError, Watch};

/// Warps in a block of the counting kernels. They share nothing, and small blocks use up a multiprocessor's registers.
pub(super) const WARPS: u32 = 4;
/// Chunks that each warp draws, about: enough for the last ones to be small, few enough to keep the queue quiet.
pub(super) const CHUNKS_PER_WARP: u64 = 64;
/// The most tasks in a chunk.
pub(super) const LARGEST_CHUNK: u64 = 1024;

/// A graph and a plan on a device, ready to count.
pub(super) struct Counter<'c> {
    plan: &'c Plan,
    device: &'c Device,
    options: CountOptions<'c>,
    grid: Grid,
    offsets: Buffer<'c, u64>,
    splits: Buffer<'c, u64>,
    starts: Buffer<'c, u64>,
    neighbors: Buffer<'c, u32>,
    buffers: Buffer<'static, u32>,
    /// Vertices in a buffer.
    capacity: u64,
    vertices: u32,
    at_splits: bool,
    tasks: u64,
}

impl<'c> Counter<'c> {
    /// Copies the graph to the device, and allocates the walk's buffers.
    ///
    /// # Errors
    /// When they do not fit in the budget, or the device fails.
    pub fn new(
        prepared: &'c Prepared,
        plan: &'c Plan,
        list: &'c TaskList,
        device: &'c Device,
        options: CountOptions<'c>,
    ) -> Result<Self, RuntimeError> {
        let capacity = plan.buffer_bound(prepared.stats());
        let shared = if plan.walk.last < 2 { 0 } else { shared_bytes(WARPS) };
        let per_warp = u64::from(plan.walk.buffers) * capacity;
        let upload = |array| device.upload::<u64>(array);
        let (offsets, splits) = (upload(prepared.csr.offsets())?, upload(&prepared.splits)?);
        let starts = upload(list.starts(prepared))?;
        let neighbors = device.upload(prepared.csr.neighbors_all())?;
        let blocks = match plan.walk.last {
            0 => device.resident_blocks::<CountRoots>(WARPS, shared),
            1 => device.resident_blocks::<CountEdges>(WARPS, shared),
            _ => device.resident_blocks::<CountWalk>(WARPS, shared),
        }?;
        let grid = memory::fit(device, blocks, WARPS, shared, per_warp * size_of::<u32>() as u64)?;
        let buffers = device.unwritten::<u32>((device.grid_warps(grid) * per_warp) as usize)?;
        let (vertices, at_splits, tasks) = (prepared.csr.n(), list.at_splits(), list.end(prepared));
        Ok(Counter {
            plan,
            device,
            options,
            grid,
            offsets,
            splits,
            starts,
            neighbors,
            buffers,
            capacity,
            vertices,
            at_splits,
            tasks,
        })
    }

    /// The number of tasks.
    pub fn tasks(&self) -> u64 {
        self.tasks
    }

    /// The fewest tasks that are worth a launch.
    pub fn least_part(&self) -> u64 {
        4 * self.device.grid_warps(self.grid)
    }

    /// Counts the matches of these tasks.
    ///
    /// # Errors
    /// When the kernel fails, the count passes 128 bits, or an interrupt was requested.
    pub fn count(&mut self, tasks: Range<u64>) -> Result<u128, MineError> {
        match self.plan.walk.last {
            0 => self.run::<CountRoots>(tasks),
            1 => self.run::<CountEdges>(tasks),
            _ => self.run::<CountWalk>(tasks),
        }
    }

    fn run<K>(&mut self, tasks: Range<u64>) -> Result<u128, MineError>
    where
        K: for<'a> Kernel<Args<'a> = CountArgs<'a>>,
    {
        let (device, grid) = (self.device, self.grid);
        let queue = device.copied(&[tasks.start])?;
        let totals = device.zeroed::<u64>(TOTALS)?;
        let chunk = (tasks.end - tasks.start) / (device.grid_warps(grid) * CHUNKS_PER_WARP);
        let args = CountArgs {
            graph: GraphView {
                offsets: self.offsets.slice(),
                neighbors: self.neighbors.slice(),
                splits: self.splits.slice(),
            },
            starts: self.starts.slice(),
            first: if self.at_splits { self.splits.slice() } else { self.offsets.slice() },
            queue: queue.atomics(),
            totals: totals.atomics(),
            buffers: self.buffers.scratch(),
            capacity: self.capacity,
            end: tasks.end,
            chunk: chunk.clamp(1, LARGEST_CHUNK) as u32,
            vertices: self.vertices,
            plan: self.plan.walk,
        };
        let all = self.tasks;
        let progress = |done| (self.options.progress)(Progress { done, all });
        let ends = [tasks.end];
        let watch =
            Watch { queues: &queue, ends: &ends, interrupt: self.options.interrupt, progress: &progress };
        device.watched(watch, || device.launch::<K>(grid, &args))?;
        total(&totals.download()?).ok_or(MineError::CountOverflow)
    }
}

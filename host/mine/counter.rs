//! Counting the matches of a range of tasks by the walk over a plan.

use std::ops::Range;

use motherlode_device::kernels::count::tally::{TOTALS, total};

use super::walk::{ArgsOf, Batch, Family, Launch, Pass, Purpose, Walk, Walker};
use super::{CountOptions, MineError, Prepared, Progress};
use crate::runtime::{Device, Grid, RuntimeError, Watch};

/// Chunks that each warp draws, about: enough for the last ones to be small, few enough to keep the queue quiet.
const CHUNKS_PER_WARP: u64 = 64;
/// The most tasks in a chunk.
const LARGEST_CHUNK: u64 = 1024;

/// A graph and a plan on a device, ready to count.
pub(super) struct Counter<'c> {
    walker: Walker<'c>,
    options: CountOptions<'c>,
    tasks: u64,
}

impl<'c> Counter<'c> {
    /// Copies the graph to the device, and allocates the walk's buffers.
    ///
    /// # Errors
    /// When they do not fit in the budget, or the device fails.
    pub fn new(
        prepared: &'c Prepared,
        walk: &'c Walk,
        device: &'c Device,
        options: CountOptions<'c>,
    ) -> Result<Self, RuntimeError> {
        let mut walker = Walker::upload(prepared, walk, device)?;
        walker.allot(Purpose::Count)?;
        Ok(Counter { walker, options, tasks: walk.tasks(prepared) })
    }

    /// The number of tasks.
    pub fn tasks(&self) -> u64 {
        self.tasks
    }

    /// The fewest tasks that are worth a launch.
    pub fn least_part(&self) -> u64 {
        4 * self.walker.warps()
    }

    /// Counts the matches of these tasks.
    ///
    /// # Errors
    /// When the kernel fails, the count passes 128 bits, or an interrupt was requested.
    pub fn count(&mut self, tasks: Range<u64>) -> Result<u128, MineError> {
        let device = self.walker.device();
        let queue = device.copied(&[tasks.start])?;
        let totals = device.zeroed::<u64>(TOTALS)?;
        let chunk = (tasks.end - tasks.start) / (self.walker.warps() * CHUNKS_PER_WARP);
        let chunk = chunk.clamp(1, LARGEST_CHUNK) as u32;
        let all = self.tasks;
        let progress = |done| (self.options.progress)(Progress { done, all });
        let ends = [tasks.end];
        let watch =
            Watch { queues: &queue, ends: &ends, interrupt: self.options.interrupt, progress: &progress };
        let batch = Batch { queue: &queue, end: tasks.end, chunk };
        device.watched(watch, || self.walker.launch(batch, totals.atomics(), Count))?;
        total(&totals.download()?).ok_or(MineError::CountOverflow)
    }
}

/// Counts all that is found.
struct Count;

impl<'a> Launch<'a> for Count {
    fn launch<F: Family>(
        self,
        device: &Device,
        last: u32,
        grid: Grid,
        walk: ArgsOf<'a, F>,
    ) -> Result<(), RuntimeError> {
        F::Count::launch(device, last, grid, &walk)
    }
}

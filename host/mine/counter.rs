//! Counting the matches of a range of tasks by a walk.

use std::ops::Range;
use std::sync::atomic::AtomicU64;

use motherlode_device::kernels::count::tally::{TOTALS, total};

use super::walk::{ArgsOf, Batch, Family, Launch, Pass, Purpose, Walk, Walker, is_combined};
use super::{Context, MineError, Prepared, Progress};
use crate::runtime::{Device, Grid, Lend, RuntimeError, View, Watch};

/// Chunks that each warp draws, about: enough for the last ones to be small, few enough to keep the queue quiet.
const CHUNKS_PER_WARP: u64 = 64;
/// The most tasks in a chunk.
const LARGEST_CHUNK: u64 = 1024;

/// A graph and a plan on a device, ready to count.
pub(super) struct Counter<'c> {
    walker: Walker<'c>,
    context: &'c Context,
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
        context: &'c Context,
    ) -> Result<Self, RuntimeError> {
        let mut walker = Walker::upload(prepared, walk, device)?;
        walker.allot(Purpose::Count)?;
        Ok(Counter { walker, context, tasks: walk.tasks(prepared) })
    }

    /// The number of tasks.
    pub fn tasks(&self) -> u64 {
        self.tasks
    }

    /// The fewest tasks that are worth a launch.
    pub fn least_part(&self) -> u64 {
        4 * self.walker.warps()
    }

    /// Counts what the walk finds in these tasks.
    ///
    /// # Errors
    /// When the kernel fails, the count passes 128 bits, or an interrupt was requested.
    pub fn count(&mut self, tasks: Range<u64>) -> Result<u128, MineError> {
        let job = Job { device: self.walker.device(), warps: self.walker.warps(), tasks, all: self.tasks };
        let launch = |batch: Batch<'_>, totals: View<'_, AtomicU64>| self.walker.launch(batch, totals, Count);
        Ok(job.count(1, self.context, launch)?[0])
    }
}

/// Tasks that are counted by a launch.
pub(super) struct Job<'d> {
    pub device: &'d Device,
    /// Warps that draw the tasks.
    pub warps: u64,
    pub tasks: Range<u64>,
    /// How many tasks there are in all.
    pub all: u64,
}

impl Job<'_> {
    /// Counts what a walk finds, for each of `patterns` patterns. `launch` starts it.
    ///
    /// # Errors
    /// When the kernel fails, a count passes 128 bits, or an interrupt was requested.
    pub fn count(
        self,
        patterns: usize,
        context: &Context,
        launch: impl FnOnce(Batch<'_>, View<'_, AtomicU64>) -> Result<(), RuntimeError>,
    ) -> Result<Vec<u128>, MineError> {
        let Job { device, warps, tasks, all } = self;
        let queue = device.copied(&[tasks.start])?;
        let totals = device.zeroed::<u64>(patterns * TOTALS)?;
        let chunk = (tasks.end - tasks.start) / (warps * CHUNKS_PER_WARP);
        let batch = Batch { queue: &queue, end: tasks.end, chunk: chunk.clamp(1, LARGEST_CHUNK) as u32 };
        let progress = |done| context.report(Progress { done, all });
        let ends = [tasks.end];
        let watch = Watch { queues: &queue, ends: &ends, interrupt: &context.interrupt, progress: &progress };
        device.watched(watch, || launch(batch, totals.atomics()))?;
        let totals = totals.download()?;
        totals.chunks(TOTALS).map(|totals| total(totals).ok_or(MineError::CountOverflow)).collect()
    }
}

/// Counts all that is found.
struct Count;

impl<'a> Launch<'a> for Count {
    fn launch<F: Family>(
        self,
        lend: &Lend<'_>,
        last: u32,
        grid: Grid,
        walk: ArgsOf<'a, F>,
    ) -> Result<(), RuntimeError> {
        if is_combined(&walk.plan) {
            F::Combined::launch(lend, last, grid, &walk)
        } else {
            F::Count::launch(lend, last, grid, &walk)
        }
    }
}

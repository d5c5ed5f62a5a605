//! Counting what a walk finds.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use motherlode_device::kernels::count::in_matrix::{CountWalkCombinedInMatrix, CountWalkInMatrix};

use super::matrix::Matrix;
use super::walker::{Launch, Purpose, TaskQueue, WalkLaunch, Walker, is_combined};
use super::{Family, Pass, PlannedWalk};
use crate::MineError;
use crate::clock::Clock;
use crate::deal::{Merge, Share, Work};
use crate::runtime::{Device, RuntimeError, View};
use crate::totals::Totals;

/// Chunks that each warp draws, about: enough for the last ones to be small, few enough to keep the queue quiet.
const CHUNKS_PER_WARP: u64 = 64;
/// Chunks that each warp draws where a warp of many lanes walks one task after the other. Tasks that take seconds lie
/// next to each other, at the hubs, and a chunk of them would keep one warp busy when all others are done; beside a
/// walk, drawing costs nothing.
const CHUNKS_PER_WALKING_WARP: u64 = 1 << 16;
/// The most tasks in a chunk.
const LARGEST_CHUNK: u64 = 1024;

/// Counts what a walk finds: a task is one of the plan's.
pub(crate) struct Counter {
    walker: Walker,
    totals: Totals,
    tasks: u64,
    /// Whether a warp takes one task after the other.
    walks: bool,
    /// By which it walks, if the graph has one.
    matrix: Option<Arc<Matrix>>,
}

impl Counter {
    /// Gets the graph on `device`, and allocates the walk's buffers.
    ///
    /// # Errors
    /// When they do not fit in the budget, or the device fails.
    pub fn new(planned: &PlannedWalk, device: &Device, clock: &Clock) -> Result<Self, RuntimeError> {
        let mut walker = Walker::new(planned, device, clock)?;
        let matrix = Matrix::of(planned, device, clock)?;
        let totals = clock.transfer(|| {
            walker.allot(if matrix.is_some() { Purpose::CountInMatrix } else { Purpose::Count })?;
            Totals::new(device, 1, 1)
        })?;
        Ok(Counter { walker, totals, tasks: planned.tasks(), walks: planned.walk.last() > 1, matrix })
    }
}

impl Work for Counter {
    /// What the walk finds, as often as it finds it.
    type Tally = u128;

    fn tasks(&self) -> u64 {
        self.tasks
    }

    fn least_share(&self, _: u64) -> u64 {
        4 * self.walker.warps()
    }

    fn run(&mut self, share: &Share<'_>) -> Result<u128, MineError> {
        let device = self.walker.device().clone();
        let mut found = 0;
        for part in self.walker.parts(&share.tasks()) {
            let warps = self.walker.share_buffers(part.capacity);
            let Counter { walker, matrix, .. } = self;
            let launch = |draws: TaskQueue<'_>, totals: View<'_, AtomicU64>| {
                walker.launch(draws, totals, CountLaunch { matrix: matrix.as_deref() })
            };
            let counts = count(&device, (warps, self.walks), share, part.tasks, &mut self.totals, launch)?;
            found.merge(counts[0])?;
        }
        Ok(found)
    }
}

/// Counts what a walk finds in some of the tasks of a share, which are drawn by so many warps, each of which walks one
/// after the other, if it says so, or takes one for each lane: as many counts as there are `totals`. `launch` starts
/// it.
///
/// # Errors
/// When the kernel fails, a count passes 128 bits, or the job is to stop.
pub(super) fn count(
    device: &Device,
    (warps, walks): (u64, bool),
    share: &Share<'_>,
    tasks: Range<u64>,
    totals: &mut Totals,
    launch: impl FnOnce(TaskQueue<'_>, View<'_, AtomicU64>) -> Result<(), RuntimeError>,
) -> Result<Vec<u128>, MineError> {
    totals.restart_from(&[tasks.start])?;
    let chunks = if walks && !device.is_scalar() { CHUNKS_PER_WALKING_WARP } else { CHUNKS_PER_WARP };
    let chunk = ((tasks.end - tasks.start) / (warps * chunks)).clamp(1, LARGEST_CHUNK) as u32;
    let draws = TaskQueue { queue: &totals.queues, end: tasks.end, chunk };
    // What is drawn is told of the whole share.
    let Range { start, end } = share.tasks();
    share.watch(device, &totals.queues, start, &[end], || {
        launch(draws, totals.totals.atomics())?;
        totals.fetch()
    })?;
    totals.read()
}

/// The number of matches, each of which was found `repeats` times.
pub(crate) fn once_each(found: u128, repeats: u64) -> u128 {
    debug_assert_eq!(found % u128::from(repeats), 0, "a walk without restrictions finds each match as often");
    found / u128::from(repeats)
}

/// Counts all that is found.
struct CountLaunch<'a> {
    matrix: Option<&'a Matrix>,
}

impl<'a> Launch<'a> for CountLaunch<'a> {
    fn launch<F: Family>(self, pass: WalkLaunch<'_, 'a, F>) -> Result<(), RuntimeError> {
        let WalkLaunch { lend, last, grid, walk } = pass;
        let combined = is_combined(&walk.plan);
        match self.matrix.and_then(|matrix| F::in_matrix(walk, matrix.lend(lend))) {
            Some(walk) if combined => lend.launch::<CountWalkCombinedInMatrix>(grid, &walk),
            Some(walk) => lend.launch::<CountWalkInMatrix>(grid, &walk),
            None if combined => F::CombinedPass::launch(lend, last, grid, &walk),
            None => F::CountPass::launch(lend, last, grid, &walk),
        }
    }
}

//! The arrays of a peeling on a device, and its launches.

use std::time::{Duration, Instant};

use motherlode_device::Kernel;
use motherlode_device::kernels::peeling::PeelQueues;
use motherlode_device::kernels::peeling::pieces::MOST_PIECES;
use motherlode_device::kernels::peeling::stage::{PeelingStage, STATE};

use crate::place::launches::WARPS;
use crate::runtime::{Buffer, Device, Grid, Lend, RuntimeError, Watch};
use crate::{Context, Progress};

/// What that block does by itself: where it takes about as long as a launch.
const ALONE: u64 = 1 << 13;
/// Its warps: as many as it may have, for what it waits for is memory.
const ALONE_WARPS: u32 = 2 * WARPS;
/// Items to leave that take more than this are dealt in pieces of about as much: a few steps of a warp.
const PIECE: u64 = 1 << 7;
/// After how many tasks it ends, so that a request to stop is heard.
const MOST_TASKS: u64 = 1 << 12;
/// How often both kernels are launched before the host first looks how far they have come, and the most times: while it
/// looks the device waits.
const TURNS: usize = 16;
const MOST_TURNS: usize = 1 << 7;
/// As long as a look comes sooner after the last, the next one is later.
const SOON: Duration = Duration::from_millis(10);

/// A peeling on a device: so many items, with the numbers that they have by now.
pub(crate) struct Peeling<'d> {
    device: &'d Device,
    numbers: Buffer<'static, u32>,
    levels: Buffer<'static, u32>,
    rounds: Buffer<'static, u32>,
    queue: Buffer<'static, u32>,
    living: Buffer<'static, u32>,
    state: Buffer<'static, u64>,
    left: Buffer<'static, u64>,
    pieces: Buffer<'static, u64>,
}

/// What comes of a peeling.
pub(crate) struct PeelOutcome {
    /// For each item the level at which it left.
    pub levels: Buffer<'static, u32>,
    /// For each item the round in which it left, from 1.
    pub rounds: Buffer<'static, u32>,
}

impl<'d> Peeling<'d> {
    /// Bytes that it takes for each item.
    pub const BYTES: u64 = 6 * size_of::<u32>() as u64;

    /// Room for so many items, none of which has left.
    ///
    /// # Errors
    /// When it does not fit in the budget, or the driver fails.
    pub fn new(device: &'d Device, items: usize) -> Result<Self, RuntimeError> {
        Ok(Peeling {
            device,
            numbers: device.unwritten(items)?,
            levels: device.unwritten(items)?,
            rounds: device.zeroed(items)?,
            queue: device.unwritten(items)?,
            living: device.unwritten(2 * items)?,
            state: device.zeroed(STATE)?,
            left: device.zeroed(1)?,
            pieces: device.unwritten(2 * MOST_PIECES as usize)?,
        })
    }

    /// The queues, for kernels.
    pub fn queues<'a>(&'a self, lend: &Lend<'_>) -> PeelQueues<'a> {
        // One thread has nobody to share with.
        let has_one_thread = self.device.is_scalar() && rayon::current_num_threads() == 1;
        let stops_within = self.device.is_scalar();
        PeelQueues {
            numbers: lend.atomics(&self.numbers),
            levels: lend.atomics(&self.levels),
            rounds: lend.atomics(&self.rounds),
            queue: lend.atomics(&self.queue),
            living: lend.atomics(&self.living),
            state: lend.atomics(&self.state),
            left: lend.atomics(&self.left),
            pieces: lend.atomics(&self.pieces),
            alone: if has_one_thread { u64::MAX } else { ALONE },
            most_tasks: if stops_within { u64::MAX } else { MOST_TASKS },
            piece: if has_one_thread { u64::MAX } else { PIECE },
        }
    }

    /// Launches both kernels in turn until all have left: `advance` as one block, `step` as a grid.
    ///
    /// # Safety
    /// The arguments are what the kernels require, have the [`queues`](Self::queues) of this peeling, and were lent by
    /// `lend`, whose promises hold.
    ///
    /// # Errors
    /// When a launch fails, or the job is to stop.
    pub unsafe fn run<A, S>(
        &self,
        lend: &Lend<'_>,
        args: &A::Args<'_>,
        context: &Context,
    ) -> Result<(), RuntimeError>
    where
        A: Kernel,
        S: for<'a> Kernel<Args<'a> = A::Args<'a>>,
    {
        let items = self.numbers.len() as u64;
        let alone = Grid { blocks: 1, warps: ALONE_WARPS, shared_bytes: 0 };
        let grid = self.device.grid::<S>(WARPS, 0, self.device.blocks_for(items, 1))?;
        let progress = |done: u64| context.report(Progress { done: done.min(items), all: items });
        let mut turns = TURNS;
        loop {
            let start = Instant::now();
            let watch = Watch {
                queues: &self.left,
                ends: &[items],
                interrupt: &context.interrupt,
                progress: &progress,
            };
            self.device.watched(watch, || {
                for _ in 0..turns {
                    lend.launch::<A>(alone, args)?;
                    lend.launch::<S>(grid, args)?;
                }
                Ok(())
            })?;
            let state = self.state.download()?;
            if PeelingStage::of(state.try_into().expect("the numbers of a stage")).is_done() {
                return Ok(());
            }
            if start.elapsed() < SOON {
                turns = (2 * turns).min(MOST_TURNS);
            }
        }
    }

    /// What came of it, when it has [run](Self::run).
    pub fn done(self) -> PeelOutcome {
        PeelOutcome { levels: self.levels, rounds: self.rounds }
    }
}

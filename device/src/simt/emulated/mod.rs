//! The emulated machine: 32 lanes a warp, on one thread of the host. It is for tests.
//!
//! Each lane is a coroutine. It runs alone until it calls a collective, where it waits for the other lanes of its
//! warp, or the barrier, where it waits for all threads of its block. So a kernel runs here at full width, and
//! whatever breaks the rules of [`Warp`](super::Warp) and [`Block`](super::Block) is a [`Fault`] that names kernel,
//! block, warp, lane and line, where a GPU would hang or compute something else.
//!
//! A seed decides the order in which lanes, warps and blocks run between two meetings, and how many blocks are
//! under way at once. A kernel that lacks a `sync` gives a wrong answer, or reads the `0xA5` that shared memory is
//! filled with, for some seeds: so run a test with several.
//!
//! Two limits. Lanes give way at collectives only: a kernel that waits for another thread by reading memory in a
//! loop never ends. And lanes between two collectives run one after another, so data races do not show as torn
//! values.

mod collective;
mod fault;
mod machine;
mod registry;
mod running_block;
mod running_warp;
mod stacks;

use rand_core::{RngCore, SeedableRng};
use rand_xoshiro::Xoroshiro128StarStar;
use std::vec::Vec;

pub use collective::Collective;
pub use fault::{Cause, Fault, FaultPlace, Thread};
pub use machine::{EmulatedBlock, EmulatedWarp};
#[doc(hidden)]
pub use registry::linkme;
pub use registry::{EMULATED_KERNELS, EmulatedKernel};

use super::{Kernel, WIDE_LANES};
use running_block::RunningBlock;
use running_warp::{LaneBody, WarpStep};

/// Lanes in a warp, to index by.
const LANES: usize = WIDE_LANES as usize;

/// Runs kernel `K` as a grid of `blocks` blocks of `warps` warps, with `shared_bytes` of shared memory each.
///
/// The same `seed` gives the same run.
///
/// # Errors
/// The first [`Fault`] met; the rest of the grid is abandoned.
///
/// # Panics
/// If `warps` is 0, or the system has no memory for the lanes' stacks.
///
/// # Safety
/// The promises of [`Kernel::run`], but for the rules of collectives: to break those is a [`Fault`]. After a fault,
/// what the kernel writes is in no state that can be relied on.
pub unsafe fn launch<K: Kernel>(
    blocks: u32,
    warps: u32,
    shared_bytes: usize,
    seed: u64,
    args: &K::Args<'_>,
) -> Result<(), Fault> {
    // SAFETY: the caller's promises. The grid runs this once for each lane.
    let body = |block: EmulatedBlock<'_>| unsafe { K::run_emulated(block, args) };
    EmulatedGrid::new(K::NAME, &body, blocks, warps, shared_bytes, seed).run()
}

/// The source of the run's order.
struct Random(Xoroshiro128StarStar);

impl Random {
    /// A number in `0..end`.
    fn below(&mut self, end: usize) -> usize {
        ((u64::from(self.0.next_u32()) * end as u64) >> 32) as usize
    }
}

/// A launch under way. It does not know the kernel's type: the machine is compiled once, and not for each of hundreds of kernels.
struct EmulatedGrid<'a> {
    kernel: &'static str,
    body: &'a LaneBody<'a>,
    seed: u64,
    random: Random,
    blocks: u32,
    warps: u32,
    shared_bytes: usize,
    /// Blocks that have not started.
    waiting: Vec<u32>,
    /// Blocks under way, by slot.
    running: Vec<Option<RunningBlock<'a>>>,
    /// Slots and warps that may go on.
    runnable: Vec<(usize, usize)>,
}

impl<'a> EmulatedGrid<'a> {
    /// Warps under way at once, at most: what bounds the stacks in use.
    const WARPS_AT_ONCE: usize = 32;

    fn new(
        kernel: &'static str,
        body: &'a LaneBody<'a>,
        blocks: u32,
        warps: u32,
        shared_bytes: usize,
        seed: u64,
    ) -> Self {
        assert!(warps > 0, "a block of no warps");
        EmulatedGrid {
            kernel,
            body,
            seed,
            random: Random(Xoroshiro128StarStar::seed_from_u64(seed)),
            blocks,
            warps,
            shared_bytes,
            waiting: (0..blocks).collect(),
            running: Vec::new(),
            runnable: Vec::new(),
        }
    }

    fn run(&mut self) -> Result<(), Fault> {
        let room = (Self::WARPS_AT_ONCE / self.warps as usize).clamp(1, 4);
        let slots = 1 + self.random.below(room);
        self.running.resize_with(slots, || None);
        for slot in 0..slots {
            self.start_block(slot);
        }
        while !self.runnable.is_empty() {
            let next = self.random.below(self.runnable.len());
            let (slot, warp) = self.runnable.swap_remove(next);
            self.step(slot, warp)?;
        }
        Ok(())
    }

    /// Starts a block drawn from those that wait, if there is one.
    fn start_block(&mut self, slot: usize) {
        self.running[slot] = None;
        if self.waiting.is_empty() {
            return;
        }
        let drawn = self.random.below(self.waiting.len());
        let index = self.waiting.swap_remove(drawn);
        let block = RunningBlock::start(index, self.blocks, self.warps, self.shared_bytes, self.body);
        self.running[slot] = Some(block);
        self.runnable.extend((0..self.warps as usize).map(|warp| (slot, warp)));
    }

    /// Runs a warp up to its next meeting.
    fn step(&mut self, slot: usize, warp: usize) -> Result<(), Fault> {
        let block = self.running[slot].as_mut().expect("a runnable warp's block is under way");
        let index = block.index();
        let step = block.step(warp, &mut self.random).and_then(|step| {
            block.check_barrier()?;
            Ok(step)
        });
        match step.map_err(|site| site.fault(self.kernel, index, self.seed))? {
            WarpStep::Met => self.runnable.push((slot, warp)),
            WarpStep::AtBarrier => {
                if block.pass_barrier() {
                    self.runnable.extend((0..self.warps as usize).map(|warp| (slot, warp)));
                }
            }
            WarpStep::Returned => {
                if block.finished() {
                    self.start_block(slot);
                }
            }
        }
        Ok(())
    }
}

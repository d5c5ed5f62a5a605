//! Samples, each made by one block; or one sample, made step by step by the whole grid.

use super::sample::RewiredSample;
use super::{Beginning, RewiringArgs};
use crate::kernels::peeling::WarpPart;
use crate::simt::Block;

/// What all threads do before they wait for each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RewiringStep {
    /// What comes before all rounds.
    Begin,
    /// Empty the table of edges.
    Clear,
    /// Enter all edges.
    Enter,
    /// Claim what is proposed.
    Propose,
    /// Take what nobody is in the way of.
    Settle,
    /// Find what hangs together.
    Join,
    /// Take the round back, if the sample has fallen apart.
    TakeBack,
}

impl RewiringStep {
    /// The last step of a round of samples that need not stay connected, or of those that are to. The first is
    /// [`Clear`](Self::Clear).
    #[inline(always)]
    pub const fn last(connected: bool) -> RewiringStep {
        if connected { RewiringStep::TakeBack } else { RewiringStep::Settle }
    }
}

/// Makes `rounds` rounds of all samples of the launch, each by one block, in rooms of their own.
///
/// Thread mapping: a block for each sample, striding by the grid; a thread for each slot, pair or cell, striding by the
/// block.
#[cuda_std::kernel(max_threads = 256, min_blocks = 3)]
pub unsafe fn rewire_samples<B: Block>(block: B, args: &RewiringArgs<'_>) {
    let warp = block.warp();
    let mut number = block.index();
    while number < args.samples {
        let sample = RewiredSample::new::<B::Warp>(args, number, block.index(), WarpPart::of_block(block));
        if args.beginning != Beginning::Continued as u32 {
            sample.step(warp, args.first_round, RewiringStep::Begin as u32);
            block.sync();
        }
        let last = RewiringStep::last(sample.stays_connected()) as u32;
        let mut round = 0;
        while round < args.rounds && !sample.is_settled() {
            let mut step = RewiringStep::Clear as u32;
            while step <= last {
                sample.step(warp, args.first_round + round, step);
                block.sync();
                step += 1;
            }
            round += 1;
        }
        number += block.count();
    }
}

/// Does one step of the first round of the launch's one sample.
///
/// Thread mapping: a thread for each slot, pair or cell, striding by the grid.
#[cuda_std::kernel(max_threads = 256, min_blocks = 4)]
pub unsafe fn rewire_step<B: Block>(block: B, args: &RewiringArgs<'_>) {
    let warp = block.warp();
    let sample = RewiredSample::new::<B::Warp>(args, 0, 0, WarpPart::of_grid(block));
    sample.step(warp, args.first_round, args.step);
}

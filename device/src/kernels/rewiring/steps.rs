//! Samples, each made by one block; or one sample, made step by step by the whole grid.

use super::sample::Sample;
use super::{Beginning, RewiringArgs};
use crate::kernels::peeling::Part;
use crate::simt::Block;

/// The step that comes before all rounds.
pub const BEGIN: u32 = 6;

/// How many steps a round has; those of samples that stay connected come last.
#[inline(always)]
pub const fn steps(connected: bool) -> u32 {
    if connected { 6 } else { 4 }
}

/// Makes `rounds` rounds of all samples of the launch, each by one block, in rooms of their own.
///
/// Thread mapping: a block for each sample, striding by the grid; a thread for each slot, pair or cell, striding by the block.
#[cuda_std::kernel(max_threads = 256)]
pub unsafe fn rewire_samples<B: Block>(block: B, args: &RewiringArgs<'_>) {
    let warp = block.warp();
    let mut number = block.index();
    while number < args.samples {
        let sample = Sample::new::<B::Warp>(args, number, block.index(), Part::of_block(block));
        if args.beginning != Beginning::Continued as u32 {
            sample.begin(warp);
            block.sync();
        }
        let mut round = 0;
        while round < args.rounds && !sample.is_settled() {
            let mut step = 0;
            while step < steps(sample.stays_connected()) {
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
#[cuda_std::kernel(max_threads = 256)]
pub unsafe fn rewire_step<B: Block>(block: B, args: &RewiringArgs<'_>) {
    let warp = block.warp();
    let sample = Sample::new::<B::Warp>(args, 0, 0, Part::of_grid(block));
    if args.step == BEGIN {
        sample.begin(warp);
    } else {
        sample.step(warp, args.first_round, args.step);
    }
}

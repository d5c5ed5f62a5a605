//! Fills an array with random numbers.
//!
//! - Computes: element `i` is the low half of the first number of the stream whose seed is `seed + i` (wrapping).
//! - Thread mapping: a thread per element, striding by the grid.
//! - Memory: writes each element once, in sequence; reads nothing.

use core::mem::offset_of;

use cust_core::DeviceCopy;

use crate::memory::Scratch;
use crate::random::{Rng, RngCore, SeedableRng};
use crate::simt::Block;

/// What [`fill`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct FillArgs<'a> {
    /// Written: every element.
    pub values: Scratch<'a, u32>,
    /// The seed of the first element's stream.
    pub seed: u64,
}

const _: () = {
    assert!(size_of::<FillArgs<'_>>() == 24 && align_of::<FillArgs<'_>>() == 8);
    assert!(offset_of!(FillArgs<'_>, seed) == 16);
};

/// Fills `values` with random numbers, the same on every machine and for any grid.
// May spill: gpu_rand's seeding calls itself, so it stays a function, and saves registers.
#[cuda_std::kernel(may_spill = 80)]
pub unsafe fn fill<B: Block>(block: B, args: &FillArgs<'_>) {
    let stride = u64::from(block.count()) * u64::from(block.threads());
    let mut index = u64::from(block.index()) * u64::from(block.threads()) + u64::from(block.thread());
    while index < args.values.len() {
        let value = Rng::seed_from_u64(args.seed.wrapping_add(index)).next_u64();
        // SAFETY: within the array, and no other thread of the grid has this index.
        unsafe { args.values.write(index as usize, value as u32) };
        index += stride;
    }
}

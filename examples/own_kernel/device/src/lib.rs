//! A kernel of one's own: the weighted sum of many numbers. Compiled twice: for the host, and to PTX by `cuda_builder`.
#![no_std]
#![cfg_attr(target_os = "cuda", feature(abi_ptx))]

use core::mem::offset_of;
use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

use cust_core::DeviceCopy;
use motherlode_device::memory::Slice;
use motherlode_device::simt::{Block, Warp};

// The attribute of kernels looks for the machines at the crate's root.
pub use motherlode_device::simt;

/// What [`weighted_sum`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct WeightedSumArgs<'a> {
    /// Numbers.
    pub values: Slice<'a, u32>,
    /// A weight for each.
    pub weights: Slice<'a, u16>,
    /// One sum, zero at the start.
    pub sum: Slice<'a, AtomicU64>,
}

const _: () = {
    assert!(size_of::<WeightedSumArgs<'_>>() == 48);
    assert!(offset_of!(WeightedSumArgs<'_>, weights) == 16 && offset_of!(WeightedSumArgs<'_>, sum) == 32);
};

/// Adds up `values[i] * weights[i]` (wrapping), as far as both arrays go.
///
/// Thread mapping: a lane an element, striding by the grid; a warp adds its share to the sum once.
#[motherlode_device::kernel(max_threads = 256)]
pub unsafe fn weighted_sum<B: Block>(block: B, args: &WeightedSumArgs<'_>) {
    let warp = block.warp();
    let (values, weights) = (args.values.get(), args.weights.get());
    let mut own = 0_u64;
    let step = block.grid_warps() as usize * B::Warp::LANES as usize;
    let mut i = block.grid_warp() as usize * B::Warp::LANES as usize + warp.lane() as usize;
    while let (Some(&value), Some(&weight)) = (values.get(i), weights.get(i)) {
        own = own.wrapping_add(u64::from(value) * u64::from(weight));
        i += step;
    }
    let sum = warp.sum_u64(own);
    if warp.lane() == 0 {
        args.sum[0].fetch_add(sum, Relaxed);
    }
}

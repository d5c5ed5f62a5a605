//! Copying: the yardstick of the others, which no kernel that reads and writes as much can beat.
//!
//! - Computes: the first elements of `to` are those of `from`, as many as both have.
//! - Requires: the arrays apart.
//! - Thread mapping: warps stride over parts; a lane has `ROWS` quads under way. With one lane, each block copies one
//!   contiguous share.
//! - Memory: reads and writes each element once; bound by that.

use core::mem::offset_of;

use cust_core::DeviceCopy;

use super::WIDE_THREADS;
use super::rows::{self, QUAD, Rows};
use super::value::WordValue;
use crate::memory::{Scratch, Slice};
use crate::simt::{Block, Kernel, Warp};

/// Quads that a lane has under way.
const ROWS: usize = 4;
/// Elements that are worth a block.
pub const LEAST_PER_BLOCK: u64 = (ROWS * QUAD * WIDE_THREADS) as u64;

/// What the copying kernels take.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct CopyArgs<'a, T> {
    /// Read.
    pub from: Slice<'a, T>,
    /// Written.
    pub to: Scratch<'a, T>,
}

const _: () = assert!(size_of::<CopyArgs<'_, u32>>() == 32 && offset_of!(CopyArgs<'_, u64>, to) == 16);

/// A type that is copied, and the kernel that does it.
pub trait Copied: WordValue {
    /// The kernel.
    type Kernel: for<'a> Kernel<Args<'a> = CopyArgs<'a, Self>>;
}

#[inline(always)]
fn copy<B: Block, T: WordValue>(block: B, args: &CopyArgs<'_, T>) {
    let from = args.from.get();
    let from = &from[..from.len().min(args.to.len() as usize)];
    if B::Warp::LANES == 1 {
        let share = from.len().div_ceil(block.count() as usize);
        let start = from.len().min(block.index() as usize * share);
        let end = from.len().min(start + share);
        for (at, value) in from.iter().enumerate().take(end).skip(start) {
            // SAFETY: within the array, and each block has a share of its own.
            unsafe { args.to.write(at, *value) };
        }
        return;
    }
    let warp = block.warp();
    let span = rows::span::<B::Warp>(ROWS);
    let mut start = span * block.grid_warp() as usize;
    while start < from.len() {
        let part: Rows<T, ROWS> = rows::load(warp, from, start, T::default());
        // SAFETY: `from` is no longer than `to`, and each warp has parts of its own.
        unsafe { rows::store(warp, args.to, start, from.len(), part) };
        start += span * block.grid_warps() as usize;
    }
}

/// Copies elements of 32 bits.
#[cuda_std::kernel(max_threads = 256)]
pub unsafe fn copy_u32<B: Block>(block: B, args: &CopyArgs<'_, u32>) {
    copy(block, args);
}

/// Copies elements of 64 bits.
#[cuda_std::kernel(max_threads = 256)]
pub unsafe fn copy_u64<B: Block>(block: B, args: &CopyArgs<'_, u64>) {
    copy(block, args);
}

impl Copied for u32 {
    type Kernel = CopyU32;
}
impl Copied for u64 {
    type Kernel = CopyU64;
}

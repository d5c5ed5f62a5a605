//! A sum over a grid, which the last block leaves where the host looks for it.

use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

use cust_core::DeviceCopy;

use crate::memory::Slice;
use crate::simt::{Block, Warp};

/// Where a grid of fewer than 2^16 blocks adds up a number below 2^[`SUM_BITS`], and where that is left.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct LandingSum<'a> {
    /// Zero at the start: what the blocks have found, and from bit [`SUM_BITS`] on how many of them are done.
    pub sum: Slice<'a, AtomicU64>,
    /// Written by the last block: the number.
    pub number: Slice<'a, AtomicU64>,
}

layout!(LandingSum<'_>: 32, number: 16);

/// The bits of a sum, below those that count blocks.
pub const SUM_BITS: u32 = 48;

impl LandingSum<'_> {
    /// Adds what the threads of the block have found, by one atomic, which also tells whether the block is the last.
    /// `sums` is shared memory for each of its warps. A collective of the block, once.
    #[inline(always)]
    pub(super) fn add<B: Block>(&self, block: B, sums: &[AtomicU64], of_thread: u64) {
        let warp = block.warp();
        let of_warp = warp.sum_u64(of_thread);
        if warp.lane() == 0 {
            sums[block.warp_index() as usize].store(of_warp, Relaxed);
        }
        block.sync();
        if block.thread() == 0 {
            let of_block: u64 = sums.iter().map(|sum| sum.load(Relaxed)).sum();
            let before = self.sum[0].fetch_add(of_block + (1 << SUM_BITS), Relaxed);
            if before >> SUM_BITS == u64::from(block.count()) - 1 {
                self.number[0].store((before + of_block) % (1 << SUM_BITS), Relaxed);
            }
        }
    }
}

//! The device machine: a thread of a CUDA grid, compiled to PTX.
//!
//! Both types are zero-sized: every method reads a special register or is an instruction. Blocks are one-dimensional,
//! and their size is a multiple of 32: the launch sees to it.

use cuda_std::{shared, thread, warp};

use super::{Block, WIDE_LANES, Warp};

const _: () = assert!(WIDE_LANES == warp::WARP_SIZE);

/// The warp of the thread that runs.
#[derive(Clone, Copy, Debug)]
pub struct DeviceWarp {
    _private: (),
}

/// The block of the thread that runs.
#[derive(Clone, Copy, Debug)]
pub struct DeviceBlock {
    _private: (),
}

impl DeviceBlock {
    /// The block of the thread that runs.
    ///
    /// # Safety
    /// The grid and its blocks are one-dimensional, and a block's threads are a multiple of [`WIDE_LANES`].
    #[inline(always)]
    pub unsafe fn current() -> Self {
        DeviceBlock { _private: () }
    }
}

// SAFETY: instructions and special registers of the thread that runs, in a warp whose lanes are all there.
unsafe impl Warp for DeviceWarp {
    const LANES: u32 = WIDE_LANES;

    #[inline(always)]
    fn lane(self) -> u32 {
        warp::lane_id()
    }
    #[inline(always)]
    fn sync(self) {
        // SAFETY: a collective of the trait: all lanes are here.
        unsafe { warp::sync_warp(warp::ALL) }
    }
    #[inline(always)]
    fn ballot(self, vote: bool) -> u32 {
        // SAFETY: a collective of the trait: all lanes are here.
        unsafe { warp::warp_vote_ballot(warp::ALL, vote) }
    }
    #[inline(always)]
    fn shuffle(self, value: u32, source: u32) -> u32 {
        // SAFETY: a collective of the trait: all lanes are here.
        unsafe { warp::warp_shuffle_idx(warp::ALL, value, source) }
    }
    #[inline(always)]
    fn sum(self, value: u32) -> u32 {
        // SAFETY: a collective of the trait: all lanes are here.
        unsafe { warp::warp_reduce_add(value) }
    }
    #[inline(always)]
    fn sum_u64(self, value: u64) -> u64 {
        // SAFETY: a collective of the trait: all lanes are here.
        unsafe { warp::warp_reduce_add_u64(value) }
    }
    #[inline(always)]
    fn max(self, value: u32) -> u32 {
        // SAFETY: a collective of the trait: all lanes are here.
        unsafe { warp::warp_reduce_max(value) }
    }
    #[inline(always)]
    fn any(self, vote: bool) -> bool {
        // SAFETY: a collective of the trait: all lanes are here.
        unsafe { warp::warp_vote_any(warp::ALL, vote) }
    }
    #[inline(always)]
    fn inclusive_scan(self, mut value: u32) -> u32 {
        let mut step = 1;
        while step < Self::LANES {
            // SAFETY: a collective of the trait: all lanes are here.
            let below = unsafe { warp::warp_shuffle_up(warp::ALL, value, step) };
            if self.lane() >= step {
                value = value.wrapping_add(below);
            }
            step *= 2;
        }
        value
    }
    #[inline(always)]
    fn lanes_below(self) -> u32 {
        warp::lanemask_lt()
    }
}

// SAFETY: special registers of the thread that runs, and its block's dynamic shared memory.
unsafe impl Block for DeviceBlock {
    type Warp = DeviceWarp;

    #[inline(always)]
    fn index(self) -> u32 {
        thread::block_idx_x()
    }
    #[inline(always)]
    fn count(self) -> u32 {
        thread::grid_dim_x()
    }
    #[inline(always)]
    fn warps(self) -> u32 {
        thread::block_dim_x() / warp::WARP_SIZE
    }
    #[inline(always)]
    fn warp_index(self) -> u32 {
        thread::thread_idx_x() / warp::WARP_SIZE
    }
    #[inline(always)]
    fn warp(self) -> DeviceWarp {
        DeviceWarp { _private: () }
    }
    #[inline(always)]
    fn sync(self) {
        thread::sync_threads();
    }
    #[inline(always)]
    fn shared_base(self) -> *mut u8 {
        shared::dynamic_shared_mem()
    }
    #[inline(always)]
    fn shared_bytes(self) -> usize {
        shared::dynamic_shared_mem_size()
    }
    #[inline(always)]
    fn thread(self) -> u32 {
        thread::thread_idx_x()
    }
    #[inline(always)]
    fn threads(self) -> u32 {
        thread::block_dim_x()
    }
}

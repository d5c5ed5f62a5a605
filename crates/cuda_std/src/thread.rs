//! Where a thread stands in its block and grid, and how threads wait for each other.
//!
//! Blocks and grids are one-dimensional: only `x` is read.

use crate::intrinsics;

/// This thread's number in its block, in `0..block_dim_x()`.
#[inline(always)]
pub fn thread_idx_x() -> u32 {
    // SAFETY: reads a special register.
    unsafe { intrinsics::tid_x() }
}

/// Threads in a block.
#[inline(always)]
pub fn block_dim_x() -> u32 {
    // SAFETY: reads a special register.
    unsafe { intrinsics::ntid_x() }
}

/// This block's number in the grid, in `0..grid_dim_x()`.
#[inline(always)]
pub fn block_idx_x() -> u32 {
    // SAFETY: reads a special register.
    unsafe { intrinsics::ctaid_x() }
}

/// Blocks in the grid.
#[inline(always)]
pub fn grid_dim_x() -> u32 {
    // SAFETY: reads a special register.
    unsafe { intrinsics::nctaid_x() }
}

/// Waits until every thread of the block is here, and makes what each has written visible to the others.
///
/// All threads of the block must get here, and at the same place: a block that some threads have left, or that is
/// split over two barriers, waits for ever.
#[inline(always)]
pub fn sync_threads() {
    // SAFETY: the barrier touches no memory of its own.
    unsafe { intrinsics::barrier_cta_sync(0) }
}

/// Orders this thread's earlier writes before its later ones, for the threads of its block.
#[inline(always)]
pub fn block_fence() {
    // SAFETY: a fence touches no memory of its own.
    unsafe { intrinsics::membar_cta() }
}

/// Orders this thread's earlier writes before its later ones, for all threads of the card.
#[inline(always)]
pub fn device_fence() {
    // SAFETY: a fence touches no memory of its own.
    unsafe { intrinsics::membar_gl() }
}

/// Orders this thread's earlier writes before its later ones, for all threads of the card, other cards and the host.
#[inline(always)]
pub fn system_fence() {
    // SAFETY: a fence touches no memory of its own.
    unsafe { intrinsics::membar_sys() }
}

/// Sleeps for about `nanos` nanoseconds, at most a millisecond.
#[inline(always)]
pub fn nanosleep(nanos: u32) {
    // SAFETY: sleeping touches no memory.
    unsafe { intrinsics::nanosleep(nanos) }
}

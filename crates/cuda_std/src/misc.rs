//! Clocks, the multiprocessor's number, and the trap.

use crate::intrinsics;

/// Cycles of this multiprocessor's clock.
#[inline(always)]
pub fn clock() -> u64 {
    // SAFETY: reads a special register.
    unsafe { intrinsics::clock64() }
}

/// Nanoseconds of the card's global timer; its resolution is about a microsecond.
#[inline(always)]
pub fn global_timer() -> u64 {
    // SAFETY: reads a special register.
    unsafe { intrinsics::globaltimer() }
}

/// The number of the multiprocessor that this thread runs on.
#[inline(always)]
pub fn multiprocessor_id() -> u32 {
    // SAFETY: reads a special register.
    unsafe { intrinsics::smid() }
}

/// Ends the whole grid: the host sees a failed launch, and its context can no longer be used.
#[inline(always)]
pub fn trap() -> ! {
    // SAFETY: it does not return.
    unsafe { intrinsics::trap() }
}

//! How the warps of a block take the rows of a matrix.

use core::sync::atomic::{AtomicU32, Ordering::Relaxed};

use crate::simt::{Block, Warp};

/// The next number for this warp; `next` if there is no other warp.
#[inline(always)]
pub(in crate::kernels) fn take<B: Block>(block: B, ticket: &AtomicU32, next: u32) -> u32 {
    if block.warps() == 1 {
        return next;
    }
    let warp = block.warp();
    let mut number = 0;
    if warp.lane() == 0 {
        number = ticket.fetch_add(1, Relaxed);
    }
    warp.shuffle(number, 0)
}

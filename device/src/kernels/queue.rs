//! How persistent warps and blocks draw their tasks: chunks of consecutive numbers from one counter.

use core::ops::Range;
use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::memory::Scratch;
use crate::simt::{Block, Warp};

/// The next chunk of tasks for this warp, the same in all its lanes; `None` when none are left.
///
/// The host ends a kernel early by setting the counter to `end`: the counter is only ever added to here, and the
/// sum cannot pass `u64`, as each warp adds one chunk past the end at most.
#[inline(always)]
pub fn draw<W: Warp>(warp: W, queue: &AtomicU64, chunk: u32, end: u64) -> Option<Range<u64>> {
    let mut start = 0;
    if warp.lane() == 0 {
        start = queue.fetch_add(u64::from(chunk), Relaxed);
    }
    let start = warp.shuffle_u64(start, 0);
    (start < end).then(|| start..end.min(start + u64::from(chunk)))
}

/// The next chunk of tasks for this block, the same in all its threads; `None` when none are left.
///
/// A collective of the block, and a barrier: all that the threads wrote before can be read after. `slot` is shared
/// memory of one element that nothing else uses.
#[inline(always)]
pub(in crate::kernels) fn draw_block<B: Block>(
    block: B,
    slot: Scratch<'_, u64>,
    queue: &AtomicU64,
    chunk: u32,
    end: u64,
) -> Option<Range<u64>> {
    block.sync();
    if block.thread() == 0 {
        // SAFETY: one element, by the caller's promise; all have read what it held before, and wait below.
        unsafe { slot.write(0, queue.fetch_add(u64::from(chunk), Relaxed)) };
    }
    block.sync();
    // SAFETY: as above: it was written before the barrier.
    let start = unsafe { slot.read(0) };
    (start < end).then(|| start..end.min(start + u64::from(chunk)))
}

/// The host ends a search within a task by setting the queue to this and more beyond its end: what is drawn does not
/// come so far.
pub const STOP: u64 = 1 << 40;

/// What the host ends a search with.
#[derive(Clone, Copy)]
pub(in crate::kernels) struct QueueStop<'a> {
    /// The launch's queue.
    pub queue: &'a AtomicU64,
    /// The end of its tasks.
    pub end: u64,
}

impl QueueStop<'_> {
    /// Whether it has.
    #[inline(always)]
    pub fn is_set(self) -> bool {
        self.queue.load(Relaxed) >= self.end + STOP
    }

    /// The same, in all lanes of a warp. A collective.
    #[inline(always)]
    pub fn is_set_for<W: Warp>(self, warp: W) -> bool {
        warp.any(warp.lane() == 0 && self.is_set())
    }
}

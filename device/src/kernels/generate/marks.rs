//! Which ids have an edge, and how many arcs leave them.

use core::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

use cust_core::DeviceCopy;

use super::PairRange;
use crate::kernels::prepare::positions::for_each;
use crate::memory::{Scratch, Slice};
use crate::primitives::carve::{self, Carver};
use crate::simt::Block;

/// The most groups of ids for which arcs are counted.
pub const MOST_GROUPS: usize = 1 << 10;
/// The most pairs of a launch of [`mark_ends`]: a block counts their arcs in 32 bits.
pub const MOST_PAIRS: u64 = 1 << 30;
/// Bytes of shared memory that [`mark_ends`] needs.
pub const SHARED_BYTES: usize = carve::shared_bytes(&[MOST_GROUPS * size_of::<u32>()]);

/// What [`mark_ends`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct MarkEndsArgs<'a> {
    /// The pairs: at most [`MOST_PAIRS`].
    pub range: PairRange,
    /// A bit for each id: those of ends are set.
    pub marks: Slice<'a, AtomicU64>,
    /// By group of ids, grow by the arcs that leave them: a power of two, at most [`MOST_GROUPS`].
    pub groups: Slice<'a, AtomicU64>,
}

/// What [`count_marks`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct CountMarksArgs<'a> {
    /// A bit for each id.
    pub marks: Slice<'a, u64>,
    /// Written: for each word how many bits are set.
    pub counts: Scratch<'a, u32>,
}

layout!(MarkEndsArgs<'_>: 88, groups: 72);
layout!(CountMarksArgs<'_>: 32, counts: 16);

/// Marks the ends of the pairs, and counts the arcs that leave each group of ids.
///
/// Thread mapping: a thread for each pair, striding by the grid. Bound by drawing; the marks lie in the L2 cache, and are
/// written once each, or a few times more.
#[cuda_std::kernel(max_threads = 256)]
pub unsafe fn mark_ends<B: Block>(block: B, args: &MarkEndsArgs<'_>) {
    let groups = args.groups.length() as usize;
    assert!(groups <= MOST_GROUPS && groups.is_power_of_two(), "groups that do not divide the ids");
    let shift = args.range.pairs.bits() - groups.trailing_zeros();
    let counts: Scratch<'_, u32> = Carver::new(block).take(MOST_GROUPS);
    let mut group = block.thread() as usize;
    while group < groups {
        // SAFETY: each thread has groups of its own before the barrier.
        unsafe { counts.write(group, 0) };
        group += block.threads() as usize;
    }
    block.sync();
    let mark = |id: u32| {
        let (word, bit) = (&args.marks[id as usize / 64], 1 << (id % 64));
        if word.load(Relaxed) & bit == 0 {
            word.fetch_or(bit, Relaxed);
        }
        let group = u64::from(id) >> shift;
        // SAFETY: ids have `bits` bits, so the group is below `groups`; while pairs are drawn, all threads touch the
        // counts by atomics alone.
        unsafe { AtomicU32::from_ptr(counts.pointer().add(group as usize)) }.fetch_add(1, Relaxed);
    };
    args.range.for_each(block, |pair| {
        if let Some((u, v)) = pair {
            mark(u);
            mark(v);
        }
    });
    block.sync();
    let mut group = block.thread() as usize;
    while group < groups {
        // SAFETY: counted before the barrier.
        let count = unsafe { counts.read(group) };
        if count > 0 {
            args.groups[group].fetch_add(count.into(), Relaxed);
        }
        group += block.threads() as usize;
    }
}

/// Counts the marks in each word.
///
/// Thread mapping: a thread for each word, striding by the grid.
#[cuda_std::kernel(max_threads = 256)]
pub unsafe fn count_marks<B: Block>(block: B, args: &CountMarksArgs<'_>) {
    let marks = args.marks.get();
    assert!(marks.len() as u64 <= args.counts.len(), "more words than counts");
    for_each(block, marks.len(), |word| {
        // SAFETY: within the array, as just checked, and no other thread has this word.
        unsafe { args.counts.write(word, marks[word].count_ones()) };
    });
}

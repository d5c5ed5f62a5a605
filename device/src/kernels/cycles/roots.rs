//! Counting at roots by the far ends of their wedges, in shared memory.
//!
//! Far ends are smaller than the root; and than the middle, where lists are not `WHOLE`.

use core::ops::Range;
use core::sync::atomic::Ordering::Relaxed;

use super::CycleArgs;
use super::table::SharedTable;
use super::wedges::{Wedge, wedges};
use crate::kernels::queue::draw_block;
use crate::kernels::triangles::shared::{Arena, ThreadTeam};
use crate::simt::{Block, Warp};

/// What is counted at roots.
pub(in crate::kernels) trait AtRoots<B: Block> {
    /// Whether there is something to add at each far end.
    const FAR_ENDS: bool;
    /// What the wedges of a thread come to.
    type Sum: Default;

    /// Counts a wedge whose far end was met so often before.
    fn meet(sum: &mut Self::Sum, before: u32);

    /// Takes what the wedges of `root` come to whose far ends are in `window`, all of which the table has counted:
    /// those that have a counter of their own there, and the others, if these were not too many. The warp's threads
    /// come here together.
    fn take(
        &mut self,
        table: &SharedTable<'_>,
        root: u32,
        window: Range<u32>,
        direct: Self::Sum,
        hashed: Option<Self::Sum>,
    );

    /// Takes a far end and how many wedges have it.
    fn take_far_end(&self, v: u32, times: u32);
}

/// What a thread's wedges come to.
struct Met<S> {
    /// Those whose far ends have a counter of their own.
    direct: S,
    /// The others: wrong when the hash table was full.
    hashed: S,
    /// How many there are.
    wedges: u64,
}

/// Counts at the roots that a block draws, and defers those with more far ends than there is room for: of these, only
/// the far ends that have a counter of their own are taken.
#[inline(always)]
pub(in crate::kernels) fn count_at_roots<B: Block, C: AtRoots<B>, const WHOLE: bool>(
    block: B,
    args: &CycleArgs<'_>,
    counted: &mut C,
) {
    // SAFETY: once, and shared memory is used in no other way.
    let mut arena = unsafe { Arena::new(block) };
    let slot = arena.take::<u64>(1);
    let table = SharedTable::new(&mut arena, args.table);
    let team = ThreadTeam::block(block);
    table.clear(team, u32::MAX);
    while let Some(tasks) = draw_block(block, slot, &args.queue[0], args.chunk, args.end) {
        for root in args.first + tasks.start as u32..args.first + tasks.end as u32 {
            // The counters were cleared by all threads.
            block.sync();
            let met = meet::<B, C, WHOLE>(block, args, &table, root, 0..root);
            block.sync();
            let overflown = table.overflown();
            if overflown && block.thread() == 0 {
                args.deferred_count[0].fetch_add(1, Relaxed);
                args.deferred[(root / u32::BITS) as usize].fetch_or(1 << (root % u32::BITS), Relaxed);
            }
            // The counters of the first vertices are right in any case; the root is none of these if there are others.
            let (end, hashed) = if overflown { (args.table.direct, None) } else { (root, Some(met.hashed)) };
            counted.take(&table, root, 0..end, met.direct, hashed);
            block.sync();
            if C::FAR_ENDS && !overflown {
                table.each_hashed(team, |v, times| counted.take_far_end(v, times));
                block.sync();
            }
            // A lone lane clears what it met, where that is less.
            if B::Warp::LANES == 1 && met.wedges < u64::from(root) / 16 {
                each_wedge::<B, WHOLE>(block, args, root, 0..root, |v| match C::FAR_ENDS {
                    true => counted.take_far_end(v, table.take(v)),
                    false => table.forget(v),
                });
                table.clear_hash(team);
            } else {
                if C::FAR_ENDS {
                    table.each_direct(team, end, |v, times| counted.take_far_end(v, times));
                    block.sync();
                }
                table.clear(team, root);
            }
        }
    }
}

/// Counts what was left at the roots that were deferred: their far ends without a counter of their own, in windows for
/// which there is room. A block takes a word of bits, and clears it.
#[inline(always)]
pub(in crate::kernels) fn count_deferred<B: Block, C: AtRoots<B>, const WHOLE: bool>(
    block: B,
    args: &CycleArgs<'_>,
    counted: &mut C,
) {
    // SAFETY: once, and shared memory is used in no other way.
    let mut arena = unsafe { Arena::new(block) };
    let slot = arena.take::<u64>(1);
    let table = SharedTable::new(&mut arena, args.table);
    while let Some(tasks) = draw_block(block, slot, &args.queue[0], args.chunk, args.end) {
        for task in tasks {
            let word = args.first / u32::BITS + task as u32;
            let mut roots = args.deferred[word as usize].load(Relaxed);
            while roots != 0 {
                let root = word * u32::BITS + roots.trailing_zeros();
                roots &= roots - 1;
                count_in_windows::<B, C, WHOLE>(block, args, &table, root, counted);
            }
            // All threads have read it.
            block.sync();
            if block.thread() == 0 {
                args.deferred[word as usize].store(0, Relaxed);
            }
        }
    }
}

/// Counts at `root` the far ends that have no counter of their own in `table`, all of which is overwritten.
///
/// A window of far ends that is too wide for the hash table is halved, and the next one is wider again: far ends are
/// the fewer the greater they are.
#[inline(always)]
fn count_in_windows<B: Block, C: AtRoots<B>, const WHOLE: bool>(
    block: B,
    args: &CycleArgs<'_>,
    table: &SharedTable<'_>,
    root: u32,
    counted: &mut C,
) {
    let mut from = args.table.direct;
    let mut width = root.saturating_sub(from);
    while from < root {
        let end = root.min(from.saturating_add(width));
        let table = table.for_window(end - from);
        table.clear_hash(ThreadTeam::block(block));
        block.sync();
        let met = meet::<B, C, WHOLE>(block, args, &table, root, from..end);
        block.sync();
        if table.overflown() {
            width = (end - from).div_ceil(2);
        } else {
            counted.take(&table, root, from..end, C::Sum::default(), Some(met.hashed));
            if C::FAR_ENDS {
                table.each_hashed(ThreadTeam::block(block), |v, times| counted.take_far_end(v, times));
            }
            (from, width) = (end, width.saturating_mul(2));
        }
        // What all have read is cleared next.
        block.sync();
    }
}

/// Counts the wedges of `root` by their far ends, which are in `window`.
#[inline(always)]
fn meet<B: Block, C: AtRoots<B>, const WHOLE: bool>(
    block: B,
    args: &CycleArgs<'_>,
    table: &SharedTable<'_>,
    root: u32,
    window: Range<u32>,
) -> Met<C::Sum> {
    let (mut direct, mut hashed, mut wedges) = (C::Sum::default(), C::Sum::default(), 0);
    each_wedge::<B, WHOLE>(block, args, root, window, |v| {
        table.meet::<B::Warp>(v, |before, is_direct| {
            C::meet(if is_direct { &mut direct } else { &mut hashed }, before);
        });
        wedges += 1;
    });
    Met { direct, hashed, wedges }
}

/// Calls `visit` with the far ends of this thread's share of the wedges of `root` that have them in `window`.
#[inline(always)]
fn each_wedge<B: Block, const WHOLE: bool>(
    block: B,
    args: &CycleArgs<'_>,
    root: u32,
    window: Range<u32>,
    mut visit: impl FnMut(u32),
) {
    let bound = |middle| Some(if WHOLE { root } else { middle });
    wedges::<B, WHOLE>(block, args, root, window, bound, |_, Wedge { v, .. }| visit(v), |_| {});
}

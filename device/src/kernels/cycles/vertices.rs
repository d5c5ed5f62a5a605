//! Adding the 4-cycles of a root to the vertices that they are at.
//!
//! A root and the far end of `c` wedges are at `c (c - 1) / 2` cycles; the middle of each of these wedges is at `c -
//! 1`, as it is met once for each of the others. Sums are of twice the cycles.

use core::cell::Cell;
use core::ops::Range;
use core::sync::atomic::Ordering::Relaxed;

use super::CycleArgs;
use super::table::SharedTable;
use super::wedges::{Wedge, wedges};
use crate::simt::Block;

/// Adds the cycles of `root`, whose wedges in `window` have been met, to the middles, and `before`, this thread's share
/// of the cycles, to the root itself.
#[inline(always)]
pub(super) fn add_to_middles<B: Block>(
    block: B,
    args: &CycleArgs<'_>,
    table: &SharedTable<'_>,
    root: u32,
    window: Range<u32>,
    before: u64,
) {
    add(args, root, 2 * before);
    let through = Cell::new(0);
    let visit = |_, wedge: Wedge| through.set(through.get() + u64::from(table.met(wedge.v) - 1));
    wedges::<B, false>(block, args, root, window, Some, visit, |middle| {
        add(args, middle.u, 2 * through.replace(0))
    });
}

/// Adds the cycles of a root to the far end of so many wedges.
#[inline(always)]
pub(super) fn add_to_far_end(args: &CycleArgs<'_>, v: u32, times: u32) {
    let times = u64::from(times);
    add(args, v, times * times.saturating_sub(1));
}

/// Adds to the sum of a vertex.
#[inline(always)]
fn add(args: &CycleArgs<'_>, vertex: u32, twice: u64) {
    if twice > 0 {
        args.edge_sums[vertex as usize].fetch_add(twice, Relaxed);
    }
}

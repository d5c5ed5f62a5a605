//! The loop that all extensions are.

use super::Extend;
use super::output::NewRowWriter;
use super::rows::RowsInHand;
use crate::simt::{Block, Warp};

/// Draws tasks, and takes their rows in hand, as many at a time as the warp has lanes: `extend` is called with the
/// first of them, and with the lane's own, if there is one for it.
///
/// A collective, and `extend` may be one. It finds the new rows of a task in the same order each time, as a task that
/// was broken off is taken up where it was.
#[inline(always)]
pub(super) fn extend_tasks<B: Block>(
    block: B,
    args: &Extend<'_>,
    rows: RowsInHand<'_, B::Warp>,
    mut extend: impl FnMut(&mut NewRowWriter<'_, '_, B::Warp>, u32, Option<u32>),
) {
    let warp = block.warp();
    let mut writer = NewRowWriter::new(warp, &args.output);
    while let Some((number, task)) = writer.next_task(&args.tasks) {
        let mut first = task.start;
        while first < task.end && !writer.is_full() {
            let own = own_row(warp, first, task.end);
            rows.load(&args.chain, own);
            extend(&mut writer, first, own);
            first += B::Warp::LANES;
        }
        if !writer.end_task(number) {
            break;
        }
    }
    writer.finish();
}

/// The row that the lane brings, of those from `first` on.
#[inline(always)]
pub(super) fn own_row<W: Warp>(warp: W, first: u32, end: u32) -> Option<u32> {
    (warp.lane() < end - first).then(|| first + warp.lane())
}

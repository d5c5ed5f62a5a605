//! In how many graphs each extension of a batch occurs.

use core::mem::offset_of;
use core::sync::atomic::Ordering::Relaxed;

use cust_core::DeviceCopy;

use super::{BatchView, Tally};
use crate::memory::Slice;
use crate::simt::Block;

/// What [`count_support`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct SupportArgs<'a> {
    /// The batch. Its maps lead to the numbers of a task's extensions, counted within the task.
    pub batch: BatchView<'a>,
    /// One for each extension of the batch, zero at the start.
    pub tallies: Slice<'a, Tally>,
}

const _: () = assert!(offset_of!(SupportArgs<'_>, tallies) == 112);

/// Counts the graphs and the embeddings of each extension of each pattern of a batch.
///
/// On one lane a block takes whole patterns, and counts a graph when it differs from the extension's last: the rows
/// of a pattern are in the order of their graphs.
#[cuda_std::kernel]
pub fn count_support<B: Block>(block: B, args: &SupportArgs<'_>) {
    let batch = &args.batch;
    let tasks = batch.tasks.get();
    let mut at = block.index();
    while (at as usize) < tasks.len() {
        let task = tasks[at as usize];
        let tallies = &args.tallies.get()[task.first as usize..];
        for row in task.start..task.end {
            let row = batch.row(&task, row);
            let stamp = row.head.graph + 1;
            batch.extensions(&task, &row, |extension, _| {
                // SAFETY: the maps lead to the extensions of the task.
                let tally = unsafe { tallies.get_unchecked(extension as usize) };
                let new = tally.seen.load(Relaxed) != stamp;
                tally.seen.store(stamp, Relaxed);
                tally.support.store(tally.support.load(Relaxed) + u32::from(new), Relaxed);
                tally.embeddings.store(tally.embeddings.load(Relaxed) + 1, Relaxed);
            });
        }
        at += block.count();
    }
}

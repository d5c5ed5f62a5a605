//! In how many graphs each extension of a batch occurs.

use core::mem::offset_of;
use core::sync::atomic::Ordering::Relaxed;

use cust_core::DeviceCopy;

use super::{BatchView, Head, Tally, UNWANTED, pair};
use crate::memory::{Scratch, Slice};
use crate::simt::Block;

/// How far a kernel came that one lane runs, and where the next is to go on.
#[repr(C)]
#[derive(Clone, Copy, Debug, DeviceCopy, Default, PartialEq, Eq)]
pub struct Progress {
    /// The task.
    pub task: u32,
    /// Its next row, counted from the task's first.
    pub row: u32,
    /// Extensions written.
    pub extensions: u32,
}

/// What [`count_support`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct SupportArgs<'a> {
    /// The batch. The rows of its tasks are consecutive.
    pub batch: BatchView<'a>,
    /// One for each number of each task, zero at the start.
    pub tallies: Slice<'a, Tally>,
    /// Written: the heads of the embeddings.
    pub heads: Scratch<'a, Head>,
    /// Written: the extensions of the embeddings, by number.
    pub extensions: Scratch<'a, u64>,
    /// One: where to start, and where the room for extensions ended.
    pub progress: Scratch<'a, Progress>,
    /// Whether the database is larger than the caches.
    pub prefetch: u32,
}

const _: () = assert!(offset_of!(SupportArgs<'_>, tallies) == 112 && offset_of!(SupportArgs<'_>, prefetch) == 176);

/// Counts the graphs and the embeddings of each extension of each pattern of a batch, and writes them all.
///
/// On one lane a block takes whole patterns, and counts a graph when it differs from the extension's last: the rows
/// of a pattern are in the order of their graphs.
#[cuda_std::kernel]
pub fn count_support<B: Block>(block: B, args: &SupportArgs<'_>) {
    debug_assert!(B::Warp::LANES == 1 && block.count() == 1);
    use crate::simt::Warp;
    let batch = &args.batch;
    let tasks = batch.tasks.get();
    let base = tasks[0].start;
    // SAFETY: there is one, and one thread.
    let mut progress = unsafe { args.progress.read(0) };
    let room = args.extensions.len() as u32;
    while (progress.task as usize) < tasks.len() {
        let task = tasks[progress.task as usize];
        let tallies = &args.tallies.get()[task.first as usize..];
        for index in task.start + progress.row..task.end {
            if args.prefetch != 0 {
                batch.prefetch(&task, index);
            }
            let row = batch.row(&task, index);
            let mut next = progress.extensions;
            // One more, as what is not wanted is written, too, and then overwritten.
            if batch.most_extensions(&task, &row) >= room - next {
                progress.row = index - task.start;
                // SAFETY: as above.
                unsafe { args.progress.write(0, progress) };
                return;
            }
            let own = Head { start: next, graph: row.head.graph, signature: row.signature() };
            // SAFETY: there is a head for each row.
            unsafe { args.heads.write((index - base) as usize, own) };
            let stamp = row.head.graph + 1;
            batch.extensions(&task, &row, |number, vertex| {
                // SAFETY: the maps lead to numbers of the task; there is room for what this row can have at most.
                let tally = unsafe {
                    args.extensions.write(next as usize, pair(number, vertex));
                    tallies.get_unchecked(number as usize)
                };
                next += u32::from(number != UNWANTED);
                let new = tally.seen.load(Relaxed) != stamp;
                tally.seen.store(stamp, Relaxed);
                tally.support.store(tally.support.load(Relaxed) + u32::from(new), Relaxed);
                tally.embeddings.store(tally.embeddings.load(Relaxed) + 1, Relaxed);
            });
            progress.extensions = next;
        }
        progress.task += 1;
        progress.row = 0;
    }
    // SAFETY: as above; there is one head more than rows.
    unsafe {
        let rows = tasks[tasks.len() - 1].end - base;
        args.heads.write(rows as usize, Head { start: progress.extensions, ..Head::default() });
        args.progress.write(0, progress);
    }
}

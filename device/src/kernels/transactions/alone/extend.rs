//! All extensions of a batch and in how many graphs each occurs, in one pass of one lane.

use core::mem::offset_of;
use core::ops::Range;
use core::sync::atomic::Ordering::Relaxed;

use bytemuck::AnyBitPattern;
use cust_core::DeviceCopy;

use crate::kernels::transactions::{BatchView, Head, NONE, Tally, Task, UNWANTED, pair};
use crate::memory::{Scratch, Slice};
use crate::simt::Block;

/// How far [`extend_alone`] came where one lane runs it.
#[repr(C)]
#[derive(AnyBitPattern, Clone, Copy, Debug, DeviceCopy, Default, PartialEq, Eq)]
pub struct Progress {
    /// Rows done: all of them, unless the room for extensions ended.
    pub rows: u32,
    /// Extensions written.
    pub extensions: u32,
}

/// What [`extend_alone`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct ExtendAloneArgs<'a> {
    /// The batch. The rows of its tasks are consecutive.
    pub batch: BatchView<'a>,
    /// One for each number of each task, zero at the start.
    pub tallies: Slice<'a, Tally>,
    /// Written: the heads of the embeddings.
    pub heads: Scratch<'a, Head>,
    /// Written: the extensions of the embeddings, by number.
    pub extensions: Scratch<'a, u64>,
    /// Written: one.
    pub progress: Scratch<'a, Progress>,
    /// The batch's maps again, for this kernel to change.
    pub maps: Scratch<'a, u32>,
    /// For each task, in how many graphs its pattern occurs.
    pub supports: Slice<'a, u32>,
    /// In how many graphs an extension must occur to be counted to the end.
    pub least: u32,
    /// The most extensions that an embedding has around its new vertex.
    pub around: u32,
    /// Whether the database is larger than the caches.
    pub prefetch: u32,
}

const _: () = assert!(
    offset_of!(ExtendAloneArgs<'_>, tallies) == 112 && offset_of!(ExtendAloneArgs<'_>, prefetch) == 216
);

/// Writes all extensions of a batch, and counts the graphs and the embeddings of each.
///
/// For one block of one lane. A graph is counted when it differs from the extension's last: the rows of a pattern
/// are in the order of their graphs. Bound by the memory latency of the neighbourhoods, which are asked for ahead of
/// time, and by the branches of short loops.
#[cuda_std::kernel]
pub fn extend_alone<B: Block>(block: B, args: &ExtendAloneArgs<'_>) {
    debug_assert!(block.threads() == 1 && block.count() == 1);
    if args.prefetch != 0 { extend::<true>(args) } else { extend::<false>(args) }
}

#[inline(always)]
fn extend<const PREFETCH: bool>(args: &ExtendAloneArgs<'_>) {
    let tasks = args.batch.tasks.get();
    let base = tasks[0].start;
    let room = (args.extensions.len() as usize).saturating_sub(args.around as usize);
    let mut next = 0;
    let finish = |row: u32, next: usize| {
        let progress = Progress { rows: row - base, extensions: next as u32 };
        // SAFETY: there is one head more than rows, one progress, and one thread.
        unsafe {
            args.heads.write((row - base) as usize, Head { start: next as u32, ..Head::default() });
            args.progress.write(0, progress);
        }
    };
    for (number, task) in tasks.iter().enumerate() {
        let task = *task;
        let tallies = &args.tallies.get()[task.first as usize..];
        let known = args.supports[number];
        let (inherited, around) = numbers(tasks, number, args.maps.len() as u32);
        let (mut any_inherited, mut any_around) = (true, task.around != NONE);
        let (mut graph, mut graphs) = (NONE, 0);
        let mut check = task.start;
        let batch = BatchView { maps: args.maps.as_slice(), ..args.batch };
        for index in task.start..task.end {
            if PREFETCH {
                batch.prefetch(&task, index);
            }
            let row = batch.row(&task, index);
            if row.head.graph != graph {
                if index >= check && graphs + args.least > known {
                    let least = graphs + args.least - known;
                    any_inherited = any_inherited && drop_infrequent(args, tallies, inherited.clone(), least);
                    any_around = any_around && drop_infrequent(args, tallies, around.clone(), least);
                    if !any_inherited && !any_around {
                        break;
                    }
                    check = index + (around.end - inherited.start) / 4;
                }
                graph = row.head.graph;
                graphs += 1;
            }
            if next + (row.end - row.head.start) as usize > room {
                return finish(index, next);
            }
            let own = Head { start: next as u32, graph, signature: row.signature() };
            // SAFETY: there is a head for each row.
            unsafe { args.heads.write((index - base) as usize, own) };
            let stamp = graph + 1;
            batch.some_extensions(&task, &row, [any_inherited, any_around], |number, vertex| {
                if number == UNWANTED {
                    return;
                }
                // SAFETY: the maps lead to numbers of the task; there is room for what this row can have at most.
                let tally = unsafe {
                    args.extensions.write(next, pair(number, vertex));
                    tallies.get_unchecked(number as usize)
                };
                next += 1;
                let new = tally.seen.load(Relaxed) != stamp;
                tally.seen.store(stamp, Relaxed);
                tally.support.store(tally.support.load(Relaxed) + u32::from(new), Relaxed);
                tally.embeddings.store(tally.embeddings.load(Relaxed) + 1, Relaxed);
            });
        }
    }
    finish(tasks[tasks.len() - 1].end, next);
}

/// Where in the maps the numbers of a task are: of the extensions that it inherits, and of those around its new vertex.
#[inline(always)]
fn numbers(tasks: &[Task], number: usize, end: u32) -> (Range<u32>, Range<u32>) {
    let Task { inherited, around, roles, .. } = tasks[number];
    if around == NONE {
        let end = tasks.get(number + 1).map_or(end, |next| next.inherited);
        (inherited..end, end..end)
    } else {
        (inherited..around, around..roles)
    }
}

/// Drops from the maps the extensions that were seen in fewer than `least` graphs; whether any is left.
fn drop_infrequent(args: &ExtendAloneArgs<'_>, tallies: &[Tally], maps: Range<u32>, least: u32) -> bool {
    let mut alive = false;
    for at in maps {
        // SAFETY: the host made the maps, whose numbers are of the task.
        unsafe {
            let number = args.maps.read(at as usize);
            if number != UNWANTED {
                if tallies.get_unchecked(number as usize).support.load(Relaxed) < least {
                    args.maps.write(at as usize, UNWANTED);
                } else {
                    alive = true;
                }
            }
        }
    }
    alive
}

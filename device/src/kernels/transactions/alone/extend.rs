//! All extensions of a batch and in how many graphs each occurs, in one pass of one lane.

use core::mem::offset_of;
use core::ops::Range;
use core::sync::atomic::Ordering::Relaxed;

use bytemuck::AnyBitPattern;
use cust_core::DeviceCopy;

use crate::kernels::transactions::{BatchView, ExtensionTally, Head, NONE, PatternTask, UNWANTED, pair};
use crate::memory::{Scratch, Slice};
use crate::simt::Block;

/// How far [`extend_alone`] came where one lane runs it.
#[repr(C)]
#[derive(AnyBitPattern, Clone, Copy, Debug, DeviceCopy, Default, PartialEq, Eq)]
pub struct ExtendProgress {
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
    pub tallies: Slice<'a, ExtensionTally>,
    /// Written: the heads of the embeddings.
    pub heads: Scratch<'a, Head>,
    /// Written: the extensions of the embeddings, by number.
    pub extensions: Scratch<'a, u64>,
    /// Written: one.
    pub progress: Scratch<'a, ExtendProgress>,
    /// The batch's maps again, from which this kernel drops extensions.
    pub maps: Scratch<'a, u32>,
    /// For each task, in how many graphs its pattern occurs.
    pub supports: Slice<'a, u32>,
    /// In how many graphs an extension must occur to be counted to the end.
    pub least: u32,
    /// How many extensions an embedding can have around its new vertex at most, whichever that is.
    pub most_around: u32,
    /// Whether the database is larger than the caches.
    pub prefetch: u32,
}

const _: () = assert!(
    offset_of!(ExtendAloneArgs<'_>, tallies) == 112 && offset_of!(ExtendAloneArgs<'_>, prefetch) == 216
);

/// Writes all extensions of a batch, and counts the graphs and the embeddings of each.
///
/// For one block of one lane. A graph is counted when it differs from the extension's last: the rows of a pattern
/// are in the order of their graphs. An extension that was seen in too few of the graphs so far to be frequent, were it
/// in all that follow, is no longer looked for; when that is all of them, the pattern's other rows are left out, heads
/// and all. Bound by the branches of short loops, and by the memory latency of the neighbourhoods, which are asked for
/// ahead of time.
#[cuda_std::kernel]
pub unsafe fn extend_alone<B: Block>(block: B, args: &ExtendAloneArgs<'_>) {
    debug_assert!(block.threads() == 1 && block.count() == 1);
    if args.prefetch != 0 { extend::<true>(args) } else { extend::<false>(args) }
}

#[inline(always)]
fn extend<const PREFETCH: bool>(args: &ExtendAloneArgs<'_>) {
    let tasks = args.batch.tasks.get();
    let base = tasks[0].start;
    // The extensions' places are 32 bits.
    let room = args.extensions.len().min(u32::MAX.into()) as usize;
    let mut next = 0;
    let finish = |row: u32, next: usize| {
        let progress = ExtendProgress { rows: row - base, extensions: next as u32 };
        // SAFETY: there is one head more than rows, one progress, and one thread.
        unsafe {
            args.heads.write((row - base) as usize, Head { start: next as u32, ..Head::default() });
            args.progress.write(0, progress);
        }
    };
    for (number, task) in tasks.iter().enumerate() {
        let task = *task;
        // SAFETY: the host wrote the maps. A reference to them lives within a call of the batch's methods, and
        // `review`, which writes them, runs between two.
        let maps = unsafe { args.maps.as_slice() };
        let batch = BatchView { maps, ..args.batch };
        let mut possible = PossibleExtensions::new(args, number);
        let (mut graph, mut graphs) = (NONE, 0);
        for index in task.start..task.end {
            if PREFETCH {
                batch.prefetch(&task, index);
            }
            let row = batch.row(&task, index);
            if row.head.graph != graph {
                possible.review(args, index, graphs);
                if args.least > 0 && possible.any == [false; 2] {
                    // A head is also where the extensions of the row before end. That row may be the last of the
                    // pattern before: the support that is asked for may have risen beyond this pattern's, which then
                    // has none of its rows gone through.
                    // SAFETY: there is a head for each row.
                    unsafe {
                        args.heads
                            .write((index - base) as usize, Head { start: next as u32, ..Head::default() });
                    }
                    break;
                }
                graph = row.head.graph;
                graphs += 1;
            }
            let inherited = (row.end - row.head.start) as usize;
            // Nearly always there is room for as many extensions as any vertex can have around it: only where there
            // is not does the row's own vertex have to be looked up.
            if next + inherited + args.most_around as usize > room
                && next + inherited + batch.most_around(&task, &row) > room
            {
                return finish(index, next);
            }
            let own = Head { start: next as u32, graph, signature: row.signature() };
            // SAFETY: there is a head for each row.
            unsafe { args.heads.write((index - base) as usize, own) };
            batch.some_extensions(&task, &row, possible.any, |number, vertex| {
                if number != UNWANTED {
                    // SAFETY: the maps lead to numbers of the task; there is room for what this row can have at most.
                    unsafe {
                        args.extensions.write(next, pair(number, vertex));
                        count(possible.tallies.get_unchecked(number as usize), graph);
                    }
                    next += 1;
                }
            });
        }
    }
    finish(tasks[tasks.len() - 1].end, next);
}

/// Counts an extension of an embedding in `graph`.
#[inline(always)]
fn count(tally: &ExtensionTally, graph: u32) {
    let stamp = graph + 1;
    let new = tally.seen.load(Relaxed) != stamp;
    tally.seen.store(stamp, Relaxed);
    tally.support.store(tally.support.load(Relaxed) + u32::from(new), Relaxed);
    tally.embeddings.store(tally.embeddings.load(Relaxed) + 1, Relaxed);
}

/// The extensions of a task that may be frequent: those that are inherited, and those around the new vertex.
struct PossibleExtensions<'a> {
    tallies: &'a [ExtensionTally],
    /// Where in the maps their numbers are.
    places: [Range<u32>; 2],
    /// Whether there are any.
    any: [bool; 2],
    /// In how many graphs the task's pattern occurs.
    support: u32,
    /// The row from which on it is worth the time to look at them again.
    due: u32,
}

impl<'a> PossibleExtensions<'a> {
    #[inline(always)]
    fn new(args: &ExtendAloneArgs<'a>, number: usize) -> Self {
        let tasks = args.batch.tasks.get();
        let PatternTask { inherited, around, roles, first, start, .. } = tasks[number];
        let places = if around == NONE {
            let end = tasks.get(number + 1).map_or(args.maps.len() as u32, |next| next.inherited);
            [inherited..end, end..end]
        } else {
            [inherited..around, around..roles]
        };
        // SAFETY: the host wrote the maps, and nobody writes them now.
        let maps = unsafe { args.maps.as_slice() };
        let is_any = |places: &Range<u32>| {
            maps[places.start as usize..places.end as usize].iter().any(|number| *number != UNWANTED)
        };
        PossibleExtensions {
            tallies: &args.tallies.get()[first as usize..],
            any: [is_any(&places[0]), is_any(&places[1])],
            places,
            support: args.supports[number],
            due: start,
        }
    }

    /// Drops the extensions that cannot be frequent, when the first rows, up to `row`, were those of `graphs` graphs.
    #[inline(always)]
    fn review(&mut self, args: &ExtendAloneArgs<'_>, row: u32, graphs: u32) {
        if row < self.due || graphs + args.least <= self.support {
            return;
        }
        // What is not seen by now cannot be seen in more graphs than are left.
        let least = graphs + args.least - self.support;
        for (any, places) in self.any.iter_mut().zip(&self.places) {
            *any = *any && drop_infrequent(args, self.tallies, places.clone(), least);
        }
        // A row takes several times as long as a place.
        self.due = row + (self.places[1].end - self.places[0].start) / 4;
    }
}

/// Drops from some places of the maps the extensions that were seen in fewer than `least` graphs; says whether any is
/// left.
fn drop_infrequent(
    args: &ExtendAloneArgs<'_>,
    tallies: &[ExtensionTally],
    places: Range<u32>,
    least: u32,
) -> bool {
    let mut any = false;
    for place in places {
        // SAFETY: the host made the maps, whose numbers are of the task; nobody else reads or writes them now.
        unsafe {
            let number = args.maps.read(place as usize);
            if tallies.get_unchecked(number as usize).support.load(Relaxed) < least {
                args.maps.write(place as usize, UNWANTED);
            } else {
                any |= number != UNWANTED;
            }
        }
    }
    any
}

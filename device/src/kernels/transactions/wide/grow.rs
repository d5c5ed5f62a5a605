//! The extensions that are kept, and the rows of the children: how many of each, and then they themselves.

use core::mem::offset_of;
use core::sync::atomic::AtomicU32;
use core::sync::atomic::Ordering::Relaxed;

use cust_core::DeviceCopy;

use super::shared_words;
use crate::kernels::transactions::{GrowTask, Head, Kept, NONE, pair, unpair};
use crate::memory::{Scratch, Slice};
use crate::simt::{Block, Warp};

/// Children whose rows a warp places at a time.
pub const CHILDREN: usize = 16;

/// Bytes of shared memory of [`count_kept`] and [`write_kept`] for blocks of `warps` warps of `lanes` lanes.
pub const fn shared_bytes(warps: u32, lanes: u32) -> usize {
    warps as usize * lanes as usize * CHILDREN * size_of::<u32>()
}

/// The embeddings to be grown.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct GrowView<'a> {
    /// The patterns that have children.
    pub tasks: Slice<'a, GrowTask>,
    /// For each tile, its task, and its number within the task. A tile has a row for each lane of a warp.
    pub tiles: Slice<'a, [u32; 2]>,
    /// The heads of all embeddings of the batch, and one more to end the last.
    pub heads: Slice<'a, Head>,
    /// Their extensions: [`pair`] of the number within the task, and the vertex.
    pub extensions: Slice<'a, u64>,
    /// For each number of each task of the batch, what becomes of it.
    pub kept: Slice<'a, Kept>,
    /// The first row of the batch in its column.
    pub base: u64,
}

/// What [`count_kept`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct CountKeptArgs<'a> {
    /// The embeddings.
    pub grow: GrowView<'a>,
    /// Written: for each of the tasks' embeddings, how many extensions are kept.
    pub lengths: Scratch<'a, u32>,
    /// Written: for each task, each of its children and each of its tiles, how many rows the child gets.
    pub cells: Scratch<'a, u32>,
}

/// What [`write_kept`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct WriteKeptArgs<'a> {
    /// The embeddings.
    pub grow: GrowView<'a>,
    /// For each of the tasks' embeddings, and for the end, where its kept extensions start.
    pub starts: Slice<'a, u32>,
    /// For each task, child and tile, how many rows there are before.
    pub places: Slice<'a, u32>,
    /// Written: the heads of the tasks' embeddings, and one more to end the last.
    pub heads: Scratch<'a, Head>,
    /// Written: the extensions of the tasks' embeddings that are kept.
    pub extensions: Scratch<'a, u64>,
    /// Written: the column of the children, from row 1 on.
    pub column: Scratch<'a, u64>,
}

layout!(GrowView<'_>: 88);

const _: () =
    assert!(offset_of!(CountKeptArgs<'_>, cells) == 104 && offset_of!(WriteKeptArgs<'_>, column) == 152);

/// Counts what is kept of each embedding, and the rows that each tile gives to each child.
///
/// A warp takes a tile, a lane a row of it. Shared memory: [`shared_bytes`].
#[cuda_std::kernel(max_threads = 256)]
pub unsafe fn count_kept<B: Block>(block: B, args: &CountKeptArgs<'_>) {
    let warp = block.warp();
    let counters = ChildCounters::of(block);
    for_each_tile(block, &args.grow, |tile| {
        let mut length = 0;
        tile.for_each(|kept, _| length += u32::from(kept.number != NONE));
        if let Some(row) = tile.row {
            // SAFETY: each embedding has its own length.
            unsafe { args.lengths.write((tile.task.head + row) as usize, length) };
        }
        let mut low = 0;
        while low < tile.task.children {
            tile.count_children(low, counters);
            let mut child = low;
            while child < tile.task.children.min(low + CHILDREN as u32) {
                let rows = warp.sum(counters.of_child((child - low) as usize).load(Relaxed));
                if warp.lane() == 0 {
                    // SAFETY: each task, child and tile has its own cell.
                    unsafe { args.cells.write(tile.cell(child), rows) };
                }
                child += 1;
            }
            low += CHILDREN as u32;
        }
    });
}

/// Writes what is kept of each embedding, and the rows of the children in the order of their parents'.
///
/// A warp takes a tile, a lane a row of it; the rows of a child in a tile are placed by a scan over the lanes. Shared
/// memory: [`shared_bytes`]. Bound by memory throughput.
#[cuda_std::kernel(max_threads = 256)]
pub unsafe fn write_kept<B: Block>(block: B, args: &WriteKeptArgs<'_>) {
    let warp = block.warp();
    let counters = ChildCounters::of(block);
    for_each_tile(block, &args.grow, |tile| {
        if let Some(row) = tile.row {
            let index = (tile.task.head + row) as usize;
            let mut next = args.starts[index];
            // SAFETY: each embedding has its own head.
            unsafe { args.heads.write(index, Head { start: next, ..tile.head }) };
            tile.for_each(|kept, vertex| {
                if kept.number != NONE {
                    // SAFETY: `starts` are the sums of the lengths, so that each embedding has its own range.
                    unsafe { args.extensions.write(next as usize, pair(kept.number, vertex)) };
                    next += 1;
                }
            });
            if index + 2 == args.starts.len() {
                // SAFETY: there is one head more than embeddings, and this is the last of them.
                unsafe { args.heads.write(index + 1, Head { start: next, ..Head::default() }) };
            }
        }
        let mut low = 0;
        while low < tile.task.children {
            tile.count_children(low, counters);
            let mut child = low;
            while child < tile.task.children.min(low + CHILDREN as u32) {
                let counter = counters.of_child((child - low) as usize);
                let own = counter.load(Relaxed);
                let place = args.places[tile.cell(child)] + warp.inclusive_scan(own) - own;
                counter.store(place, Relaxed);
                child += 1;
            }
            tile.for_each(|kept, vertex| {
                let child = kept.child.wrapping_sub(tile.task.child + low) as usize;
                if kept.child != 0 && child < CHILDREN {
                    let place = counters.add_one(child);
                    let row = tile.task.start + tile.row.unwrap_or(0);
                    // SAFETY: the places are the sums of the counts, so that each row has its own; row 0 is none.
                    unsafe { args.column.write(place as usize + 1, pair(row, vertex)) };
                }
            });
            low += CHILDREN as u32;
        }
    });
}

/// A counter for each of [`CHILDREN`] children, of this lane alone.
#[derive(Clone, Copy)]
struct ChildCounters {
    words: &'static [AtomicU32],
    lanes: usize,
    lane: usize,
}

impl ChildCounters {
    #[inline(always)]
    fn of<B: Block>(block: B) -> Self {
        let (lanes, lane) = (B::Warp::LANES as usize, block.warp().lane() as usize);
        let start = block.warp_index() as usize * lanes * CHILDREN;
        ChildCounters { words: &shared_words(block).get()[start..start + lanes * CHILDREN], lanes, lane }
    }

    /// The lanes' counters of a child lie side by side, in different banks.
    #[inline(always)]
    fn of_child(self, child: usize) -> &'static AtomicU32 {
        &self.words[child * self.lanes + self.lane]
    }

    /// Adds one, and returns what was there.
    #[inline(always)]
    fn add_one(self, child: usize) -> u32 {
        let counter = self.of_child(child);
        let before = counter.load(Relaxed);
        counter.store(before + 1, Relaxed);
        before
    }
}

/// A lane's share of a tile.
struct RowTile<'a> {
    task: &'a GrowTask,
    number: u32,
    tiles: u32,
    /// The lane's row, counted from the task's first, if it has one.
    row: Option<u32>,
    head: Head,
    extensions: &'a [u64],
    /// Those of the task.
    kept: &'a [Kept],
}

impl RowTile<'_> {
    /// Calls `visit` with what becomes of each extension of the lane's embedding, and its vertex.
    #[inline(always)]
    fn for_each(&self, mut visit: impl FnMut(Kept, u32)) {
        for extension in self.extensions {
            let (number, vertex) = unpair(*extension);
            visit(self.kept[number as usize], vertex);
        }
    }

    /// Counts the rows that the lane's embedding gives to each of the children from `low` on.
    #[inline(always)]
    fn count_children(&self, low: u32, counters: ChildCounters) {
        (0..CHILDREN).for_each(|child| counters.of_child(child).store(0, Relaxed));
        self.for_each(|kept, _| {
            let child = kept.child.wrapping_sub(self.task.child + low) as usize;
            if kept.child != 0 && child < CHILDREN {
                counters.add_one(child);
            }
        });
    }

    /// Where the count for a child of the task is, and this tile.
    #[inline(always)]
    fn cell(&self, child: u32) -> usize {
        (self.task.cell + child * self.tiles + self.number) as usize
    }
}

/// Calls `visit` for each tile, by one warp: all its lanes.
#[inline(always)]
fn for_each_tile<'a, B: Block>(block: B, view: &GrowView<'a>, mut visit: impl FnMut(RowTile<'a>)) {
    let lanes = B::Warp::LANES;
    let mut at = block.grid_warp() as usize;
    while let Some(&[task, number]) = view.tiles.get().get(at) {
        let task = &view.tasks.get()[task as usize];
        let rows = task.end - task.start;
        let own = number * lanes + block.warp().lane();
        let row = (own < rows).then_some(own);
        let from = (u64::from(task.start) - view.base) as usize + own.min(rows) as usize;
        let head = view.heads[from];
        let extensions = match row {
            Some(_) => &view.extensions.get()[head.start as usize..view.heads[from + 1].start as usize],
            None => &[],
        };
        let kept = &view.kept.get()[task.first as usize..];
        visit(RowTile { task, number, tiles: rows.div_ceil(lanes), row, head, extensions, kept });
        at += block.grid_warps() as usize;
    }
}

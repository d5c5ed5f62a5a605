//! The tiles of merged runs.
//!
//! - Computes: the keys of all runs in one sorted array.
//! - Requires: runs sorted, ascending, at most [`MOST_RUNS`](super::MOST_RUNS) of them, with fewer than 2^32 keys in
//!   all; the boundaries of all tiles, as [`split`](super::split) finds them; the arrays apart.
//! - Thread mapping: a block for each tile, striding by the grid. Warps take the tile's parts of the runs by turns and
//!   bring them to shared memory, where the block merges them two by two (`rounds`): six rounds for 64 runs. With one
//!   lane, the same by plain loops, from one array to another.
//! - Memory: reads and writes each key once. The rounds are bound by the instructions of the merging.
//! - Source: the rounds are those of a block's merge sort, as in Baxter's "moderngpu", begun with the runs.

use cust_core::DeviceCopy;

use super::{Runs, TILE, rounds};
use crate::memory::{Scratch, Slice};
use crate::primitives::carve::{self, Carver};
use crate::simt::{Block, Warp};

/// What [`MergeTiles`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct MergeArgs<'a> {
    /// Read: the runs, one after another.
    pub keys: Slice<'a, u64>,
    /// Read: where each run starts, from 0 on, and the end of the last: one more than runs.
    pub starts: Slice<'a, u64>,
    /// Read: a row for the start of each tile and for the end, of a number for each run: its keys before.
    pub splits: Slice<'a, u32>,
    /// Written: the keys of all runs.
    pub merged: Scratch<'a, u64>,
}

layout!(MergeArgs<'_>: 64, merged: 48);

/// Bytes of shared memory that the kernel needs for so many runs, on a machine of so many lanes a warp.
pub const fn shared_bytes(lanes: u32, runs: usize) -> usize {
    let (bounds, staged) = ((runs + 1) * size_of::<u32>(), TILE.of(lanes) * size_of::<u64>());
    carve::shared_bytes(&[bounds, staged, if lanes == 1 { staged } else { 0 }])
}

/// What one tile is made of.
#[derive(Clone, Copy)]
struct TileParts<'a> {
    runs: Runs<'a>,
    /// The number of each run's keys before the tile, and before the next.
    before: &'a [u32],
    up_to: &'a [u32],
}

impl<'a> TileParts<'a> {
    #[inline(always)]
    fn of(args: &MergeArgs<'a>, runs: Runs<'a>, tile: usize) -> Self {
        let count = runs.count();
        let splits = &args.splits.get()[tile * count..(tile + 2) * count];
        let (before, up_to) = splits.split_at(count);
        TileParts { runs, before, up_to }
    }

    /// The tile's keys of run `run`.
    #[inline(always)]
    fn part(self, run: usize) -> &'a [u64] {
        &self.runs.run(run)[self.before[run] as usize..self.up_to[run] as usize]
    }

    /// How many these are.
    #[inline(always)]
    fn length(self, run: usize) -> u32 {
        self.up_to[run] - self.before[run]
    }
}

/// A block's shared memory.
pub(super) struct Shared<'b> {
    /// Where the part of each run starts in the tile, and the end of the last: one more than runs.
    pub bounds: Scratch<'b, u32>,
    pub staged: Scratch<'b, u64>,
}

/// Writes where the parts start. A collective of a warp.
#[inline(always)]
fn bound<W: Warp>(warp: W, parts: TileParts<'_>, bounds: Scratch<'_, u32>) {
    let (mut first, mut before) = (0, 0);
    while first < parts.runs.count() {
        let run = first + warp.lane() as usize;
        let length = if run < parts.runs.count() { parts.length(run) } else { 0 };
        let up_to_this = warp.inclusive_scan(length);
        if run < parts.runs.count() {
            // SAFETY: an element for each run, of this lane alone; others read it after the barrier.
            unsafe { bounds.write(run, before + up_to_this - length) };
        }
        before += warp.shuffle(up_to_this, W::LANES - 1);
        first += W::LANES as usize;
    }
    if warp.lane() == 0 {
        // SAFETY: the element behind those of the runs.
        unsafe { bounds.write(parts.runs.count(), before) };
    }
}

/// Brings the parts to shared memory, one after another. `keys` is the tile's number of them.
#[inline(always)]
fn gather<B: Block>(block: B, parts: TileParts<'_>, shared: &Shared<'_>, keys: usize) {
    let mut run = block.warp_index() as usize;
    while run < parts.runs.count() {
        let part = parts.part(run);
        // SAFETY: written before the barrier.
        let start = unsafe { shared.bounds.read(run) } as usize;
        assert!(start + part.len() <= keys, "boundaries that do not fit together");
        let mut i = block.warp().lane() as usize;
        while i < part.len() {
            // SAFETY: within the tile, as just checked, and each key has a place of its own.
            unsafe { shared.staged.write(start + i, part[i]) };
            i += B::Warp::LANES as usize;
        }
        run += block.warps() as usize;
    }
}

/// Merges the two runs of `from` that meet at `middle` to the same places of `to`. By one lane.
///
/// # Safety
/// `first <= middle <= end`, and both arrays have so many elements, which this lane alone uses; those of `from` are
/// written.
#[inline(always)]
unsafe fn merge_two(from: Scratch<'_, u64>, to: Scratch<'_, u64>, first: usize, middle: usize, end: usize) {
    let (mut a, mut b, mut place) = (first, middle, first);
    // SAFETY: `a < middle` and `b < end` where they are read. `place` is the sum of what has been taken, so below `end`
    // too.
    unsafe {
        while a < middle && b < end {
            let (left, right) = (from.read(a), from.read(b));
            let is_left = left <= right;
            to.write(place, if is_left { left } else { right });
            a += usize::from(is_left);
            b += usize::from(!is_left);
            place += 1;
        }
        while place < end {
            let next = if a < middle { &mut a } else { &mut b };
            to.write(place, from.read(*next));
            *next += 1;
            place += 1;
        }
    }
}

/// Merges the gathered parts, by one lane. The merged keys are in the array that is returned.
#[inline(always)]
fn rounds_by_one<'b>(shared: &Shared<'b>, spare: Scratch<'b, u64>, runs: usize) -> Scratch<'b, u64> {
    let (mut from, mut to) = (shared.staged, spare);
    let mut width = 1;
    while width < runs {
        let mut first = 0;
        while first < runs {
            let [start, middle, end] = [first, first + width, first + 2 * width]
                // SAFETY: one of the elements, all of which are written.
                .map(|run| unsafe { shared.bounds.read(run.min(runs)) } as usize);
            // SAFETY: bounds ascend to the number of keys in the tile, which the arrays have room for, and `from` has.
            unsafe { merge_two(from, to, start, middle, end) };
            first += 2 * width;
        }
        (from, to) = (to, from);
        width *= 2;
    }
    from
}

/// Merges the runs, tile by tile.
#[cuda_std::kernel(max_threads = 256, min_blocks = 2)]
pub unsafe fn merge_tiles<B: Block>(block: B, args: &MergeArgs<'_>) {
    let runs = Runs::new(args.keys, args.starts);
    let (keys, size) = (runs.keys.len(), TILE.of(B::Warp::LANES));
    assert!(args.merged.len() >= keys as u64, "fewer places than keys");
    let mut carver = Carver::new(block);
    let shared = Shared { bounds: carver.take(runs.count() + 1), staged: carver.take(size) };
    let spare = if B::Warp::LANES == 1 { carver.take(size) } else { Scratch::empty() };
    let mut tile = block.index() as usize;
    while tile * size < keys {
        let parts = TileParts::of(args, runs, tile);
        let length = size.min(keys - tile * size);
        if block.warp_index() == 0 {
            bound(block.warp(), parts, shared.bounds);
        }
        block.sync();
        // SAFETY: written before the barrier.
        let end = unsafe { shared.bounds.read(runs.count()) };
        assert!(end as usize == length, "boundaries that are not those of the tiles");
        gather(block, parts, &shared, length);
        let merged = if B::Warp::LANES == 1 {
            rounds_by_one(&shared, spare, runs.count())
        } else {
            rounds::by_many(block, &shared, runs.count(), length);
            shared.staged
        };
        block.sync();
        let mut i = block.thread() as usize;
        while i < length {
            // SAFETY: the tile's keys are in shared memory since the barrier, and its places are this block's.
            unsafe { args.merged.write(tile * size + i, merged.read(i)) };
            i += block.threads() as usize;
        }
        block.sync();
        tile += block.count() as usize;
    }
}

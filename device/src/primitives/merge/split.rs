//! Where tiles of merged runs start in each run.
//!
//! - Computes: for the boundaries before every `spacing`th key of the merged runs, and for the end, how many keys of
//!   each run come before.
//! - Requires: runs sorted, ascending, with fewer than 2^32 keys in all, and at most [`MOST_RUNS`](super::MOST_RUNS) of
//!   them. Coarse boundaries, if there are any, are of the same runs, `fan` times as far apart.
//! - Thread mapping: a warp for each boundary, striding by the grid; a lane for each run, or for several.
//! - Method: bisection of the values that the last key before the boundary can have. For each value that is tried,
//!   lanes search their runs for it, where earlier trials have left it open. What is left over at the end are keys of
//!   one value, which are taken from the runs in their order. Coarse boundaries narrow both from the beginning.
//! - Memory: bound by the latency of the searches, which the many warps hide.

use cust_core::DeviceCopy;

use super::Runs;
use crate::memory::{Scratch, Slice};
use crate::primitives::WARPS;
use crate::primitives::carve::{self, Carver};
use crate::primitives::operator::{Max, Min, Operator};
use crate::simt::{Block, Warp};

/// What [`MergeSplit`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct SplitArgs<'a> {
    /// Read: the runs, one after another.
    pub keys: Slice<'a, u64>,
    /// Read: where each run starts, from 0 on, and the end of the last: one more than runs.
    pub starts: Slice<'a, u64>,
    /// Read: boundaries that are known, in rows as `splits`, before every `spacing * fan`th key and at the end; or
    /// nothing.
    pub coarse: Slice<'a, u32>,
    /// Written: a row for each boundary, of a number for each run: its keys before the boundary.
    pub splits: Scratch<'a, u32>,
    /// Keys from one boundary to the next.
    pub spacing: u64,
    /// Boundaries from one coarse one to the next.
    pub fan: u64,
}

layout!(SplitArgs<'_>: 80, splits: 48, spacing: 64, fan: 72);

/// Boundaries of `keys` keys, `spacing` of them from one to the next: the start and the end are two of them.
pub const fn boundaries(keys: u64, spacing: u64) -> u64 {
    keys.div_ceil(spacing) + 1
}

/// Bytes of shared memory that the kernel needs for so many runs, on a machine of so many lanes a warp.
pub const fn shared_bytes(lanes: u32, runs: usize) -> usize {
    let warps = if lanes == 1 { 1 } else { WARPS as usize };
    let array = warps * runs * size_of::<u32>();
    carve::shared_bytes(&[array, array, array])
}

/// What a warp knows of where the boundary lies in each run. A lane uses the elements of its own runs alone.
struct BoundarySearch<'b> {
    /// Keys that come before it for sure.
    least: Scratch<'b, u32>,
    /// Keys without those that come after it for sure.
    most: Scratch<'b, u32>,
    /// Keys that come before it, if the value that is tried is the last one's.
    tried: Scratch<'b, u32>,
}

impl<'b> BoundarySearch<'b> {
    #[inline(always)]
    fn new<B: Block>(block: B, runs: usize) -> Self {
        let mut carver = Carver::new(block);
        let (warp, warps) = (block.warp_index() as usize, block.warps() as usize);
        let mut of_warp = || carver.take(warps * runs).part((warp * runs) as u64, runs as u64);
        BoundarySearch { least: of_warp(), most: of_warp(), tried: of_warp() }
    }
}

/// How many keys of `run` are at most `key`: at least `least`, and no more than `most`.
#[inline(always)]
fn up_to(run: &[u64], key: u64, mut least: u32, mut most: u32) -> u32 {
    while least < most {
        let middle = least + (most - least) / 2;
        if run[middle as usize] <= key {
            least = middle + 1;
        } else {
            most = middle;
        }
    }
    least
}

/// The numbers of keys of run `run` between which boundary `boundary` lies.
#[inline(always)]
fn bracket(args: &SplitArgs<'_>, runs: Runs<'_>, boundary: u64, run: usize) -> (u32, u32) {
    let count = runs.count();
    if args.coarse.get().is_empty() {
        return (0, runs.run(run).len() as u32);
    }
    // The last boundary may be a coarse one: it is the second of a row's two, as the others may be the first.
    let row = ((boundary / args.fan) as usize).min(args.coarse.get().len() / count - 2);
    (args.coarse[row * count + run], args.coarse[(row + 1) * count + run])
}

/// Narrows the search for the boundary behind the first `rank` keys, as far as values tell: what is open then are keys
/// of one value, or all of it comes before. A collective of a warp.
#[inline(always)]
fn narrow<W: Warp>(
    warp: W,
    args: &SplitArgs<'_>,
    runs: Runs<'_>,
    search: &BoundarySearch<'_>,
    boundary: u64,
    rank: u32,
) {
    let (first, lanes) = (warp.lane() as usize, W::LANES as usize);
    let (mut low, mut high, mut before) = (u64::MAX, 0, 0);
    let mut run = first;
    while run < runs.count() {
        let (least, most) = bracket(args, runs, boundary, run);
        // SAFETY: elements of this lane's runs, of this warp.
        unsafe {
            search.least.write(run, least);
            search.most.write(run, most);
        }
        if least < most {
            let keys = runs.run(run);
            low = low.min(keys[least as usize]);
            high = high.max(keys[most as usize - 1]);
        }
        before += least;
        run += lanes;
    }
    let (mut low, mut high) = (Min::<u64>::reduce(warp, low), Max::<u64>::reduce(warp, high));
    let mut settled = warp.sum(before) == rank;
    // The last key before the boundary has a value from `low` to `high`: keys below `low` are all before it.
    while !settled && low < high {
        let value = low + (high - low) / 2;
        let mut count = 0;
        let mut run = first;
        while run < runs.count() {
            // SAFETY: elements of this lane's runs, which it has written.
            unsafe {
                let tried = up_to(runs.run(run), value, search.least.read(run), search.most.read(run));
                search.tried.write(run, tried);
                count += tried;
            }
            run += lanes;
        }
        let count = warp.sum(count);
        let enough = count >= rank;
        let side = if enough { search.most } else { search.least };
        let mut run = first;
        while run < runs.count() {
            // SAFETY: as above.
            unsafe { side.write(run, search.tried.read(run)) };
            run += lanes;
        }
        (low, high) = if enough { (low, value) } else { (value + 1, high) };
        settled = count == rank;
    }
}

/// Writes the boundary behind the first `rank` keys: what is still open is taken from the runs in their order. A
/// collective of a warp.
#[inline(always)]
fn write<W: Warp>(warp: W, runs: usize, search: &BoundarySearch<'_>, rank: u32, row: Scratch<'_, u32>) {
    let lanes = W::LANES as usize;
    let mut least = 0;
    let mut run = warp.lane() as usize;
    while run < runs {
        // SAFETY: elements of this lane's runs, which it has written.
        least += unsafe { search.least.read(run) };
        run += lanes;
    }
    let wanted = rank - warp.sum(least);
    let (mut first, mut before) = (0, 0);
    while first < runs {
        let run = first + warp.lane() as usize;
        let (mut least, mut open) = (0, 0);
        if run < runs {
            // SAFETY: as above.
            unsafe {
                least = search.least.read(run);
                open = search.most.read(run) - least;
            }
        }
        let up_to_this = warp.inclusive_scan(open);
        let taken = wanted.saturating_sub(before + up_to_this - open).min(open);
        if run < runs {
            // SAFETY: an element of the row for each run, of which no other lane has this.
            unsafe { row.write(run, least + taken) };
        }
        before += warp.shuffle(up_to_this, W::LANES - 1);
        first += lanes;
    }
}

/// Finds the boundaries of tiles in each run.
#[cuda_std::kernel(max_threads = 256)]
pub unsafe fn merge_split<B: Block>(block: B, args: &SplitArgs<'_>) {
    let runs = Runs::new(args.keys, args.starts);
    let (count, keys) = (runs.count(), runs.keys.len() as u64);
    let boundaries = boundaries(keys, args.spacing);
    assert!(args.splits.len() >= boundaries * count as u64, "fewer places than boundaries");
    let search = BoundarySearch::new(block, count);
    let mut boundary = u64::from(block.grid_warp());
    while boundary < boundaries {
        let rank = keys.min(boundary * args.spacing) as u32;
        narrow(block.warp(), args, runs, &search, boundary, rank);
        let row = args.splits.part(boundary * count as u64, count as u64);
        write(block.warp(), count, &search, rank, row);
        boundary += u64::from(block.grid_warps());
    }
}

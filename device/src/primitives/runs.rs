//! Runs of equal keys: run-length encoding, and reduction by key.
//!
//! - Computes: for each run of equal consecutive keys its key and its values combined, and the number of runs. The
//!   length of a run is the sum of ones.
//! - Requires: `words` zero; the arrays apart. Runs for which there is no room are counted, and not written.
//! - Thread mapping: blocks draw tiles; the lanes' values are scanned from run to run in registers, and the last value
//!   of each run goes to its rank in shared memory, with its key, from where they are written in sequence. The number
//!   of runs before the tile, and what the tiles before left open, come by two look-backs, of two warps. With one lane,
//!   a loop over the tile.
//! - Memory: reads each key and each value once, writes a key and a result for each run; bound by that.
//! - Source: the single-pass scan of Merrill and Garland, 2016, over the ends of runs.

use core::sync::atomic::AtomicU64;

use cust_core::DeviceCopy;

use super::carve::{self, Carver};
use super::lookback::{self, Carry, ItemCounts};
use super::operator::{Max, Min, Operator, Sum};
use super::rows::{self, QUAD, Rows};
use super::segmented::{self, PLACES, ROWS, Scan};
use super::unroll::unroll;
use super::value::WordValue;
use super::{TileSize, WARPS};
use crate::memory::{Scratch, Slice};
use crate::simt::{Block, Warp};

/// Keys in a tile.
pub const TILE: TileSize = TileSize { wide: PLACES, scalar: 1 << 12 };
/// Words of state for each tile: one for the number of runs, two for what is left open.
pub const WORDS: usize = 3;

/// Bytes of shared memory that the kernels need for keys of that type, on a machine of so many lanes a warp.
pub const fn shared_bytes<K>(lanes: u32) -> usize {
    let [open, started] = segmented::Shared::<u64>::BYTES;
    let (word, tile) = (size_of::<u64>(), TILE.of(lanes));
    carve::shared_bytes(&[
        word,
        word,
        word,
        WARPS as usize * size_of::<u32>(),
        tile * size_of::<K>(),
        tile * word,
        open,
        started,
    ])
}

/// What the kernels over runs take.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct RunsArgs<'a, K> {
    /// Read: the keys.
    pub keys: Slice<'a, K>,
    /// Read: a value for each key. Run-length encoding does not look at it.
    pub values: Slice<'a, u32>,
    /// Written: the key of each run.
    pub run_keys: Scratch<'a, K>,
    /// Written: the result of each run.
    pub results: Scratch<'a, u64>,
    /// One element, written: the number of runs, whether they fit or not.
    pub count: Scratch<'a, u64>,
    /// The tile counter, and the state of each tile; zero at the start.
    pub words: Slice<'a, AtomicU64>,
    /// The number of tiles, at least one.
    pub tiles: u64,
}

layout!(RunsArgs<'_, u32>: 104, count: 64);
layout!(RunsArgs<'_, u64>: 104, tiles: 96);

impl<K: WordValue> RunsArgs<'_, K> {
    /// Whether key `at`, which there is, is the last of its run.
    #[inline(always)]
    fn is_last(&self, at: usize) -> bool {
        let keys = self.keys.get();
        keys.get(at + 1).is_none_or(|next| *next != keys[at])
    }
}

/// Where the values come from.
trait RunValues {
    fn one<K>(args: &RunsArgs<'_, K>, at: usize) -> u32;
    fn many<W: Warp, K>(args: &RunsArgs<'_, K>, warp: W, start: usize) -> Rows<u32, ROWS>;
}

/// A one for each key.
struct Ones;
/// The values that were given.
struct Given;

impl RunValues for Ones {
    #[inline(always)]
    fn one<K>(_: &RunsArgs<'_, K>, _: usize) -> u32 {
        1
    }
    #[inline(always)]
    fn many<W: Warp, K>(_: &RunsArgs<'_, K>, _: W, _: usize) -> Rows<u32, ROWS> {
        [[1; QUAD]; ROWS]
    }
}

impl RunValues for Given {
    #[inline(always)]
    fn one<K>(args: &RunsArgs<'_, K>, at: usize) -> u32 {
        args.values.get()[at]
    }
    #[inline(always)]
    fn many<W: Warp, K>(args: &RunsArgs<'_, K>, warp: W, start: usize) -> Rows<u32, ROWS> {
        rows::load(warp, args.values.get(), start, 0)
    }
}

/// A block's shared memory, behind the tile's slot.
struct Shared<'b, K> {
    /// The number of runs that ended before the tile.
    before: Scratch<'b, u64>,
    /// What the tiles before left open.
    open: Scratch<'b, u64>,
    /// The number of runs that end in each warp.
    counts: Scratch<'b, u32>,
    keys: Scratch<'b, K>,
    results: Scratch<'b, u64>,
}

impl<'b, K: WordValue> Shared<'b, K> {
    #[inline(always)]
    fn new<B: Block>(carver: &mut Carver<'b, B>) -> Self {
        let tile = TILE.of(B::Warp::LANES);
        Shared {
            before: carver.take(1),
            open: carver.take(1),
            counts: carver.take(WARPS as usize),
            keys: carver.take(tile),
            results: carver.take(tile),
        }
    }

    /// Puts a run of the tile at its rank.
    ///
    /// # Safety
    /// The rank is that of one run of the tile's, so less than the tile's keys, and the caller is alone with it.
    #[inline(always)]
    unsafe fn put(&self, rank: usize, key: K, result: u64) {
        // SAFETY: the caller's promise.
        unsafe {
            self.keys.write(rank, key);
            self.results.write(rank, result);
        }
    }
}

/// What a tile comes to: the runs that end in it, and what it leaves open.
struct Ended {
    count: u32,
    partial: u64,
}

/// Puts the runs that end in the tile into shared memory, by one lane.
#[inline(always)]
fn by_one<K: WordValue, O: Operator<Value = u64>, S: RunValues>(
    args: &RunsArgs<'_, K>,
    shared: &Shared<'_, K>,
    start: usize,
) -> Ended {
    let keys = args.keys.get();
    let mut ended = Ended { count: 0, partial: O::IDENTITY };
    for (at, key) in keys.iter().enumerate().take(start + TILE.scalar).skip(start) {
        ended.partial = O::combine(ended.partial, S::one(args, at).into());
        if args.is_last(at) {
            // SAFETY: fewer runs have ended than the tile has keys.
            unsafe { shared.put(ended.count as usize, *key, ended.partial) };
            ended = Ended { count: ended.count + 1, partial: O::IDENTITY };
        }
    }
    ended
}

/// The bits of this lane's keys that are the first, and the last, of their runs. A collective of a warp.
#[inline(always)]
fn edges<W: Warp, K: WordValue>(warp: W, keys: &[K], items: &Rows<K, ROWS>, start: usize) -> (u32, u32) {
    let lanes = W::LANES;
    let (is_first, is_last) = (warp.lane() == 0, warp.lane() == lanes - 1);
    let mut differs = [[false; QUAD]; ROWS];
    // The key before the first lane's quad; at first, the one before the warp's part.
    let mut carried = start.checked_sub(1).and_then(|at| keys.get(at)).copied().unwrap_or_default();
    unroll!(row in 0..ROWS => {
        let below = items[row][QUAD - 1].shuffle(warp, warp.lane().wrapping_sub(1) & (lanes - 1));
        let mut previous = if is_first { carried } else { below };
        carried = below;
        unroll!(k in 0..QUAD => {
            differs[row][k] = items[row][k] != previous;
            previous = items[row][k];
        });
    });
    differs[0][0] |= is_first && start == 0;
    let heads = rows::bits(differs);
    // A key is the last of its run where the next is the first of another: in this lane, in the next, or in the row
    // after the last lane's.
    let mut tails = 0;
    unroll!(row in 0..ROWS => {
        let above = warp.ballot(heads >> (row * QUAD) & 1 == 1);
        let mut next = above >> ((warp.lane() + 1) & (lanes - 1)) & 1;
        if row + 1 < ROWS {
            let of_next_row = warp.ballot(heads >> ((row + 1) % ROWS * QUAD) & 1 == 1) & 1;
            next = if is_last { of_next_row } else { next };
        } else if is_last {
            let at = start + rows::span::<W>(ROWS);
            next = u32::from(keys.get(at).is_none_or(|next| *next != items[ROWS - 1][QUAD - 1]));
        }
        let quad = heads >> (row * QUAD + 1) & 0x7 | next << (QUAD - 1);
        tails |= quad << (row * QUAD);
    });
    // The array's last key ends a run, whatever lies behind it.
    let whole = rows::bits_within::<W, ROWS>(warp, start, keys.len());
    let but_last = rows::bits_within::<W, ROWS>(warp, start, keys.len().saturating_sub(1));
    (heads & whole, (tails | whole & !but_last) & whole)
}

/// Puts the runs that end in the tile into shared memory, by a block of wide warps. A collective with barriers.
#[inline(always)]
fn by_many<B: Block, K: WordValue, O: Operator<Value = u64>, S: RunValues>(
    block: B,
    args: &RunsArgs<'_, K>,
    shared: &Shared<'_, K>,
    scan: &segmented::Shared<'_, u64>,
    tile_start: usize,
) -> Ended {
    let warp = block.warp();
    let warp_index = block.warp_index() as usize;
    let keys = args.keys.get();
    let start = tile_start + warp_index * rows::span::<B::Warp>(ROWS);
    let items: Rows<K, ROWS> = rows::load(warp, keys, start, K::default());
    let values = S::many(args, warp, start);
    let (heads, tails) = edges(warp, keys, &items, start);
    let (ranks, of_warp) = rows::rank::<_, ROWS>(warp, tails);
    if warp.lane() == 0 {
        // SAFETY: an element for each warp, read after the barrier in the scan.
        unsafe { shared.counts.write(warp_index, of_warp) };
    }
    let places = rows::bits_within::<_, ROWS>(warp, start, keys.len());
    let scan = Scan::of::<_, O>(block, values, places, heads, scan);
    let (mut before_warp, mut count) = (0, 0);
    unroll!(other in 0..WARPS as usize => {
        // SAFETY: written by each warp before the barrier.
        let of_other = unsafe { shared.counts.read(other) };
        before_warp += if other < warp_index { of_other } else { 0 };
        count += of_other;
    });
    unroll!(row in 0..ROWS => {
        let mut rank = (before_warp + ranks[row]) as usize;
        unroll!(k in 0..QUAD => {
            if tails >> (row * QUAD + k) & 1 == 1 {
                // SAFETY: the ranks of the tile's runs differ, and each is one lane's.
                unsafe { shared.put(rank, items[row][k], scan.rows[row][k]) };
                rank += 1;
            }
        });
    });
    Ended { count, partial: scan.partial }
}

/// Looks back for a tile, and announces it: the first warp for the number of runs, the last for what is left open.
#[inline(always)]
fn look_back<B: Block, K: WordValue, O: Carry<Value = u64>>(
    block: B,
    args: &RunsArgs<'_, K>,
    shared: &Shared<'_, K>,
    tile: u64,
    ended: &Ended,
) {
    let (_, states) = lookback::split(args.words);
    let (counts, open) = states.split_at(args.tiles as usize);
    let warp = block.warp();
    let is_first = warp.lane() == 0;
    if block.warp_index() == 0 {
        if is_first {
            lookback::announce::<ItemCounts>(counts, tile, ended.count.into());
        }
        let before = lookback::prefix_before::<_, ItemCounts>(warp, counts, tile);
        if is_first {
            let up_to = before + u64::from(ended.count);
            lookback::announce_prefix::<ItemCounts>(counts, tile, up_to);
            // SAFETY: one element each: the block reads the first after its barrier, and only the last tile writes
            // the second.
            unsafe {
                shared.before.write(0, before);
                if tile + 1 == args.tiles {
                    args.count.write(0, up_to);
                }
            }
        }
    }
    if block.warp_index() == block.warps() - 1 {
        let start = tile as usize * TILE.of(B::Warp::LANES);
        let keys = args.keys.get();
        let continues = start > 0 && start < keys.len() && !args.is_last(start - 1);
        // Where a run ends with the tile, what is announced is that run's. Nobody looks at it: the next tile does not
        // continue it.
        let has_start = ended.count > 0 || !continues;
        let before = segmented::exchange::<_, O>(warp, open, tile, ended.partial, has_start, continues);
        if is_first {
            // SAFETY: one element, read after the barrier.
            unsafe { shared.open.write(0, before) };
        }
    }
}

#[inline(always)]
fn runs<B: Block, K: WordValue, O: Carry<Value = u64>, S: RunValues>(block: B, args: &RunsArgs<'_, K>) {
    let (queue, _) = lookback::split(args.words);
    let mut carver = Carver::new(block);
    let slot = carver.take(1);
    let shared = Shared::new(&mut carver);
    let scan = segmented::Shared::new(&mut carver);
    loop {
        let tile = lookback::draw(block, queue, slot);
        if tile >= args.tiles {
            return;
        }
        let start = tile as usize * TILE.of(B::Warp::LANES);
        let ended = if B::Warp::LANES == 1 {
            by_one::<_, O, S>(args, &shared, start)
        } else {
            by_many::<_, _, O, S>(block, args, &shared, &scan, start)
        };
        look_back::<_, _, O>(block, args, &shared, tile, &ended);
        block.sync();
        // SAFETY: written before the barrier.
        let before = unsafe { shared.before.read(0) };
        let room = args.run_keys.len().min(args.results.len()).saturating_sub(before);
        let room = room.min(ended.count.into()) as usize;
        let mut i = block.thread() as usize;
        while i < room {
            // SAFETY: put there before the barrier; the places in the results lie within them, and are this run's.
            unsafe {
                let mut result = shared.results.read(i);
                if i == 0 {
                    result = O::combine(shared.open.read(0), result);
                }
                args.run_keys.write(before as usize + i, shared.keys.read(i));
                args.results.write(before as usize + i, result);
            }
            i += block.threads() as usize;
        }
    }
}

macro_rules! run_kernels {
    ($($(#[$doc:meta])* $name:ident: $key:ty, $operator:ty, $source:ty;)*) => {$(
        $(#[$doc])*
        #[cuda_std::kernel(max_threads = 256, min_blocks = 2)]
        pub unsafe fn $name<B: Block>(block: B, args: &RunsArgs<'_, $key>) {
            runs::<_, _, $operator, $source>(block, args);
        }
    )*};
}

run_kernels! {
    /// The key and the length of each run.
    encode_run_lengths: u32, Sum<u64>, Ones;
    /// The key and the length of each run, of keys of 64 bits.
    encode_run_lengths_u64: u64, Sum<u64>, Ones;
    /// The key of each run, and the sum of its values.
    reduce_runs_sum: u32, Sum<u64>, Given;
    /// The key of each run, and the minimum of its values.
    reduce_runs_min: u32, Min<u64>, Given;
    /// The key of each run, and the maximum of its values.
    reduce_runs_max: u32, Max<u64>, Given;
}

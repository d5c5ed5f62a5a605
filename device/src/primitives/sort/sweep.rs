//! A pass of the sort: the keys in the order of one digit, those of equal digits in the order they had.
//!
//! - Computes: a stable partition of the keys, and of their values, into [`BINS`] bins.
//! - Requires: `counts`, how often each digit occurs; `queue` zero; in `states` no word with this pass's tag; fewer
//!   than 2^32 keys; the arrays apart.
//! - Thread mapping: blocks draw tiles. A warp ranks its keys among those of the same digit, a row of lanes at a time,
//!   by votes on the digit's bits. A thread for each bin looks back over the tiles before, for the keys of its digit.
//!   The keys go to shared memory in their new order, and from there to their bins, neighbours side by side. With one
//!   lane, a tile's digits are counted, each bin looks back, and the keys go straight to their places.
//! - Memory: reads and writes each key and value once; bound by that.
//! - Source: Adinets and Merrill, 2022, section 3; the ranking by votes is section 3.3's.

mod args;
mod rank;

use core::sync::atomic::Ordering::Relaxed;

use super::BINS;
use super::key::Key;
use crate::memory::Scratch;
use crate::primitives::carve::{self, Carver};
use crate::primitives::lookback::{self, TileStatus};
use crate::primitives::rows::{QUAD, Rows};
use crate::primitives::unroll::unroll;
use crate::primitives::{TileSize, WARPS, WIDE_THREADS};
use crate::simt::{Block, Kernel, Warp};
pub use args::SweepArgs;
use rank::{rank, sum_before};

/// Rows of four keys that a lane holds.
const ROWS: usize = 4;
/// Keys of a lane.
const KEYS: usize = ROWS * QUAD;

/// Keys in a tile.
pub const TILE: TileSize = TileSize { wide: KEYS * WIDE_THREADS, scalar: 1 << 14 };
/// Words of state for each tile.
pub const WORDS: usize = BINS;

const _: () = assert!(WIDE_THREADS == BINS, "there is a thread for each bin");

/// Bytes of shared memory that the kernels need, on a machine of so many lanes a warp.
pub const fn shared_bytes<K>(lanes: u32) -> usize {
    let words = size_of::<u32>();
    if lanes == 1 {
        return carve::shared_bytes(&[size_of::<u64>(), BINS * words]);
    }
    let (warps, tile) = (WARPS as usize, TILE.wide);
    carve::shared_bytes(&[
        size_of::<u64>(),
        BINS * words,
        warps * BINS * words,
        warps * words,
        tile * size_of::<K>(),
    ])
}

/// A tile by one lane. `bins` has an element for each bin, and `starts` too: where the bin starts in the output.
#[inline(always)]
fn by_one<W: Warp, K: Key, const VALUES: bool>(
    warp: W,
    args: &SweepArgs<'_, K>,
    bins: Scratch<'_, u32>,
    starts: &[u32; BINS],
    tile: u64,
) {
    let keys = args.keys.get();
    let start = tile as usize * TILE.scalar;
    let end = keys.len().min(start + TILE.scalar);
    let mut counts = [0u32; BINS];
    for key in &keys[start..end] {
        counts[args.digit(*key)] += 1;
    }
    for (bin, count) in counts.iter().enumerate() {
        args.announce(tile, bin, if tile == 0 { TileStatus::Prefix } else { TileStatus::Partial }, *count);
    }
    for (bin, count) in counts.iter().enumerate() {
        let before = args.look_back(warp, tile, bin);
        args.announce(tile, bin, TileStatus::Prefix, before + count);
        // SAFETY: an element for each bin, of this block alone.
        unsafe { bins.write(bin, starts[bin] + before) };
    }
    // Copies, which the writes below cannot change as far as the compiler knows.
    let (shift, mask, sorted_keys, sorted_values) =
        (args.shift, args.mask, args.sorted_keys, args.sorted_values);
    let values = if VALUES { &args.values.get()[start..end] } else { &[] };
    for (i, key) in keys[start..end].iter().enumerate() {
        let bin = key.digit(shift, mask);
        // SAFETY: the places of a bin are those after the keys of lower digits and the same digit in earlier tiles, of
        // which there are as many as the histogram says: each key has a place of its own in the output.
        unsafe {
            let place = bins.read(bin);
            bins.write(bin, place + 1);
            sorted_keys.write(place as usize, *key);
            if VALUES {
                sorted_values.write(place as usize, values[i]);
            }
        }
    }
}

/// A block's shared memory.
struct Shared<'b, K> {
    /// For each bin, what added to a key's place in the tile gives its place in the output, wrapping.
    bins: Scratch<'b, u32>,
    /// For each warp and bin, a number of keys; then where they start in the tile.
    of_warps: Scratch<'b, u32>,
    sums: Scratch<'b, u32>,
    staged: Scratch<'b, K>,
}

/// Where this lane's key `i` lies, of the warp's part: rows of lanes follow each other.
#[inline(always)]
fn place<B: Block>(block: B, i: usize) -> usize {
    let lanes = B::Warp::LANES as usize;
    (block.warp_index() as usize * KEYS + i) * lanes + block.warp().lane() as usize
}

/// Reads the block's part of a tile. What lies beyond the array is `fill`.
#[inline(always)]
fn load<B: Block, T: Copy>(block: B, array: &[T], start: usize, fill: T) -> Rows<T, ROWS> {
    let mut rows = [[fill; QUAD]; ROWS];
    let first = start + place(block, 0);
    let lanes = B::Warp::LANES as usize;
    if start + TILE.wide <= array.len() {
        unroll!(row in 0..ROWS => {
            unroll!(k in 0..QUAD => {
                // SAFETY: the whole tile lies within the array, as was just checked.
                rows[row][k] = unsafe { *array.get_unchecked(first + (row * QUAD + k) * lanes) };
            });
        });
    } else {
        unroll!(row in 0..ROWS => {
            unroll!(k in 0..QUAD => {
                if let Some(item) = array.get(first + (row * QUAD + k) * lanes) {
                    rows[row][k] = *item;
                }
            });
        });
    }
    rows
}

/// A tile by a block of wide warps. `start` is where this thread's bin starts in the output.
#[inline(always)]
fn by_many<B: Block, K: Key, const VALUES: bool>(
    block: B,
    args: &SweepArgs<'_, K>,
    shared: &Shared<'_, K>,
    bin_start: u32,
    tile: u64,
) {
    let (warp, bin) = (block.warp(), block.thread() as usize);
    let start = tile as usize * TILE.wide;
    let count = args.keys.get().len().saturating_sub(start).min(TILE.wide);
    // What fills a tile up has the largest digit and comes last: it stays behind the tile's keys.
    let keys = load(block, args.keys.get(), start, K::LARGEST);
    let ranks = rank(block, args, &keys, shared.of_warps);
    block.sync();

    let mut total = 0;
    let mut before_warp = [0; WARPS as usize];
    unroll!(other in 0..WARPS as usize => {
        before_warp[other] = total;
        // SAFETY: written before the barrier.
        total += unsafe { shared.of_warps.read(other * BINS + bin) };
    });
    args.announce(tile, bin, if tile == 0 { TileStatus::Prefix } else { TileStatus::Partial }, total);
    let in_tile = sum_before(block, total, shared.sums);
    unroll!(other in 0..WARPS as usize => {
        // SAFETY: between the barriers this thread alone touches its bin's elements.
        unsafe { shared.of_warps.write(other * BINS + bin, in_tile + before_warp[other]) };
    });
    block.sync();

    let mut places = ranks;
    unroll!(row in 0..ROWS => {
        unroll!(k in 0..QUAD => {
            let of_warp = block.warp_index() as usize * BINS + args.digit(keys[row][k]);
            // SAFETY: written before the barrier; the place is this key's alone, as ranks differ within a warp and bin.
            unsafe {
                places[row][k] += shared.of_warps.read(of_warp);
                shared.staged.write(places[row][k] as usize, keys[row][k]);
            }
        });
    });
    let before = args.look_back(warp, tile, bin);
    args.announce(tile, bin, TileStatus::Prefix, before + total);
    // SAFETY: an element for each thread, read after the barrier.
    unsafe { shared.bins.write(bin, (bin_start + before).wrapping_sub(in_tile)) };
    block.sync();

    let mut targets = [[0; QUAD]; ROWS];
    unroll!(row in 0..ROWS => {
        unroll!(k in 0..QUAD => {
            let i = (row * QUAD + k) * WIDE_THREADS + bin;
            if i < count {
                // SAFETY: staged before the barrier. Each key has a place of its own in the output, as in `by_one`.
                unsafe {
                    let key = shared.staged.read(i);
                    let target = shared.bins.read(args.digit(key)).wrapping_add(i as u32);
                    args.sorted_keys.write(target as usize, key);
                    targets[row][k] = target;
                }
            }
        });
    });
    if VALUES {
        // Values take the same way, through the same memory: they are no larger than keys.
        let staged = shared.staged.pointer().cast::<u32>();
        let values = load(block, args.values.get(), start, 0);
        block.sync();
        unroll!(row in 0..ROWS => {
            unroll!(k in 0..QUAD => {
                // SAFETY: the memory holds as many keys as the tile; the keys in it have been read before the barrier.
                unsafe { staged.add(places[row][k] as usize).write(values[row][k]) };
            });
        });
        block.sync();
        unroll!(row in 0..ROWS => {
            unroll!(k in 0..QUAD => {
                let i = (row * QUAD + k) * WIDE_THREADS + bin;
                if i < count {
                    // SAFETY: as for the key.
                    unsafe { args.sorted_values.write(targets[row][k] as usize, staged.add(i).read()) };
                }
            });
        });
    }
}

#[inline(always)]
fn sweep<B: Block, K: Key, const VALUES: bool>(block: B, args: &SweepArgs<'_, K>) {
    let n = args.keys.length();
    assert!(args.sorted_keys.len() >= n, "fewer places than keys");
    assert!(!VALUES || args.values.length() >= n && args.sorted_values.len() >= n, "fewer values than keys");
    let mut carver = Carver::new(block);
    let slot = carver.take(1);
    let bins = carver.take(BINS);
    if B::Warp::LANES == 1 {
        let mut starts = [0u32; BINS];
        for bin in 1..BINS {
            starts[bin] = starts[bin - 1] + args.counts[bin - 1].load(Relaxed) as u32;
        }
        loop {
            let tile = lookback::draw(block, &args.queue[0], slot);
            if tile >= args.tiles {
                return;
            }
            by_one::<_, _, VALUES>(block.warp(), args, bins, &starts, tile);
        }
    }
    let shared = Shared {
        bins,
        of_warps: carver.take(WARPS as usize * BINS),
        sums: carver.take(WARPS as usize),
        staged: carver.take(TILE.wide),
    };
    let bin_start = sum_before(block, args.counts[block.thread() as usize].load(Relaxed) as u32, shared.sums);
    loop {
        let tile = lookback::draw(block, &args.queue[0], slot);
        if tile >= args.tiles {
            return;
        }
        by_many::<_, _, VALUES>(block, args, &shared, bin_start, tile);
    }
}

/// The kernels that sort keys of a type.
pub trait SortKey: Key {
    /// Counts the digits.
    type Histogram: for<'a> Kernel<Args<'a> = super::histogram::HistogramArgs<'a, Self>>;
    /// A pass over keys alone.
    type Keys: for<'a> Kernel<Args<'a> = SweepArgs<'a, Self>>;
    /// A pass over keys and values.
    type Pairs: for<'a> Kernel<Args<'a> = SweepArgs<'a, Self>>;
}

macro_rules! sweeps {
    ($($kind:ty: $histogram:ident, $Keys:ident $keys:ident, $Pairs:ident $pairs:ident;)*) => {$(
        /// A pass over keys alone.
        #[cuda_std::kernel(max_threads = 256, min_blocks = 2)]
        pub unsafe fn $keys<B: Block>(block: B, args: &SweepArgs<'_, $kind>) {
            sweep::<_, _, false>(block, args);
        }
        /// A pass over keys and their values.
        #[cuda_std::kernel(max_threads = 256, min_blocks = 2)]
        pub unsafe fn $pairs<B: Block>(block: B, args: &SweepArgs<'_, $kind>) {
            sweep::<_, _, true>(block, args);
        }
        impl SortKey for $kind {
            type Histogram = super::histogram::$histogram;
            type Keys = $Keys;
            type Pairs = $Pairs;
        }
    )*};
}

sweeps! {
    u32: SortHistogramU32, SortSweepU32 sort_sweep_u32, SortSweepU32Pairs sort_sweep_u32_pairs;
    u64: SortHistogramU64, SortSweepU64 sort_sweep_u64, SortSweepU64Pairs sort_sweep_u64_pairs;
}

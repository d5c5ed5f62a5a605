//! How often each digit occurs, in all passes at once.
//!
//! - Computes: for each pass, the number of keys of each digit, added to `counts`.
//! - Requires: `counts` zero; fewer than 2^32 keys.
//! - Thread mapping: blocks stride over parts; a lane reads four keys at a time and counts them in shared memory. Where
//!   a warp's digits are all alike one lane counts for all: equal high digits are common. With one lane, each block
//!   takes one contiguous share.
//! - Memory: reads each key once; bound by the counting in shared memory.

use core::mem::offset_of;
use core::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

use cust_core::DeviceCopy;

use super::key::Key;
use super::{BINS, DIGIT_BITS};
use crate::memory::{Scratch, Slice};
use crate::primitives::WIDE_THREADS;
use crate::primitives::carve::{self, Carver};
use crate::primitives::rows::{self, QUAD, Rows};
use crate::primitives::unroll::unroll;
use crate::simt::{Block, Warp};

/// Quads that a lane has under way.
const ROWS: usize = 4;
/// Keys that are worth a block.
pub const LEAST_PER_BLOCK: u64 = (ROWS * QUAD * WIDE_THREADS) as u64;
/// The most passes.
const MOST_PASSES: usize = (u64::BITS / DIGIT_BITS) as usize;
/// Bytes of shared memory that the kernels need.
pub const SHARED_BYTES: usize = carve::shared_bytes(&[MOST_PASSES * BINS * size_of::<u32>()]);

/// What the histogram kernels take.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct HistogramArgs<'a, K> {
    /// Read: fewer than 2^32 keys.
    pub keys: Slice<'a, K>,
    /// Added to: for each pass, [`BINS`] counts.
    pub counts: Slice<'a, AtomicU64>,
    /// The lowest bit that is sorted by.
    pub low: u32,
    /// The bit above the highest.
    pub high: u32,
}

const _: () =
    assert!(size_of::<HistogramArgs<'_, u64>>() == 40 && offset_of!(HistogramArgs<'_, u32>, low) == 32);

/// The digit masks of a sort by bits `low..high`: the shift and the mask of each pass.
#[inline(always)]
pub fn digits(low: u32, high: u32) -> impl Iterator<Item = (u32, u32)> {
    (low..high)
        .step_by(DIGIT_BITS as usize)
        .map(move |shift| (shift, (1 << (high - shift).min(DIGIT_BITS)) - 1))
}

/// A block's counts, in shared memory.
#[derive(Clone, Copy)]
struct DigitCounts<'b>(Scratch<'b, u32>);

impl DigitCounts<'_> {
    #[inline(always)]
    fn add(self, pass: usize, digit: usize, amount: u32) {
        // SAFETY: there are `BINS` counts for each of the most passes. While keys are counted, all threads touch the
        // counts by atomics alone.
        unsafe { AtomicU32::from_ptr(self.0.pointer().add(pass * BINS + digit)) }.fetch_add(amount, Relaxed);
    }

    /// Counts a key of each lane. A collective of the warp.
    #[inline(always)]
    fn add_key<W: Warp, K: Key>(self, warp: W, key: K, low: u32, high: u32) {
        for (pass, (shift, mask)) in digits(low, high).enumerate() {
            let digit = key.digit(shift, mask);
            let of_first = warp.shuffle(digit as u32, 0);
            if warp.any(digit as u32 != of_first) {
                self.add(pass, digit, 1);
            } else if warp.lane() == 0 {
                self.add(pass, digit, W::LANES);
            }
        }
    }
}

#[inline(always)]
fn histogram<B: Block, K: Key>(block: B, args: &HistogramArgs<'_, K>) {
    let (low, high) = (args.low, args.high.min(K::BITS));
    let bins = digits(low, high).count() * BINS;
    let counts = DigitCounts(Carver::new(block).take(MOST_PASSES * BINS));
    let mut bin = block.thread() as usize;
    while bin < bins {
        // SAFETY: each thread has bins of its own before the barrier.
        unsafe { counts.0.write(bin, 0) };
        bin += block.threads() as usize;
    }
    block.sync();
    let keys = args.keys.get();
    if B::Warp::LANES == 1 {
        let share = keys.len().div_ceil(block.count() as usize);
        let start = keys.len().min(block.index() as usize * share);
        for key in &keys[start..keys.len().min(start + share)] {
            for (pass, (shift, mask)) in digits(low, high).enumerate() {
                let place = pass * BINS + key.digit(shift, mask);
                // SAFETY: as in `add`; there is one thread.
                unsafe { counts.0.write(place, counts.0.read(place) + 1) };
            }
        }
    } else {
        count_parts(block, keys, counts, low, high);
    }
    block.sync();
    let mut bin = block.thread() as usize;
    while bin < bins {
        // SAFETY: counted before the barrier.
        let count = unsafe { counts.0.read(bin) };
        if count > 0 {
            args.counts[bin].fetch_add(count.into(), Relaxed);
        }
        bin += block.threads() as usize;
    }
}

/// Counts the parts of a block of wide warps.
#[inline(always)]
fn count_parts<B: Block, K: Key>(block: B, keys: &[K], counts: DigitCounts<'_>, low: u32, high: u32) {
    let warp = block.warp();
    let span = rows::span::<B::Warp>(ROWS);
    let mut start = span * block.grid_warp() as usize;
    while start + span <= keys.len() {
        let part: Rows<K, ROWS> = rows::load(warp, keys, start, K::default());
        unroll!(row in 0..ROWS => {
            unroll!(k in 0..QUAD => {
                counts.add_key(warp, part[row][k], low, high);
            });
        });
        start += span * block.grid_warps() as usize;
    }
    // At most one warp of the grid stands at a part that is not whole.
    let mut at = start + warp.lane() as usize;
    while at < keys.len() {
        for (pass, (shift, mask)) in digits(low, high).enumerate() {
            counts.add(pass, keys[at].digit(shift, mask), 1);
        }
        at += B::Warp::LANES as usize;
    }
}

/// Counts the digits of keys of 32 bits.
#[cuda_std::kernel(max_threads = 256)]
pub unsafe fn sort_histogram_u32<B: Block>(block: B, args: &HistogramArgs<'_, u32>) {
    histogram(block, args);
}

/// Counts the digits of keys of 64 bits.
#[cuda_std::kernel(max_threads = 256)]
pub unsafe fn sort_histogram_u64<B: Block>(block: B, args: &HistogramArgs<'_, u64>) {
    histogram(block, args);
}

//! Sums of the products of each two numbers of wedges that join a pair of vertices, over many pairs.

use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::cycles::{MOST_WORDS, SUMS};
use super::products::place;
use super::triangles::WEDGES;
use crate::dot::dot_of_bytes;
use crate::kernels::count::tally::{TOTALS, Tally};
use crate::kernels::triangles::shared::{Arena, Team, bytes_of};
use crate::memory::Slice;
use crate::simt::{Block, Warp};

/// How far behind the first number the second can be, around the circle: see [`place`].
const DISTANCES: usize = WEDGES / 2 + 1;
/// Four bytes of one.
const ONES: u32 = 0x0101_0101;
/// A lane's counters are added to the block's when four pairs were added to them so many times.
const OFTEN: u32 = 1 << 11;
/// How often that may be between two looks.
const MOST_TIMES: u32 = 14_000;
const _: () = assert!(MOST_WORDS < MOST_TIMES, "a lone lane may have all words of a window");

/// Bytes of shared memory.
pub(super) const fn shared_bytes() -> usize {
    bytes_of::<u64>(2 * SUMS)
}

/// A lane's sums, in registers, and the block's, in shared memory. Of the square of a number, what it is more than the number itself.
pub(super) struct PairProducts<'a> {
    /// By distance and first number.
    found: [[u32; WEDGES]; DISTANCES],
    /// How often four pairs were added to these.
    times: u32,
    low: &'a [AtomicU64],
    high: &'a [AtomicU64],
}

impl<'a> PairProducts<'a> {
    /// Sums of zero, when the block has met.
    #[inline(always)]
    pub(super) fn new<B: Block>(block: B, arena: &mut Arena<'a>) -> Self {
        let sums = arena.sums(2 * SUMS);
        Team::block(block).share(sums.len(), |at| sums[at].store(0, Relaxed));
        let (low, high) = sums.split_at(SUMS);
        PairProducts { found: [[0; WEDGES]; DISTANCES], times: 0, low, high }
    }

    /// Adds four pairs, which have a byte in the word of each number.
    #[inline(always)]
    pub(super) fn add_four(&mut self, words: [u32; WEDGES]) {
        self.times += 1;
        for (number, sum) in self.found[0].iter_mut().enumerate() {
            let of_number = words[number];
            *sum = dot_of_bytes(of_number, of_number, *sum) - dot_of_bytes(of_number, ONES, 0);
        }
        // One after another: loops within a loop may be left, and the sums would stand in memory.
        self.add_at_distance::<1>(words);
        self.add_at_distance::<2>(words);
        self.add_at_distance::<3>(words);
        self.add_at_distance::<4>(words);
        const { assert!(DISTANCES == 5, "each distance is added") };
    }

    #[inline(always)]
    fn add_at_distance<const DISTANCE: usize>(&mut self, words: [u32; WEDGES]) {
        for (number, sum) in self.found[DISTANCE].iter_mut().enumerate() {
            *sum = dot_of_bytes(words[number], words[(number + DISTANCE) % WEDGES], *sum);
        }
    }

    /// Adds so many pairs, of which `number` says the numbers, to the block's sums. What they come to is below 2^64.
    #[inline(always)]
    pub(super) fn add_pairs<W: Warp>(&self, pairs: u32, number: impl Fn(usize, u32) -> u32) {
        let product = |one: usize, other: usize, less: u64| -> u64 {
            let of_pair = |pair: u32| {
                let one = u64::from(number(one, pair));
                one * u64::from(number(other, pair)).wrapping_sub(less)
            };
            (0..pairs).fold(0, |sum, pair| sum.wrapping_add(of_pair(pair)))
        };
        for one in (0..WEDGES).filter(|&one| (0..pairs).any(|pair| number(one, pair) > 0)) {
            self.add::<W>(place(WEDGES, one, one), product(one, one, 1));
            for other in 0..one {
                self.add::<W>(place(WEDGES, one, other), product(one, other, 0));
            }
        }
    }

    /// Adds to one of the block's sums.
    #[inline(always)]
    fn add<W: Warp>(&self, sum: usize, more: u64) {
        if more == 0 {
            return;
        }
        let (low, high) = (&self.low[sum], &self.high[sum]);
        if W::LANES == 1 {
            let (all, carry) = low.load(Relaxed).overflowing_add(more);
            low.store(all, Relaxed);
            high.store(high.load(Relaxed) + u64::from(carry), Relaxed);
        } else if low.fetch_add(more, Relaxed).checked_add(more).is_none() {
            high.fetch_add(1, Relaxed);
        }
    }

    /// Sees to it that no counter wraps around before a lane has added four pairs [`MOST_TIMES`] times more.
    #[inline(always)]
    pub(super) fn make_room<W: Warp>(&mut self) {
        const {
            assert!(
                (OFTEN + MOST_TIMES) as u64 * 4 * (u8::MAX as u64).pow(2) < u32::MAX as u64,
                "counters wrap around"
            )
        };
        if self.times >= OFTEN {
            self.flush::<W>();
        }
    }

    /// Adds a lane's counters to the block's sums. Seldom, so that lanes need not add theirs up before.
    #[inline(always)]
    fn flush<W: Warp>(&mut self) {
        self.times = 0;
        self.flush_distance::<W, 0>();
        self.flush_distance::<W, 1>();
        self.flush_distance::<W, 2>();
        self.flush_distance::<W, 3>();
        self.flush_distance::<W, 4>();
    }

    #[inline(always)]
    fn flush_distance<W: Warp, const DISTANCE: usize>(&mut self) {
        for number in 0..WEDGES {
            let count = core::mem::take(&mut self.found[DISTANCE][number]);
            self.add::<W>(DISTANCE * WEDGES + number, count.into());
        }
    }

    /// Adds all to the grid's totals. A collective of the block.
    #[inline(always)]
    pub(super) fn store<B: Block>(&mut self, block: B, totals: Slice<'_, AtomicU64>) {
        let warp = block.warp();
        self.flush::<B::Warp>();
        block.sync();
        if block.warp_index() == 0 {
            for sum in 0..SUMS {
                let mut tally = Tally::new();
                if warp.lane() == 0 {
                    tally.add_wide(self.low[sum].load(Relaxed), self.high[sum].load(Relaxed), false);
                }
                tally.store(warp, &totals.get()[sum * TOTALS..(sum + 1) * TOTALS]);
            }
        }
    }
}

//! Sums of the products of each two numbers of wedges that join a pair of vertices, over many pairs.

use core::sync::atomic::AtomicU64;

use super::block_sums::{self, BlockSums};
use super::cycles::{MOST_WORDS, SUMS};
use super::products::place;
use super::ties::WEDGES;
use crate::dot::dot_of_bytes;
use crate::kernels::triangles::shared::Arena;
use crate::memory::Slice;
use crate::simt::{Block, WIDE_LANES, Warp};

/// How far behind the first number the second can be, around the circle: see [`place`].
const DISTANCES: usize = WEDGES / 2 + 1;
/// Four bytes of one.
const ONES: u32 = 0x0101_0101;
/// A lane's counters are added to the block's when four pairs were added to them so many times.
const OFTEN: u32 = 1 << 11;
/// How often that may be between two looks.
const MOST_TIMES: u32 = 14_000;
const _: () = assert!(MOST_WORDS < MOST_TIMES, "a lone lane may have all words of a window");

/// Lanes that have sums of their own when those of all are added.
const LANES: usize = WIDE_LANES as usize;
/// Of a block's sums: 128 bits.
const LIMBS: usize = 4;

/// Bytes of shared memory.
pub(super) const fn shared_bytes() -> usize {
    block_sums::shared_bytes(SUMS, LIMBS)
}

/// A lane's sums, in registers, and the block's, in shared memory. Of the square of a number, what it is more than the
/// number itself.
pub(super) struct PairProducts<'a> {
    /// By distance and first number.
    found: [[u32; WEDGES]; DISTANCES],
    /// How often four pairs were added to these.
    times: u32,
    sums: BlockSums<'a, LIMBS>,
}

impl<'a> PairProducts<'a> {
    /// Sums of zero, when the block has met.
    #[inline(always)]
    pub(super) fn new<B: Block + 'a>(block: B, arena: &mut Arena<'a>) -> Self {
        let sums = BlockSums::new(block, arena, SUMS);
        PairProducts { found: [[0; WEDGES]; DISTANCES], times: 0, sums }
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
            self.sums.add::<W>(place(WEDGES, one, one), product(one, one, 1));
            for other in 0..one {
                self.sums.add::<W>(place(WEDGES, one, other), product(one, other, 0));
            }
        }
    }

    /// Sees to it that no counter wraps around before a lane has added four pairs [`MOST_TIMES`] times more. A
    /// collective.
    #[inline(always)]
    pub(super) fn make_room<W: Warp>(&mut self, warp: W) {
        const {
            assert!(
                (OFTEN + MOST_TIMES) as u64 * 4 * (u8::MAX as u64).pow(2) < u32::MAX as u64,
                "counters wrap around"
            )
        };
        if warp.any(self.times >= OFTEN) {
            self.flush(warp);
        }
    }

    /// Adds the counters of all lanes to the block's sums. A collective.
    #[inline(always)]
    fn flush<W: Warp>(&mut self, warp: W) {
        self.times = 0;
        let mut mine = [0; SUMS.div_ceil(LANES)];
        self.flush_distance::<W, 0>(warp, &mut mine);
        self.flush_distance::<W, 1>(warp, &mut mine);
        self.flush_distance::<W, 2>(warp, &mut mine);
        self.flush_distance::<W, 3>(warp, &mut mine);
        self.flush_distance::<W, 4>(warp, &mut mine);
        for (nth, &more) in mine.iter().enumerate() {
            self.sums.add::<W>(nth * LANES + warp.lane() as usize, more);
        }
    }

    /// The sums of a distance, over all lanes: to `mine` those that are this lane's.
    #[inline(always)]
    fn flush_distance<W: Warp, const DISTANCE: usize>(&mut self, warp: W, mine: &mut [u64]) {
        for number in 0..WEDGES {
            let (sum, count) =
                (DISTANCE * WEDGES + number, core::mem::take(&mut self.found[DISTANCE][number]));
            if W::LANES == 1 {
                self.sums.add::<W>(sum, count.into());
                continue;
            }
            let (count, mine) = (warp.sum_u64(count.into()), &mut mine[sum / LANES]);
            *mine = if warp.lane() as usize == sum % LANES { count } else { *mine };
        }
    }

    /// Adds all to the grid's totals. A collective of the block.
    #[inline(always)]
    pub(super) fn store<B: Block>(&mut self, block: B, totals: Slice<'_, AtomicU64>) {
        self.flush(block.warp());
        block.sync();
        self.sums.store(block, totals);
    }
}

//! The parts of a tile, merged two by two in shared memory by a block of wide warps.
//!
//! In each round, neighbours become one. A thread makes `KEYS` keys of the round's output, whichever pairs they belong
//! to: it finds where they start in both runs of the first pair by a search along the diagonal, merges on from there
//! into registers, and goes on with the next pair where one ends. So all threads do the same work, whatever the
//! lengths.

use super::tile::Shared;
use super::{IN_ROW, KEYS, ROWS};
use crate::memory::Scratch;
use crate::primitives::unroll::unroll;
use crate::simt::Block;

/// Two neighbouring runs in a tile, each of so many parts, that a round makes one: what is left of them.
#[derive(Clone, Copy)]
struct RunPair {
    /// The first part of the left run.
    first: u32,
    /// The next key of the left run, and its end, where the right one starts.
    left: u32,
    middle: u32,
    /// The next key of the right run, and its end.
    right: u32,
    end: u32,
}

/// A round: runs of `width` parts, of `count` in all, become runs of twice as many.
#[derive(Clone, Copy)]
struct MergeRound<'b> {
    bounds: Scratch<'b, u32>,
    staged: Scratch<'b, u64>,
    count: u32,
    width: u32,
}

impl MergeRound<'_> {
    /// Where part `part` starts, or the end of all if there are fewer.
    #[inline(always)]
    fn bound(self, part: u32) -> u32 {
        // SAFETY: an element for each part and for the end, written before a barrier.
        unsafe { self.bounds.read(part.min(self.count) as usize) }
    }

    /// The pair from part `first` on.
    #[inline(always)]
    fn pair(self, first: u32) -> RunPair {
        let [left, middle, end] =
            [first, first + self.width, first + 2 * self.width].map(|part| self.bound(part));
        RunPair { first, left, middle, right: middle, end }
    }

    /// The pair whose output has place `place`, which lies within the tile, merged up to there.
    #[inline(always)]
    fn pair_at(self, place: u32) -> RunPair {
        // Pairs in which it may be: of several that start there, all but the last are empty.
        let (mut low, mut high) = (0, self.count.div_ceil(2 * self.width));
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            if self.bound(middle * 2 * self.width) <= place {
                low = middle;
            } else {
                high = middle;
            }
        }
        let mut pair = self.pair(low * 2 * self.width);
        // How many of the `before` keys are of the left run: more than `taken`, if its key there is no larger than the
        // last of the right run's that would have to be among them otherwise.
        let before = place - pair.left;
        let (mut low, mut high) =
            (before.saturating_sub(pair.end - pair.middle), before.min(pair.middle - pair.left));
        while low < high {
            let taken = low + (high - low) / 2;
            // SAFETY: `taken` is below the length of the left run, and `before - 1 - taken` below that of the right
            // one.
            let (left, right) =
                unsafe { (self.at(pair.left + taken), self.at(pair.middle + before - 1 - taken)) };
            if left <= right {
                low = taken + 1;
            } else {
                high = taken;
            }
        }
        pair.left += low;
        pair.right += before - low;
        pair
    }

    /// A key of the tile.
    ///
    /// # Safety
    /// `place` is within the tile.
    #[inline(always)]
    unsafe fn at(self, place: u32) -> u64 {
        // SAFETY: the caller's promise; the tile's keys were written before a barrier.
        unsafe { self.staged.read(place as usize) }
    }

    /// A key of the tile, or the largest where `is_there` says that there is none.
    #[inline(always)]
    fn key(self, place: u32, is_there: bool) -> u64 {
        // SAFETY: the caller's `is_there` says that the place is one of the tile's.
        if is_there { unsafe { self.at(place) } } else { u64::MAX }
    }

    /// The keys of the output from `place` on, as far as there are so many of `length`.
    #[inline(always)]
    fn merged(self, place: u32, length: u32) -> [[u64; IN_ROW]; ROWS] {
        let mut keys = [[0; IN_ROW]; ROWS];
        if place >= length {
            return keys;
        }
        let mut pair = self.pair_at(place);
        let mut left = self.key(pair.left, pair.left < pair.middle);
        let mut right = self.key(pair.right, pair.right < pair.end);
        unroll!(row in 0..ROWS => {
            unroll!(k in 0..IN_ROW => {
                if length - place > (row * IN_ROW + k) as u32 {
                    if pair.left == pair.middle && pair.right == pair.end {
                        // There is another that is not empty, as there are more keys.
                        pair = self.pair(pair.first + 2 * self.width);
                        while pair.left == pair.end {
                            pair = self.pair(pair.first + 2 * self.width);
                        }
                        left = self.key(pair.left, pair.left < pair.middle);
                        right = self.key(pair.right, pair.right < pair.end);
                    }
                    let is_left = pair.left < pair.middle && (pair.right == pair.end || left <= right);
                    if is_left {
                        keys[row][k] = left;
                        pair.left += 1;
                        left = self.key(pair.left, pair.left < pair.middle);
                    } else {
                        keys[row][k] = right;
                        pair.right += 1;
                        right = self.key(pair.right, pair.right < pair.end);
                    }
                }
            });
        });
        keys
    }
}

/// Merges the `length` keys that were gathered, of `runs` parts. A collective of the block; what threads have gathered
/// need not be visible to others yet, and what they have merged is not, either.
#[inline(always)]
pub(super) fn by_many<B: Block>(block: B, shared: &Shared<'_>, runs: usize, length: usize) {
    let first = block.thread() as usize * KEYS;
    let mut round = MergeRound { bounds: shared.bounds, staged: shared.staged, count: runs as u32, width: 1 };
    while round.width < round.count {
        block.sync();
        let keys = round.merged(first as u32, length as u32);
        block.sync();
        unroll!(row in 0..ROWS => {
            unroll!(k in 0..IN_ROW => {
                let place = first + row * IN_ROW + k;
                if place < length {
                    // SAFETY: within the tile, a place of this thread's alone, and all have read theirs before the
                    // barrier.
                    unsafe { shared.staged.write(place, keys[row][k]) };
                }
            });
        });
        round.width *= 2;
    }
}

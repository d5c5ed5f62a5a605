//! Stubs that are matched at random, and the edges of them that are none of a simple graph.

use super::sample::RewiredSample;
use super::switch::{PairDraw, exchanged};
use super::table::{CLAIMED, EdgeTable, NOWHERE};
use super::{FREE, LOOSE, RewiringCounter, ends_of, slot_of};
use crate::random::Draws;
use crate::simt::Warp;

/// Rounds of the permutation. Four make it one that is hard to tell from a random one (Luby and Rackoff 1988).
const ROUNDS: u64 = 4;

/// Where a random permutation of the numbers below `size` leads `number`: a Feistel network over the next even number
/// of bits, gone through until the result is in range (Black and Rogaway 2002).
#[inline(always)]
fn permuted(draws: Draws, number: u64, size: u64) -> u64 {
    let half = (u64::BITS - size.leading_zeros()).div_ceil(2);
    let mask = (1 << half) - 1;
    let mut number = number;
    loop {
        let (mut left, mut right) = (number >> half, number & mask);
        for round in 0..ROUNDS {
            (left, right) = (right, left ^ draws.at(round << 60 | right) & mask);
        }
        number = left << half | right;
        if number < size {
            return number;
        }
    }
}

impl RewiredSample<'_> {
    /// Gives each slot an edge of random stubs. Where ends are alike all stubs of a class are permuted, elsewhere those
    /// of second ends.
    #[inline(always)]
    pub fn match_stubs<W: Warp>(&self, warp: W) {
        self.each_slot(warp, |class, slot| {
            let (at, start) = (u64::from(slot - class.start), self.args.start.get());
            let draws = self.draws.of(1 << 62 | u64::from(class.start));
            let stub = |slot: u64, second: bool| {
                let ends = ends_of(start[class.start as usize + slot as usize]);
                if second { ends.1 } else { ends.0 }
            };
            let length = u64::from(class.length);
            let (first, second) = if class.kind & FREE != 0 {
                let end = |number: u64| {
                    let stub_of = permuted(draws, number, 2 * length);
                    stub(stub_of / 2, stub_of % 2 == 1)
                };
                (end(2 * at), end(2 * at + 1))
            } else {
                (stub(at, false), stub(permuted(draws, at, length), true))
            };
            self.set_slot(slot, LOOSE | slot_of(first, second));
        });
    }

    /// Has each pair that has an edge without a place claim what it would become.
    #[inline(always)]
    pub fn propose_repairs<W: Warp>(&self, warp: W, table: &EdgeTable<'_>, draws: Draws) {
        self.each_pair(warp, draws, |class, _, (low, high)| {
            self.set_proposed(low, NOWHERE);
            let (one, other) = (self.slot(low), self.slot(high));
            if (one | other) & LOOSE == 0 {
                return;
            }
            let next = exchanged(class, PairDraw::of(draws, low).way(), one, other);
            let [one, other] = next.map(|ends| self.key(ends));
            if next.iter().all(|ends| ends.0 != ends.1) && one != other {
                self.set_proposed(low, table.claim(one));
                self.set_proposed(high, table.claim(other));
            }
        });
    }

    /// Has each such pair exchange its ends, if nobody is in the way.
    #[inline(always)]
    pub fn settle_repairs<W: Warp>(&self, warp: W, table: &EdgeTable<'_>, draws: Draws) {
        let mut placed = 0;
        self.each_pair(warp, draws, |class, _, pair| {
            let (low, high) = pair;
            let proposed = self.proposed(low);
            let is_free = |place: u32| table.marks(place) == CLAIMED;
            if proposed != NOWHERE && is_free(proposed) && is_free(self.proposed(high)) {
                placed += [low, high].iter().filter(|&&slot| self.slot(slot) & LOOSE != 0).count() as u32;
                self.exchange(class, draws, pair);
            }
        });
        self.subtract(warp, RewiringCounter::Loose, placed);
    }
}

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use super::*;

    #[test]
    fn a_permutation_is_one() {
        for size in [1, 2, 3, 17, 64, 1000] {
            let mut images: Vec<u64> =
                (0..size).map(|number| permuted(Draws::new(9), number, size)).collect();
            assert!(size < 17 || !images.is_sorted());
            images.sort_unstable();
            assert!(images.into_iter().eq(0..size), "{size}");
        }
    }
}

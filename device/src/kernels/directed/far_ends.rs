//! How many wedges of each kind lead to each far end: a hash table in shared memory.

use core::sync::atomic::{AtomicU32, Ordering::Relaxed};

use super::pair_products::PairProducts;
use super::ties::WEDGES;
use crate::kernels::own::add_to_own;
use crate::kernels::triangles::shared::{Arena, ThreadTeam, bytes_of};
use crate::simt::{Block, Warp};

/// No vertex: the key of a free slot.
const FREE: u32 = u32::MAX;
/// 2^32 by the golden ratio: multiples of it are spread evenly.
const GOLDEN: u32 = 0x9E37_79B1;

/// Words of the table.
const fn words(slots: usize) -> usize {
    slots * (2 + WEDGES) + 2
}

/// Bytes of shared memory of a table of so many slots, as a power of two.
pub(super) const fn shared_bytes(log_slots: u32) -> usize {
    bytes_of::<u32>(words(1 << log_slots))
}

/// A hash table, with a list of the slots that are taken.
#[derive(Clone, Copy)]
pub(super) struct FarEnds<'a> {
    keys: &'a [AtomicU32],
    /// For each slot [`WEDGES`] numbers.
    counts: &'a [AtomicU32],
    taken: &'a [AtomicU32],
    /// How many slots are taken.
    count: &'a AtomicU32,
    /// Set when there was no room, and the counts are wrong.
    overflow: &'a AtomicU32,
    log_slots: u32,
    /// The upper bits of a vertex times this are the slot where it is looked for first.
    factor: u32,
    /// How many slots may be taken, and those that threads take at once when there are as many.
    most: u32,
}

impl<'a> FarEnds<'a> {
    /// An empty table, when the block has met.
    #[inline(always)]
    pub(super) fn new<B: Block + 'a>(block: B, arena: &mut Arena<'a>, log_slots: u32) -> Self {
        let slots = 1 << log_slots;
        let (keys, rest) = arena.atomics(words(slots)).split_at(slots);
        let (counts, rest) = rest.split_at(slots * WEDGES);
        let (taken, rest) = rest.split_at(slots);
        let team = ThreadTeam::block(block);
        team.share(slots, |slot| keys[slot].store(FREE, Relaxed));
        team.share(counts.len(), |count| counts[count].store(0, Relaxed));
        let table = FarEnds {
            keys,
            counts,
            taken,
            count: &rest[0],
            overflow: &rest[1],
            log_slots,
            factor: GOLDEN,
            most: 0,
        };
        table.restart(block);
        table
    }

    /// The table for a window of so many vertices. It has room for all of them, if there is a slot for each.
    #[inline(always)]
    pub(super) fn for_window(&self, vertices: u32) -> FarEnds<'a> {
        let slots = 1 << self.log_slots;
        // With a slot for each, consecutive vertices have different ones by their lower bits. Else a quarter stays
        // free, so that searches are short.
        let (factor, most) = if vertices <= slots {
            (1 << (u32::BITS - self.log_slots), slots)
        } else {
            (GOLDEN, slots / 4 * 3)
        };
        FarEnds { factor, most, ..*self }
    }

    /// Forgets that slots were taken, which are free.
    #[inline(always)]
    pub(super) fn restart<B: Block>(&self, block: B) {
        if block.thread() == 0 {
            self.count.store(0, Relaxed);
            self.overflow.store(0, Relaxed);
        }
    }

    #[inline(always)]
    pub(super) fn overflown(&self) -> bool {
        self.overflow.load(Relaxed) != 0
    }

    /// Counts a wedge to a far end.
    #[inline(always)]
    pub(super) fn meet<W: Warp>(&self, v: u32, wedge: usize) {
        if self.overflown() {
            return;
        }
        let mask = self.keys.len() - 1;
        let first = (v.wrapping_mul(self.factor) >> (u32::BITS - self.log_slots)) as usize;
        for probe in 0..self.keys.len() {
            let slot = (first + probe) & mask;
            let mut key = self.keys[slot].load(Relaxed);
            if key == FREE {
                if self.count.load(Relaxed) >= self.most {
                    break;
                }
                key = self.claim::<W>(slot, v);
            }
            if key == v {
                add_to_own::<W, _>(&self.counts[slot * WEDGES + wedge], 1);
                return;
            }
        }
        self.overflow.store(1, Relaxed);
    }

    /// Takes a free slot for `v`; returns whose it is.
    #[inline(always)]
    fn claim<W: Warp>(&self, slot: usize, v: u32) -> u32 {
        if W::LANES == 1 {
            self.keys[slot].store(v, Relaxed);
        } else if let Err(other) = self.keys[slot].compare_exchange(FREE, v, Relaxed, Relaxed) {
            return other;
        }
        let place = add_to_own::<W, _>(self.count, 1);
        self.taken[place as usize].store(slot as u32, Relaxed);
        v
    }

    /// How many slots are taken.
    #[inline(always)]
    fn count(&self) -> usize {
        self.count.load(Relaxed) as usize
    }

    /// How many wedges of each kind the slot has that was taken so many slots after the first.
    #[inline(always)]
    fn numbers(&self, nth: usize) -> &'a [AtomicU32] {
        &self.counts[self.taken[nth].load(Relaxed) as usize * WEDGES..][..WEDGES]
    }

    /// Frees the slot that was taken so many slots after the first.
    #[inline(always)]
    fn free(&self, nth: usize) {
        self.keys[self.taken[nth].load(Relaxed) as usize].store(FREE, Relaxed);
        self.numbers(nth).iter().for_each(|number| number.store(0, Relaxed));
    }

    /// Adds what stands in the table to the products, unless it had not room for all, and empties it.
    #[inline(always)]
    pub(super) fn add_all<B: Block>(&self, block: B, products: &mut PairProducts<'_>) {
        let (count, keep) = (self.count(), !self.overflown());
        if B::Warp::LANES == 1 {
            for nth in 0..count {
                let numbers = self.numbers(nth);
                // Most pairs have one wedge, and add nothing.
                if keep && numbers.iter().map(|number| number.load(Relaxed)).sum::<u32>() > 1 {
                    products.add_pairs::<B::Warp>(1, |wedge, _| numbers[wedge].load(Relaxed));
                }
                self.free(nth);
            }
            return;
        }
        let fours = count.div_ceil(4);
        ThreadTeam::block(block).share(fours, |four| {
            let nths = [four, four + fours, four + 2 * fours, four + 3 * fours];
            if keep {
                self.add_four::<B::Warp>(nths, count, products);
            }
            nths.into_iter().filter(|&nth| nth < count).for_each(|nth| self.free(nth));
        });
    }

    /// Adds four of the slots that were taken, of which those from `count` on are none.
    #[inline(always)]
    fn add_four<W: Warp>(&self, nths: [usize; 4], count: usize, products: &mut PairProducts<'_>) {
        let number = |nth: usize, wedge: usize| {
            if nth < count { self.numbers(nth)[wedge].load(Relaxed) } else { 0 }
        };
        let (mut words, mut all) = ([0; WEDGES], 0);
        for (wedge, word) in words.iter_mut().enumerate() {
            for (byte, &nth) in nths.iter().enumerate() {
                let number = number(nth, wedge);
                all |= number;
                *word |= number << (byte as u32 * u8::BITS);
            }
        }
        if u8::try_from(all).is_ok() {
            return products.add_four(words);
        }
        for &nth in &nths {
            products.add_pairs::<W>(1, |wedge, _| number(nth, wedge));
        }
    }
}

//! How many wedges of each kind lead to each far end: a hash table in shared memory.

use core::array::from_fn;
use core::sync::atomic::{AtomicU32, Ordering::Relaxed};

use super::cycles::{NUMBERS, ONE};
use super::products::{OfKind, Products};
use super::triangles::WEDGES;
use crate::kernels::cycles::table::add;
use crate::kernels::triangles::shared::{Arena, Team, bytes_of};
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
    /// How many slots may be taken.
    most: u32,
    /// How many threads may take one at once.
    threads: u32,
}

impl<'a> FarEnds<'a> {
    /// An empty table, when the block has met.
    #[inline(always)]
    pub(super) fn new<B: Block + 'a>(block: B, arena: &mut Arena<'a>, log_slots: u32) -> Self {
        let slots = 1 << log_slots;
        let (keys, rest) = arena.atomics(words(slots)).split_at(slots);
        let (counts, rest) = rest.split_at(slots * WEDGES);
        let (taken, rest) = rest.split_at(slots);
        let team = Team::block(block);
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
            threads: block.threads(),
        };
        table.restart(block);
        table
    }

    /// The table for a window of so many vertices. It has room for all of them, if there is a slot for each.
    #[inline(always)]
    pub(super) fn for_window(&self, vertices: u32) -> FarEnds<'a> {
        let slots = 1 << self.log_slots;
        // With a slot for each, consecutive vertices have different ones by their lower bits. Else a quarter stays free, so that searches are short, or
        // one for each thread, so that they end.
        let (factor, most) = if vertices <= slots {
            (1 << (u32::BITS - self.log_slots), slots)
        } else {
            (GOLDEN, (slots / 4 * 3).min(slots - self.threads))
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
        let mut slot = (v.wrapping_mul(self.factor) >> (u32::BITS - self.log_slots)) as usize;
        loop {
            let mut key = self.keys[slot].load(Relaxed);
            if key == FREE {
                if self.count.load(Relaxed) >= self.most {
                    return self.overflow.store(1, Relaxed);
                }
                key = self.claim::<W>(slot, v);
            }
            if key == v {
                add::<W>(&self.counts[slot * WEDGES + wedge], 1);
                return;
            }
            slot = (slot + 1) & mask;
        }
    }

    /// Takes a free slot for `v`; returns whose it is.
    #[inline(always)]
    fn claim<W: Warp>(&self, slot: usize, v: u32) -> u32 {
        if W::LANES == 1 {
            self.keys[slot].store(v, Relaxed);
        } else if let Err(other) = self.keys[slot].compare_exchange(FREE, v, Relaxed, Relaxed) {
            return other;
        }
        let place = add::<W>(self.count, 1);
        self.taken[place as usize].store(slot as u32, Relaxed);
        v
    }

    /// How many slots are taken.
    #[inline(always)]
    fn count(&self) -> usize {
        self.count.load(Relaxed) as usize
    }

    /// Frees the slot that was taken so many slots after the first, and says how many wedges of each kind it had.
    #[inline(always)]
    fn free(&self, nth: usize) -> [u32; WEDGES] {
        let slot = self.taken[nth].load(Relaxed) as usize;
        self.keys[slot].store(FREE, Relaxed);
        let counts = &self.counts[slot * WEDGES..][..WEDGES];
        from_fn(|wedge| {
            let count = counts[wedge].load(Relaxed);
            counts[wedge].store(0, Relaxed);
            count
        })
    }

    /// Adds what stands in the table to the products, unless it had not room for all, and empties it. A collective.
    #[inline(always)]
    pub(super) fn add_all<B: Block>(&self, block: B, products: &mut Products<'_, NUMBERS, 1>) {
        let (warp, count, overflown) = (block.warp(), self.count(), self.overflown());
        let (mut first, lanes) =
            (block.warp_index() as usize * B::Warp::LANES as usize, B::Warp::LANES as usize);
        while first < count {
            let at = first + warp.lane() as usize;
            let counts = (at < count).then(|| self.free(at)).filter(|_| !overflown);
            products.push(warp, counts.and_then(several));
            first += block.warps() as usize * lanes;
        }
    }
}

/// The numbers of a pair of vertices that several wedges join.
#[inline(always)]
pub(super) fn several(counts: [u32; WEDGES]) -> Option<OfKind<NUMBERS>> {
    (counts.iter().sum::<u32>() > 1).then(|| (from_fn(|at| if at == ONE { 1 } else { counts[at] }), 0))
}

//! Counters for the far ends of a root's wedges.

use core::sync::atomic::{AtomicU32, Ordering::Relaxed};

use crate::kernels::own::add_to_own;
use crate::kernels::triangles::shared::{Arena, ThreadTeam, bytes_of};
use crate::simt::Warp;

/// The shape of a block's counters in shared memory: packed counters for the vertices below `direct`, and a hash table
/// for the others. Ids are degree ranks, and far ends are mostly hubs.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, cust_core::DeviceCopy)]
pub struct TableShape {
    /// Vertices that have a counter of their own.
    pub direct: u32,
    /// The bits of such a counter, as a power of two: 2 to 5. A root of degree `d` needs counters that hold `d`.
    pub log_bits: u32,
    /// Slots of the hash table, as a power of two: 5 to 31; or 0, where `direct` covers all vertices.
    pub log_slots: u32,
}

layout!(TableShape: 12);

impl TableShape {
    /// Bytes of shared memory.
    pub const fn shared_bytes(self) -> usize {
        bytes_of::<u32>(self.words() + 2 * self.slots()) + bytes_of::<u32>(1)
    }

    /// The largest degree of a root whose wedges the counters can hold.
    pub const fn largest_degree(self) -> u32 {
        u32::MAX >> (u32::BITS - (1 << self.log_bits))
    }

    const fn words(self) -> usize {
        self.direct.div_ceil(u32::BITS >> self.log_bits) as usize
    }

    const fn slots(self) -> usize {
        if self.log_slots == 0 { 0 } else { 1 << self.log_slots }
    }
}

/// A block's counters in shared memory.
#[derive(Clone, Copy)]
pub(in crate::kernels) struct SharedTable<'a> {
    shape: TableShape,
    /// All of it: the packed counters, then keys, then their counts.
    memory: &'a [AtomicU32],
    counters: &'a [AtomicU32],
    keys: &'a [AtomicU32],
    counts: &'a [AtomicU32],
    /// Set when the hash table was full, and the counts are wrong.
    overflow: &'a AtomicU32,
    /// The upper bits of a vertex times this are the slot where it is looked for first.
    factor: u32,
}

/// No vertex: the key of a free slot.
const FREE: u32 = u32::MAX;
/// Slots in which a vertex is looked for before the table counts as full.
const MOST_PROBES: usize = 64;
/// 2^32 by the golden ratio: multiples of it are spread evenly.
const GOLDEN: u32 = 0x9E37_79B1;

impl<'a> SharedTable<'a> {
    /// Counters in the block's memory, not cleared.
    #[inline(always)]
    pub(in crate::kernels) fn new(arena: &mut Arena<'a>, shape: TableShape) -> Self {
        let memory = arena.atomics(shape.words() + 2 * shape.slots());
        SharedTable::within(memory, &arena.atomics(1)[0], shape, GOLDEN)
    }

    #[inline(always)]
    fn within(
        memory: &'a [AtomicU32],
        overflow: &'a AtomicU32,
        shape: TableShape,
        factor: u32,
    ) -> SharedTable<'a> {
        let (counters, hash) = memory.split_at(shape.words());
        let (keys, rest) = hash.split_at(shape.slots());
        SharedTable { shape, memory, counters, keys, counts: &rest[..shape.slots()], overflow, factor }
    }

    /// All of this table's memory as a hash table, for a window of so many vertices. It never overflows if there is a
    /// slot for each of them. Not cleared.
    ///
    /// This one has a hash table, too: without one there is always room.
    #[inline(always)]
    pub(in crate::kernels) fn for_window(&self, vertices: u32) -> SharedTable<'a> {
        let log_slots = (self.memory.len() / 2).ilog2();
        let shape = TableShape { direct: 0, log_bits: 5, log_slots };
        // With a slot for each, consecutive vertices have different ones by their lower bits.
        let fits = vertices as usize <= shape.slots();
        let factor = if fits { 1 << (u32::BITS - log_slots) } else { GOLDEN };
        SharedTable::within(self.memory, self.overflow, shape, factor)
    }

    /// Clears this thread's share of the counters of the vertices below `end`, and of the hash table.
    #[inline(always)]
    pub(in crate::kernels) fn clear(&self, team: ThreadTeam, end: u32) {
        let words = TableShape { direct: end.min(self.shape.direct), ..self.shape }.words();
        team.share(words, |i| self.counters[i].store(0, Relaxed));
        self.clear_hash(team);
    }

    /// Clears this thread's share of the hash table.
    #[inline(always)]
    pub(in crate::kernels) fn clear_hash(&self, team: ThreadTeam) {
        team.share(self.keys.len(), |i| {
            self.keys[i].store(FREE, Relaxed);
            self.counts[i].store(0, Relaxed);
        });
        team.share(1, |_| self.overflow.store(0, Relaxed));
    }

    /// Whether the hash table was full.
    #[inline(always)]
    pub(in crate::kernels) fn overflown(&self) -> bool {
        self.overflow.load(Relaxed) != 0
    }

    /// The word with the counter of `v`, and the counter's place in it.
    #[inline(always)]
    fn counter(&self, v: u32) -> (&'a AtomicU32, u32) {
        let log_per_word = 5 - self.shape.log_bits;
        // SAFETY: the callers see that `v` is below `direct`, for which there are words.
        let word = unsafe { self.counters.get_unchecked((v >> log_per_word) as usize) };
        (word, (v << self.shape.log_bits) % u32::BITS)
    }

    #[inline(always)]
    fn extract(&self, word: u32, shift: u32) -> u32 {
        word >> shift & self.shape.largest_degree()
    }

    /// The slot of `v`, which takes a free one if it has none; `None` if there is none nearby.
    #[inline(always)]
    fn slot(&self, v: u32) -> Option<usize> {
        let mask = self.keys.len() - 1;
        let first = v.wrapping_mul(self.factor) >> (u32::BITS - self.shape.log_slots);
        for probe in 0..MOST_PROBES.min(self.keys.len()) {
            let slot = (first as usize + probe) & mask;
            let mut key = self.keys[slot].load(Relaxed);
            if key == FREE {
                key = self.keys[slot].compare_exchange(FREE, v, Relaxed, Relaxed).err().unwrap_or(v);
            }
            if key == v {
                return Some(slot);
            }
        }
        None
    }

    /// Meets `v`. Says how often it was met before, and whether it has a counter of its own; nothing when there is no
    /// room for it.
    #[inline(always)]
    pub(super) fn meet<W: Warp>(&self, v: u32, before: impl FnOnce(u32, bool)) {
        if v < self.shape.direct {
            let (word, shift) = self.counter(v);
            return before(self.extract(add_to_own::<W, _>(word, 1 << shift), shift), true);
        }
        if self.overflown() {
            // The counts are lost: do not go on searching a full table.
            return;
        }
        match self.slot(v) {
            Some(slot) => before(add_to_own::<W, _>(&self.counts[slot], 1), false),
            None => self.overflow.store(1, Relaxed),
        }
    }

    /// How often `v` was met; it was at least once.
    #[inline(always)]
    pub(in crate::kernels) fn met(&self, v: u32) -> u32 {
        if v < self.shape.direct {
            let (word, shift) = self.counter(v);
            return self.extract(word.load(Relaxed), shift);
        }
        self.slot(v).map_or(0, |slot| self.counts[slot].load(Relaxed))
    }

    /// Forgets how often `v` was met, and says it; 0 if it has no counter of its own. For a lone lane.
    #[inline(always)]
    pub(super) fn take(&self, v: u32) -> u32 {
        if v >= self.shape.direct {
            return 0;
        }
        let (word, shift) = self.counter(v);
        let all = word.load(Relaxed);
        word.store(all & !(self.shape.largest_degree() << shift), Relaxed);
        self.extract(all, shift)
    }

    /// Calls `visit` with this thread's share of the vertices below `end` that have counters of their own, and how
    /// often each was met.
    #[inline(always)]
    pub(super) fn each_direct(&self, team: ThreadTeam, end: u32, mut visit: impl FnMut(u32, u32)) {
        team.share(end.min(self.shape.direct) as usize, |v| visit(v as u32, self.met(v as u32)));
    }

    /// Calls `visit` with this thread's share of the vertices in the hash table, and how often each was met.
    #[inline(always)]
    pub(super) fn each_hashed(&self, team: ThreadTeam, mut visit: impl FnMut(u32, u32)) {
        team.share(self.keys.len(), |slot| {
            let key = self.keys[slot].load(Relaxed);
            if key != FREE {
                visit(key, self.counts[slot].load(Relaxed));
            }
        });
    }

    /// Forgets that `v` was met, if it has a counter of its own.
    #[inline(always)]
    pub(super) fn forget(&self, v: u32) {
        if v < self.shape.direct {
            // All counters of the word belong to the same root, and are forgotten with it.
            self.counter(v).0.store(0, Relaxed);
        }
    }
}

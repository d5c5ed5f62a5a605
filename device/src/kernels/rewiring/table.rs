//! A table of edges: which are there, and which are claimed.

use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::kernels::prefetch::prefetch;
use crate::memory::Slice;

/// Of a cell: that its pair of vertices is an edge.
pub const EDGE: u64 = 1;
/// Of a cell: that somebody claims its pair.
pub const CLAIMED: u64 = 2;
/// Of a cell: that several do.
pub const DISPUTED: u64 = 4;
const MARKS: u64 = EDGE | CLAIMED | DISPUTED;
const MARK_BITS: u32 = 3;

/// No cell.
pub const NOWHERE: u32 = u32::MAX;

/// Cells, each empty (0) or with a key and marks, found by the key's hash and from there on. No key leaves before all
/// do, and there are always empty cells, so every search ends.
#[derive(Clone, Copy)]
pub struct EdgeTable<'a> {
    pub cells: Slice<'a, AtomicU64>,
    /// Whether one thread alone uses it, which needs no atomic changes.
    pub is_alone: bool,
    /// Whether what is looked at next should be asked for ahead of time: the table is large, and no other threads hide
    /// how far away it is.
    pub looks_ahead: bool,
}

/// How many slots, or pairs, ahead of time.
pub const AHEAD: u32 = 40;
/// From so many cells on, which is where the caches nearest to a core end.
pub const FAR: u64 = 1 << 15;

impl<'a> EdgeTable<'a> {
    #[inline(always)]
    pub fn cell(&self, place: u32) -> &'a AtomicU64 {
        debug_assert!(u64::from(place) < self.cells.length());
        // SAFETY: places come from `first` and `next`, or from what was kept of them: below the number of cells.
        unsafe { self.cells.get().get_unchecked(place as usize) }
    }

    /// Empties all cells at once: stores that are atomic are not made several at a time.
    #[inline(always)]
    pub fn clear(&self) {
        debug_assert!(self.is_alone);
        let cells = self.cells.get();
        // SAFETY: atomics may be written through what is shared, and nobody else uses these meanwhile: one thread alone
        // has the table.
        unsafe { cells.as_ptr().cast::<u64>().cast_mut().write_bytes(0, cells.len()) };
    }

    /// The marks of a cell.
    #[inline(always)]
    pub fn marks(&self, place: u32) -> u64 {
        self.cell(place).load(Relaxed) & MARKS
    }

    /// The first cell where a key may be: Fibonacci hashing, scaled to the number of cells.
    #[inline(always)]
    fn first(&self, key: u64) -> u32 {
        let hash = key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        ((hash * self.cells.length()) >> 32) as u32
    }

    #[inline(always)]
    fn next(&self, place: u32) -> u32 {
        if u64::from(place) + 1 == self.cells.length() { 0 } else { place + 1 }
    }

    /// Asks for where a key may be.
    #[inline(always)]
    pub fn foresee(&self, key: u64) {
        prefetch(self.cells.get(), self.first(key) as usize);
    }

    /// Asks for a cell, if it is one.
    #[inline(always)]
    pub fn foresee_cell(&self, place: u32) {
        prefetch(self.cells.get(), place as usize);
    }

    /// Puts a key with marks into an empty cell. Whether it was still empty.
    #[inline(always)]
    fn take(&self, place: u32, value: u64) -> bool {
        let cell = self.cell(place);
        if self.is_alone {
            cell.store(value, Relaxed);
            return true;
        }
        cell.compare_exchange(0, value, Relaxed, Relaxed).is_ok()
    }

    /// Where a key is, or is put with `marks` if it is nowhere; and whether it was there.
    #[inline(always)]
    fn find_or_put(&self, key: u64, marks: u64) -> (u32, bool) {
        let mut place = self.first(key);
        loop {
            let value = self.cell(place).load(Relaxed);
            if value == 0 {
                if self.take(place, key << MARK_BITS | marks) {
                    return (place, false);
                }
                // Somebody was faster, perhaps with this key.
                continue;
            }
            if value >> MARK_BITS == key {
                return (place, true);
            }
            place = self.next(place);
        }
    }

    /// Where a key is, or [`NOWHERE`].
    #[inline(always)]
    pub fn find(&self, key: u64) -> u32 {
        let mut place = self.first(key);
        loop {
            let value = self.cell(place).load(Relaxed);
            if value == 0 {
                return NOWHERE;
            }
            if value >> MARK_BITS == key {
                return place;
            }
            place = self.next(place);
        }
    }

    /// Enters an edge that is not there.
    #[inline(always)]
    pub fn enter(&self, key: u64) -> u32 {
        self.find_or_put(key, EDGE).0
    }

    /// Claims a key; where it is.
    #[inline(always)]
    pub fn claim(&self, key: u64) -> u32 {
        let (place, was_there) = self.find_or_put(key, CLAIMED);
        if was_there {
            self.dispute(place);
        }
        place
    }

    /// Claims a key, unless it is an edge.
    #[inline(always)]
    pub fn claim_unless_edge(&self, key: u64) -> u32 {
        let (place, was_there) = self.find_or_put(key, CLAIMED);
        if was_there {
            if self.marks(place) & EDGE != 0 {
                return NOWHERE;
            }
            self.dispute(place);
        }
        place
    }

    /// Notes one more claim of a key that is there.
    #[inline(always)]
    fn dispute(&self, place: u32) {
        let cell = self.cell(place);
        if self.is_alone {
            let value = cell.load(Relaxed);
            let mark = if value & CLAIMED == 0 { CLAIMED } else { DISPUTED };
            cell.store(value | mark, Relaxed);
        } else if cell.fetch_or(CLAIMED, Relaxed) & CLAIMED != 0 {
            cell.fetch_or(DISPUTED, Relaxed);
        }
    }
}

//! Tables of 128-bit numbers modulo 2^128.
//!
//! A number is two words, the low one first. Where threads add to it at the same time, they add to each word by itself,
//! and whoever made the low one wrap carries: of all additions together as many wrap as the high word is short of, in
//! whatever order they come.

use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

use cust_core::DeviceCopy;

use crate::memory::{Scratch, Slice};
use crate::simt::Warp;

/// Words of a number.
pub const WORDS: usize = 2;

/// A table to be read: a number for each vertex, or for each edge in both directions, at its place among the neighbours
/// of the whole graph. One without elements is 1 everywhere.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct Numbers<'a> {
    /// [`WORDS`] times as many as there are numbers.
    pub words: Slice<'a, u64>,
}

layout!(Numbers<'_>: 16);

impl Numbers<'_> {
    /// The table that is 1 everywhere.
    pub const ONES: Numbers<'static> = Numbers { words: Slice::empty() };

    /// Whether it is 1 everywhere.
    #[inline(always)]
    pub(super) fn is_ones(&self) -> bool {
        self.words.get().is_empty()
    }

    /// The number at `place`.
    #[inline(always)]
    pub(super) fn at(&self, place: u64) -> u128 {
        if self.is_ones() {
            return 1;
        }
        let words = self.words.get();
        let first = WORDS * place as usize;
        debug_assert!(first + 1 < words.len());
        // SAFETY: the number of a vertex or of an edge, for each of which the table has two words.
        unsafe { joined(*words.get_unchecked(first), *words.get_unchecked(first + 1)) }
    }
}

/// The number of two words.
#[inline(always)]
fn joined(low: u64, high: u64) -> u128 {
    u128::from(low) | u128::from(high) << 64
}

/// Writes the number at `place` of a table.
///
/// # Safety
/// The table has such a number, which no other thread reads or writes.
#[inline(always)]
pub(super) unsafe fn write(table: Scratch<'_, u64>, place: u64, number: u128) {
    let first = WORDS * place as usize;
    // SAFETY: the caller's promise.
    unsafe {
        table.write(first, number as u64);
        table.write(first + 1, (number >> 64) as u64);
    }
}

/// Reads the number at `place` of a table that is written.
///
/// # Safety
/// The table has such a number, which has been written, and which no other thread writes.
#[inline(always)]
pub(super) unsafe fn read(table: Scratch<'_, u64>, place: u64) -> u128 {
    let first = WORDS * place as usize;
    // SAFETY: the caller's promise.
    unsafe { joined(table.read(first), table.read(first + 1)) }
}

/// Adds to the number at `place` of a table that all threads of the grid add to.
#[inline(always)]
pub(super) fn add(table: &[AtomicU64], place: usize, number: u128) {
    let (low, high) = words(table, place);
    let added = number as u64;
    let before = low.fetch_add(added, Relaxed);
    let carry = u64::from(before.checked_add(added).is_none());
    let more = ((number >> 64) as u64).wrapping_add(carry);
    if more > 0 {
        high.fetch_add(more, Relaxed);
    }
}

/// Adds to the number at `place` of a table that only threads of one block add to.
#[inline(always)]
pub(super) fn add_in_block<W: Warp>(table: &[AtomicU64], place: usize, number: u128) {
    if W::LANES > 1 {
        return add(table, place, number);
    }
    // A block of one lane shares with nobody, and a locked instruction costs twenty plain ones.
    put(table, place, get(table, place).wrapping_add(number));
}

/// The number at `place` of a table that threads add to, but not now.
#[inline(always)]
pub(super) fn get(table: &[AtomicU64], place: usize) -> u128 {
    let (low, high) = words(table, place);
    joined(low.load(Relaxed), high.load(Relaxed))
}

/// Makes the number at `place` of a table zero.
#[inline(always)]
pub(super) fn clear(table: &[AtomicU64], place: usize) {
    put(table, place, 0);
}

/// Overwrites the number at `place` of a table, of which nobody else uses this one.
#[inline(always)]
pub(super) fn put(table: &[AtomicU64], place: usize, number: u128) {
    let (low, high) = words(table, place);
    low.store(number as u64, Relaxed);
    high.store((number >> 64) as u64, Relaxed);
}

#[inline(always)]
fn words(table: &[AtomicU64], place: usize) -> (&AtomicU64, &AtomicU64) {
    let first = WORDS * place;
    debug_assert!(first + 1 < table.len());
    // SAFETY: the place of a number in the table, which has two words for each.
    unsafe { (table.get_unchecked(first), table.get_unchecked(first + 1)) }
}

/// The sum over the lanes, in every lane.
#[inline(always)]
pub(super) fn sum_over_lanes<W: Warp>(warp: W, number: u128) -> u128 {
    if W::LANES == 1 {
        return number;
    }
    // Limbs of 32 bits do not overflow 64, as a warp has at most 32 lanes.
    let limb = |shift: u32| u128::from(warp.sum_u64((number >> shift) as u64 & 0xFFFF_FFFF)) << shift;
    limb(0).wrapping_add(limb(32)).wrapping_add(limb(64)).wrapping_add(limb(96))
}

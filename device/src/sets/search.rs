//! Searches in one list, by one thread.

use core::hint::select_unpredictable;

/// The position of the first element that is at least `key`, or the length if there is none.
///
/// Bisection without branches: as many steps for all lists of one length.
#[inline(always)]
pub fn lower_bound(list: &[u32], key: u32) -> usize {
    let mut start = 0;
    let mut size = list.len();
    // The answer is in `start..=start + size`, and `start + size <= list.len()`.
    while size > 1 {
        let half = size / 2;
        // SAFETY: `1 <= half < size`, so `start + half - 1 < start + size <= list.len()`.
        let smaller = unsafe { *list.get_unchecked(start + half - 1) } < key;
        start = select_unpredictable(smaller, start + half, start);
        size -= half;
    }
    start + usize::from(list.get(start).is_some_and(|&element| element < key))
}

/// The position of the first element that is at least `key`, or the length if there is none.
///
/// For what is near the start: about two steps for each binary digit of the answer.
#[inline(always)]
pub fn gallop(list: &[u32], key: u32) -> usize {
    let mut size = 1;
    while list.get(size - 1).is_some_and(|&element| element < key) {
        size *= 2;
    }
    // The element before the last one looked at that was smaller ends the first half.
    let start = size / 2;
    start + lower_bound(&list[start.min(list.len())..size.min(list.len())], key)
}

/// Whether `key` is in the list.
///
/// Bisection without branches: as many steps for all lists of one length.
#[inline(always)]
pub fn contains(list: &[u32], key: u32) -> bool {
    let mut start = 0u32;
    let mut size = list.len() as u32;
    if size == 0 {
        return false;
    }
    // If `key` is there, it is in `start..start + size`; and `0 < size`, `start + size <= list.len()`.
    while size > 1 {
        let half = size / 2;
        // SAFETY: `half < size`, so `start + half < start + size <= list.len()`.
        let middle = unsafe { *list.get_unchecked((start + half) as usize) };
        start = select_unpredictable(middle <= key, start + half, start);
        size -= half;
    }
    // SAFETY: `start + 1 = start + size <= list.len()`.
    unsafe { *list.get_unchecked(start as usize) == key }
}

/// The numbers in `low..end`: a bound from each side on the elements of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IdRange {
    /// The first number inside.
    pub low: u32,
    /// The first number outside. `u32::MAX` bounds nothing: it is in no list.
    pub end: u32,
}

impl IdRange {
    /// All that may be in a list.
    pub const ALL: IdRange = IdRange { low: 0, end: u32::MAX };

    /// Those of them that are greater than `bound`, which is an element of a list.
    #[inline(always)]
    pub fn above(self, bound: u32) -> IdRange {
        debug_assert!(bound < u32::MAX);
        IdRange { low: self.low.max(bound + 1), ..self }
    }

    /// Those of them that are smaller than `bound`.
    #[inline(always)]
    pub fn below(self, bound: u32) -> IdRange {
        IdRange { end: self.end.min(bound), ..self }
    }

    /// Whether `element` is inside.
    #[inline(always)]
    pub fn contains(self, element: u32) -> bool {
        self.low <= element && element < self.end
    }

    /// Where the part of `list` that is inside starts and ends. Bounds that are not set cost nothing.
    #[inline(always)]
    pub fn positions(self, list: &[u32]) -> core::ops::Range<usize> {
        let start = if self.low == 0 { 0 } else { lower_bound(list, self.low) };
        let end = if self.end == u32::MAX { list.len() } else { lower_bound(list, self.end) };
        // With `low > end` nothing is inside, and the start would lie beyond the end.
        start.min(end)..end
    }

    /// The part of `list` that is inside. Bounds that are not set cost nothing.
    #[inline(always)]
    pub fn of(self, list: &[u32]) -> &[u32] {
        // SAFETY: positions are ascending and at most `list.len()`.
        unsafe { list.get_unchecked(self.positions(list)) }
    }
}

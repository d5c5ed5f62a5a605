//! The graph among the vertices of one list, as a matrix of bits.

use core::slice::from_raw_parts;
use core::sync::atomic::{AtomicU32, Ordering::Relaxed};

use crate::kernels::triangles::shared::Team;
use crate::memory::Scratch;
use crate::simt::Warp;

/// Bits in a word of a row.
pub const WORD: u32 = u64::BITS;

/// Words from one row to the next in a matrix of `size` rows: odd, so that the banks of shared memory that hold one
/// column of consecutive rows differ.
#[inline(always)]
pub const fn stride(size: u32) -> u32 {
    size.div_ceil(WORD) | 1
}

/// Words that hold the bits of the first `size` columns.
#[inline(always)]
pub(super) const fn words(size: u32) -> usize {
    size.div_ceil(WORD) as usize
}

/// Rows of bits: bit `j % 64` of word `j / 64` of row `i` says whether vertices `i` and `j` of the list are neighbours.
#[derive(Clone, Copy)]
pub(in crate::kernels) struct Matrix<'a> {
    words: Scratch<'a, u64>,
    stride: u32,
}

impl<'a> Matrix<'a> {
    /// A matrix in `words`, which nothing else uses, of rows that are `stride` words apart.
    #[inline(always)]
    pub(super) fn new(words: Scratch<'a, u64>, stride: u32) -> Self {
        Matrix { words, stride }
    }

    /// The first `length` words of row `i`.
    ///
    /// # Safety
    /// The row is in the matrix and has that many words, they are written, and the threads that wrote have met this
    /// one; none of them writes while the slice is in use.
    #[inline(always)]
    pub(super) unsafe fn row(&self, i: u32, length: usize) -> &'a [u64] {
        debug_assert!(length <= self.stride as usize);
        // SAFETY: the caller's promise.
        unsafe { from_raw_parts(self.words.pointer().add(self.at(i, 0)), length) }
    }

    /// Bit `j` of row `i`.
    ///
    /// # Safety
    /// As [`row`](Self::row), for the row's words up to that of the bit.
    #[inline(always)]
    pub(super) unsafe fn bit(&self, i: u32, j: u32) -> bool {
        // SAFETY: the caller's promise.
        unsafe { self.words.read(self.at(i, j)) >> (j % WORD) & 1 == 1 }
    }

    /// Sets the words of row `i` up to that of bit `i`: bit `j < i` is `test(j)`, the others are 0. A collective.
    ///
    /// # Safety
    /// The row is in the matrix, and no other warp uses it until the two have met.
    #[inline(always)]
    pub(super) unsafe fn put<W: Warp>(&self, warp: W, i: u32, test: impl Fn(u32) -> bool) {
        let half = WORD / 2;
        let mut first = 0;
        while first <= i {
            let bits = if W::LANES == 1 {
                (first..i.min(first + WORD)).fold(0, |word, j| word | u64::from(test(j)) << (j - first))
            } else {
                let (low, high) = (first + warp.lane(), first + half + warp.lane());
                // Both are asked before either is voted on, so that their loads overlap.
                let (low, high) = (low < i && test(low), high < i && test(high));
                u64::from(warp.ballot(low)) | u64::from(warp.ballot(high)) << half
            };
            if warp.lane() == 0 {
                // SAFETY: the caller's promise; one lane writes.
                unsafe { self.words.write(self.at(i, first), bits) };
            }
            first += WORD;
        }
    }

    /// Writes the first `length` words of row `i`.
    ///
    /// # Safety
    /// As [`put`](Self::put); the row has that many words.
    #[inline(always)]
    pub(super) unsafe fn put_words<W: Warp>(
        &self,
        warp: W,
        i: u32,
        length: usize,
        word: impl Fn(usize) -> u64,
    ) {
        debug_assert!(length <= self.stride as usize);
        Team::warp(warp).share(length, |at| {
            // SAFETY: the caller's promise; each word is written by one lane.
            unsafe { self.words.write(self.at(i, 0) + at, word(at)) };
        });
    }

    /// Clears the words of row `i` up to that of bit `i`. The warp must meet before bits are set.
    ///
    /// # Safety
    /// As [`put`](Self::put).
    #[inline(always)]
    pub(super) unsafe fn clear<W: Warp>(&self, warp: W, i: u32) {
        // SAFETY: the caller's promise.
        unsafe { self.put_words(warp, i, words(i + 1), |_| 0) };
    }

    /// Sets bit `j` of row `i`, while other lanes may be setting others.
    ///
    /// # Safety
    /// The bit is in the matrix, its word is written, and no thread reads it until the two have met.
    #[inline(always)]
    pub(super) unsafe fn set<W: Warp>(&self, i: u32, j: u32) {
        let at = self.at(i, j);
        if W::LANES == 1 {
            // SAFETY: the caller's promise; there is no other lane.
            unsafe { self.words.write(at, self.words.read(at) | 1 << (j % WORD)) };
            return;
        }
        let half = (j % WORD / u32::BITS) as usize;
        // SAFETY: half a word is an aligned 32-bit integer within it, the lower half first, as the machines with
        // many lanes are little-endian. Others change it only as atomics, by the caller's promise.
        let half = unsafe { &*self.words.pointer().add(at).cast::<AtomicU32>().add(half) };
        half.fetch_or(1 << (j % u32::BITS), Relaxed);
    }

    /// Where the word with bit `j` of row `i` is.
    #[inline(always)]
    fn at(&self, i: u32, j: u32) -> usize {
        i as usize * self.stride as usize + (j / WORD) as usize
    }
}

//! The graph among the vertices of one list, as a matrix of bits.

use core::slice::from_raw_parts;
use core::sync::atomic::{AtomicU32, Ordering::Relaxed};

use crate::kernels::triangles::shared::ThreadTeam;
use crate::memory::Scratch;
use crate::simt::{Block, Warp};

/// Bits in a word of a row.
pub const WORD: u32 = u64::BITS;

/// Bits in half a word.
pub(in crate::kernels) const PART: u32 = u32::BITS;

/// Words from one row to the next in a matrix of `size` rows: odd, so that the banks of shared memory that hold one
/// column of consecutive rows differ.
#[inline(always)]
pub const fn stride(size: u32) -> u32 {
    size.div_ceil(WORD) | 1
}

/// Words that hold the bits of the first `size` columns.
#[inline(always)]
pub(in crate::kernels) const fn words(size: u32) -> usize {
    size.div_ceil(WORD) as usize
}

/// The word whose bit `j - first` is `test(j)`, for the `j` from `first` on that are below `end`. A collective.
#[inline(always)]
pub(in crate::kernels) fn word_of<W: Warp>(warp: W, first: u32, end: u32, test: impl Fn(u32) -> bool) -> u64 {
    if W::LANES == 1 {
        return (first..end.min(first + WORD)).fold(0, |word, j| word | u64::from(test(j)) << (j - first));
    }
    let half = WORD / 2;
    let (low, high) = (first + warp.lane(), first + half + warp.lane());
    // Both are asked before either is voted on, so that their loads overlap.
    let (low, high) = (low < end && test(low), high < end && test(high));
    u64::from(warp.ballot(low)) | u64::from(warp.ballot(high)) << half
}

/// A word whose first `count` bits are set.
#[inline(always)]
pub(in crate::kernels) fn below(count: u32) -> u64 {
    if count >= WORD { u64::MAX } else { (1 << count) - 1 }
}

/// The vertex of a set that has so many before it.
#[inline(always)]
pub(in crate::kernels) fn nth(set: &[u64], before: u32) -> Option<u32> {
    let mut left = before;
    for (at, &word) in set.iter().enumerate() {
        if word.count_ones() <= left {
            left -= word.count_ones();
            continue;
        }
        let mut bits = word;
        for _ in 0..left {
            bits &= bits - 1;
        }
        return Some(at as u32 * WORD + bits.trailing_zeros());
    }
    None
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
    pub(in crate::kernels) fn new(words: Scratch<'a, u64>, stride: u32) -> Self {
        Matrix { words, stride }
    }

    /// The first `length` words of row `i`.
    ///
    /// # Safety
    /// The row is in the matrix and has that many words, they are written, and the threads that wrote have met this
    /// one; none of them writes while the slice is in use.
    #[inline(always)]
    pub(in crate::kernels) unsafe fn row(&self, i: u32, length: usize) -> &'a [u64] {
        debug_assert!(length <= self.stride as usize);
        // SAFETY: the caller's promise.
        unsafe { from_raw_parts(self.words.pointer().add(self.at(i, 0)), length) }
    }

    /// The rows of a matrix of at most 64 rows: a word each, one after another.
    ///
    /// # Panics
    /// If rows are longer.
    #[inline(always)]
    pub(in crate::kernels) fn one_word_rows(&self) -> Scratch<'a, u64> {
        assert!(self.stride == 1, "a matrix of more than 64 rows");
        self.words
    }

    /// Bit `j` of row `i`.
    ///
    /// # Safety
    /// The bit is in the matrix, its word is written, the thread that wrote it has met this one, and none writes it
    /// meanwhile.
    #[inline(always)]
    pub(in crate::kernels) unsafe fn bit(&self, i: u32, j: u32) -> bool {
        // SAFETY: the caller's promise.
        unsafe { self.words.read(self.at(i, j)) >> (j % WORD) & 1 == 1 }
    }

    /// Bits `32 at` to `32 at + 31` of row `i`.
    ///
    /// # Safety
    /// The bits are in the matrix, their word is written, the thread that wrote it has met this one, and none writes it
    /// meanwhile.
    #[inline(always)]
    pub(in crate::kernels) unsafe fn part(&self, i: u32, at: u32) -> u32 {
        // SAFETY: the caller's promise. The index is that of a word of the matrix, of which there are fewer than 2^32.
        (unsafe { self.words.read((i * self.stride + at / 2) as usize) } >> (at % 2 * PART)) as u32
    }

    /// Word `at` of row `i`.
    ///
    /// # Safety
    /// The word is in the matrix and written, and no thread writes it meanwhile.
    #[inline(always)]
    pub(in crate::kernels) unsafe fn word(&self, i: u32, at: u32) -> u64 {
        // SAFETY: the caller's promise; the index is as in `part`.
        unsafe { self.words.read((i * self.stride + at) as usize) }
    }

    /// Sets the words of row `i` up to that of bit `i`: bit `j < i` is `test(j)`, the others are 0. A collective.
    ///
    /// # Safety
    /// The row is in the matrix, and no other warp uses it until the two have met.
    #[inline(always)]
    pub(in crate::kernels) unsafe fn put<W: Warp>(&self, warp: W, i: u32, test: impl Fn(u32) -> bool) {
        let mut first = 0;
        while first <= i {
            let bits = word_of(warp, first, i, &test);
            if warp.lane() == 0 {
                // SAFETY: the caller's promise; one lane writes.
                unsafe { self.words.write(self.at(i, first), bits) };
            }
            first += WORD;
        }
    }

    /// Sets all words of row `i` of a matrix of `size` rows: bit `j` is `test(j)`, and bit `i` is set. A collective.
    ///
    /// # Safety
    /// The row is in the matrix, and no other warp uses it until the two have met.
    #[inline(always)]
    pub(in crate::kernels) unsafe fn put_whole<W: Warp>(
        &self,
        warp: W,
        i: u32,
        size: u32,
        test: impl Fn(u32) -> bool,
    ) {
        let mut first = 0;
        while first < size {
            let bits = word_of(warp, first, size, |j| j == i || test(j));
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
    /// The row is in the matrix and has that many words, and no other warp uses it until the two have met.
    #[inline(always)]
    pub(in crate::kernels) unsafe fn put_words<W: Warp>(
        &self,
        warp: W,
        i: u32,
        length: usize,
        word: impl Fn(usize) -> u64,
    ) {
        // SAFETY: the caller's promise.
        unsafe { self.put_words_from(warp, i, 0, length, word) };
    }

    /// Writes `length` words of row `i` from word `start` on: `word` is asked for them by what they are after that.
    ///
    /// # Safety
    /// The row is in the matrix and has those words, and no other warp uses it until the two have met.
    #[inline(always)]
    pub(in crate::kernels) unsafe fn put_words_from<W: Warp>(
        &self,
        warp: W,
        i: u32,
        start: usize,
        length: usize,
        word: impl Fn(usize) -> u64,
    ) {
        debug_assert!(start + length <= self.stride as usize);
        ThreadTeam::warp(warp).share(length, |at| {
            // SAFETY: the caller's promise; each word is written by one lane.
            unsafe { self.words.write(self.at(i, 0) + start + at, word(at)) };
        });
    }

    /// Makes a matrix of `size` rows whole, of which only the bits below the rows' own are set: bit `i` of row `j < i`
    /// becomes bit `j` of row `i`. A collective of the block, after which all may read it.
    ///
    /// # Safety
    /// The matrix has that many rows, whose words up to those of their own bits were written before the block met. No
    /// one else uses it meanwhile.
    #[inline(always)]
    pub(in crate::kernels) unsafe fn mirror<B: Block>(&self, block: B, size: u32) {
        let warp = block.warp();
        let mut i = block.warp_index();
        while i < size {
            let (from, to) = (words(i + 1), words(size));
            // SAFETY: the row belongs to this warp until the block meets; each word is written by one lane.
            ThreadTeam::warp(warp)
                .share(to - from, |at| unsafe { self.words.write(self.at(i, 0) + from + at, 0) });
            i += block.warps();
        }
        block.sync();
        let mut i = block.warp_index();
        while i < size {
            // SAFETY: all words are written; bits below the rows' own do not change, and others are set as atomics.
            unsafe { self.mirror_row(warp, i) };
            i += block.warps();
        }
        block.sync();
    }

    /// Sets bit `i` in the rows of the bits below `i` of row `i`.
    ///
    /// # Safety
    /// All words of the matrix are written, and all that use it meanwhile do this.
    #[inline(always)]
    unsafe fn mirror_row<W: Warp>(&self, warp: W, i: u32) {
        if W::LANES == 1 {
            for first in (0..i).step_by(WORD as usize) {
                // SAFETY: the caller's promise, and the row has the words up to its own bit.
                let mut left = unsafe { self.words.read(self.at(i, first)) } & below(i - first);
                while left != 0 {
                    // SAFETY: the caller's promise, for the row of a bit below `i`.
                    unsafe { self.set::<W>(first + left.trailing_zeros(), i) };
                    left &= left - 1;
                }
            }
            return;
        }
        let mut j = warp.lane();
        while j < i {
            // SAFETY: the caller's promise, and the row has the words up to its own bit.
            if unsafe { self.half(i, j) }.load(Relaxed) >> (j % u32::BITS) & 1 == 1 {
                // SAFETY: the caller's promise, for the row of a bit below `i`.
                unsafe { self.set::<W>(j, i) };
            }
            j += W::LANES;
        }
    }

    /// Writes a word of row `i`.
    ///
    /// # Safety
    /// It is in the matrix, and no other thread uses it until the two have met.
    #[inline(always)]
    pub(in crate::kernels) unsafe fn write(&self, i: u32, at: usize, word: u64) {
        // SAFETY: the caller's promise.
        unsafe { self.words.write(self.at(i, 0) + at, word) };
    }

    /// Clears the words of row `i` up to that of bit `i`. The warp must meet before bits are set.
    ///
    /// # Safety
    /// The row is in the matrix, and no other warp uses it until the two have met.
    #[inline(always)]
    pub(in crate::kernels) unsafe fn clear<W: Warp>(&self, warp: W, i: u32) {
        // SAFETY: the caller's promise.
        unsafe { self.put_words(warp, i, words(i + 1), |_| 0) };
    }

    /// Sets bit `j` of row `i`, while other lanes may be setting others.
    ///
    /// # Safety
    /// The bit is in the matrix, its word is written, and no thread reads it until the two have met.
    #[inline(always)]
    pub(in crate::kernels) unsafe fn set<W: Warp>(&self, i: u32, j: u32) {
        let at = self.at(i, j);
        if W::LANES == 1 {
            // SAFETY: the caller's promise; there is no other lane.
            unsafe { self.words.write(at, self.words.read(at) | 1 << (j % WORD)) };
            return;
        }
        // SAFETY: the caller's promise.
        unsafe { self.half(i, j) }.fetch_or(1 << (j % u32::BITS), Relaxed);
    }

    /// The half of a word that bit `j` of row `i` is in.
    ///
    /// # Safety
    /// The bit is in the matrix and its word is written; while the half is in use, others change it only as atomics.
    #[inline(always)]
    unsafe fn half(&self, i: u32, j: u32) -> &'a AtomicU32 {
        let half = (j % WORD / u32::BITS) as usize;
        // SAFETY: half a word is an aligned 32-bit integer within it, the lower half first, as the machines with many
        // lanes are little-endian. The rest is the caller's promise.
        unsafe { &*self.words.pointer().add(self.at(i, j)).cast::<AtomicU32>().add(half) }
    }

    /// Where the word with bit `j` of row `i` is.
    #[inline(always)]
    fn at(&self, i: u32, j: u32) -> usize {
        i as usize * self.stride as usize + (j / WORD) as usize
    }
}

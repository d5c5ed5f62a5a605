//! The numbers that cliques are counted in: of 64 bits, or of 128 where there may be more.

use core::ops::{Add, AddAssign, Mul};
use core::sync::atomic::AtomicU64;
use core::sync::atomic::Ordering::Relaxed;

use crate::memory::{Scratch, Slice};

/// A number of cliques. In memory it is so many words, the lowest first.
pub(in crate::kernels) trait CountInteger:
    Copy + PartialEq + From<u32> + Add<Output = Self> + AddAssign + Mul<Output = Self>
{
    const WORDS: usize;
    const NONE: Self;
    /// The sum, modulo what fits.
    fn plus(self, other: Self) -> Self;

    /// The difference, modulo what fits.
    fn minus(self, other: Self) -> Self;

    /// The number of these words.
    fn of(word: impl Fn(usize) -> u64) -> Self;

    /// A word of it.
    fn word(self, at: usize) -> u64;

    /// Adds it to number `at` of those that stand one after the other, while others add to them. The word that
    /// overflows tells who adds to it then: each carry is added once, in whatever order.
    fn add_to(self, numbers: Slice<'_, AtomicU64>, at: usize);

    /// Number `at` of those that stand one after the other, which nobody adds to meanwhile.
    #[inline(always)]
    fn load(numbers: Slice<'_, AtomicU64>, at: usize) -> Self {
        Self::of(|word| numbers[at * Self::WORDS + word].load(Relaxed))
    }

    /// Writes it as number `at` of those that stand one after the other, which nobody else uses meanwhile.
    #[inline(always)]
    fn store(self, numbers: Slice<'_, AtomicU64>, at: usize) {
        for word in 0..Self::WORDS {
            numbers[at * Self::WORDS + word].store(self.word(word), Relaxed);
        }
    }

    /// The number that begins with word `at`.
    ///
    /// # Safety
    /// Its words are in the array and written, and a `sync` of the threads concerned lies between.
    #[inline(always)]
    unsafe fn read(from: Scratch<'_, u64>, at: usize) -> Self {
        // SAFETY: the caller's promise.
        Self::of(|word| unsafe { from.read(at + word) })
    }

    /// Writes it, from word `at` on.
    ///
    /// # Safety
    /// Its words are in the array, and no other thread reads or writes them until a `sync` of the threads concerned.
    #[inline(always)]
    unsafe fn write(self, to: Scratch<'_, u64>, at: usize) {
        for word in 0..Self::WORDS {
            // SAFETY: the caller's promise.
            unsafe { to.write(at + word, self.word(word)) };
        }
    }
}

impl CountInteger for u64 {
    const WORDS: usize = 1;
    const NONE: u64 = 0;

    #[inline(always)]
    fn plus(self, other: u64) -> u64 {
        self.wrapping_add(other)
    }

    #[inline(always)]
    fn minus(self, other: u64) -> u64 {
        self.wrapping_sub(other)
    }

    #[inline(always)]
    fn of(word: impl Fn(usize) -> u64) -> u64 {
        word(0)
    }

    #[inline(always)]
    fn word(self, _: usize) -> u64 {
        self
    }

    #[inline(always)]
    fn add_to(self, numbers: Slice<'_, AtomicU64>, at: usize) {
        numbers[at].fetch_add(self, Relaxed);
    }
}

impl CountInteger for u128 {
    const WORDS: usize = 2;
    const NONE: u128 = 0;

    #[inline(always)]
    fn plus(self, other: u128) -> u128 {
        self.wrapping_add(other)
    }

    #[inline(always)]
    fn minus(self, other: u128) -> u128 {
        self.wrapping_sub(other)
    }

    #[inline(always)]
    fn of(word: impl Fn(usize) -> u64) -> u128 {
        u128::from(word(0)) | u128::from(word(1)) << u64::BITS
    }

    #[inline(always)]
    fn word(self, at: usize) -> u64 {
        if at == 0 { self as u64 } else { (self >> u64::BITS) as u64 }
    }

    #[inline(always)]
    fn add_to(self, numbers: Slice<'_, AtomicU64>, at: usize) {
        let before = numbers[2 * at].fetch_add(self.word(0), Relaxed);
        let carries = before.checked_add(self.word(0)).is_none();
        let high = self.word(1).wrapping_add(carries.into());
        if high != 0 {
            numbers[2 * at + 1].fetch_add(high, Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sums are right when carries pass from word to word, and modulo 2^128 when nothing takes the last.
    #[test]
    fn carries_reach_the_high_word() {
        let words = [const { AtomicU64::new(0) }; 6];
        let mut sum = 0u128;
        for number in [u128::from(u64::MAX), 1, 5 << 64 | 3, u128::from(u64::MAX) << 1, 1 << 127, u128::MAX] {
            number.add_to(Slice::from(&words[..]), 1);
            sum = sum.plus(number);
            let word = |at: usize| words[at].load(Relaxed);
            assert_eq!(u128::of(|at| word(2 + at)), sum, "{number}");
            assert_eq!([0, 1, 4, 5].map(word), [0; 4]);
        }
    }
}

//! The integers that the primitives compute with.

use cust_core::DeviceCopy;

use crate::simt::Warp;

/// A `u32` or a `u64`.
pub trait WordValue: DeviceCopy + PartialEq + Default + Send + Sync + 'static {
    /// The value of lane `source`. A collective.
    fn shuffle<W: Warp>(self, warp: W, source: u32) -> Self;
    /// The difference, wrapping: what was added to `part` to give this sum.
    fn without(self, part: Self) -> Self;
    /// In a word of 64 bits.
    fn to_word(self) -> u64;
    /// What [`to_word`](Self::to_word) put there.
    fn from_word(word: u64) -> Self;
}

impl WordValue for u32 {
    #[inline(always)]
    fn shuffle<W: Warp>(self, warp: W, source: u32) -> u32 {
        warp.shuffle(self, source)
    }
    #[inline(always)]
    fn without(self, part: u32) -> u32 {
        self.wrapping_sub(part)
    }
    #[inline(always)]
    fn to_word(self) -> u64 {
        self.into()
    }
    #[inline(always)]
    fn from_word(word: u64) -> u32 {
        word as u32
    }
}

impl WordValue for u64 {
    #[inline(always)]
    fn shuffle<W: Warp>(self, warp: W, source: u32) -> u64 {
        warp.shuffle_u64(self, source)
    }
    #[inline(always)]
    fn without(self, part: u64) -> u64 {
        self.wrapping_sub(part)
    }
    #[inline(always)]
    fn to_word(self) -> u64 {
        self
    }
    #[inline(always)]
    fn from_word(word: u64) -> u64 {
        word
    }
}

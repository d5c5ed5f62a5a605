//! The integers that the primitives compute with.

use cust_core::DeviceCopy;

use crate::simt::Warp;

/// A `u32` or a `u64`.
pub trait Value: DeviceCopy + PartialEq + Default + Send + Sync + 'static {
    /// The value of lane `source`. A collective.
    fn shuffle<W: Warp>(self, warp: W, source: u32) -> Self;
    /// The difference, wrapping: what was added to `part` to give this sum.
    fn without(self, part: Self) -> Self;
}

impl Value for u32 {
    #[inline(always)]
    fn shuffle<W: Warp>(self, warp: W, source: u32) -> u32 {
        warp.shuffle(self, source)
    }
    #[inline(always)]
    fn without(self, part: u32) -> u32 {
        self.wrapping_sub(part)
    }
}

impl Value for u64 {
    #[inline(always)]
    fn shuffle<W: Warp>(self, warp: W, source: u32) -> u64 {
        warp.shuffle_u64(self, source)
    }
    #[inline(always)]
    fn without(self, part: u64) -> u64 {
        self.wrapping_sub(part)
    }
}

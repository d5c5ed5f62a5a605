//! What is sorted.

use crate::primitives::value::WordValue;

/// A `u32` or a `u64`, as a key.
pub trait Key: WordValue {
    /// Bits of a key.
    const BITS: u32;
    /// The largest key.
    const LARGEST: Self;
    /// The low 8 bits of the key shifted right by `shift`, as far as `mask` has them.
    fn digit(self, shift: u32, mask: u32) -> usize;
}

macro_rules! keys {
    ($($kind:ty)*) => {$(
        impl Key for $kind {
            const BITS: u32 = <$kind>::BITS;
            const LARGEST: $kind = <$kind>::MAX;
            #[inline(always)]
            fn digit(self, shift: u32, mask: u32) -> usize {
                ((self >> shift) as u32 & mask) as usize
            }
        }
    )*};
}
keys!(u32 u64);

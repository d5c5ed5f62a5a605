//! Products of bytes, four at a time.

use crate::intrinsics;

/// The sum of the products of the bytes of two words, added to `sum` (wrapping): one instruction.
#[inline(always)]
pub fn dot_of_bytes(one: u32, other: u32, sum: u32) -> u32 {
    // SAFETY: a pure function, defined for all words.
    unsafe { intrinsics::dp4a(one, other, sum) }
}

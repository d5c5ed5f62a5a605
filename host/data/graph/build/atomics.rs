//! Arrays that many threads write at once, each element by one of them, or by atomic additions.
//!
//! A relaxed atomic store compiles to a plain one, so this costs nothing and leaves no room for a data race.

use std::sync::atomic::{AtomicU32, AtomicU64};

/// These elements, to be written from many threads while this borrow lasts.
pub(crate) fn shared_u32(elements: &mut [u32]) -> &[AtomicU32] {
    // SAFETY: `AtomicU32` has the size, alignment and valid values of `u32`, and the borrow is exclusive: until it
    // ends, the elements can be reached only through the atomics.
    unsafe { &*(std::ptr::from_mut(elements) as *const [AtomicU32]) }
}

/// These elements, to be written from many threads while this borrow lasts.
pub(crate) fn shared_u64(elements: &mut [u64]) -> &[AtomicU64] {
    const { assert!(align_of::<AtomicU64>() == align_of::<u64>()) };
    // SAFETY: `AtomicU64` has the size and valid values of `u64`, and, as asserted, its alignment; the borrow is
    // exclusive: until it ends, the elements can be reached only through the atomics.
    unsafe { &*(std::ptr::from_mut(elements) as *const [AtomicU64]) }
}

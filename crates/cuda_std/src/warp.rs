//! Votes, shuffles, matches and reductions over the lanes of a warp.
//!
//! # Safety
//! Each `unsafe` function here is a collective. `mask` has a bit for each lane that takes part; the lane that calls
//! must be one of them, and all of them must call the same function with the same mask, or the behaviour is
//! undefined. [`ALL`] names all lanes.

use crate::intrinsics;

/// Lanes in a warp.
pub const WARP_SIZE: u32 = 32;
/// The mask of all lanes.
pub const ALL: u32 = u32::MAX;

/// This thread's lane, in `0..WARP_SIZE`.
#[inline(always)]
pub fn lane_id() -> u32 {
    // SAFETY: reads a special register.
    unsafe { intrinsics::laneid() }
}

/// A mask of the lanes below this one.
#[inline(always)]
pub fn lanemask_lt() -> u32 {
    // SAFETY: reads a special register.
    unsafe { intrinsics::lanemask_lt() }
}

/// Waits for the lanes of `mask`, and makes what each has written visible to the others.
///
/// # Safety
/// See the module.
#[inline(always)]
pub unsafe fn sync_warp(mask: u32) {
    // SAFETY: the caller's promise.
    unsafe { intrinsics::bar_warp_sync(mask) }
}

/// Bit `i` of the result is the `predicate` of lane `i`; lanes outside `mask` give 0.
///
/// # Safety
/// See the module.
#[inline(always)]
pub unsafe fn warp_vote_ballot(mask: u32, predicate: bool) -> u32 {
    // SAFETY: the caller's promise.
    unsafe { intrinsics::vote_ballot(mask, predicate) }
}

/// Whether `predicate` holds in any lane of `mask`.
///
/// # Safety
/// See the module.
#[inline(always)]
pub unsafe fn warp_vote_any(mask: u32, predicate: bool) -> bool {
    // SAFETY: the caller's promise.
    unsafe { intrinsics::vote_any(mask, predicate) }
}

/// Whether `predicate` holds in every lane of `mask`.
///
/// # Safety
/// See the module.
#[inline(always)]
pub unsafe fn warp_vote_all(mask: u32, predicate: bool) -> bool {
    // SAFETY: the caller's promise.
    unsafe { intrinsics::vote_all(mask, predicate) }
}

/// The lanes of `mask` whose `value` is this lane's.
///
/// # Safety
/// See the module.
#[inline(always)]
pub unsafe fn warp_match_any(mask: u32, value: u32) -> u32 {
    // SAFETY: the caller's promise.
    unsafe { intrinsics::match_any_32(mask, value) }
}

/// The lanes of `mask` whose 64-bit `value` is this lane's.
///
/// # Safety
/// See the module.
#[inline(always)]
pub unsafe fn warp_match_any_u64(mask: u32, value: u64) -> u32 {
    // SAFETY: the caller's promise.
    unsafe { intrinsics::match_any_64(mask, value) }
}

/// A value that lanes can exchange: 32 bits in one shuffle, 64 bits in two.
pub trait WarpShuffleValue: Copy {
    /// Applies `shuffle` to each 32 bits of the value.
    #[doc(hidden)]
    fn each(self, shuffle: impl Fn(u32) -> u32) -> Self;
}

impl WarpShuffleValue for u32 {
    #[inline(always)]
    fn each(self, shuffle: impl Fn(u32) -> u32) -> Self {
        shuffle(self)
    }
}

impl WarpShuffleValue for i32 {
    #[inline(always)]
    fn each(self, shuffle: impl Fn(u32) -> u32) -> Self {
        shuffle(self as u32) as i32
    }
}

impl WarpShuffleValue for f32 {
    #[inline(always)]
    fn each(self, shuffle: impl Fn(u32) -> u32) -> Self {
        f32::from_bits(shuffle(self.to_bits()))
    }
}

impl WarpShuffleValue for u64 {
    #[inline(always)]
    fn each(self, shuffle: impl Fn(u32) -> u32) -> Self {
        u64::from(shuffle(self as u32)) | u64::from(shuffle((self >> 32) as u32)) << 32
    }
}

impl WarpShuffleValue for i64 {
    #[inline(always)]
    fn each(self, shuffle: impl Fn(u32) -> u32) -> Self {
        (self as u64).each(shuffle) as i64
    }
}

impl WarpShuffleValue for f64 {
    #[inline(always)]
    fn each(self, shuffle: impl Fn(u32) -> u32) -> Self {
        f64::from_bits(self.to_bits().each(shuffle))
    }
}

/// The last lane of the whole warp: shuffles here are never split into sub-warps.
const LAST: u32 = WARP_SIZE - 1;

/// The `value` of lane `lane`; lanes may name different ones.
///
/// # Safety
/// See the module; and the named lane must be in `mask`, or the result is unspecified.
#[inline(always)]
pub unsafe fn warp_shuffle_idx<T: WarpShuffleValue>(mask: u32, value: T, lane: u32) -> T {
    // SAFETY: the caller's promise.
    value.each(|bits| unsafe { intrinsics::shuffle_idx(mask, bits, lane, LAST) })
}

/// The `value` of the lane `delta` below; this lane's own where there is none.
///
/// # Safety
/// See the module; and the named lane must be in `mask`, or the result is unspecified.
#[inline(always)]
pub unsafe fn warp_shuffle_up<T: WarpShuffleValue>(mask: u32, value: T, delta: u32) -> T {
    // SAFETY: the caller's promise. The clamp of `up` is the first lane.
    value.each(|bits| unsafe { intrinsics::shuffle_up(mask, bits, delta, 0) })
}

/// The `value` of the lane `delta` above; this lane's own where there is none.
///
/// # Safety
/// See the module; and the named lane must be in `mask`, or the result is unspecified.
#[inline(always)]
pub unsafe fn warp_shuffle_down<T: WarpShuffleValue>(mask: u32, value: T, delta: u32) -> T {
    // SAFETY: the caller's promise.
    value.each(|bits| unsafe { intrinsics::shuffle_down(mask, bits, delta, LAST) })
}

/// The `value` of the lane whose number is this one's xor `lanes`.
///
/// # Safety
/// See the module; and the named lane must be in `mask`, or the result is unspecified.
#[inline(always)]
pub unsafe fn warp_shuffle_xor<T: WarpShuffleValue>(mask: u32, value: T, lanes: u32) -> T {
    // SAFETY: the caller's promise.
    value.each(|bits| unsafe { intrinsics::shuffle_xor(mask, bits, lanes, LAST) })
}

/// Combines the values of all lanes by a butterfly of shuffles.
#[cfg(not(target_feature = "sm_80"))]
#[inline(always)]
unsafe fn butterfly(mut value: u32, combine: impl Fn(u32, u32) -> u32) -> u32 {
    let mut lanes = WARP_SIZE / 2;
    while lanes > 0 {
        // SAFETY: the caller's promise, for all lanes.
        value = combine(value, unsafe { warp_shuffle_xor(ALL, value, lanes) });
        lanes /= 2;
    }
    value
}

macro_rules! reduction {
    ($(#[$doc:meta])* $name:ident, $redux:ident, $combine:expr) => {
        $(#[$doc])*
        /// One instruction from sm_80 on; five shuffles before.
        ///
        /// # Safety
        /// See the module: all lanes of the warp take part.
        #[inline(always)]
        pub unsafe fn $name(value: u32) -> u32 {
            #[cfg(target_feature = "sm_80")]
            // SAFETY: the caller's promise.
            return unsafe { intrinsics::$redux(value, ALL) };
            #[cfg(not(target_feature = "sm_80"))]
            // SAFETY: the caller's promise.
            return unsafe { butterfly(value, $combine) };
        }
    };
}

reduction!(
    /// The sum over all lanes (wrapping), in every lane.
    warp_reduce_add, redux_add, u32::wrapping_add
);
reduction!(
    /// The largest value of any lane, in every lane.
    warp_reduce_max, redux_max, u32::max
);
reduction!(
    /// The smallest value of any lane, in every lane.
    warp_reduce_min, redux_min, u32::min
);

/// The 64-bit sum over all lanes (wrapping), in every lane.
///
/// # Safety
/// See the module: all lanes of the warp take part.
#[inline(always)]
pub unsafe fn warp_reduce_add_u64(value: u64) -> u64 {
    // Digits of 27 bits: the sum of 32 of them still fits 32 bits.
    const DIGIT: u32 = 27;
    const LOW: u64 = (1 << DIGIT) - 1;
    // SAFETY: the caller's promise.
    let (low, middle, high) = unsafe {
        (
            warp_reduce_add((value & LOW) as u32),
            warp_reduce_add((value >> DIGIT & LOW) as u32),
            warp_reduce_add((value >> (2 * DIGIT)) as u32),
        )
    };
    u64::from(low).wrapping_add(u64::from(middle) << DIGIT).wrapping_add(u64::from(high) << (2 * DIGIT))
}

//! What values are combined by: sum, minimum, maximum.

use core::marker::PhantomData;
use core::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

use super::value::WordValue;
use crate::simt::Warp;

/// An associative and commutative operation with an identity.
pub trait Operator: Copy + 'static {
    /// What is combined.
    type Value: WordValue;
    /// The value that changes nothing.
    const IDENTITY: Self::Value;
    /// The operation.
    fn combine(a: Self::Value, b: Self::Value) -> Self::Value;

    /// All lanes' values combined, in every lane. A collective.
    #[inline(always)]
    fn reduce<W: Warp>(warp: W, mut value: Self::Value) -> Self::Value {
        let mut step = W::LANES / 2;
        while step > 0 {
            value = Self::combine(value, value.shuffle(warp, warp.lane() ^ step));
            step /= 2;
        }
        value
    }

    /// The values of the lanes up to and with this one, combined. A collective.
    #[inline(always)]
    fn scan<W: Warp>(warp: W, mut value: Self::Value) -> Self::Value {
        let mut step = 1;
        while step < W::LANES {
            let below = value.shuffle(warp, warp.lane().wrapping_sub(step) & (W::LANES - 1));
            if warp.lane() >= step {
                value = Self::combine(below, value);
            }
            step *= 2;
        }
        value
    }
}

/// The sum. It wraps: choose `T` so that it does not.
#[derive(Clone, Copy, Debug)]
pub struct Sum<T>(PhantomData<T>);
/// The minimum; of nothing, the largest `T`.
#[derive(Clone, Copy, Debug)]
pub struct Min<T>(PhantomData<T>);
/// The maximum; of nothing, 0.
#[derive(Clone, Copy, Debug)]
pub struct Max<T>(PhantomData<T>);

impl Operator for Sum<u32> {
    type Value = u32;
    const IDENTITY: u32 = 0;
    #[inline(always)]
    fn combine(a: u32, b: u32) -> u32 {
        a.wrapping_add(b)
    }
    #[inline(always)]
    fn reduce<W: Warp>(warp: W, value: u32) -> u32 {
        warp.sum(value)
    }
    #[inline(always)]
    fn scan<W: Warp>(warp: W, value: u32) -> u32 {
        warp.inclusive_scan(value)
    }
}

impl Operator for Sum<u64> {
    type Value = u64;
    const IDENTITY: u64 = 0;
    #[inline(always)]
    fn combine(a: u64, b: u64) -> u64 {
        a.wrapping_add(b)
    }
    #[inline(always)]
    fn reduce<W: Warp>(warp: W, value: u64) -> u64 {
        warp.sum_u64(value)
    }
}

macro_rules! extremes {
    ($($kind:ty)*) => {$(
        impl Operator for Min<$kind> {
            type Value = $kind;
            const IDENTITY: $kind = <$kind>::MAX;
            #[inline(always)]
            fn combine(a: $kind, b: $kind) -> $kind {
                a.min(b)
            }
        }
        impl Operator for Max<$kind> {
            type Value = $kind;
            const IDENTITY: $kind = 0;
            #[inline(always)]
            fn combine(a: $kind, b: $kind) -> $kind {
                a.max(b)
            }
        }
    )*};
}
extremes!(u32 u64);

/// An operation that many threads do on one element of an array.
pub trait Shareable: Operator {
    /// Combines `value` with what stands at `at`.
    ///
    /// # Safety
    /// `at` is valid and aligned, its value is written, and until the threads concerned have met, nobody uses it but by
    /// this.
    unsafe fn combine_at(at: *mut Self::Value, value: Self::Value);
}

macro_rules! shareable {
    ($($operator:ident $kind:ident $atomic:ident $method:ident;)*) => {$(
        impl Shareable for $operator<$kind> {
            #[inline(always)]
            unsafe fn combine_at(at: *mut $kind, value: $kind) {
                // SAFETY: the caller's promise.
                unsafe { $atomic::from_ptr(at) }.$method(value, Relaxed);
            }
        }
    )*};
}
shareable! {
    Sum u32 AtomicU32 fetch_add;
    Sum u64 AtomicU64 fetch_add;
    Min u32 AtomicU32 fetch_min;
    Max u32 AtomicU32 fetch_max;
}

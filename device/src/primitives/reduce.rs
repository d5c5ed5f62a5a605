//! Reduction: sum, minimum or maximum of an array.
//!
//! - Computes: all values combined with what `result` holds, in 64 bits; sums wrap there.
//! - Requires: `result` at the operator's identity, or at an earlier result to go on from. The host sees to it.
//! - Thread mapping: blocks stride over tiles; a lane reads four values at a time, eight loads under way. One atomic
//!   a block. With one lane, each block takes one contiguous share.
//! - Memory: reads each value once; bound by that.

use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

use cust_core::DeviceCopy;

use super::carve::{self, Carver};
use super::operator::{Max, Min, Operator, Sum};
use super::rows::{self, QUAD, Rows};
use super::unroll::unroll;
use super::value::WordValue;
use super::{WARPS, WIDE_THREADS};
use crate::memory::Slice;
use crate::simt::{Block, Kernel, Warp};

/// Quads that a lane has under way.
const ROWS: usize = 8;

/// Values that are worth a block.
pub const LEAST_PER_BLOCK: u64 = (ROWS * QUAD * WIDE_THREADS) as u64;

/// Bytes of shared memory that the kernels need.
pub const SHARED_BYTES: usize = carve::shared_bytes(&[WARPS as usize * size_of::<u64>()]);

/// What the reduction kernels take.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct ReduceArgs<'a, T> {
    /// Read: any number of values.
    pub values: Slice<'a, T>,
    /// One element, read and written.
    pub result: Slice<'a, AtomicU64>,
}

layout!(ReduceArgs<'_, u32>: 32, result: 16);
layout!(ReduceArgs<'_, u64>: 32);

/// A reduction of an array of `T`, and the kernel that does it.
pub trait Reduction<T: DeviceCopy>: 'static {
    /// The result for no values.
    const EMPTY: u64;
    /// The kernel.
    type Kernel: for<'a> Kernel<Args<'a> = ReduceArgs<'a, T>>;
}

/// How a block's result joins the grid's.
trait Join: Operator {
    fn join(result: &AtomicU64, value: u64);
}

#[inline(always)]
fn reduce<B, O, T>(block: B, args: &ReduceArgs<'_, T>)
where
    B: Block,
    O: Join,
    O::Value: From<T> + Into<u64>,
    T: WordValue,
{
    let values = args.values.get();
    if B::Warp::LANES == 1 {
        let share = values.len().div_ceil(block.count() as usize);
        let start = values.len().min(block.index() as usize * share);
        let share = &values[start..values.len().min(start + share)];
        let value = share.iter().fold(O::IDENTITY, |sum, value| O::combine(sum, (*value).into()));
        O::join(&args.result[0], value.into());
        return;
    }
    let warp = block.warp();
    let span = rows::span::<B::Warp>(ROWS);
    let stride = span * block.grid_warps() as usize;
    let mut start = span * block.grid_warp() as usize;
    let mut value = O::IDENTITY;
    while start + span <= values.len() {
        let items: Rows<T, ROWS> = rows::load(warp, values, start, T::default());
        unroll!(row in 0..ROWS => {
            let [a, b, c, d] = items[row];
            let (left, right) = (O::combine(a.into(), b.into()), O::combine(c.into(), d.into()));
            value = O::combine(value, O::combine(left, right));
        });
        start += stride;
    }
    // At most one warp of the grid stands at a part that is not whole.
    let mut at = start + warp.lane() as usize;
    while at < values.len() {
        value = O::combine(value, values[at].into());
        at += B::Warp::LANES as usize;
    }
    let partials = Carver::new(block).take(WARPS as usize);
    let value = O::reduce(warp, value);
    if warp.lane() == 0 {
        // SAFETY: an element for each warp, read after the barrier.
        unsafe { partials.write(block.warp_index() as usize, value) };
    }
    block.sync();
    if block.thread() == 0 {
        // SAFETY: written by each warp before the barrier.
        let all = (0..block.warps() as usize).map(|i| unsafe { partials.read(i) });
        O::join(&args.result[0], all.fold(O::IDENTITY, O::combine).into());
    }
}

macro_rules! reductions {
    ($($(#[$doc:meta])* $kernel:ident $name:ident: $operator:ident of $input:ty as $wide:ty, from $empty:expr;)*) => {$(
        $(#[$doc])*
        #[cuda_std::kernel(max_threads = 256)]
        pub unsafe fn $name<B: Block>(block: B, args: &ReduceArgs<'_, $input>) {
            reduce::<B, $operator<$wide>, $input>(block, args);
        }
        impl Reduction<$input> for $operator<$input> {
            const EMPTY: u64 = $empty;
            type Kernel = $kernel;
        }
    )*};
}

macro_rules! joins {
    ($($operator:ty: $join:ident;)*) => {$(
        impl Join for $operator {
            #[inline(always)]
            fn join(result: &AtomicU64, value: u64) {
                result.$join(value, Relaxed);
            }
        }
    )*};
}

joins! {
    Sum<u64>: fetch_add;
    Min<u32>: fetch_min;
    Min<u64>: fetch_min;
    Max<u32>: fetch_max;
    Max<u64>: fetch_max;
}

reductions! {
    /// The sum of `u32`, in 64 bits.
    ReduceSumU32 reduce_sum_u32: Sum of u32 as u64, from 0;
    /// The sum of `u64`; it wraps.
    ReduceSumU64 reduce_sum_u64: Sum of u64 as u64, from 0;
    /// The minimum of `u32`; of nothing, `u64::MAX`.
    ReduceMinU32 reduce_min_u32: Min of u32 as u32, from u64::MAX;
    /// The minimum of `u64`; of nothing, `u64::MAX`.
    ReduceMinU64 reduce_min_u64: Min of u64 as u64, from u64::MAX;
    /// The maximum of `u32`; of nothing, 0.
    ReduceMaxU32 reduce_max_u32: Max of u32 as u32, from 0;
    /// The maximum of `u64`; of nothing, 0.
    ReduceMaxU64 reduce_max_u64: Max of u64 as u64, from 0;
}

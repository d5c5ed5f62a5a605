//! Wheels at each vertex.

use core::mem::offset_of;
use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

use cust_core::DeviceCopy;

use super::counters::Counters;
use super::wheels::{Spoke, WheelArgs, counters, each_spoke};
use crate::memory::Slice;
use crate::simt::{Block, Warp};

/// What [`count_wheels_at_vertices`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct WheelsAtVerticesArgs<'a> {
    /// The graph, its counters, and how it is dealt. There are no totals.
    pub wheels: WheelArgs<'a>,
    /// For each vertex [`WHEEL_SUMS`] sums, zero before the first launch: those of [`WheelSumAtVertex`], in its order.
    pub sums: Slice<'a, AtomicU64>,
}

const _: () = {
    assert!(size_of::<WheelsAtVerticesArgs<'_>>() == 176);
    assert!(offset_of!(WheelsAtVerticesArgs<'_>, sums) == 160);
};

/// The sums of a vertex: each wheel counts twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub enum WheelSumAtVertex {
    /// The wheels of which it is the hub.
    Hub,
    /// Those on whose rim it is.
    Rim,
}

/// How many sums a vertex has.
pub const WHEEL_SUMS: usize = 2;

/// Counts the wheels at each vertex.
///
/// A warp takes a hub and a spoke. The paths from its end in the neighbourhood of the hub are counted by where they
/// end, and then gone over again: one of `c` paths with the same end is on `c - 1` rims. A middle is added to once for
/// 32 of its paths at most, and an end once for each spoke.
///
/// Requires that no sum passes 64 bits: with `m` edges and degrees up to `D` none is beyond `8 m D²`, as the neighbourhood of a vertex has at most
/// `m` edges, in each of whose two directions a path goes on to at most `D` ends, with at most `D` others there.
///
/// Shared memory: [`WheelArgs::shared_bytes`]. Bound by the shared atomics, two a path.
#[cuda_std::kernel(max_threads = 512, min_blocks = 1)]
pub unsafe fn count_wheels_at_vertices<B: Block>(block: B, args: &WheelsAtVerticesArgs<'_>) {
    // SAFETY: once, and shared memory is used in no other way.
    let (warp, counters) = (block.warp(), unsafe { counters(block, &args.wheels) });
    each_spoke(warp, &args.wheels, |spoke| {
        if spoke.middles.len() > 1 {
            count(spoke, &counters, args.sums);
        }
    });
}

/// Adds what the paths from a spoke's end are worth. The counters are zero before and after.
#[inline(always)]
fn count<W: Warp>(spoke: Spoke<'_, '_, W>, counters: &Counters<'_>, sums: Slice<'_, AtomicU64>) {
    let warp = spoke.warp;
    spoke.paths::<false>(|end| {
        counters.add::<W>(end, 1);
    });
    warp.sync();
    let mut all = 0;
    spoke.middles::<false>(
        |end| counters.get(end) - 1,
        |middle, others| {
            add(sums, middle, WheelSumAtVertex::Rim, 2 * others);
            all += others;
        },
    );
    let all = warp.sum_u64(all);
    if warp.lane() == 0 {
        add(sums, spoke.rim, WheelSumAtVertex::Rim, all);
        add(sums, spoke.hub, WheelSumAtVertex::Hub, all);
    }
    warp.sync();
    spoke.paths::<false>(|end| {
        // Of the lanes whose paths end here, one gets them all.
        let paths = u64::from(counters.take::<W>(end));
        add(sums, end, WheelSumAtVertex::Rim, paths * paths.saturating_sub(1));
    });
    warp.sync();
}

/// Adds to a sum of a vertex.
#[inline(always)]
fn add(sums: Slice<'_, AtomicU64>, vertex: u32, sum: WheelSumAtVertex, term: u64) {
    if term > 0 {
        sums[vertex as usize * WHEEL_SUMS + sum as usize].fetch_add(term, Relaxed);
    }
}

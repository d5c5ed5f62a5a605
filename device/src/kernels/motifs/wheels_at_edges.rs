//! Wheels at each edge.

use core::mem::offset_of;
use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

use cust_core::DeviceCopy;

use super::counters::Counters;
use super::lists::Seek;
use super::wheels::{Spoke, WheelArgs, counters, each_spoke};
use crate::memory::Slice;
use crate::simt::{Block, Warp};

/// What [`count_wheels_at_edges`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct WheelsAtEdgesArgs<'a> {
    /// The graph, its counters, and how it is dealt. There are no totals.
    pub wheels: WheelArgs<'a>,
    /// For each edge [`WHEEL_SUMS`] sums, zero before the first launch: those of [`WheelSumAtEdge`], in its order.
    pub sums: Slice<'a, AtomicU64>,
}

const _: () = {
    assert!(size_of::<WheelsAtEdgesArgs<'_>>() == 176);
    assert!(offset_of!(WheelsAtEdgesArgs<'_>, sums) == 160);
};

/// The sums of an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub enum WheelSumAtEdge {
    /// Twice the wheels of which it is a spoke.
    Spoke,
    /// The wheels on whose rim it is.
    Rim,
}

/// How many sums an edge has.
pub const WHEEL_SUMS: usize = 2;

/// Counts the wheels at each edge.
///
/// A warp takes a hub and a spoke to `w`. Paths `w - u - v` in the neighbourhood of the hub are counted by `v`,
/// wherever it is: then a middle `u` knows all wheels on whose rim `uw` is. One of `c` paths with the same end is on
/// `c - 1` rims. No path is added to memory by itself.
///
/// Requires that no sum passes 64 bits: with `m` edges and degrees up to `D` none is beyond `2 m D²`, as `w` has at most `D` middles in the neighbourhood, which
/// has at most `m` edges, and there are at most `D` paths to the same end.
///
/// Shared memory: [`WheelArgs::shared_bytes`]. Bound by the shared atomics, one a path, and reading them.
#[cuda_std::kernel(max_threads = 512, min_blocks = 1)]
pub unsafe fn count_wheels_at_edges<B: Block>(block: B, args: &WheelsAtEdgesArgs<'_>) {
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
    let Spoke { warp, args, rim, .. } = spoke;
    spoke.paths::<true>(|end| {
        if end != rim {
            counters.add::<W>(end, 1);
        }
    });
    warp.sync();
    let (first, mut of_rim, mut all) =
        (args.graph.offsets[rim as usize], Seek::new(args.graph.neighbors(rim)), 0);
    spoke.middles::<true>(
        |end| if end == rim { 0 } else { counters.get(end) - 1 },
        |middle, others| {
            all += others;
            // The same is found from the middle's spoke.
            if middle < rim {
                let position = first + of_rim.find::<W>(middle) as u64;
                add(sums, args.lists.number(position), WheelSumAtEdge::Rim, others);
            }
        },
    );
    let all = warp.sum_u64(all);
    if warp.lane() == 0 {
        add(sums, spoke.edge, WheelSumAtEdge::Spoke, all);
    }
    warp.sync();
    spoke.paths::<true>(|end| counters.clear(end));
    warp.sync();
}

/// Adds to a sum of an edge.
#[inline(always)]
fn add(sums: Slice<'_, AtomicU64>, edge: u64, sum: WheelSumAtEdge, term: u64) {
    if term > 0 {
        sums[edge as usize * WHEEL_SUMS + sum as usize].fetch_add(term, Relaxed);
    }
}

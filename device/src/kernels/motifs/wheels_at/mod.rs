//! Wheels at each vertex, or at each edge.

mod edges;
mod vertices;

use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

use cust_core::DeviceCopy;

use super::wheels::{WheelArgs, counters, each_spoke};
use crate::memory::Slice;
use crate::places::{Edges, Places, Vertices};
use crate::simt::Block;

pub use edges::{WHEEL_TIMES_AT_EDGES, WheelSumAtEdge};
pub use vertices::WheelSumAtVertex;

/// What [`count_wheels_at`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct WheelsAtArgs<'a> {
    /// The graph, its counters, and how it is dealt. There are no totals.
    pub wheels: WheelArgs<'a>,
    /// For each place [`WHEEL_SUMS`] sums, zero before the first launch: those of [`WheelSumAtVertex`] or
    /// [`WheelSumAtEdge`], in its order.
    pub sums: Slice<'a, AtomicU64>,
}

layout!(WheelsAtArgs<'_>: 176, sums: 160);

/// How many sums a place has.
pub const WHEEL_SUMS: usize = 2;

/// Counts the wheels at each place.
///
/// A warp takes a hub and a spoke. The paths from its end in the neighbourhood of the hub are counted by where they
/// end: one of `c` paths with the same end is on `c - 1` rims. At vertices a middle is added to once for 32 of its paths
/// at most, and an end once for each spoke, from its counter. At edges, paths `w - u - v` from the
/// spoke's end `w` are counted wherever `v` is: then a middle `u` knows all wheels on whose rim `uw` is, and no path is
/// added to memory by itself.
///
/// Requires that no sum passes 64 bits. With `m` edges and degrees up to `D` none of a vertex is beyond `8 m D²`, as
/// its neighbourhood has at most `m` edges, in each of whose two directions a path goes on to at most `D` ends, with at
/// most `D` others there; and none of an edge beyond `2 m D²`, as `w` has at most `D` middles in the neighbourhood,
/// which has at most `m` edges, and there are at most `D` paths to the same end.
///
/// Shared memory: [`WheelArgs::shared_bytes`]. Bound by the shared atomics, one a path, and reading them.
#[cuda_std::kernel(max_threads = 512, min_blocks = 1, at(Vertices, Edges))]
pub unsafe fn count_wheels_at<B: Block, A: Places>(block: B, args: &WheelsAtArgs<'_>) {
    // SAFETY: once, and shared memory is used in no other way.
    let (warp, counters) = (block.warp(), unsafe { counters(block, &args.wheels) });
    each_spoke(warp, &args.wheels, |spoke| {
        if spoke.middles.len() <= 1 {
            return;
        }
        match A::PAIRS {
            false => vertices::count(spoke, &counters, args.sums),
            true => edges::count(spoke, &counters, args.sums),
        }
    });
}

/// Adds to a sum of a place.
#[inline(always)]
fn add(sums: Slice<'_, AtomicU64>, place: u64, sum: usize, term: u64) {
    if term > 0 {
        sums[place as usize * WHEEL_SUMS + sum].fetch_add(term, Relaxed);
    }
}

//! Wheels at each edge.

use core::sync::atomic::AtomicU64;

use super::super::counters::Counters;
use super::super::lists::Seek;
use super::super::wheels::Spoke;
use super::{WHEEL_SUMS, add};
use crate::memory::Slice;
use crate::simt::Warp;

/// The sums of an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub enum WheelSumAtEdge {
    /// Twice the wheels of which it is a spoke.
    Spoke,
    /// The wheels on whose rim it is.
    Rim,
}

/// How often each sum has a wheel.
pub const WHEEL_TIMES_AT_EDGES: [u64; WHEEL_SUMS] = [2, 1];

/// Adds what the paths from a spoke's end are worth. The counters are zero before and after.
#[inline(always)]
pub(super) fn count<W: Warp>(spoke: Spoke<'_, '_, W>, counters: &Counters<'_>, sums: Slice<'_, AtomicU64>) {
    let Spoke { warp, args, rim, .. } = spoke;
    let mut met = 0;
    spoke.paths::<true>(|end| {
        met += 1;
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
                add(sums, args.lists.number(position), WheelSumAtEdge::Rim as usize, others);
            }
        },
    );
    let all = warp.sum_u64(all);
    if warp.lane() == 0 {
        add(sums, spoke.edge, WheelSumAtEdge::Spoke as usize, all);
    }
    warp.sync();
    spoke.each_end::<true>(met, |end| counters.clear(end));
    warp.sync();
}

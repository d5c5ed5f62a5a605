//! Wheels at each vertex.

use core::sync::atomic::AtomicU64;

use super::super::counters::Counters;
use super::super::wheels::Spoke;
use super::add;
use crate::memory::Slice;
use crate::simt::Warp;

/// The sums of a vertex: each wheel counts twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub enum WheelSumAtVertex {
    /// The wheels of which it is the hub.
    Hub,
    /// Those on whose rim it is.
    Rim,
}

/// Adds what the paths from a spoke's end are worth. The counters are zero before and after.
#[inline(always)]
pub(super) fn count<W: Warp>(spoke: Spoke<'_, '_, W>, counters: &Counters<'_>, sums: Slice<'_, AtomicU64>) {
    let warp = spoke.warp;
    let add_to = |vertex: u32, sum: WheelSumAtVertex, term| add(sums, vertex.into(), sum as usize, term);
    let mut met = 0;
    spoke.paths::<false>(|end| {
        counters.add::<W>(end, 1);
        met += 1;
    });
    warp.sync();
    let mut all = 0;
    spoke.middles::<false>(
        |end| counters.get(end) - 1,
        |middle, others| {
            add_to(middle, WheelSumAtVertex::Rim, 2 * others);
            all += others;
        },
    );
    let all = warp.sum_u64(all);
    if warp.lane() == 0 {
        add_to(spoke.rim, WheelSumAtVertex::Rim, all);
        add_to(spoke.hub, WheelSumAtVertex::Hub, all);
    }
    warp.sync();
    spoke.each_end::<false>(met, |end| {
        // Of the lanes whose paths end here, one gets them all.
        let paths = u64::from(counters.take::<W>(end));
        add_to(end, WheelSumAtVertex::Rim, paths * paths.saturating_sub(1));
    });
    warp.sync();
}

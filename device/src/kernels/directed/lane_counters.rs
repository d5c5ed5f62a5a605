//! Counters of a lane.

use super::block_sums::BlockSums;
use crate::simt::Warp;

/// Of a block's sums: 64 bits.
pub(super) const SUM_LIMBS: usize = 2;

/// What a lane has found, in registers, and the block's sums that it is added to.
pub(super) struct LaneCounters<'a, const SUMS: usize> {
    counts: [u32; SUMS],
    /// No counter is beyond this.
    most: u32,
    sums: BlockSums<'a, SUM_LIMBS>,
}

impl<'a, const SUMS: usize> LaneCounters<'a, SUMS> {
    /// Nothing.
    #[inline(always)]
    pub(super) fn new(sums: BlockSums<'a, SUM_LIMBS>) -> Self {
        LaneCounters { counts: [0; SUMS], most: 0, sums }
    }

    /// The counters, to each of which no more than `most` may be added.
    #[inline(always)]
    pub(super) fn with_room<W: Warp>(&mut self, most: usize) -> &mut [u32; SUMS] {
        // A list has fewer elements than there are vertices.
        let (sum, is_too_many) = self.most.overflowing_add(most as u32);
        self.most = sum;
        if is_too_many {
            self.flush::<W>();
            self.most = most as u32;
        }
        &mut self.counts
    }

    /// Adds the counters to the block's sums.
    #[inline(always)]
    fn flush<W: Warp>(&mut self) {
        for sum in 0..SUMS {
            add_of_lane::<W>(self.sums, sum, core::mem::take(&mut self.counts[sum]));
        }
    }

    /// Adds the counters of all lanes to the block's sums. A collective.
    #[inline(always)]
    pub(super) fn flush_all<W: Warp>(&self, warp: W) {
        if !warp.any(self.most > 0) {
            return;
        }
        if W::LANES == 1 || warp.any(self.most > u32::MAX / W::LANES) {
            for sum in 0..SUMS {
                add_of_warp(warp, self.sums, sum, self.counts[sum]);
            }
            return;
        }
        const { assert!(W::LANES == 1 || SUMS <= W::LANES as usize, "a lane for each sum") };
        let mut mine = 0;
        for sum in 0..SUMS {
            let of_warp = warp.sum(self.counts[sum]);
            mine = if warp.lane() as usize == sum { of_warp } else { mine };
        }
        if mine > 0 {
            self.sums.add::<W>(warp.lane() as usize, mine.into());
        }
    }
}

/// Adds a counter to a sum.
// Out of line, as the next one: the loops that call them have to be unrolled, as counters that are indexed at run time
// would stand in memory.
#[inline(never)]
fn add_of_lane<W: Warp>(sums: BlockSums<'_, SUM_LIMBS>, sum: usize, count: u32) {
    sums.add::<W>(sum, count.into());
}

/// Adds a counter of all lanes to a sum. A collective.
#[inline(never)]
fn add_of_warp<W: Warp>(warp: W, sums: BlockSums<'_, SUM_LIMBS>, sum: usize, count: u32) {
    let count = warp.sum_u64(count.into());
    if warp.lane() == 0 {
        sums.add::<W>(sum, count);
    }
}

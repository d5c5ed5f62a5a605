//! Counters of wedges by their ties.

use super::block_sums::BlockSums;
use super::rows::{by_tie, tie_at};
use super::ties::TIES;
use super::triangles::{TRIANGLES, WEDGES};
use crate::kernels::triangles::hubs::WORD;
use crate::simt::Warp;

/// How many wedges of each kind a lane has found between two vertices.
pub(super) type Wedges = [u32; WEDGES];

/// Counts a wedge by its ties from one vertex and from the other.
#[inline(always)]
pub(super) fn add_wedge<W: Warp>(wedges: &mut Wedges, of_one: u8, of_other: u8) {
    let kind = TIES * usize::from(of_one) + usize::from(of_other);
    if W::LANES == 1 {
        wedges[kind] += 1;
        return;
    }
    // An array that is indexed at run time would stand in memory.
    for (at, count) in wedges.iter_mut().enumerate() {
        *count += u32::from(at == kind);
    }
}

/// Counts the wedges whose middles are in both of two words.
#[inline(always)]
pub(super) fn add_words<W: Warp>(wedges: &mut Wedges, of_one: u64, of_other: u64) {
    let mut both = any_tie(of_one) & any_tie(of_other);
    if W::LANES == 1 {
        // They are few.
        while both != 0 {
            let bit = both.trailing_zeros();
            both &= both - 1;
            if let (Some(of_one), Some(of_other)) = (tie_at(of_one, bit), tie_at(of_other, bit)) {
                add_wedge::<W>(wedges, of_one, of_other);
            }
        }
    } else if both != 0 {
        let (of_one, of_other) = (by_tie(of_one), by_tie(of_other));
        for (kind, count) in wedges.iter_mut().enumerate() {
            *count += (of_one[kind / TIES] & of_other[kind % TIES]).count_ones();
        }
    }
}

/// Of a block's sums of wedges: 64 bits.
pub(super) const SUM_LIMBS: usize = 2;

/// The bits of a word that have a tie, of whatever kind.
// No closure over an array: what maps arrays is not compiled for the instructions that the CPU's copies of kernels may
// use, and would be called.
#[inline(always)]
fn any_tie(word: u64) -> u32 {
    word as u32 | (word >> WORD) as u32
}

/// The wedges that a lane has found, by the tie between their ends, and where they are added to: [`TRIANGLES`] sums.
pub(super) struct LaneWedges<'a> {
    by_tie: [Wedges; TIES],
    /// No counter is beyond this.
    most: u32,
    sums: BlockSums<'a, SUM_LIMBS>,
}

impl<'a> LaneWedges<'a> {
    /// None.
    #[inline(always)]
    pub(super) fn new(sums: BlockSums<'a, SUM_LIMBS>) -> Self {
        LaneWedges { by_tie: [[0; WEDGES]; TIES], most: 0, sums }
    }

    /// Adds wedges between two vertices that are joined by `tie`: no more than `most` of each kind.
    #[inline(always)]
    pub(super) fn add<W: Warp>(&mut self, tie: u8, wedges: Wedges, most: usize) {
        // A list has fewer elements than there are vertices.
        let (sum, is_too_many) = self.most.overflowing_add(most as u32);
        self.most = sum;
        if is_too_many {
            self.flush::<W>();
            self.most = most as u32;
        }
        // Over slices: an array that is iterated by value would stand in memory, and so would the counters.
        for (at, counts) in self.by_tie.iter_mut().enumerate() {
            for (count, more) in counts.iter_mut().zip(&wedges) {
                *count += if at == usize::from(tie) { *more } else { 0 };
            }
        }
    }

    /// Adds the counters to the block's sums.
    #[inline(always)]
    fn flush<W: Warp>(&mut self) {
        for tie in 0..TIES {
            for wedge in 0..WEDGES {
                let count = core::mem::take(&mut self.by_tie[tie][wedge]);
                add_of_lane::<W>(self.sums, tie * WEDGES + wedge, count);
            }
        }
    }

    /// Adds the counters of all lanes to the block's sums. A collective.
    #[inline(always)]
    pub(super) fn flush_all<W: Warp>(&self, warp: W) {
        if !warp.any(self.most > 0) {
            return;
        }
        if W::LANES == 1 || warp.any(self.most > u32::MAX / W::LANES) {
            for tie in 0..TIES {
                for wedge in 0..WEDGES {
                    add_of_warp(warp, self.sums, tie * WEDGES + wedge, self.by_tie[tie][wedge]);
                }
            }
            return;
        }
        const { assert!(W::LANES == 1 || TRIANGLES <= W::LANES as usize, "a lane for each sum") };
        let mut mine = 0;
        for tie in 0..TIES {
            for wedge in 0..WEDGES {
                let sum = warp.sum(self.by_tie[tie][wedge]);
                mine = if warp.lane() as usize == tie * WEDGES + wedge { sum } else { mine };
            }
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

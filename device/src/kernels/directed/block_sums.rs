//! A block's sums in shared memory.

use core::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

use crate::kernels::count::tally::TOTALS;
use crate::kernels::own::add_to_own;
use crate::kernels::triangles::shared::{Arena, ThreadTeam, bytes_of};
use crate::memory::Slice;
use crate::simt::{Block, Warp};

/// Sums that all threads of a block add to, of so many limbs of 32 bits.
///
/// Shared memory adds no more bits than these at once: wider sums would be loops, which lanes leave one by one, and
/// ptxas lets them go on apart, through the block's barriers too (`compute-sanitizer --tool synccheck` shows it).
#[derive(Clone, Copy)]
pub(super) struct BlockSums<'a, const LIMBS: usize> {
    /// The limbs of each sum, the lowest first. Nothing else stands here, so that sums are passed in registers.
    limbs: &'a [AtomicU32],
}

/// Bytes of shared memory of so many sums.
pub(super) const fn shared_bytes(sums: usize, limbs: usize) -> usize {
    bytes_of::<u32>(sums * limbs)
}

impl<'a, const LIMBS: usize> BlockSums<'a, LIMBS> {
    /// Sums of zero, when the block has met.
    #[inline(always)]
    pub(super) fn new<B: Block + 'a>(block: B, arena: &mut Arena<'a>, sums: usize) -> Self {
        let limbs = arena.atomics(sums * LIMBS);
        ThreadTeam::block(block).share(limbs.len(), |at| limbs[at].store(0, Relaxed));
        BlockSums { limbs }
    }

    /// The sums from one on.
    #[inline(always)]
    pub(super) fn from(self, first: usize) -> Self {
        BlockSums { limbs: &self.limbs[first * LIMBS..] }
    }

    /// Adds to one of the sums, which has room for it.
    #[inline(always)]
    pub(super) fn add<W: Warp>(self, sum: usize, mut more: u64) {
        for limb in 0..LIMBS {
            if more == 0 {
                return;
            }
            let old = add_to_own::<W, _>(&self.limbs[sum * LIMBS + limb], more as u32);
            more = (more >> u32::BITS) + u64::from(old.checked_add(more as u32).is_none());
        }
    }

    /// Adds all to the grid's totals, when the block has met.
    #[inline(always)]
    pub(super) fn store<B: Block>(self, block: B, totals: Slice<'_, AtomicU64>) {
        const { assert!(LIMBS < TOTALS, "totals have as many limbs of 32 bits, and more") };
        ThreadTeam::block(block).share(self.limbs.len(), |at| {
            let limb = self.limbs[at].load(Relaxed);
            if limb > 0 {
                totals[at / LIMBS * TOTALS + at % LIMBS].fetch_add(limb.into(), Relaxed);
            }
        });
    }
}

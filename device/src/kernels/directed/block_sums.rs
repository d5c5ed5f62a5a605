//! A block's sums in shared memory.

use core::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

use crate::kernels::count::tally::TOTALS;
use crate::kernels::cycles::table::add;
use crate::kernels::triangles::shared::{Arena, Team, bytes_of};
use crate::memory::Slice;
use crate::simt::{Block, Warp};

/// Sums that all threads of a block add to, of so many limbs of 32 bits.
///
/// Shared memory adds no more bits than these at once: wider sums would be loops, which lanes leave one by one, and ptxas lets them go on apart,
/// through the block's barriers too (`compute-sanitizer --tool synccheck` shows it).
#[derive(Clone, Copy)]
pub(super) struct BlockSums<'a, const LIMBS: usize> {
    /// The lowest limb of each sum, then the next of each.
    words: &'a [AtomicU32],
    /// The first of the sums that are meant.
    first: usize,
}

/// Bytes of shared memory of so many sums.
pub(super) const fn shared_bytes(sums: usize, limbs: usize) -> usize {
    bytes_of::<u32>(sums * limbs)
}

impl<'a, const LIMBS: usize> BlockSums<'a, LIMBS> {
    /// Sums of zero, when the block has met.
    #[inline(always)]
    pub(super) fn new<B: Block + 'a>(block: B, arena: &mut Arena<'a>, sums: usize) -> Self {
        let words = arena.atomics(sums * LIMBS);
        Team::block(block).share(words.len(), |at| words[at].store(0, Relaxed));
        BlockSums { words, first: 0 }
    }

    /// The sums from one on.
    #[inline(always)]
    pub(super) fn from(self, first: usize) -> Self {
        BlockSums { first, ..self }
    }

    /// Adds to one of the sums, which has room for it.
    #[inline(always)]
    pub(super) fn add<W: Warp>(self, sum: usize, mut more: u64) {
        let (mut word, sums) = (self.first + sum, self.words.len() / LIMBS);
        while more > 0 {
            let old = add::<W>(&self.words[word], more as u32);
            more = (more >> u32::BITS) + u64::from(old.checked_add(more as u32).is_none());
            word += sums;
        }
    }

    /// Adds all to the grid's totals, when the block has met.
    #[inline(always)]
    pub(super) fn store<B: Block>(self, block: B, totals: Slice<'_, AtomicU64>) {
        const { assert!(LIMBS < TOTALS, "totals have as many limbs of 32 bits, and more") };
        let sums = self.words.len() / LIMBS;
        Team::block(block).share(self.words.len(), |at| {
            let word = self.words[at].load(Relaxed);
            if word > 0 {
                totals[at % sums * TOTALS + at / sums].fetch_add(word.into(), Relaxed);
            }
        });
    }
}

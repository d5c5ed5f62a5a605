//! What a pass takes, and how its tiles tell each other of their keys.

use core::hint::spin_loop;
use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

use cust_core::DeviceCopy;

use crate::memory::{Scratch, Slice};
use crate::primitives::lookback::TileStatus;
use crate::primitives::sort::BINS;
use crate::primitives::sort::key::Key;
use crate::simt::Warp;

/// What the kernels of a pass take.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct SweepArgs<'a, K> {
    /// Read: the keys.
    pub keys: Slice<'a, K>,
    /// Read: a value for each key. A sort of keys alone does not look at it.
    pub values: Slice<'a, u32>,
    /// Written: each key.
    pub sorted_keys: Scratch<'a, K>,
    /// Written: each value.
    pub sorted_values: Scratch<'a, u32>,
    /// Read: [`BINS`] numbers of keys.
    pub counts: Slice<'a, AtomicU64>,
    /// The tile counter, zero at the start.
    pub queue: Slice<'a, AtomicU64>,
    /// [`BINS`] words for each tile.
    pub states: Slice<'a, AtomicU64>,
    /// The number of tiles.
    pub tiles: u64,
    /// The lowest bit of the digit.
    pub shift: u32,
    /// The bits of the digit.
    pub mask: u32,
    /// What marks this pass's words: not 0.
    pub tag: u64,
}

layout!(SweepArgs<'_, u64>: 136, counts: 64);
layout!(SweepArgs<'_, u32>: 136, tag: 128);

impl<K: Key> SweepArgs<'_, K> {
    #[inline(always)]
    pub(super) fn digit(&self, key: K) -> usize {
        key.digit(self.shift, self.mask)
    }

    /// Announces how many keys of the bin the tile has, or the tiles up to and with it.
    #[inline(always)]
    pub(super) fn announce(&self, tile: u64, bin: usize, status: TileStatus, count: u32) {
        let word = self.tag << 34 | (status as u64) << 32 | u64::from(count);
        self.states[tile as usize * BINS + bin].store(word, Relaxed);
    }

    /// What a tile has announced of the bin in this pass.
    #[inline(always)]
    fn announced(&self, tile: u64, bin: usize) -> (TileStatus, u32) {
        let word = self.states[tile as usize * BINS + bin].load(Relaxed);
        let status =
            if word >> 34 == self.tag { TileStatus::from_bits(word >> 32 & 3) } else { TileStatus::Empty };
        (status, word as u32)
    }

    /// The keys of the bin in the tiles before `tile`. A collective of a warp, each lane with a bin of its own.
    ///
    /// Each look ends with a vote, at which the lanes of an emulated warp give way.
    #[inline(always)]
    pub(super) fn look_back<W: Warp>(&self, warp: W, tile: u64, bin: usize) -> u32 {
        let mut before = 0;
        let mut end = tile;
        while warp.any(end > 0) {
            if end > 0 {
                let (status, count) = self.announced(end - 1, bin);
                match status {
                    TileStatus::Empty => spin_loop(),
                    TileStatus::Partial => {
                        before += count;
                        end -= 1;
                    }
                    TileStatus::Prefix => {
                        before += count;
                        end = 0;
                    }
                }
            }
        }
        before
    }
}

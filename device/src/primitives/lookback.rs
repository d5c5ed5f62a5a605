//! Single-pass prefixes over tiles, by decoupled look-back.
//!
//! Blocks draw tiles in ascending order from one counter. A block announces its tile's own sum, looks back over the
//! tiles before until it meets one whose whole prefix is known, and announces its own prefix. Each announcement is
//! words that are written whole, with their status in them, so no fence is needed.
//!
//! # Progress
//! A block waits only for tiles below its own. Those were drawn before, by blocks that have started, and a block
//! finishes a tile before it draws the next. So the lowest unfinished tile is in the hands of a block that has
//! started and that waits for nobody: it goes on, whatever the machine, if started blocks are not starved by others.
//! That holds for blocks resident on a card, for rayon's threads (a block keeps its thread until it returns; with one
//! thread, blocks run one after another, and no tile below is unfinished), and on the emulated machine, whose lanes
//! give way at the ballot of each look.
//!
//! Source: Merrill and Garland, "Single-pass Parallel Prefix Scan with Decoupled Look-back", 2016, sections 4.1-4.4.

use core::hint::spin_loop;
use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::operator::{Max, Min, Operator, Sum};
use crate::memory::{Scratch, Slice};
use crate::simt::{Block, Warp};

/// What is known of a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TileStatus {
    /// Nothing: the words are as the host zeroed them.
    Empty,
    /// What the tile itself adds.
    Partial,
    /// What all tiles up to and with this one come to.
    Prefix,
}

impl TileStatus {
    #[inline(always)]
    pub(super) const fn from_bits(bits: u64) -> TileStatus {
        match bits {
            0 => TileStatus::Empty,
            1 => TileStatus::Partial,
            _ => TileStatus::Prefix,
        }
    }
}

/// An operator whose values go from tile to tile, in words that carry their status.
pub trait Carry: Operator {
    /// Words for each tile.
    const WORDS: usize;
    /// Writes a tile's words.
    fn write(words: &[AtomicU64], tile: usize, status: TileStatus, value: Self::Value);
    /// Reads a tile's words.
    fn read(words: &[AtomicU64], tile: usize) -> (TileStatus, Self::Value);
}

/// Sums of numbers under 2^62: counts of items.
#[derive(Clone, Copy, Debug)]
pub struct ItemCounts;
/// Maxima of numbers under 2^62: the last position seen.
#[derive(Clone, Copy, Debug)]
pub struct Latest;

macro_rules! on_u64 {
    ($($name:ident by $operator:ty),*) => {$(
        impl Operator for $name {
            type Value = u64;
            const IDENTITY: u64 = 0;
            #[inline(always)]
            fn combine(a: u64, b: u64) -> u64 {
                <$operator>::combine(a, b)
            }
        }
    )*};
}
on_u64!(ItemCounts by Sum<u64>, Latest by Max<u64>);

/// One word: the status in the two high bits, the value below.
macro_rules! in_one_word {
    ($($operator:ty),*) => {$(
        impl Carry for $operator {
            const WORDS: usize = 1;
            #[inline(always)]
            fn write(words: &[AtomicU64], tile: usize, status: TileStatus, value: Self::Value) {
                words[tile].store((status as u64) << 62 | u64::from(value), Relaxed);
            }
            #[inline(always)]
            fn read(words: &[AtomicU64], tile: usize) -> (TileStatus, Self::Value) {
                let word = words[tile].load(Relaxed);
                (TileStatus::from_bits(word >> 62), (word & (u64::MAX >> 2)) as Self::Value)
            }
        }
    )*};
}
in_one_word!(ItemCounts, Latest, Sum<u32>, Min<u32>, Max<u32>);

/// Two words, each with the status and a half of the value. A tile's status only grows, and each half of a status is
/// written once: so two halves of equal status belong together, and a reader that finds two others looks again.
macro_rules! in_two_words {
    ($($operator:ty),*) => {$(
        impl Carry for $operator {
            const WORDS: usize = 2;
            #[inline(always)]
            fn write(words: &[AtomicU64], tile: usize, status: TileStatus, value: u64) {
                let tag = (status as u64) << 32;
                words[2 * tile].store(tag | value & 0xFFFF_FFFF, Relaxed);
                words[2 * tile + 1].store(tag | value >> 32, Relaxed);
            }
            #[inline(always)]
            fn read(words: &[AtomicU64], tile: usize) -> (TileStatus, u64) {
                let low = words[2 * tile].load(Relaxed);
                let high = words[2 * tile + 1].load(Relaxed);
                // Halves of two announcements: as if not yet written.
                let status = if low >> 32 == high >> 32 { TileStatus::from_bits(low >> 32) } else { TileStatus::Empty };
                (status, low & 0xFFFF_FFFF | high << 32)
            }
        }
    )*};
}
in_two_words!(Sum<u64>, Min<u64>, Max<u64>);

/// Announces what tile `tile` adds, before its prefix is known. By one lane.
#[inline(always)]
pub(super) fn announce<C: Carry>(words: &[AtomicU64], tile: u64, partial: C::Value) {
    // A first tile's own sum is its prefix.
    let status = if tile == 0 { TileStatus::Prefix } else { TileStatus::Partial };
    C::write(words, tile as usize, status, partial);
}

/// Announces what the tiles up to and with `tile` come to. By one lane.
#[inline(always)]
pub(super) fn announce_prefix<C: Carry>(words: &[AtomicU64], tile: u64, prefix: C::Value) {
    C::write(words, tile as usize, TileStatus::Prefix, prefix);
}

/// What the tiles before `tile` come to. A collective of one warp; each lane looks at one tile.
#[inline(always)]
pub(super) fn prefix_before<W: Warp, C: Carry>(warp: W, words: &[AtomicU64], tile: u64) -> C::Value {
    let lanes = u64::from(W::LANES);
    let mut prefix = C::IDENTITY;
    let mut end = tile;
    while end > 0 {
        let lane = u64::from(warp.lane());
        let (value, nearest) = loop {
            // Before the first tile lies nothing, which is known.
            let (status, value) = if lane < end {
                C::read(words, (end - 1 - lane) as usize)
            } else {
                (TileStatus::Prefix, C::IDENTITY)
            };
            let prefixes = warp.ballot(status == TileStatus::Prefix);
            let empty = warp.ballot(status == TileStatus::Empty);
            // The lanes up to the nearest prefix; all of them if there is none.
            let needed = prefixes ^ prefixes.wrapping_sub(1);
            if empty & needed == 0 {
                break (if needed >> warp.lane() & 1 == 1 { value } else { C::IDENTITY }, prefixes);
            }
            spin_loop();
        };
        prefix = C::combine(C::reduce(warp, value), prefix);
        if nearest != 0 {
            break;
        }
        end = end.saturating_sub(lanes);
    }
    prefix
}

/// What the tiles before `tile` come to, if the one just before has announced it.
#[inline(always)]
pub(super) fn ready_prefix<C: Carry>(words: &[AtomicU64], tile: u64) -> Option<C::Value> {
    if tile == 0 {
        return Some(C::IDENTITY);
    }
    let (status, value) = C::read(words, tile as usize - 1);
    (status == TileStatus::Prefix).then_some(value)
}

/// The tile counter, and the words of state behind it.
///
/// # Panics
/// If there are no words.
#[inline(always)]
pub(super) fn split(words: Slice<'_, AtomicU64>) -> (&AtomicU64, &[AtomicU64]) {
    match words.get().split_first() {
        Some(split) => split,
        None => panic!("no words for the state of the tiles"),
    }
}

/// The next tile, for all threads of the block. `slot` is one element of shared memory, which must not be in use.
///
/// A collective of the block. Between two draws lies another barrier of the block's.
#[inline(always)]
pub(super) fn draw<B: Block>(block: B, queue: &AtomicU64, slot: Scratch<'_, u64>) -> u64 {
    if block.thread() == 0 {
        // SAFETY: the one element, which others read after the barrier.
        unsafe { slot.write(0, queue.fetch_add(1, Relaxed)) };
    }
    block.sync();
    // SAFETY: written before the barrier.
    unsafe { slot.read(0) }
}

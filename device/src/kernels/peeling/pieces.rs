//! Pieces of items that take long, so that many warps share one.

use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::{PeelQueues, WarpPart};

/// Pieces of one round at most. An item for which there is no room is one warp's alone: the grid has enough to do then.
pub const MOST_PIECES: u64 = 1 << 16;
/// Pieces of one item at most.
const MOST_OF_ITEM: u32 = 1 << 12;
/// Bits of the number of a piece within its item, and of how many there are.
const BITS: u32 = 16;

const _: () = assert!(MOST_OF_ITEM < 1 << BITS && MOST_OF_ITEM as u64 <= MOST_PIECES);

/// How many pieces an item is dealt in.
#[inline(always)]
pub(crate) fn count_of(length: u32, piece: u32) -> u32 {
    length.div_ceil(piece).min(MOST_OF_ITEM)
}

/// A piece of an item that leaves, in one word.
#[derive(Clone, Copy)]
pub(crate) struct ItemPiece(u64);

impl ItemPiece {
    /// Of no item.
    pub const NONE: ItemPiece = ItemPiece(0);

    #[inline(always)]
    pub fn new(item: u32, index: u32, count: u32) -> ItemPiece {
        ItemPiece(u64::from(item) << (2 * BITS) | u64::from(index) << BITS | u64::from(count))
    }

    /// The item, and which part of it; unless it is of none.
    #[inline(always)]
    pub fn part(self) -> Option<(u32, WarpPart)> {
        let mask = (1 << BITS) - 1;
        let part = WarpPart { index: self.0 >> BITS & mask, count: self.0 & mask };
        (part.count > 0).then_some(((self.0 >> (2 * BITS)) as u32, part))
    }
}

impl PeelQueues<'_> {
    /// Where a piece of a round stands. Those of the next one are written while these are read.
    #[inline(always)]
    fn piece_at(&self, round: u32, place: u64) -> &AtomicU64 {
        let half = u64::from(round & 1);
        debug_assert!(place < MOST_PIECES && self.pieces.length() == 2 * MOST_PIECES);
        // SAFETY: there is room for the pieces of two rounds.
        unsafe { self.pieces.get().get_unchecked((half * MOST_PIECES + place) as usize) }
    }

    #[inline(always)]
    pub(crate) fn piece(&self, round: u32, place: u64) -> ItemPiece {
        ItemPiece(self.piece_at(round, place).load(Relaxed))
    }

    #[inline(always)]
    pub(crate) fn set_piece(&self, round: u32, place: u64, piece: ItemPiece) {
        self.piece_at(round, place).store(piece.0, Relaxed);
    }
}

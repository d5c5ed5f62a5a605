//! Searches that take long, in pieces.

use core::sync::atomic::{AtomicU32, Ordering::Relaxed};

use bytemuck::AnyBitPattern;
use cust_core::DeviceCopy;

use super::search::{Frame, MatchSearch, SearchEnd};
use super::settle::{SettleArgs, take_out};
use crate::kernels::queue::draw;
use crate::memory::{Scratch, Slice};
use crate::simt::{Block, Warp};

/// Part of the search from a place: where the vertices of the first levels go, and what has not been looked at of the
/// next one's candidates. All levels beyond belong to it.
#[repr(C)]
#[derive(AnyBitPattern, Clone, Copy, Debug, DeviceCopy, Default, PartialEq, Eq)]
pub struct SearchPiece {
    /// The domain that the place is of.
    pub domain: u32,
    /// The number of the search. Kernels write 0.
    pub search: u32,
    /// The level that the candidates are for, at least 1.
    pub level: u32,
    /// The link that they are from.
    pub link: u32,
    /// Where they start among the arcs.
    pub start: u32,
    /// Where they end.
    pub end: u32,
}

/// What becomes of searches that take long.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct LongSearches<'a> {
    /// Written: the pieces that they leave. A search goes on that finds no room.
    pub pieces: Scratch<'a, SearchPiece>,
    /// Written: for each piece, `most_levels` elements, of which the first are the places of the levels before its own.
    pub places: Scratch<'a, u32>,
    /// One element, changed: how many pieces there are.
    pub count: Slice<'a, AtomicU32>,
    /// Steps of a search that takes long, at least 1: a step looks at a candidate of one level in each lane.
    pub steps: u32,
    /// Not used.
    pub padding: u32,
    /// How many tasks must have been drawn before a search leaves pieces: with all of them, as long as there are others
    /// to do nobody waits for pieces.
    pub drawn: u64,
}

/// What [`settle_pieces`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct PieceArgs<'a> {
    /// The wave. Its tasks are the pieces here, not those of domains.
    pub settle: SettleArgs<'a>,
    /// The pieces: none of those that are written.
    pub pieces: Slice<'a, SearchPiece>,
    /// For each piece, `most_levels` elements, of which the first are the places of the levels before its own.
    pub places: Slice<'a, u32>,
    /// Changed: for each search, how many of its pieces have not been searched in vain. There are no others.
    pub open: Slice<'a, AtomicU32>,
}

layout!(SearchPiece: 24, start: 16);
layout!(LongSearches<'_>: 64, steps: 48);
layout!(PieceArgs<'_>: 368, open: 352);

/// No room for pieces.
const NO_ROOM: u32 = u32::MAX;

impl<W: Warp> MatchSearch<'_, W> {
    /// Leaves what has not been looked at, on all levels up to `depth`, as pieces, and tells whether that was so: it is
    /// not where there is no room for them, or nothing is left. A collective.
    #[inline(always)]
    pub(super) fn leave(self, domain: u32, depth: usize, frame: Frame) -> bool {
        let of_level = |level: usize| if level == depth { frame } else { self.frame(level) };
        let (mut count, mut level) = (0, 1);
        while level <= depth {
            count += u32::from(unseen::<W>(&of_level(level)).is_some());
            level += 1;
        }
        let mut number = NO_ROOM;
        if count > 0 && self.warp.lane() == 0 {
            number = self.reserve(count);
        }
        number = self.warp.shuffle(number, 0);
        if number == NO_ROOM {
            return false;
        }
        level = 1;
        while level <= depth {
            let frame = of_level(level);
            if let Some(start) = unseen::<W>(&frame) {
                let (level, link, end) = (level as u32, frame.link, frame.end);
                self.write(number, SearchPiece { domain, search: 0, level, link, start, end });
                number += 1;
            }
            level += 1;
        }
        true
    }

    /// The number of the first of `count` pieces that there is room for.
    #[inline(always)]
    fn reserve(self, count: u32) -> u32 {
        let split = &self.args.split;
        let mut before = split.count[0].load(Relaxed);
        while u64::from(before) + u64::from(count) <= split.pieces.len() {
            match split.count[0].compare_exchange(before, before + count, Relaxed, Relaxed) {
                Ok(_) => return before,
                Err(now) => before = now,
            }
        }
        NO_ROOM
    }

    /// Writes a piece of this search.
    #[inline(always)]
    fn write(self, number: u32, piece: SearchPiece) {
        let first = number as usize * self.args.most_levels as usize;
        let mut level = self.warp.lane();
        while level < piece.level {
            // SAFETY: there are `most_levels` places for each piece, and this warp has reserved this one.
            unsafe { self.args.split.places.write(first + level as usize, self.frame(level as usize).place) };
            level += W::LANES;
        }
        if self.warp.lane() == 0 {
            // SAFETY: this warp has reserved it.
            unsafe { self.args.split.pieces.write(number as usize, piece) };
        }
    }
}

/// Where the candidates of a frame start that have not been tried, if there are any.
#[inline(always)]
fn unseen<W: Warp>(frame: &Frame) -> Option<u32> {
    let start = match frame.pending {
        0 => frame.position,
        // From the first that is pending on: those after it that do not fit are looked at once more.
        pending => frame.position - W::LANES + pending.trailing_zeros(),
    };
    (start < frame.end).then_some(start)
}

/// Goes on with the pieces of searches: what the kernel of domains says of a place is true after the last of its
/// pieces. A warp for each piece. Shared memory: [`shared_bytes`](super::settle::shared_bytes).
#[cuda_std::kernel(max_threads = 128, min_blocks = 4)]
pub unsafe fn settle_pieces<B: Block>(block: B, args: &PieceArgs<'_>) {
    let warp = block.warp();
    let settle = &args.settle;
    let search = MatchSearch::new(block, settle);
    while let Some(drawn) = draw(warp, &settle.queue[0], 1, settle.end) {
        let number = drawn.start as usize;
        let piece = &args.pieces[number];
        let first = number * settle.most_levels as usize;
        let places = &args.places[first..first + piece.level as usize];
        if let SearchEnd::Nothing = search.resume(piece, places) {
            // Pieces that end otherwise leave their count, so that it is 1 here only if all of the others were in vain.
            let mut last = 0;
            if warp.lane() == 0 {
                last = u32::from(args.open[piece.search as usize].fetch_sub(1, Relaxed) == 1);
            }
            if warp.shuffle(last, 0) == 1 {
                take_out(warp, settle, piece.domain, places[0]);
            }
        }
    }
}

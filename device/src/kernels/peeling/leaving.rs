//! Who falls, and who leaves therefore.

use core::sync::atomic::Ordering::Relaxed;

use super::Peeled;
use super::pieces::{ItemPiece, MOST_PIECES, count_of};
use super::stage::{PeelCounter, PeelingStage};
use crate::simt::{Block, Warp};

/// What one item adds to the work at most, so that a warp's sum fits.
const MOST_WORK: u32 = 1 << 26;

/// What a warp that works at a task knows of it.
#[derive(Clone, Copy)]
pub(crate) struct Leaving<'p, W, P> {
    pub warp: W,
    pub peeled: &'p P,
    pub stage: PeelingStage,
    /// Whether no other thread works at it: then nothing need be atomic.
    is_alone: bool,
}

impl<'p, W: Warp, P: Peeled> Leaving<'p, W, P> {
    #[inline(always)]
    pub fn new<B: Block<Warp = W>>(block: B, peeled: &'p P, stage: PeelingStage) -> Self {
        Leaving { warp: block.warp(), peeled, stage, is_alone: W::LANES == 1 && block.count() == 1 }
    }

    /// Has an item fall by one, where the lane has one, and queues it where it falls to the level. A collective.
    #[inline(always)]
    pub fn fall(&self, has: bool, item: u32) {
        self.queue(has && self.falls_to_level(item), item);
    }

    /// Has those of three items fall that stay, where the lane has `found` what they and an item that leaves are in
    /// together. It is gone if one of them has left before, and falls to the smallest of those that leave in this
    /// round. A collective.
    #[inline(always)]
    pub fn fall_together(&self, found: bool, item: u32, others: [u32; 3]) {
        let (queues, round) = (self.peeled.queues(), self.stage.round);
        let rounds = others.map(|other| if found { queues.round(other).load(Relaxed) } else { 0 });
        let is_gone = |left: u32| 0 < left && left < round;
        let mut falls = found;
        for (&other, &left) in others.iter().zip(&rounds) {
            falls &= !is_gone(left) && (left != round || item < other);
        }
        for (&other, &left) in others.iter().zip(&rounds) {
            self.fall(falls && left != round, other);
        }
    }

    /// Whether it is this thread that has an item fall to the level. Those at it or below have left or are queued.
    #[inline(always)]
    fn falls_to_level(&self, item: u32) -> bool {
        let number = self.peeled.queues().number(item);
        let before = number.load(Relaxed);
        if before <= self.stage.level {
            return false;
        }
        if self.is_alone {
            number.store(before - 1, Relaxed);
            return before == self.stage.level + 1;
        }
        // Others may have had it fall meanwhile: one of them sees this number.
        number.fetch_sub(1, Relaxed) == self.stage.level + 1
    }

    /// Queues an item for the next round, where it `leaves`. A collective.
    #[inline(always)]
    pub fn queue(&self, leaves: bool, item: u32) {
        let warp = self.warp;
        if !warp.any(leaves) {
            return;
        }
        let queues = self.peeled.queues();
        let mut length = 0;
        if leaves {
            queues.level(item).store(self.stage.level, Relaxed);
            queues.round(item).store(self.stage.round + 1, Relaxed);
            length = self.peeled.length(item);
        }
        let is_long = leaves && u64::from(length) > queues.piece;
        let is_dealt = warp.any(is_long) && self.deal(is_long, item, length);
        self.append(leaves && !is_dealt, item);
        let work = warp.sum(length.min(MOST_WORK));
        if warp.lane() == 0 {
            self.add(PeelCounter::Work, work.into());
        }
    }

    /// Writes items to places of their own in the queue. A collective.
    #[inline(always)]
    fn append(&self, has: bool, item: u32) {
        if let Some(place) = self.place(has, PeelCounter::Queued) {
            self.peeled.queues().queued(place).store(item, Relaxed);
        }
    }

    /// Deals items in pieces, for the next round, while there is room for these. Returns whether this lane's is dealt.
    /// A collective.
    #[inline(always)]
    fn deal(&self, has: bool, item: u32, length: u32) -> bool {
        let (warp, queues) = (self.warp, self.peeled.queues());
        let count = count_of(length, queues.piece as u32);
        let mut is_dealt = false;
        let mut votes = warp.ballot(has);
        while votes != 0 {
            let lane = votes.trailing_zeros();
            votes &= votes - 1;
            let (item, count) = (warp.shuffle(item, lane), warp.shuffle(count, lane));
            let mut first = 0;
            if warp.lane() == 0 {
                first = PeelCounter::Pieces.of(queues).load(Relaxed);
                if first < MOST_PIECES {
                    first = self.add(PeelCounter::Pieces, count.into());
                }
            }
            let first = warp.shuffle_u64(first, 0);
            let fits = first + u64::from(count) <= MOST_PIECES;
            let mut index = warp.lane();
            while index < count && first + u64::from(index) < MOST_PIECES {
                // Places that an item was given and has no use for are read, too.
                let piece = if fits { ItemPiece::new(item, index, count) } else { ItemPiece::NONE };
                queues.set_piece(self.stage.round + 1, first + u64::from(index), piece);
                index += W::LANES;
            }
            is_dealt |= fits && warp.lane() == lane;
        }
        let dealt = warp.ballot(is_dealt).count_ones();
        if warp.lane() == 0 && dealt > 0 {
            self.add(PeelCounter::Dealt, dealt.into());
        }
        is_dealt
    }

    /// A place of its own for each lane that wants one, from a counter. A collective.
    #[inline(always)]
    pub fn place(&self, wants: bool, counter: PeelCounter) -> Option<u64> {
        let votes = self.warp.ballot(wants);
        if votes == 0 {
            return None;
        }
        let mut first = 0;
        if self.warp.lane() == 0 {
            first = self.add(counter, votes.count_ones().into());
        }
        let first = self.warp.shuffle_u64(first, 0);
        wants.then(|| first + u64::from((votes & self.warp.lanes_below()).count_ones()))
    }

    /// Adds to a counter. Returns what it was.
    #[inline(always)]
    fn add(&self, counter: PeelCounter, more: u64) -> u64 {
        let counter = counter.of(self.peeled.queues());
        if self.is_alone {
            let before = counter.load(Relaxed);
            counter.store(before + more, Relaxed);
            return before;
        }
        counter.fetch_add(more, Relaxed)
    }
}

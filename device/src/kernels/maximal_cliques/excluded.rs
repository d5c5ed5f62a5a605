//! The excluded vertices of a node, of those that are greater than the root.

use crate::memory::Scratch;
use crate::simt::Warp;

/// Some of a root's excluded vertices: a part of the copies, or all of them.
///
/// It may have some too many: whether one is joined to all that were taken is asked when it is looked at.
#[derive(Clone, Copy)]
pub(super) struct ExcludedPart {
    /// Where it starts among the copies.
    start: u32,
    /// How many there are.
    length: u32,
}

/// In place of a start: all, as they were at first.
const ALL: u32 = u32::MAX;

impl ExcludedPart {
    /// All of so many.
    #[inline(always)]
    pub(super) fn all(length: u32) -> Self {
        ExcludedPart { start: ALL, length }
    }

    /// As one word.
    #[inline(always)]
    pub(super) fn to_word(self) -> u64 {
        u64::from(self.start) << u32::BITS | u64::from(self.length)
    }

    /// Of such a word.
    #[inline(always)]
    pub(super) fn of_word(word: u64) -> Self {
        ExcludedPart { start: (word >> u32::BITS) as u32, length: word as u32 }
    }

    /// Where copies that are made of it go: behind it.
    #[inline(always)]
    fn end(self) -> u32 {
        if self.start == ALL { 0 } else { self.start + self.length }
    }
}

/// What a warp knows of excluded vertices: a word for each, which says what the search makes of it.
#[derive(Clone, Copy)]
pub(super) struct Excluded<'a, F> {
    /// All of them, by their places.
    pub all: F,
    /// Room for parts, which lie behind each other as the nodes that they are of lie below each other.
    pub copies: Scratch<'a, u64>,
}

/// What was found out about some excluded vertices.
pub(super) struct Sifted {
    /// Those that are joined to some candidates, and maybe more.
    pub part: ExcludedPart,
    /// The most candidates that one is joined to.
    pub most: u32,
    /// One that is joined to so many.
    pub word: u64,
}

impl<F: Fn(usize) -> u64> Excluded<'_, F> {
    /// Copies those of a part that `reach` some candidates, if there is room, and finds one that reaches the most.
    /// Where one reaches all `candidates`, nobody asks for the others. A collective.
    ///
    /// # Safety
    /// The part was made here, or is of all there are; below the node that it is of, no other search is under way.
    #[inline(always)]
    pub(super) unsafe fn sift<W: Warp>(
        &self,
        warp: W,
        part: ExcludedPart,
        candidates: u32,
        reach: impl Fn(u64) -> u32,
    ) -> Sifted {
        let start = part.end();
        let room = (self.copies.len() as u32).saturating_sub(start);
        let (mut kept, mut own, mut word, mut first) = (0, 0, 0, 0);
        // Lanes may still be reading what was here.
        warp.sync();
        while first < part.length {
            let at = first + warp.lane();
            // SAFETY: within the part, of which the caller says that it is one.
            let one = if at < part.length { unsafe { self.get(part, at) } } else { 0 };
            let reached = if at < part.length { reach(one) } else { 0 };
            if reached > own {
                (own, word) = (reached, one);
            }
            if W::LANES == 1 && own == candidates {
                break;
            }
            let keeps = warp.ballot(reached > 0);
            let place = kept + (keeps & warp.lanes_below()).count_ones();
            if reached > 0 && place < room {
                // SAFETY: within the copies, and behind the part: no search that reads it there is under way.
                unsafe { self.copies.write((start + place) as usize, one) };
            }
            kept += keeps.count_ones();
            first += W::LANES;
        }
        let most = warp.max(own);
        let word = warp.shuffle_u64(word, warp.ballot(own == most).trailing_zeros());
        warp.sync();
        let copied = kept < part.length && kept <= room;
        Sifted { part: if copied { ExcludedPart { start, length: kept } } else { part }, most, word }
    }

    /// Whether `test` says yes to any of a part. A collective.
    ///
    /// # Safety
    /// The part was made here, or is of all there are.
    #[inline(always)]
    pub(super) unsafe fn any<W: Warp>(
        &self,
        warp: W,
        part: ExcludedPart,
        test: impl Fn(u64) -> bool,
    ) -> bool {
        let mut first = 0;
        while first < part.length {
            let at = first + warp.lane();
            // SAFETY: within the part, of which the caller says that it is one.
            if warp.any(at < part.length && test(unsafe { self.get(part, at) })) {
                return true;
            }
            first += W::LANES;
        }
        false
    }

    /// Calls `visit` with each of a part, a lane for each at the same time: lanes without one are called with nothing.
    /// A collective.
    ///
    /// # Safety
    /// The part was made here, or is of all there are.
    #[inline(always)]
    pub(super) unsafe fn each<W: Warp>(
        &self,
        warp: W,
        part: ExcludedPart,
        mut visit: impl FnMut(Option<u64>),
    ) {
        let mut first = 0;
        while first < part.length {
            let at = first + warp.lane();
            // SAFETY: within the part, of which the caller says that it is one.
            visit((at < part.length).then(|| unsafe { self.get(part, at) }));
            first += W::LANES;
        }
    }

    /// Calls `visit` with this lane's share of a part.
    ///
    /// # Safety
    /// The part was made here, or is of all there are.
    #[inline(always)]
    pub(super) unsafe fn share<W: Warp>(&self, warp: W, part: ExcludedPart, mut visit: impl FnMut(u64)) {
        let mut at = warp.lane();
        while at < part.length {
            // SAFETY: within the part, of which the caller says that it is one.
            visit(unsafe { self.get(part, at) });
            at += W::LANES;
        }
    }

    /// # Safety
    /// There is such a place in the part, which was made here, or is of all there are.
    #[inline(always)]
    unsafe fn get(&self, part: ExcludedPart, at: u32) -> u64 {
        match part.start {
            ALL => (self.all)(at as usize),
            // SAFETY: `sift` wrote it before the lanes met.
            start => unsafe { self.copies.read((start + at) as usize) },
        }
    }
}

//! The search below a root.

use super::room::{Choices, LOOK, PqBicliqueArgs, WarpRoom};
use super::root::BicliqueRoot;
use crate::kernels::count::tally::Tally;
use crate::kernels::queue::QueueStop;
use crate::kernels::triangles::shared::ThreadTeam;
use crate::memory::Scratch;
use crate::simt::Warp;

/// The numbers of a node.
pub(super) const LENGTH: usize = 0;
const LISTED: usize = 1;
const NEXT: usize = 2;
pub(super) const TAKEN: usize = 3;

/// A warp's search.
pub(super) struct BicliqueSearch<'r, 'a, W, const AT_ARCS: bool> {
    pub warp: W,
    pub args: &'r PqBicliqueArgs<'a>,
    pub root: BicliqueRoot<'a>,
    pub room: WarpRoom<'a>,
    pub tally: &'r mut Tally,
    pub stop: QueueStop<'r>,
    pub nodes: u32,
    /// Whether the search is to end: nobody asks what it found.
    pub is_over: bool,
}

/// Candidates that may be taken next.
#[derive(Clone, Copy)]
enum Offered<'a> {
    /// Those with the numbers from one on, and so many.
    From(usize, usize),
    /// Those that are smaller than a vertex, of so many: the same for all who go through parts of a root, in whatever
    /// order they met the candidates.
    Smaller(u32, usize),
    /// So many of a list, from one on.
    Listed(Scratch<'a, u32>, usize, usize),
}

impl Offered<'_> {
    /// How many to ask for.
    #[inline(always)]
    fn count(&self) -> usize {
        match *self {
            Offered::From(_, count) | Offered::Smaller(_, count) | Offered::Listed(_, _, count) => count,
        }
    }

    /// One of them, if there is one at this place.
    #[inline(always)]
    fn get(&self, root: &BicliqueRoot<'_>, at: usize) -> Option<usize> {
        match *self {
            Offered::From(first, _) => Some(first + at),
            Offered::Smaller(than, _) => (root.candidate(at) < than).then_some(at),
            // SAFETY: an element of a list that the warp has written before its last `sync`.
            Offered::Listed(list, first, _) => Some(unsafe { list.read(first + at) as usize }),
        }
    }
}

impl<'a, W: Warp, const AT_ARCS: bool> BicliqueSearch<'_, 'a, W, AT_ARCS> {
    /// Gets ready for the root: the sums of all columns are zero, and the root's set is its whole list. A collective,
    /// once for a root.
    #[inline(always)]
    pub fn begin(&self) {
        if !AT_ARCS {
            return;
        }
        let words = self.root.row_words();
        for level in 0..self.args.shape.levels() {
            ThreadTeam::warp(self.warp).share(2 * u64::BITS as usize * words, |at| {
                // SAFETY: within the room of the warp, and no other lane has this place.
                unsafe { self.room.sums(level).write(at, 0) };
            });
        }
        let (set, places) = (self.room.words(0), self.room.places(0));
        let last = self.root.list.len() % u64::BITS as usize;
        ThreadTeam::warp(self.warp).share(words, |at| {
            let word = if at + 1 == words && last > 0 { (1 << last) - 1 } else { u64::MAX };
            // SAFETY: as above.
            unsafe {
                set.write(at, word);
                places.write(at, at as u32);
            }
        });
        self.note(0, LENGTH, words);
    }

    /// All below the root that take the candidate `first` before others. A collective.
    #[inline(always)]
    pub fn below(&mut self, first: usize) {
        let (args, found) = (self.args, self.root.found);
        let take = args.shape.take as usize;
        self.pass();
        if take == 2 {
            self.last(0, Offered::From(first, 1));
        } else {
            self.meet(None, 1, first);
            let others = match args.parts {
                1 => Offered::From(first + 1, found - first - 1),
                _ => Offered::Smaller(self.root.candidate(first), found),
            };
            if take == 3 {
                self.last(1, others);
                self.leave(1);
            } else {
                self.list(1, others);
                self.descend(take);
            }
        }
        self.leave_root();
    }

    /// Goes through all below the node of the first level.
    #[inline(always)]
    fn descend(&mut self, take: usize) {
        let mut level = 1;
        while level > 0 && !self.is_over {
            let (listed, next) = (self.noted(level, LISTED), self.noted(level, NEXT));
            // The root is taken, and one for each level.
            let left = take - 1 - level;
            if listed - next < left {
                self.leave(level);
                level -= 1;
                continue;
            }
            let list = self.room.list(level);
            // SAFETY: an element of the list that was written before the last `sync`.
            let candidate = unsafe { list.read(next) } as usize;
            self.note(level, NEXT, next + 1);
            self.pass();
            self.meet(Some(level), level + 1, candidate);
            let others = Offered::Listed(list, next + 1, listed - next - 1);
            if left == 2 {
                self.last(level + 1, others);
                self.leave(level + 1);
            } else {
                self.list(level + 1, others);
                level += 1;
            }
        }
    }

    /// Takes note of a node, and looks now and then whether the search is to end. A collective.
    #[inline(always)]
    fn pass(&mut self) {
        self.nodes += 1;
        if self.nodes.is_multiple_of(LOOK) {
            self.is_over = self.stop.is_set_for(self.warp);
        }
    }

    /// Makes the set of a node: what a candidate has of that of the node above, or all that it has. A collective.
    #[inline(always)]
    fn meet(&self, above: Option<usize>, level: usize, candidate: usize) {
        let row = self.root.row(candidate);
        let length = above.map_or(row.len(), |above| self.noted(above, LENGTH));
        let (set, places) = (self.room.words(level), self.room.places(level));
        let (mut kept, mut first) = (0, 0);
        while first < length {
            let at = first + self.warp.lane() as usize;
            let (mut place, mut word) = (at, 0);
            if at < length {
                let mut mask = u64::MAX;
                if let Some(above) = above {
                    // SAFETY: words of the set above, which were written before a `sync`.
                    (place, mask) = unsafe {
                        (self.room.places(above).read(at) as usize, self.room.words(above).read(at))
                    };
                }
                word = row[place] & mask;
            }
            let votes = self.warp.ballot(word != 0);
            if word != 0 {
                let to = kept + (votes & self.warp.lanes_below()).count_ones() as usize;
                // SAFETY: a set has no more words than a row, and no other lane has this place.
                unsafe {
                    set.write(to, word);
                    places.write(to, place as u32);
                }
            }
            kept += votes.count_ones() as usize;
            first += W::LANES as usize;
        }
        if self.warp.lane() == 0 {
            // SAFETY: the numbers of a node are written by this lane alone.
            unsafe { self.room.node(level).write(TAKEN, candidate as u32) };
        }
        self.note(level, LENGTH, kept);
    }

    /// Lists those of the candidates that leave enough of a node's set. A collective.
    #[inline(always)]
    fn list(&self, level: usize, offered: Offered<'a>) {
        let (list, length) = (self.room.list(level), self.noted(level, LENGTH));
        let (mut kept, mut first) = (0, 0);
        while first < offered.count() {
            let at = first + self.warp.lane() as usize;
            let offer = if at < offered.count() { offered.get(&self.root, at) } else { None };
            let leaves_enough =
                |&candidate: &usize| self.common(level, length, candidate) >= self.args.shape.common;
            let kept_one = offer.filter(leaves_enough);
            let votes = self.warp.ballot(kept_one.is_some());
            if let Some(candidate) = kept_one {
                let to = kept + (votes & self.warp.lanes_below()).count_ones() as usize;
                // SAFETY: a list has room for all candidates, and no other lane has this place.
                unsafe { list.write(to, candidate as u32) };
            }
            kept += votes.count_ones() as usize;
            first += W::LANES as usize;
        }
        if self.warp.lane() == 0 {
            // SAFETY: as in `meet`.
            unsafe { self.room.node(level).write(NEXT, 0) };
        }
        self.note(level, LISTED, kept);
    }

    /// Takes each of the candidates as the last vertex. A collective.
    #[inline(always)]
    fn last(&mut self, level: usize, offered: Offered<'a>) {
        let length = self.noted(level, LENGTH);
        if AT_ARCS {
            for at in 0..offered.count() {
                // The same in all lanes.
                if let Some(candidate) = offered.get(&self.root, at) {
                    self.last_at_arcs(level, length, candidate);
                }
            }
            return;
        }
        let mut at = self.warp.lane() as usize;
        while at < offered.count() {
            if let Some(candidate) = offered.get(&self.root, at) {
                let common = self.common(level, length, candidate);
                if common >= self.args.shape.common {
                    self.choices(common).add_to(self.tally);
                }
            }
            at += W::LANES as usize;
        }
    }

    /// The ways to choose the other side of so many.
    #[inline(always)]
    pub fn choices(&self, common: u32) -> Choices {
        let choices = self.args.choices;
        debug_assert!(u64::from(common) < choices.length());
        // SAFETY: there is one for each number up to the longest list of a root, and these are of the root's list.
        unsafe { *choices.get().get_unchecked(common as usize) }
    }

    /// How much of a node's set, of so many words, a candidate leaves.
    #[inline(always)]
    fn common(&self, level: usize, length: usize, candidate: usize) -> u32 {
        let row = self.root.row(candidate);
        // SAFETY: so many words were written before the last `sync`.
        let (words, places) =
            unsafe { (self.room.words(level).written(length), self.room.places(level).written(length)) };
        let mut common = 0;
        for (word, &place) in words.iter().zip(places) {
            debug_assert!((place as usize) < row.len());
            // SAFETY: a place in a row, of which all are as long.
            common += (word & unsafe { *row.get_unchecked(place as usize) }).count_ones();
        }
        common
    }

    /// Notes one of the numbers of a node. All that the lanes wrote before can be read after. A collective.
    #[inline(always)]
    fn note(&self, level: usize, what: usize, number: usize) {
        // All have read what it was before.
        self.warp.sync();
        if self.warp.lane() == 0 {
            // SAFETY: one of the numbers, which this lane alone writes.
            unsafe { self.room.node(level).write(what, number as u32) };
        }
        self.warp.sync();
    }

    /// One of the numbers of a node.
    #[inline(always)]
    pub fn noted(&self, level: usize, what: usize) -> usize {
        // SAFETY: it was noted, with a `sync` behind it.
        unsafe { self.room.node(level).read(what) as usize }
    }
}

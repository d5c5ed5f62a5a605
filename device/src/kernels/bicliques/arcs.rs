//! What bicliques come to at arcs: the columns of a node, which are the vertices of its set, have sums, and these are
//! added to the arcs from what was taken when the search leaves the node.

use core::sync::atomic::Ordering::Relaxed;

use super::room::Choices;
use super::search::{BicliqueSearch, LENGTH, TAKEN};
use crate::kernels::triangles::shared::ThreadTeam;
use crate::sets::lower_bound;
use crate::simt::Warp;

impl<W: Warp, const AT_ARCS: bool> BicliqueSearch<'_, '_, W, AT_ARCS> {
    /// Takes a candidate as the last vertex, and adds to its arcs and to the columns of the node. A collective: lanes
    /// have words of their own.
    #[inline(always)]
    pub fn last_at_arcs(&mut self, level: usize, length: usize, candidate: usize) {
        let (row, args) = (self.root.row(candidate), self.args);
        let (words, places) = (self.room.words(level), self.room.places(level));
        // SAFETY: words of the set, which were written before the last `sync`.
        let word = |at: usize| unsafe { (places.read(at), words.read(at) & row[places.read(at) as usize]) };
        let mut own = 0;
        ThreadTeam::warp(self.warp).share(length, |at| own += word(at).1.count_ones());
        let common = self.warp.sum(own);
        if common < args.shape.common {
            return;
        }
        if self.warp.lane() == 0 {
            self.choices(common).add_to(self.tally);
        }
        let (with_one, last) = (args.choices_with_one[common as usize], self.root.candidate(candidate));
        ThreadTeam::warp(self.warp).share(length, |at| {
            let (place, word) = word(at);
            self.add_to_columns(level, place, word, |_| with_one);
            self.add_to_arcs(last, place, word, |_| with_one);
        });
    }

    /// Ends a node that has taken a candidate: what its columns have come to is added to the candidate's arcs, and to
    /// the columns above. A collective.
    #[inline(always)]
    pub fn leave(&self, level: usize) {
        if !AT_ARCS {
            return;
        }
        let taken = self.root.candidate(self.noted(level, TAKEN));
        let (words, places) = (self.room.words(level), self.room.places(level));
        ThreadTeam::warp(self.warp).share(self.noted(level, LENGTH), |at| {
            // SAFETY: words of the set, which were written before the last `sync`.
            let (place, word) = unsafe { (places.read(at), words.read(at)) };
            self.add_to_arcs(taken, place, word, |column| self.column(level, column));
            self.add_to_columns(level - 1, place, word, |column| self.column(level, column));
            self.clear_columns(level, place);
        });
        // Another lane may have these columns on the level above.
        self.warp.sync();
    }

    /// Adds what the columns of the root have come to to the root's arcs. A collective.
    #[inline(always)]
    pub fn leave_root(&self) {
        if !AT_ARCS {
            return;
        }
        ThreadTeam::warp(self.warp).share(self.root.row_words(), |at| {
            // SAFETY: the whole list is the set of the root.
            let word = unsafe { self.room.words(0).read(at) };
            self.add_to_arcs(self.root.vertex, at as u32, word, |column| self.column(0, column));
            self.clear_columns(0, at as u32);
        });
        self.warp.sync();
    }

    /// What a column of a node has come to.
    #[inline(always)]
    fn column(&self, level: usize, column: usize) -> Choices {
        let sums = self.room.sums(level);
        // SAFETY: all were zero at first, and the column is this lane's until the next `sync`.
        unsafe { Choices::of_halves(sums.read(2 * column), sums.read(2 * column + 1)) }
    }

    /// Adds to the columns of a word of a node's set.
    #[inline(always)]
    fn add_to_columns(&self, level: usize, place: u32, word: u64, amount: impl Fn(usize) -> Choices) {
        let sums = self.room.sums(level);
        each_column(place, word, |column| {
            let (low, high) = self.column(level, column).plus(amount(column)).halves();
            // SAFETY: within the sums, and the column is this lane's until the next `sync`.
            unsafe {
                sums.write(2 * column, low);
                sums.write(2 * column + 1, high);
            }
        });
    }

    /// Makes the sums of a word's columns zero.
    #[inline(always)]
    fn clear_columns(&self, level: usize, place: u32) {
        let sums = self.room.sums(level);
        each_column(place, u64::MAX, |column| {
            // SAFETY: as above.
            unsafe {
                sums.write(2 * column, 0);
                sums.write(2 * column + 1, 0);
            }
        });
    }

    /// Adds to the arcs from a vertex to the columns of a word.
    #[inline(always)]
    fn add_to_arcs(&self, from: u32, place: u32, word: u64, amount: impl Fn(usize) -> Choices) {
        let args = self.args;
        let (start, neighbors) = (args.graph.offsets[from as usize], args.graph.neighbors(from));
        each_column(place, word, |column| {
            let (low, high) = amount(column).halves();
            if low == 0 && high == 0 {
                return;
            }
            let arc = start as usize + lower_bound(neighbors, self.root.list[column]);
            let before = args.arc_sums[2 * arc].fetch_add(low, Relaxed);
            let carry = u64::from(before.checked_add(low).is_none());
            if high > 0 || carry > 0 {
                args.arc_sums[2 * arc + 1].fetch_add(high.wrapping_add(carry), Relaxed);
            }
        });
    }
}

/// Calls `visit` with the columns of a word at a place.
#[inline(always)]
fn each_column(place: u32, mut word: u64, mut visit: impl FnMut(usize)) {
    while word != 0 {
        visit((place * u64::BITS + word.trailing_zeros()) as usize);
        word &= word - 1;
    }
}

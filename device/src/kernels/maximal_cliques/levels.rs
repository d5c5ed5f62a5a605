//! The levels of a search's stack: what stands where.

use super::excluded::ExcludedPart;
use super::many::Many;
use crate::kernels::cliques::matrix::{Matrix, words};
use crate::simt::Warp;

/// How many sets a level has.
const SETS: usize = 4;

/// The sets of a level, in their order: first those that are handed over.
#[derive(Clone, Copy)]
pub(super) enum StackSet {
    /// The candidates.
    Candidates,
    /// Of those, which are to be taken.
    Branches,
    /// What was taken, but for the root.
    Taken,
    /// What was a candidate of a node above, and is excluded.
    Passed,
}

impl<W: Warp, T> Many<'_, '_, W, T> {
    /// A set of a level.
    #[inline(always)]
    pub fn set(&self, level: u32, set: StackSet) -> &[u64] {
        let (sets, length): (Matrix<'_>, usize) = (self.room.sets, words(self.rows));
        // SAFETY: written when the level was entered, and changed only between two meetings of the lanes.
        unsafe { &sets.row(level, self.at(set) + length)[self.at(set)..] }
    }

    /// The part of the excluded vertices that are greater than the root at a level, and how many were taken, with the
    /// root.
    #[inline(always)]
    pub fn rest(&self, level: u32) -> (ExcludedPart, u32) {
        let at = SETS * words(self.rows);
        // SAFETY: `put_rest` wrote them when the level was entered.
        let rest = unsafe { self.room.sets.row(level, at + 2) };
        (ExcludedPart::of_word(rest[at]), rest[at + 1] as u32)
    }

    /// Where a set of a level begins.
    #[inline(always)]
    pub fn at(&self, set: StackSet) -> usize {
        set as usize * words(self.rows)
    }

    /// Writes the sets of a level. A collective.
    #[inline(always)]
    pub fn put(&self, level: u32, word: impl Fn(StackSet, usize) -> u64) {
        // Lanes may still be reading what was here.
        self.warp.sync();
        let put = |set: StackSet| {
            // SAFETY: this warp's stack, which has the level; each lane writes words of its own, and all meet before
            // they read.
            unsafe {
                let at = self.at(set);
                self.room.sets.put_words_from(self.warp, level, at, words(self.rows), |at| word(set, at));
            }
        };
        put(StackSet::Candidates);
        put(StackSet::Branches);
        put(StackSet::Taken);
        put(StackSet::Passed);
        self.warp.sync();
    }

    /// Writes what else a level has. A collective.
    #[inline(always)]
    pub fn put_rest(&self, level: u32, part: ExcludedPart, held: u32) {
        let at = SETS * words(self.rows);
        self.warp.sync();
        if self.warp.lane() == 0 {
            // SAFETY: behind the sets of a level of this warp's stack there is room for two words. The lanes have met,
            // and meet again before they read.
            unsafe {
                self.room.sets.write(level, at, part.to_word());
                self.room.sets.write(level, at + 1, held.into());
            }
        }
        self.warp.sync();
    }
}

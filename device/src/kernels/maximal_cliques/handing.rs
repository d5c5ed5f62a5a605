//! What a warp has left to do, as it is written down for others to go on with.
//!
//! A record has the candidates of a node, those that are to be taken, and what was taken. What is excluded is found
//! again: it is joined to all that was taken, and no candidate.

use super::clique_visitor::CliqueVisitor;
use super::few::{Few, FewFrame};
use super::levels::StackSet;
use super::many::Many;
use super::room::{MaximalCliqueArgs, MaximalCliqueRoom, RECORD_SETS};
use crate::kernels::cliques::matrix::{WORD, words};
use crate::kernels::pivots::handover::{HandOver, NodeRecord, Patience};
use crate::simt::Warp;

/// Where the warp hands over what it has left, if it is time to. A collective.
#[inline(always)]
fn over<'a, W: Warp>(
    warp: W,
    patience: &mut Patience,
    args: &MaximalCliqueArgs<'a>,
    room: &MaximalCliqueRoom<'a>,
) -> Option<HandOver<'a>> {
    patience.over(warp, &args.over, &args.cliques.queue[0], &room.among)
}

/// A node at which so many vertices were taken, with the root.
#[inline(always)]
fn node(held: u32) -> NodeRecord {
    NodeRecord { pivot: 0, held, pivots: 0 }
}

/// Hands over what is left at the first `levels` of a search among few candidates, of the root at `position`, if it is
/// time to. `word` makes a word of the list of vertices of the search, with those that were taken before if so is
/// asked. Returns whether it has. A collective.
#[inline(always)]
pub(super) fn hand_over_levels<W: Warp, F: Fn(usize) -> u64, T: CliqueVisitor>(
    patience: &mut Patience,
    few: &Few<'_, W, F, T>,
    levels: u32,
    (args, room): (&MaximalCliqueArgs<'_>, &MaximalCliqueRoom<'_>),
    (position, rows): (u32, u32),
    word: impl Fn(u64, bool, usize) -> u64,
) -> bool {
    let Some(over) = over(few.warp, patience, args, room) else { return false };
    let Some(first) = over.reserve(few.warp, levels) else { return false };
    let length = words(rows);
    for level in 0..levels {
        let FewFrame { node: left, branches } = few.load(level);
        let word = |at: usize| match at / length {
            0 => word(left.set, false, at),
            1 => word(branches, false, at - length),
            _ => word(left.taken, true, at - 2 * length),
        };
        let record = node(few.size(left.taken));
        // SAFETY: just reserved.
        unsafe { over.write(few.warp, first + level, position, record, RECORD_SETS * length, word) };
    }
    patience.end(args.over.patience);
    true
}

impl<W: Warp, T: CliqueVisitor> Many<'_, '_, W, T> {
    /// Hands over what is left at the levels above `level`, if it is time to, the nearest to the root first. A
    /// collective.
    #[inline(always)]
    pub(super) fn hand_over_above(&self, patience: &mut Patience, level: u32) {
        let Some(over) = over(self.warp, patience, self.args, self.room) else { return };
        let length = words(self.rows);
        for above in 0..level {
            let branches = self.set(above, StackSet::Branches);
            if branches.iter().all(|&word| word == 0) {
                continue;
            }
            let Some(record) = over.reserve(self.warp, 1) else { return };
            let (set, taken) = (self.set(above, StackSet::Candidates), self.set(above, StackSet::Taken));
            let word = |at: usize| match at / length {
                0 => set[at],
                1 => branches[at - length],
                _ => taken[at - 2 * length],
            };
            let record_node = node(self.rest(above).1);
            // SAFETY: just reserved.
            unsafe {
                over.write(self.warp, record, self.position, record_node, RECORD_SETS * length, word);
            }
            self.clear_branches(above);
        }
        patience.end(self.args.over.patience);
    }

    /// Hands over what is left at the first `levels` of a search among few candidates, which stand at `places` of the
    /// list and are those of a level, if it is time to. Returns whether it has. A collective.
    #[inline(always)]
    pub(super) fn hand_over_few<F: Fn(usize) -> u64>(
        &self,
        patience: &mut Patience,
        few: &Few<'_, W, F, impl CliqueVisitor>,
        levels: u32,
        (level, places): (u32, &[u64]),
    ) -> bool {
        let taken = self.set(level, StackSet::Taken);
        let word = |set: u64, with_taken: bool, at: usize| {
            let bit =
                |&(i, &place): &(usize, &u64)| set >> i & 1 == 1 && place as usize / WORD as usize == at;
            let before = if with_taken { taken[at] } else { 0 };
            places.iter().enumerate().filter(bit).fold(before, |word, (_, place)| word | 1 << (place % 64))
        };
        let of = (self.args, self.room);
        hand_over_levels(patience, few, levels, of, (self.position, self.rows), word)
    }

    /// Nothing is left to be taken at a level. A collective.
    #[inline(always)]
    fn clear_branches(&self, level: u32) {
        self.warp.sync();
        let at = self.at(StackSet::Branches);
        // SAFETY: this warp's stack, whose lanes have met, and meet again before they read.
        unsafe { self.room.sets.put_words_from(self.warp, level, at, words(self.rows), |_| 0) };
        self.warp.sync();
    }
}

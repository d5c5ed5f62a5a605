//! The search below a node of more candidates, whose sets are rows of a root's matrix.

use super::classes::take_classes;
use super::conflicts::KeptClasses;
use super::few::Few;
use super::goal::Goal;
use super::room::SearchRoom;
use crate::kernels::cliques::few::{FEW, FewStack};
use crate::kernels::cliques::matrix::{Matrix, WORD, below, words};
use crate::kernels::cliques::search::size;
use crate::kernels::triangles::shared::ThreadTeam;
use crate::memory::Scratch;
use crate::simt::Warp;

/// A warp's search in the matrix of a root of more than 64 vertices.
///
/// A level of its stack has the candidates of a node, those of them that are to be held, and a word with what is held
/// and of how many vertices a clique was looked for.
pub(super) struct Many<'r, 'a, W> {
    warp: W,
    room: &'r SearchRoom<'a>,
    matrix: Matrix<'a>,
    /// Words of a set.
    length: usize,
    /// A set behind the last level.
    free: Scratch<'a, u64>,
    classes: KeptClasses<'a, W>,
}

impl<'r, 'a, W: Warp> Many<'r, 'a, W> {
    /// A search in a matrix of so many rows, which was made whole before the block met.
    #[inline(always)]
    pub(super) fn new(warp: W, room: &'r SearchRoom<'a>, matrix: Matrix<'a>, rows: u32) -> Self {
        let levels = room.stack.len() / room.frame as u64;
        let free = room.stack.part((levels - 1) * room.frame as u64, room.frame as u64);
        let length = words(rows);
        // SAFETY: the matrix is whole, and a warp has one search at a time.
        let classes = unsafe { room.classes(warp, matrix, length) };
        Many { warp, room, matrix, length, free, classes }
    }

    /// Searches below a node that holds `held` vertices, whose candidates are in the words that `word` gives. A
    /// collective.
    #[inline(always)]
    pub(super) fn search(&self, goal: &mut impl Goal, held: u32, word: impl Fn(usize) -> u64) {
        self.put(self.set(0), word);
        let (mut level, mut held) = (0, held);
        loop {
            if self.open(goal, level, held) {
                level += 1;
            }
            match self.next(goal, level) {
                Some(next) => (level, held) = next,
                None => return,
            }
        }
    }

    /// Looks at the node whose candidates are those of a level. Returns whether there are any to be held; where there
    /// are few, it searches below.
    #[inline(always)]
    fn open(&self, goal: &mut impl Goal, level: u32, held: u32) -> bool {
        goal.pass();
        let candidates = size(self.warp, self.read(self.set(level)));
        if held + candidates < goal.size() {
            return false;
        }
        // One lane would take as long to bound few candidates as to make a matrix of them alone.
        if (W::LANES > 1 || candidates > FEW) && !self.branch(level, held, goal.size()) {
            return false;
        }
        if candidates <= FEW {
            self.few(goal, self.set(level), candidates, held);
            return false;
        }
        true
    }

    /// Goes on with the next child of the last node above `level` that has any left. Returns its level, and how many
    /// are held.
    #[inline(always)]
    fn next(&self, goal: &mut impl Goal, mut level: u32) -> Option<(u32, u32)> {
        while level > 0 {
            let above = level - 1;
            let (held, looked_for) = self.taken(above);
            if looked_for != goal.size() && !self.branch(above, held, goal.size()) {
                level = above;
                continue;
            }
            let Some(vertex) = last(self.read(self.branches(above))) else {
                level = above;
                continue;
            };
            self.meet(above, level, vertex);
            if held + 1 == goal.size() {
                goal.reach();
            }
            return Some((level, held + 1));
        }
        None
    }

    /// Finds out which candidates of a level are to be held, for a clique of `size` vertices, of which there are
    /// `held`. Returns whether there are any.
    #[inline(always)]
    fn branch(&self, level: u32, held: u32, size: u32) -> bool {
        let (set, branches) = (self.set(level), self.branches(level));
        // SAFETY: a set of this warp's, which was written before its lanes met.
        self.put(branches, |at| unsafe { set.read(at) });
        if self.warp.lane() == 0 {
            // SAFETY: as in `put`: the last word of the level.
            unsafe {
                self.frame(level).write(2 * self.length, u64::from(size) << u32::BITS | u64::from(held))
            };
        }
        self.warp.sync();
        let classes = size - held - 1;
        // SAFETY: sets of this warp's, the first of which was just written, and the matrix as `new` asks.
        unsafe {
            // A warp of many lanes has no registers for it.
            match W::LANES == 1 && self.classes.has_room_for(classes) {
                true => self.classes.take(branches, self.free, classes),
                false => take_classes(self.warp, self.matrix, branches, self.free, self.length, classes),
            }
        }
    }

    /// Searches below a node with the few candidates in `set`, in a matrix of just these.
    #[inline(always)]
    fn few(&self, goal: &mut impl Goal, set: Scratch<'_, u64>, candidates: u32, held: u32) {
        let (warp, room) = (self.warp, self.room);
        let set = self.read(set);
        // SAFETY: the matrix is as `new` asks, and a warp has one search among few at a time.
        let few = unsafe {
            let (rows, _) = room.few.pack(warp, self.matrix, set, candidates);
            Few::new(rows, FewStack::new(warp, room.few), room.classes(warp, rows.matrix(), 1))
        };
        few.search(goal, below(candidates), held);
    }

    /// Takes `vertex` out of the candidates of a level and of those that are to be held, and makes its neighbours among
    /// what is left of the candidates those of the next.
    #[inline(always)]
    fn meet(&self, above: u32, level: u32, vertex: u32) {
        let (from, branches, to) = (self.set(above), self.branches(above), self.set(level));
        // SAFETY: as in `branch`.
        let row = unsafe { self.matrix.row(vertex, self.length) };
        self.warp.sync();
        ThreadTeam::warp(self.warp).share(self.length, |at| {
            let own = if at as u32 == vertex / WORD { 1 << (vertex % WORD) } else { 0 };
            // SAFETY: levels of this warp's stack, whose lanes have met and meet again; each writes words of its own.
            unsafe {
                let left = from.read(at) & !own;
                from.write(at, left);
                branches.write(at, branches.read(at) & !own);
                to.write(at, left & row.get_unchecked(at));
            }
        });
        self.warp.sync();
    }

    /// What was held at a level, and of how many vertices a clique was looked for.
    #[inline(always)]
    fn taken(&self, level: u32) -> (u32, u32) {
        // SAFETY: `branch` wrote it when the level was entered.
        let taken = unsafe { self.frame(level).read(2 * self.length) };
        (taken as u32, (taken >> u32::BITS) as u32)
    }

    /// Writes a set.
    #[inline(always)]
    fn put(&self, set: Scratch<'_, u64>, word: impl Fn(usize) -> u64) {
        self.warp.sync();
        // SAFETY: this warp's stack, whose lanes have met, and meet again before they read; a word for each lane.
        ThreadTeam::warp(self.warp).share(self.length, |at| unsafe { set.write(at, word(at)) });
        self.warp.sync();
    }

    /// A set, to be read until it is written again.
    #[inline(always)]
    fn read<'s>(&self, set: Scratch<'s, u64>) -> &'s [u64] {
        // SAFETY: sets are written before they are read, and changed only between two meetings of the lanes.
        unsafe { set.written(self.length) }
    }

    /// The candidates of a level.
    #[inline(always)]
    fn set(&self, level: u32) -> Scratch<'a, u64> {
        self.frame(level)
    }

    /// Those of them that are to be held.
    #[inline(always)]
    fn branches(&self, level: u32) -> Scratch<'a, u64> {
        self.room.stack.part((level as usize * self.room.frame + self.length) as u64, self.length as u64)
    }

    #[inline(always)]
    fn frame(&self, level: u32) -> Scratch<'a, u64> {
        self.room.stack.part((level as usize * self.room.frame) as u64, self.room.frame as u64)
    }
}

/// The last bit of a set.
#[inline(always)]
fn last(set: &[u64]) -> Option<u32> {
    let (at, word) = set.iter().enumerate().rfind(|&(_, &word)| word != 0)?;
    Some(at as u32 * WORD + word.ilog2())
}

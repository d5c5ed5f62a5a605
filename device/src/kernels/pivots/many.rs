//! The tree below a node of more candidates, whose sets are rows of a root's matrix.

use super::few::Few;
use super::handover::{GROUP, NodeRecord, Patience};
use super::room::{PivotArgs, PivotRoom};
use crate::kernels::cliques::few::{FEW, FewStack};
use crate::kernels::cliques::matrix::{Matrix, WORD, below, word_of, words};
use crate::kernels::cliques::search::size;
use crate::memory::Slice;
use crate::simt::Warp;

/// A warp's search in the matrix of a root.
pub(super) struct Many<'r, 'a, W> {
    /// The warp.
    pub warp: W,
    /// Its room.
    pub room: &'r PivotRoom<'a>,
    /// What the kernel takes.
    pub args: &'r PivotArgs<'a>,
    /// The number of its task.
    pub task: u32,
    /// Rows of the matrix, more than 64.
    pub rows: u32,
}

impl<W: Warp> Many<'_, '_, W> {
    /// Makes those that `test` says the candidates of the first level. A collective.
    #[inline(always)]
    pub(super) fn put(&self, test: impl Fn(u32) -> bool) {
        let (warp, room) = (self.warp, self.room);
        // Lanes may still be reading what was here.
        warp.sync();
        for at in 0..words(self.rows) {
            let word = word_of(warp, at as u32 * WORD, self.rows, &test);
            if warp.lane() == 0 {
                // SAFETY: this warp's stack, whose lanes have met, and meet again before they read.
                unsafe { room.sets.write(0, at, word) };
            }
        }
        warp.sync();
    }

    /// Puts down a node that was handed over, which has these candidates. Returns the first of what is left of it: its
    /// level, and how many were taken. A collective.
    #[inline(always)]
    pub(super) fn put_record(
        &self,
        (node, candidates): (NodeRecord, Slice<'_, u64>),
    ) -> Option<(u32, u32, u32)> {
        self.warp.sync();
        // SAFETY: this warp's stack, whose lanes have met, and meet again before they read.
        unsafe { self.room.sets.put_words(self.warp, 0, words(self.rows), |at| candidates[at]) };
        self.warp.sync();
        self.save(0, node.pivot, node.held, node.pivots);
        self.next(1)
    }

    /// Counts the leaves below the node at `level`, and those that are left above it, or hands some of them over. A
    /// collective.
    #[inline(always)]
    pub(super) fn go_down(&self, patience: &mut Patience, level: u32, held: u32, pivots: u32) {
        let (warp, room) = (self.warp, self.room);
        let (mut level, mut held, mut pivots) = (level, held, pivots);
        loop {
            let set = self.set(level);
            let candidates = size(warp, set);
            patience.nodes += 1;
            if candidates <= FEW {
                self.few(patience, set, candidates, held, pivots);
                self.hand_over_above(patience, level);
                match self.next(level) {
                    Some(next) => (level, held, pivots) = next,
                    None => return,
                }
                continue;
            }
            let (pivot, degree) = pivot_among(warp, room.cliques.matrix, set);
            let others = candidates - 1 - degree;
            if others == 0 || held + 1 == self.args.largest {
                // All others are its neighbours, or are the last that are held.
                if others > 0 {
                    room.leaves.add(warp, held + 1, pivots, others);
                }
                self.meet(level, level, pivot);
            } else {
                self.save(level, pivot, held, pivots);
                self.meet(level, level + 1, pivot);
                self.remove(level, pivot);
                level += 1;
            }
            pivots += 1;
        }
    }

    /// Goes on with the next child of the last node above `level` that has any left. Returns its level, and how many
    /// were taken.
    #[inline(always)]
    fn next(&self, mut level: u32) -> Option<(u32, u32, u32)> {
        while level > 0 {
            let above = level - 1;
            let (pivot, held, pivots) = self.load(above);
            if let Some(vertex) = self.next_left(above, pivot) {
                self.meet(above, level, vertex);
                self.remove(above, vertex);
                return Some((level, held + 1, pivots));
            }
            level = above;
        }
        None
    }

    /// The next child of a level: of its candidates, the first that is no neighbour of the pivot.
    #[inline(always)]
    pub(super) fn next_left(&self, level: u32, pivot: u32) -> Option<u32> {
        let left = self.set(level).iter().zip(self.row(pivot)).map(|(set, row)| set & !row);
        let (at, word) = left.enumerate().find(|&(_, word)| word != 0)?;
        Some(at as u32 * WORD + word.trailing_zeros())
    }

    /// Where the root stands among those of the launch.
    #[inline(always)]
    pub(super) fn position(&self) -> u32 {
        let groups = self.args.resumed.groups;
        if groups.is_empty() {
            self.task / self.args.cliques.parts
        } else {
            groups[GROUP * self.task as usize]
        }
    }

    /// The row of a vertex.
    #[inline(always)]
    pub(super) fn row(&self, vertex: u32) -> &[u64] {
        // SAFETY: as in `pivot_among`.
        unsafe { self.room.cliques.matrix.row(vertex, words(self.rows)) }
    }

    /// Counts the leaves below a node with the few candidates in `set`, in a matrix of just these, or hands some of
    /// them over.
    #[inline(always)]
    fn few(&self, patience: &mut Patience, set: &[u64], candidates: u32, held: u32, pivots: u32) {
        let (warp, room) = (self.warp, self.room);
        // SAFETY: the matrix is as in `pivot_among`, and a warp has one search among few at a time.
        let (rows, places, frames) = unsafe {
            let (rows, places) = room.few.pack(warp, room.cliques.matrix, set, candidates);
            (rows, places, FewStack::new(warp, room.few))
        };
        let few = Few::new(warp, (rows, frames), &room.leaves, room.tiny, self.args.sizes());
        let (mut start, mut level) = ((below(candidates), held, pivots), 0);
        loop {
            level = few.search(start, level, patience, self.args.over.patience);
            if level == 0 || self.hand_over_few(patience, &few, level, places) {
                return;
            }
            start.0 = 0;
        }
    }

    /// The candidates of a level.
    #[inline(always)]
    pub(super) fn set(&self, level: u32) -> &[u64] {
        // SAFETY: written when the level was entered, and changed only between two meetings of the lanes.
        unsafe { self.room.sets.row(level, words(self.rows)) }
    }

    /// Makes those of `from` that are neighbours of `vertex` the candidates of level `to`.
    #[inline(always)]
    pub(super) fn meet(&self, from: u32, to: u32, vertex: u32) {
        let set = self.set(from).as_ptr();
        let row = self.row(vertex).as_ptr();
        self.warp.sync();
        // SAFETY: this warp's stack, which has the level; each lane reads and writes words of its own between two
        // meetings.
        unsafe {
            self.room
                .sets
                .put_words(self.warp, to, words(self.rows), |at| set.add(at).read() & row.add(at).read())
        };
        self.warp.sync();
    }

    /// Takes `vertex` out of the candidates of a level.
    #[inline(always)]
    pub(super) fn remove(&self, level: u32, vertex: u32) {
        let at = (vertex / WORD) as usize;
        // SAFETY: the vertex is in the list, and so its word in each set.
        let word = unsafe { *self.set(level).get_unchecked(at) } & !(1 << (vertex % WORD));
        self.warp.sync();
        if self.warp.lane() == 0 {
            // SAFETY: a word of this warp's stack, whose lanes have met since they read it, and meet again now.
            unsafe { self.room.sets.write(level, at, word) };
        }
        self.warp.sync();
    }

    /// Puts down the pivot of a level, and how many were taken before.
    #[inline(always)]
    fn save(&self, level: u32, pivot: u32, held: u32, pivots: u32) {
        let at = words(self.rows);
        self.warp.sync();
        if self.warp.lane() == 0 {
            // SAFETY: behind the set of a level of this warp's stack there is room for two words. The lanes have met,
            // and meet again before they read.
            unsafe {
                self.room.sets.write(level, at, u64::from(pivot));
                self.room.sets.write(level, at + 1, u64::from(held) << u32::BITS | u64::from(pivots));
            }
        }
        self.warp.sync();
    }

    #[inline(always)]
    pub(super) fn load(&self, level: u32) -> (u32, u32, u32) {
        let at = words(self.rows);
        // SAFETY: `save` wrote them when the level was left.
        let saved = unsafe { self.room.sets.row(level, at + 2).as_ptr().add(at) };
        // SAFETY: as above.
        let (pivot, taken) = unsafe { (saved.read(), saved.add(1).read()) };
        (pivot as u32, (taken >> u32::BITS) as u32, taken as u32)
    }
}

/// Of the vertices in `set`, the one with the most neighbours in it, and how many those are. A collective.
///
/// `set` is not empty, and of a list whose whole matrix can be read.
#[inline(always)]
pub(super) fn pivot_among<W: Warp>(warp: W, matrix: Matrix<'_>, set: &[u64]) -> (u32, u32) {
    most_joined(warp, matrix, set, set)
}

/// Of the vertices in `from`, the one with the most neighbours in `set`, and how many those are: none if there is no
/// vertex. A collective.
///
/// Both are of a list whose whole matrix can be read.
#[inline(always)]
pub(in crate::kernels) fn most_joined<W: Warp>(
    warp: W,
    matrix: Matrix<'_>,
    from: &[u64],
    set: &[u64],
) -> (u32, u32) {
    // One more than the neighbours, as 0 is no candidate.
    let (mut best, mut own) = (0, 0);
    let mut look = |vertex: u32| {
        // SAFETY: the matrix has a row for each of the list, which was made whole before the block met.
        let row = unsafe { matrix.row(vertex, set.len()) };
        let degree = 1 + set.iter().zip(row).map(|(a, b)| (a & b).count_ones()).sum::<u32>();
        if degree > best {
            (best, own) = (degree, vertex);
        }
    };
    if W::LANES == 1 {
        for (at, &word) in from.iter().enumerate() {
            let mut left = word;
            while left != 0 {
                look(at as u32 * WORD + left.trailing_zeros());
                left &= left - 1;
            }
        }
    } else {
        let mut vertex = warp.lane();
        // 32-bit numbers, as registers are scarce.
        while vertex < from.len() as u32 * WORD {
            // SAFETY: a bit of the set.
            let word = unsafe { *from.get_unchecked((vertex / WORD) as usize) };
            if word >> (vertex % WORD) & 1 == 1 {
                look(vertex);
            }
            vertex += W::LANES;
        }
    }
    let most = warp.max(best);
    let lane = warp.ballot(best == most).trailing_zeros();
    (warp.shuffle(own, lane), most.saturating_sub(1))
}

//! The search below a node of more candidates, whose sets are rows of a root's matrix.

use super::clique_visitor::CliqueVisitor;
use super::excluded::{Excluded, ExcludedPart};
use super::few::{Few, Node};
use super::levels::StackSet;
use super::room::{MaximalCliqueArgs, MaximalCliqueRoom};
use crate::kernels::cliques::few::{FEW, among};
use crate::kernels::cliques::matrix::{WORD, below, word_of, words};
use crate::kernels::cliques::search::size;
use crate::kernels::pivots::handover::Patience;
use crate::kernels::pivots::many::most_joined;
use crate::memory::Slice;
use crate::simt::Warp;

/// A warp's search in the matrix of a root of more than 64 vertices.
///
/// A level of its stack has four sets, one after the other, the part of the excluded vertices, and how many vertices
/// were taken, with the root.
pub(super) struct Many<'r, 'a, W, T> {
    pub warp: W,
    /// What becomes of the cliques.
    pub found: T,
    pub room: &'r MaximalCliqueRoom<'a>,
    pub args: &'r MaximalCliqueArgs<'a>,
    /// Where the root stands among those of the launch.
    pub position: u32,
    /// Rows of the matrix, more than 64.
    pub rows: u32,
    /// Rows of excluded vertices.
    pub excluded: u32,
}

impl<W: Warp, T: CliqueVisitor> Many<'_, '_, W, T> {
    /// Makes all of the list the candidates of the first level. A collective.
    #[inline(always)]
    pub(super) fn put_root(&self) {
        let word = |set: StackSet, at: usize| match set {
            StackSet::Candidates => below(self.rows - at as u32 * WORD),
            _ => 0,
        };
        self.put(0, word);
        self.put_rest(0, ExcludedPart::all(self.excluded), 1);
    }

    /// Puts down a node with what is to be taken of it, of which `word` gives the candidates, the branches and what was
    /// taken. A collective.
    #[inline(always)]
    pub(super) fn put_branches(&self, held: u32, word: impl Fn(StackSet, usize) -> u64) {
        self.put(0, |set, at| if let StackSet::Passed = set { 0 } else { word(set, at) });
        let (candidates, taken) = (self.set(0, StackSet::Candidates), self.set(0, StackSet::Taken));
        for (at, word) in candidates.iter().enumerate() {
            // What is joined to all that was taken, and is no candidate any more.
            let passed = |vertex: u32| word >> (vertex % WORD) & 1 == 0 && is_joined(self.row(vertex), taken);
            let word = word_of(self.warp, at as u32 * WORD, self.rows, passed);
            if self.warp.lane() == 0 {
                // SAFETY: this warp's stack, which nobody reads until the lanes have met.
                unsafe { self.room.sets.write(0, self.at(StackSet::Passed) + at, word) };
            }
        }
        let joined = |vertex: u64| u32::from(is_joined(self.excluded_row(vertex), taken));
        // SAFETY: all there are, and a new search.
        let sifted = unsafe {
            self.all_excluded().sift(self.warp, ExcludedPart::all(self.excluded), u32::MAX, joined)
        };
        self.put_rest(0, sifted.part, held);
    }

    /// A branch of the root, of which the candidates that are not joined to `pivot` are taken one after the other. A
    /// collective.
    #[inline(always)]
    pub(super) fn put_branch(&self, pivot: u32, turn: u32) {
        let row = self.row(pivot);
        let (mut before, mut at) = (turn, 0);
        let all = |at: usize| below(self.rows - at as u32 * WORD);
        let branches = |at: usize| all(at) & !row[at];
        while at + 1 < row.len() && branches(at).count_ones() <= before {
            before -= branches(at).count_ones();
            at += 1;
        }
        let mut bits = branches(at);
        (0..before).for_each(|_| bits &= bits - 1);
        let own = bits & bits.wrapping_neg();
        // Those that are taken before are excluded.
        let word = |set: StackSet, of: usize| match set {
            StackSet::Candidates if of < at => row[of],
            StackSet::Candidates if of == at => all(of) & !(branches(of) & own.wrapping_sub(1)),
            StackSet::Candidates => all(of),
            StackSet::Branches if of == at => own,
            _ => 0,
        };
        self.put_branches(1, word);
    }

    /// The cliques of which these vertices of the list are the first: all but the last are taken, and the last is to
    /// be. A collective.
    #[inline(always)]
    pub(super) fn put_firsts(&self, firsts: &[u32]) {
        let Some((&last, taken)) = firsts.split_last() else { return };
        let of = |vertex: u32, at: usize| if vertex / WORD == at as u32 { 1 << (vertex % WORD) } else { 0 };
        let joined = |at: usize| taken.iter().fold(u64::MAX, |word, &vertex| word & self.row(vertex)[at]);
        let candidates = |at: usize| {
            let first = at as u32 * WORD;
            below(self.rows - first) & !below(last.saturating_sub(first)) & joined(at)
        };
        let word = |set: StackSet, at: usize| match set {
            StackSet::Candidates => candidates(at),
            StackSet::Branches => candidates(at) & of(last, at),
            _ => taken.iter().fold(0, |word, &vertex| word | of(vertex, at)),
        };
        self.put_branches(firsts.len() as u32, word);
    }

    /// A node that was handed over: how many were taken, with the root, and its sets. A collective.
    #[inline(always)]
    pub(super) fn put_record(&self, held: u32, sets: Slice<'_, u64>) {
        let length = words(self.rows);
        self.put_branches(held, |set, at| sets[set as usize * length + at]);
    }

    /// Finds the maximal cliques below the first level, which is looked at first if it is `new`; or hands some of that
    /// over. A collective.
    #[inline(always)]
    pub(super) fn search(&self, patience: &mut Patience, new: bool) {
        let mut level = if new { u32::from(self.open(patience, 0)) } else { 1 };
        loop {
            if self.found.is_over(self.warp) {
                return;
            }
            let Some(next) = self.next(level) else { return };
            level = next + u32::from(self.open(patience, next));
            // A vertex was taken since the node was put down: two warps cannot hand the same node to each other for
            // ever.
            self.hand_over_above(patience, level);
        }
    }

    /// Looks at the node of a level. Returns whether anything is to be taken there.
    #[inline(always)]
    fn open(&self, patience: &mut Patience, level: u32) -> bool {
        patience.nodes += 1;
        let (warp, room) = (self.warp, self.room);
        let set = self.set(level, StackSet::Candidates);
        let (passed, taken) = (self.set(level, StackSet::Passed), self.set(level, StackSet::Taken));
        let (part, held) = self.rest(level);
        let candidates = size(warp, set);
        if held + candidates < self.args.least {
            return false;
        }
        let excluded = self.all_excluded();
        if candidates == 0 {
            let joined = |vertex: u64| is_joined(self.excluded_row(vertex), taken);
            // SAFETY: the part of a node.
            if size(warp, passed) == 0 && !unsafe { excluded.any(warp, part, joined) } {
                self.found.below(taken, &[]).one(warp, held, 0);
            }
            return false;
        }
        if candidates <= FEW && self.few(patience, level, candidates) {
            return false;
        }
        let matrix = room.cliques.matrix;
        let (pivot, degree) = most_joined(warp, matrix, set, set);
        let (other, most) = most_joined(warp, matrix, passed, set);
        if most == candidates {
            return false;
        }
        let reach = |vertex: u64| {
            let row = self.excluded_row(vertex);
            if is_joined(row, taken) { common(row, set) } else { 0 }
        };
        // SAFETY: the part of a node, below which the search goes on.
        let sifted = unsafe { excluded.sift(warp, part, candidates, reach) };
        if sifted.most == candidates {
            return false;
        }
        let beyond = if sifted.most > degree && sifted.most > most {
            self.excluded_row(sifted.word)
        } else {
            self.row(if most > degree { other } else { pivot })
        };
        self.put_rest(level, sifted.part, held);
        let branches = self.at(StackSet::Branches);
        // SAFETY: this warp's stack; each lane writes words of its own between two meetings.
        unsafe {
            room.sets.put_words_from(warp, level, branches, words(self.rows), |at| set[at] & !beyond[at])
        };
        warp.sync();
        true
    }

    /// Takes the next vertex that is to be taken, of the last level that has any left. Returns the level of the node
    /// that comes of it.
    #[inline(always)]
    fn next(&self, mut level: u32) -> Option<u32> {
        while level > 0 {
            let above = level - 1;
            if let Some(vertex) = first(self.set(above, StackSet::Branches)) {
                self.take(above, level, vertex);
                return Some(level);
            }
            level = above;
        }
        None
    }

    /// Takes a vertex at a level, where it is excluded from then on, and makes the next level of it.
    #[inline(always)]
    fn take(&self, above: u32, level: u32, vertex: u32) {
        let (part, held) = self.rest(above);
        let row = self.row(vertex);
        let of = |set: StackSet| self.set(above, set).as_ptr();
        let (set, branches) = (of(StackSet::Candidates), of(StackSet::Branches));
        let (taken, passed) = (of(StackSet::Taken), of(StackSet::Passed));
        let length = words(self.rows);
        self.warp.sync();
        let mut at = self.warp.lane() as usize;
        while at < length {
            let own = if at as u32 == vertex / WORD { 1 << (vertex % WORD) } else { 0 };
            // SAFETY: two levels of this warp's stack, whose lanes have met and meet again; each reads and writes words
            // of its own.
            unsafe {
                let (left, joined) = (set.add(at).read() & !own, row.get_unchecked(at));
                let excluded = passed.add(at).read();
                let write = |level: u32, set: StackSet, word: u64| {
                    self.room.sets.write(level, self.at(set) + at, word)
                };
                write(level, StackSet::Candidates, left & joined);
                write(level, StackSet::Passed, excluded & joined);
                write(level, StackSet::Taken, taken.add(at).read() | own);
                write(above, StackSet::Candidates, left);
                write(above, StackSet::Passed, excluded | own);
                write(above, StackSet::Branches, branches.add(at).read() & !own);
            }
            at += W::LANES as usize;
        }
        self.put_rest(level, part, held + 1);
    }

    /// Finds the maximal cliques below a node of few candidates, in a matrix of just these, or hands some of them over.
    /// Returns false if there is no room for its excluded vertices. A collective.
    #[inline(always)]
    fn few(&self, patience: &mut Patience, level: u32, candidates: u32) -> bool {
        let (warp, room) = (self.warp, self.room);
        let set = self.set(level, StackSet::Candidates);
        let Some(excluded) = self.pack_excluded(level) else { return false };
        // SAFETY: the matrix was made whole before the block met, and a warp has one search among few at a time.
        let (rows, places) = unsafe { room.few.pack(warp, room.cliques.matrix, set, candidates) };
        let copies = room.few_copies;
        let few = Few {
            warp,
            found: self.found.below(self.set(level, StackSet::Taken), places),
            least: self.args.least,
            frames: room.few.frames(),
            rows,
            excluded: Excluded {
                // SAFETY: `pack_excluded` wrote so many, and the lanes have met since.
                all: |at| unsafe { copies.read(at) },
                copies: copies.part(excluded.into(), copies.len() - u64::from(excluded)),
            },
            held: self.rest(level).1,
        };
        let node = Node { set: below(candidates), passed: 0, taken: 0, part: ExcludedPart::all(excluded) };
        let mut left = few.search(Some(node), 0, patience, self.args.over.patience);
        while left > 0 && !self.hand_over_few(patience, &few, left, (level, places)) {
            left = few.search(None, left, patience, self.args.over.patience);
        }
        true
    }

    /// Writes for each excluded vertex of a level that is joined to some candidates a word that says to which of them.
    /// Returns how many there are; `None` if there is no room for them. A collective.
    #[inline(always)]
    fn pack_excluded(&self, level: u32) -> Option<u32> {
        let (warp, copies) = (self.warp, self.room.few_copies);
        let (set, taken) = (self.set(level, StackSet::Candidates), self.set(level, StackSet::Taken));
        let passed = self.set(level, StackSet::Passed);
        let mut kept = 0;
        // Lanes may still be reading what was here.
        warp.sync();
        let mut put = |word: u64| {
            let keeps = warp.ballot(word != 0);
            let place = kept + (keeps & warp.lanes_below()).count_ones();
            if word != 0 && u64::from(place) < copies.len() {
                // SAFETY: this warp's room, whose lanes meet before they read.
                unsafe { copies.write(place as usize, word) };
            }
            kept += keeps.count_ones();
        };
        if W::LANES == 1 {
            for (at, &word) in passed.iter().enumerate() {
                let mut left = word;
                while left != 0 {
                    put(among(set, self.row(at as u32 * WORD + left.trailing_zeros())));
                    left &= left - 1;
                }
            }
        } else {
            let mut first = 0;
            while first < self.rows {
                let vertex = first + warp.lane();
                let is_passed =
                    vertex < self.rows && passed[(vertex / WORD) as usize] >> (vertex % WORD) & 1 == 1;
                put(if is_passed { among(set, self.row(vertex)) } else { 0 });
                first += W::LANES;
            }
        }
        let word = |vertex: u64| {
            let row = self.excluded_row(vertex);
            if is_joined(row, taken) { among(set, row) } else { 0 }
        };
        // SAFETY: the part of a node.
        unsafe { self.all_excluded().each(warp, self.rest(level).0, |vertex| put(vertex.map_or(0, word))) };
        warp.sync();
        (u64::from(kept) <= copies.len()).then_some(kept)
    }

    /// The excluded vertices that are greater than the root, by the numbers of their rows.
    #[inline(always)]
    fn all_excluded(&self) -> Excluded<'_, impl Fn(usize) -> u64> {
        Excluded { all: |at| at as u64, copies: self.room.many_copies }
    }

    /// The row of a vertex of the list.
    #[inline(always)]
    fn row(&self, vertex: u32) -> &[u64] {
        // SAFETY: the matrix has a row for each of the list, and was made whole before the block met.
        unsafe { self.room.cliques.matrix.row(vertex, words(self.rows)) }
    }

    /// The row of an excluded vertex, by its number.
    #[inline(always)]
    fn excluded_row(&self, row: u64) -> &[u64] {
        // SAFETY: the rows were filled before the block met.
        unsafe { self.room.excluded.row(row as u32, words(self.rows)) }
    }
}

/// The first vertex of a set.
#[inline(always)]
fn first(set: &[u64]) -> Option<u32> {
    let (at, word) = set.iter().enumerate().find(|&(_, &word)| word != 0)?;
    Some(at as u32 * WORD + word.trailing_zeros())
}

/// Whether a row has all of a set.
#[inline(always)]
fn is_joined(row: &[u64], set: &[u64]) -> bool {
    set.iter().zip(row).all(|(set, row)| set & !row == 0)
}

/// How many vertices two sets have in common.
#[inline(always)]
fn common(one: &[u64], other: &[u64]) -> u32 {
    one.iter().zip(other).map(|(one, other)| (one & other).count_ones()).sum()
}

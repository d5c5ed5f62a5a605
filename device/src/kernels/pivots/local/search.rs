//! A warp's search below a root.

use core::marker::PhantomData;

use super::super::handover::Patience;
use super::children::Start;
use super::node::{Begin, Child, CliquesBelow, NodeStep, Taken};
use super::number::CountInteger;
use super::room::{LocalCliquesArgs, LocalRoom, state_words};
use crate::kernels::cliques::matrix::{WORD, word_of, words};
use crate::kernels::cliques::search::size;
use crate::kernels::pivots::many::pivot_among;
use crate::kernels::triangles::shared::ThreadTeam;
use crate::memory::Scratch;
use crate::places::Places;
use crate::simt::Warp;

/// A warp's search in the matrix of one root.
///
/// A level of its stack has the candidates that are left, those of them that are to be held, those that are joined to
/// all others, and numbers: the child that is searched, what was taken, and what was found. Cliques are counted at
/// places `P`, in numbers `N`.
pub(super) struct LocalSearch<'r, 'a, W, N, P> {
    /// The warp.
    pub warp: W,
    /// What the kernel takes.
    pub args: &'r LocalCliquesArgs<'a>,
    /// Its room.
    pub room: &'r LocalRoom<'a>,
    /// Where the root stands among those of the launch.
    pub position: u32,
    /// Rows of the matrix.
    pub rows: u32,
    /// Words of a set.
    pub length: usize,
    counted: PhantomData<(N, P)>,
}

impl<'r, 'a, W: Warp, N: CountInteger, P: Places> LocalSearch<'r, 'a, W, N, P> {
    /// A search in the matrix of the root at a position, of so many rows, which was made whole before the block met.
    /// Nothing is found yet.
    #[inline(always)]
    pub(super) fn new(
        warp: W,
        args: &'r LocalCliquesArgs<'a>,
        room: &'r LocalRoom<'a>,
        (position, rows): (u32, u32),
    ) -> Self {
        let search =
            LocalSearch { warp, args, room, position, rows, length: words(rows), counted: PhantomData };
        search.start_adding();
        search
    }

    /// A node whose candidates are those of the first level.
    #[inline(always)]
    pub(super) fn begin(&self, from: Start) -> Begin<N> {
        let (held, pivots) = match from {
            Start::Root | Start::Resumed => (1, 0),
            Start::WithPivot(vertex) => {
                self.push(1, Child { vertex, is_pivot: true });
                (1, 1)
            }
            Start::Holding(vertex) => {
                self.push(1, Child { vertex, is_pivot: false });
                (2, 0)
            }
        };
        Begin { from, step: NodeStep::Down(Taken { held, pivots }), level: 0 }
    }

    /// Writes the candidates of the first level.
    #[inline(always)]
    pub(super) fn put(&self, word: impl Fn(usize) -> u64) {
        self.write(self.set_at(0), word);
    }

    /// The candidates of the first level.
    #[inline(always)]
    pub(super) fn set(&self) -> &'a [u64] {
        self.read(self.set_at(0))
    }

    /// Goes on with a node, or with what is left above it if all below is counted, and adds to all places among the
    /// root and its list, or hands some of that over, if the kernel `HANDS` over what takes long. A collective.
    #[inline(always)]
    pub(super) fn go_down<const HANDS: bool>(
        &self,
        patience: &mut Patience,
        Begin { from, mut step, mut level }: Begin<N>,
    ) {
        loop {
            step = match step {
                NodeStep::Down(taken) => {
                    patience.nodes += 1;
                    match self.open(level, taken) {
                        NodeStep::Down(below) => {
                            level += 1;
                            NodeStep::Down(below)
                        }
                        done => {
                            if HANDS {
                                self.hand_over_above(patience, from, level);
                            }
                            done
                        }
                    }
                }
                NodeStep::Done(found, taken) => {
                    self.add_to_path(level, taken, found);
                    if level == 0 {
                        return self.add_before(from, found);
                    }
                    match self.next(level - 1, found) {
                        NodeStep::Done(all, taken) => {
                            level -= 1;
                            NodeStep::Done(all, taken)
                        }
                        down => down,
                    }
                }
            };
        }
    }

    /// Looks at the node whose candidates are those of a level.
    #[inline(always)]
    fn open(&self, level: u32, mut taken: Taken) -> NodeStep<N> {
        let set = self.set_at(level);
        let candidates = size(self.warp, self.read(set));
        if taken.held + taken.pivots + candidates < self.args.k {
            return NodeStep::Done(CliquesBelow::NOTHING, taken);
        }
        if candidates == 0 {
            return NodeStep::Done(self.leaf(taken), taken);
        }
        let universal = self.universal_at(level);
        let (mut pivot, mut degree) = pivot_among(self.warp, self.room.cliques.matrix, self.read(set));
        let mut others = candidates;
        if degree + 1 == candidates {
            let count = self.part_universal(level, candidates);
            self.push_all(taken.count(), self.universal_at(level), true);
            taken.pivots += count;
            others -= count;
            if others == 0 {
                let found = self.leaf(taken);
                self.add_to_universal(level, found);
                return NodeStep::Done(found, taken);
            }
            (pivot, degree) = pivot_among(self.warp, self.room.cliques.matrix, self.read(set));
        } else {
            self.write(universal, |_| 0);
        }
        if degree == 0 {
            return NodeStep::Done(self.of_apart(level, taken, (pivot, others)), taken);
        }
        self.down(level, taken, pivot)
    }

    /// What a leaf stands for.
    #[inline(always)]
    fn leaf(&self, Taken { held, pivots }: Taken) -> CliquesBelow<N> {
        let more = self.args.k - held;
        // Those that have so many of the pivots for sure.
        let with = |sure: u32| {
            if more >= sure && pivots >= sure {
                self.args.choose(pivots - sure, more - sure)
            } else {
                N::NONE
            }
        };
        CliquesBelow {
            all: self.args.choose(pivots, more),
            with_pivot: with(1),
            with_two: if P::PAIRS { with(2) } else { N::NONE },
        }
    }

    /// Counts below a node of candidates of which no two are joined, so many with the pivot, but for those that are
    /// joined to all.
    #[inline(always)]
    fn of_apart(&self, level: u32, taken: Taken, (pivot, others): (u32, u32)) -> CliquesBelow<N> {
        let with = self.leaf(Taken { pivots: taken.pivots + 1, ..taken });
        let without = match taken.held < self.args.k {
            true => self.leaf(Taken { held: taken.held + 1, ..taken }),
            false => CliquesBelow::NOTHING,
        };
        let mut found = without.times(others - 1);
        found.add(with);
        self.add_to_universal(level, found);
        self.add_to_apart(level, taken, pivot, [with, without]);
        found
    }

    /// Goes on with the child of a node that has its pivot.
    #[inline(always)]
    fn down(&self, level: u32, taken: Taken, pivot: u32) -> NodeStep<N> {
        let (set, left, next) = (self.set_at(level), self.left_at(level), self.set_at(level + 1));
        // SAFETY: the matrix was made whole before the block met.
        let row = unsafe { self.room.cliques.matrix.row(pivot, self.length) };
        ThreadTeam::warp(self.warp).share(self.length, |at| {
            let own = if at as u32 == pivot / WORD { 1 << (pivot % WORD) } else { 0 };
            // SAFETY: this warp's stack, whose lanes have met and meet again; each has words of its own.
            unsafe {
                let rest = set.read(at) & !own;
                set.write(at, rest);
                left.write(at, rest & !row.get_unchecked(at));
                next.write(at, rest & row.get_unchecked(at));
            }
        });
        self.warp.sync();
        let mut found = CliquesBelow::NOTHING;
        if taken.held + 1 == self.args.k {
            // The last that are held: each is a clique, without a pivot.
            found.all = size(self.warp, self.read(left)).into();
            self.add_to_last(left, taken);
            self.write(left, |_| 0);
        }
        self.save(level, Child { vertex: pivot, is_pivot: true }, taken, found);
        NodeStep::Down(Taken { pivots: taken.pivots + 1, ..taken })
    }

    /// Adds what was found below a child of the node at a level, and goes on with its next child.
    #[inline(always)]
    pub(super) fn next(&self, level: u32, below: CliquesBelow<N>) -> NodeStep<N> {
        let (child, taken, mut found) = self.load(level);
        found.add(below);
        self.add_to_child(child, below);
        let (set, left, next) = (self.set_at(level), self.left_at(level), self.set_at(level + 1));
        let Some((at, word)) = self.read(left).iter().enumerate().find(|&(_, &word)| word != 0) else {
            self.add_to_universal(level, found);
            return NodeStep::Done(found, taken);
        };
        let vertex = at as u32 * WORD + word.trailing_zeros();
        // SAFETY: as in `down`.
        let row = unsafe { self.room.cliques.matrix.row(vertex, self.length) };
        self.warp.sync();
        ThreadTeam::warp(self.warp).share(self.length, |of| {
            let own = if of == at { 1 << (vertex % WORD) } else { 0 };
            // SAFETY: as in `down`.
            unsafe {
                let rest = set.read(of) & !own;
                set.write(of, rest);
                left.write(of, left.read(of) & !own);
                next.write(of, rest & row.get_unchecked(of));
            }
        });
        self.warp.sync();
        self.save(level, Child { vertex, is_pivot: false }, taken, found);
        NodeStep::Down(Taken { held: taken.held + 1, ..taken })
    }

    /// Takes those that are joined to all others out of the candidates of a level. Returns how many there are.
    #[inline(always)]
    fn part_universal(&self, level: u32, candidates: u32) -> u32 {
        let (from, to) = (self.set_at(level), self.universal_at(level));
        let set = self.read(from);
        let is_universal = |vertex: u32| {
            // SAFETY: the matrix was made whole before the block met.
            let row = unsafe { self.room.cliques.matrix.row(vertex, self.length) };
            let degree = || set.iter().zip(row).map(|(a, b)| (a & b).count_ones()).sum::<u32>();
            set[(vertex / WORD) as usize] >> (vertex % WORD) & 1 == 1 && degree() + 1 == candidates
        };
        for at in 0..self.length {
            let word = word_of(self.warp, at as u32 * WORD, self.rows, is_universal);
            if self.warp.lane() == 0 {
                // SAFETY: this warp's stack, whose lanes meet below before they read.
                unsafe { to.write(at, word) };
            }
        }
        self.warp.sync();
        // SAFETY: written, and the lanes have met.
        self.write(from, |at| unsafe { from.read(at) & !to.read(at) });
        size(self.warp, self.read(to))
    }

    /// Writes a set.
    #[inline(always)]
    pub(super) fn write(&self, set: Scratch<'_, u64>, word: impl Fn(usize) -> u64) {
        self.warp.sync();
        // SAFETY: this warp's stack, whose lanes have met, and meet again before they read; a word for each lane.
        ThreadTeam::warp(self.warp).share(self.length, |at| unsafe { set.write(at, word(at)) });
        self.warp.sync();
    }

    /// A set, to be read until it is written again.
    #[inline(always)]
    pub(super) fn read<'s>(&self, set: Scratch<'s, u64>) -> &'s [u64] {
        // SAFETY: sets are written before they are read, and changed only between two meetings of the lanes.
        unsafe { set.written(self.length) }
    }

    /// The candidates that are left at a level.
    #[inline(always)]
    pub(super) fn set_at(&self, level: u32) -> Scratch<'a, u64> {
        self.part_of(level, 0, self.length)
    }

    /// Those of them that are to be held.
    #[inline(always)]
    pub(super) fn left_at(&self, level: u32) -> Scratch<'a, u64> {
        self.part_of(level, self.length, self.length)
    }

    /// Those that were joined to all others.
    #[inline(always)]
    pub(super) fn universal_at(&self, level: u32) -> Scratch<'a, u64> {
        self.part_of(level, 2 * self.length, self.length)
    }

    #[inline(always)]
    fn numbers_at(&self, level: u32) -> Scratch<'a, u64> {
        self.part_of(level, 3 * self.length, state_words(N::WORDS, P::PAIRS))
    }

    #[inline(always)]
    fn part_of(&self, level: u32, first: usize, length: usize) -> Scratch<'a, u64> {
        self.room.stack.part((level as usize * self.room.frame + first) as u64, length as u64)
    }

    #[inline(always)]
    pub(super) fn save(&self, level: u32, child: Child, taken: Taken, found: CliquesBelow<N>) {
        let numbers = self.numbers_at(level);
        self.warp.sync();
        if self.warp.lane() == 0 {
            // SAFETY: this warp's stack, whose lanes have met, and meet again before they read.
            unsafe {
                numbers.write(0, child.word());
                numbers.write(1, u64::from(taken.held) << u32::BITS | u64::from(taken.pivots));
                found.all.write(numbers, 2);
                found.with_pivot.write(numbers, 2 + N::WORDS);
                if P::PAIRS {
                    found.with_two.write(numbers, 2 + 2 * N::WORDS);
                }
            }
        }
        self.warp.sync();
        self.push(taken.count(), child);
    }

    #[inline(always)]
    pub(super) fn load(&self, level: u32) -> (Child, Taken, CliquesBelow<N>) {
        let numbers = self.numbers_at(level);
        // SAFETY: `save` wrote them when the level was left.
        let [child, taken] = [0, 1].map(|at| unsafe { numbers.read(at) });
        // SAFETY: as before.
        let number = |at: usize| unsafe { N::read(numbers, 2 + at * N::WORDS) };
        let with_two = if P::PAIRS { number(2) } else { N::NONE };
        (
            Child::of_word(child),
            Taken { held: (taken >> u32::BITS) as u32, pivots: taken as u32 },
            CliquesBelow { all: number(0), with_pivot: number(1), with_two },
        )
    }
}

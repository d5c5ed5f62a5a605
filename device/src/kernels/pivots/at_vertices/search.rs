//! A warp's search below a root, and what it adds to each vertex.

use core::marker::PhantomData;

use super::super::handover::Patience;
use super::children::Start;
use super::number::Number;
use super::room::{CliquesAtVerticesArgs, VertexRoom, state_words};
use crate::kernels::cliques::matrix::{WORD, word_of, words};
use crate::kernels::cliques::search::size;
use crate::kernels::pivots::many::pivot_among;
use crate::kernels::triangles::shared::Team;
use crate::memory::Scratch;
use crate::simt::Warp;

/// The cliques below a node.
#[derive(Clone, Copy)]
pub(super) struct Found<N> {
    /// All: a vertex that is held is in these.
    pub all: N,
    /// Those that a pivot is in.
    pub with_pivot: N,
}

impl<N: Number> Found<N> {
    /// Nothing yet.
    pub const NOTHING: Self = Found { all: N::NONE, with_pivot: N::NONE };
}

/// What was taken at a node.
#[derive(Clone, Copy)]
pub(super) struct Taken {
    pub held: u32,
    pub pivots: u32,
}

/// A child that is searched: it holds a vertex, or has the pivot.
#[derive(Clone, Copy)]
pub(super) struct Child {
    pub vertex: u32,
    pub is_pivot: bool,
}

/// What comes next at a node.
pub(super) enum Step<N> {
    /// All below it is counted.
    Done(Found<N>),
    /// The child with the pivot, at the next level.
    Down(Taken),
}

/// Where a search goes on.
pub(super) struct Begin<N> {
    /// What it is below.
    pub from: Start,
    /// What comes next, and at which level.
    pub step: Step<N>,
    pub level: u32,
}

impl<N> Begin<N> {
    /// A node whose candidates are those of the first level.
    #[inline(always)]
    pub(super) fn at(from: Start) -> Self {
        let (held, pivots) = match from {
            Start::Root | Start::Resumed => (1, 0),
            Start::WithPivot(_) => (1, 1),
            Start::Holding(_) => (2, 0),
        };
        Begin { from, step: Step::Down(Taken { held, pivots }), level: 0 }
    }
}

/// A warp's search in the matrix of one root.
///
/// A level of its stack has the candidates that are left, those of them that are to be held, those that are joined to all others, and
/// four numbers: the child that is searched, what was taken, and what was found. Cliques are counted in numbers `N`.
pub(super) struct VertexSearch<'r, 'a, W, N> {
    /// The warp.
    pub warp: W,
    /// What the kernel takes.
    pub args: &'r CliquesAtVerticesArgs<'a>,
    /// Its room.
    pub room: &'r VertexRoom<'a>,
    /// Where the root stands among those of the launch.
    pub position: u32,
    /// Rows of the matrix.
    pub rows: u32,
    /// Words of a set.
    pub length: usize,
    counted_in: PhantomData<N>,
}

impl<'r, 'a, W: Warp, N: Number> VertexSearch<'r, 'a, W, N> {
    /// A search in the matrix of the root at a position, of so many rows, which was made whole before the block met. Nothing is found yet.
    #[inline(always)]
    pub(super) fn new(
        warp: W,
        args: &'r CliquesAtVerticesArgs<'a>,
        room: &'r VertexRoom<'a>,
        (position, rows): (u32, u32),
    ) -> Self {
        warp.sync();
        // SAFETY: this warp's, whose lanes meet before and after; a number for each vertex of the list.
        Team::warp(warp).share(rows as usize, |at| unsafe { N::NONE.write(room.sums, at * N::WORDS) });
        warp.sync();
        VertexSearch { warp, args, room, position, rows, length: words(rows), counted_in: PhantomData }
    }

    /// Adds what was found to the vertices of the graph.
    #[inline(always)]
    pub(super) fn store(&self) {
        self.warp.sync();
        Team::warp(self.warp).share(self.rows as usize, |at| {
            // SAFETY: `build` wrote the list before the block met, and `new` the sums.
            let (vertex, sum) = unsafe { (self.room.cliques.list.read(at), self.sum_at(at)) };
            if sum != N::NONE {
                sum.add_to(self.args.counts, vertex as usize);
            }
        });
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

    /// Goes on with a node, or with what is left above it if all below is counted, and adds to the root and to all vertices of the list, or
    /// hands some of that over, if the kernel `HANDS` over what takes long. A collective.
    #[inline(always)]
    pub(super) fn go_down<const HANDS: bool>(
        &self,
        patience: &mut Patience,
        Begin { from, mut step, mut level }: Begin<N>,
    ) {
        loop {
            step = match step {
                Step::Down(taken) => {
                    patience.nodes += 1;
                    match self.open(level, taken) {
                        Step::Down(below) => {
                            level += 1;
                            Step::Down(below)
                        }
                        done => {
                            if HANDS {
                                self.hand_over_above(patience, from, level);
                            }
                            done
                        }
                    }
                }
                Step::Done(found) if level == 0 => return self.add_before(from, found),
                Step::Done(found) => match self.next(level - 1, found) {
                    Step::Done(all) => {
                        level -= 1;
                        Step::Done(all)
                    }
                    down => down,
                },
            };
        }
    }

    /// Adds what was found to those that were taken before the search began.
    #[inline(always)]
    fn add_before(&self, from: Start, found: Found<N>) {
        match from {
            Start::Root => {}
            Start::WithPivot(pivot) => self.add(pivot, found.with_pivot),
            Start::Holding(vertex) => self.add(vertex, found.all),
            Start::Resumed => {
                self.add_all(self.room.held, found.all);
                self.add_all(self.room.pivots, found.with_pivot);
            }
        }
        if self.warp.lane() == 0 && found.all != N::NONE {
            let root = self.args.cliques.roots[self.position as usize];
            found.all.add_to(self.args.counts, root as usize);
        }
    }

    /// Looks at the node whose candidates are those of a level.
    #[inline(always)]
    fn open(&self, level: u32, mut taken: Taken) -> Step<N> {
        let set = self.set_at(level);
        let candidates = size(self.warp, self.read(set));
        if taken.held + taken.pivots + candidates < self.args.k {
            return Step::Done(Found::NOTHING);
        }
        if candidates == 0 {
            return Step::Done(self.leaf(taken));
        }
        let universal = self.universal_at(level);
        let (mut pivot, mut degree) = pivot_among(self.warp, self.room.cliques.matrix, self.read(set));
        let mut others = candidates;
        if degree + 1 == candidates {
            let count = self.part_universal(level, candidates);
            taken.pivots += count;
            others -= count;
            if others == 0 {
                let found = self.leaf(taken);
                self.add_all(universal, found.with_pivot);
                return Step::Done(found);
            }
            (pivot, degree) = pivot_among(self.warp, self.room.cliques.matrix, self.read(set));
        } else {
            self.write(universal, |_| 0);
        }
        if degree == 0 {
            return Step::Done(self.of_apart(level, taken, (pivot, others)));
        }
        self.down(level, taken, pivot)
    }

    /// What a leaf stands for.
    #[inline(always)]
    fn leaf(&self, Taken { held, pivots }: Taken) -> Found<N> {
        let more = self.args.k - held;
        let with_pivot =
            if more > 0 && pivots > 0 { self.args.choose(pivots - 1, more - 1) } else { N::NONE };
        Found { all: self.args.choose(pivots, more), with_pivot }
    }

    /// Counts below a node of candidates of which no two are joined, so many with the pivot, but for those that are joined to all.
    #[inline(always)]
    fn of_apart(&self, level: u32, taken: Taken, (pivot, others): (u32, u32)) -> Found<N> {
        let with = self.leaf(Taken { pivots: taken.pivots + 1, ..taken });
        let without = match taken.held < self.args.k {
            true => self.leaf(Taken { held: taken.held + 1, ..taken }),
            false => Found::NOTHING,
        };
        let times = N::from(others - 1);
        let with_pivot = with.with_pivot + times * without.with_pivot;
        self.add_all(self.universal_at(level), with_pivot);
        self.add_all(self.set_at(level), without.all);
        // The pivot was added to with the others.
        self.add(pivot, with.with_pivot.minus(without.all));
        Found { all: with.all + times * without.all, with_pivot }
    }

    /// Goes on with the child of a node that has its pivot.
    #[inline(always)]
    fn down(&self, level: u32, taken: Taken, pivot: u32) -> Step<N> {
        let (set, left, next) = (self.set_at(level), self.left_at(level), self.set_at(level + 1));
        // SAFETY: the matrix was made whole before the block met.
        let row = unsafe { self.room.cliques.matrix.row(pivot, self.length) };
        Team::warp(self.warp).share(self.length, |at| {
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
        let mut found = Found::NOTHING;
        if taken.held + 1 == self.args.k {
            // The last that are held: each is a clique, without a pivot.
            found.all = size(self.warp, self.read(left)).into();
            self.add_all(left, N::from(1));
            self.write(left, |_| 0);
        }
        self.save(level, Child { vertex: pivot, is_pivot: true }, taken, found);
        Step::Down(Taken { pivots: taken.pivots + 1, ..taken })
    }

    /// Adds what was found below a child of the node at a level, and goes on with its next child.
    #[inline(always)]
    pub(super) fn next(&self, level: u32, below: Found<N>) -> Step<N> {
        let (child, taken, mut found) = self.load(level);
        found.all += below.all;
        found.with_pivot += below.with_pivot;
        self.add(child.vertex, if child.is_pivot { below.with_pivot } else { below.all });
        let (set, left, next) = (self.set_at(level), self.left_at(level), self.set_at(level + 1));
        let Some((at, word)) = self.read(left).iter().enumerate().find(|&(_, &word)| word != 0) else {
            self.add_all(self.universal_at(level), found.with_pivot);
            return Step::Done(found);
        };
        let vertex = at as u32 * WORD + word.trailing_zeros();
        // SAFETY: as in `down`.
        let row = unsafe { self.room.cliques.matrix.row(vertex, self.length) };
        self.warp.sync();
        Team::warp(self.warp).share(self.length, |of| {
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
        Step::Down(Taken { held: taken.held + 1, ..taken })
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

    /// What was found of a vertex of the list.
    ///
    /// # Safety
    /// As for [`Scratch::read`].
    #[inline(always)]
    unsafe fn sum_at(&self, vertex: usize) -> N {
        // SAFETY: the caller's promise.
        unsafe { N::read(self.room.sums, vertex * N::WORDS) }
    }

    /// Adds to what was found of a vertex of the list, modulo what fits.
    ///
    /// # Safety
    /// As for [`Scratch::read`] and [`Scratch::write`].
    #[inline(always)]
    unsafe fn add_at(&self, vertex: usize, sum: N) {
        // SAFETY: the caller's promise.
        unsafe { self.sum_at(vertex).plus(sum).write(self.room.sums, vertex * N::WORDS) };
    }

    /// Adds to a vertex of the list, modulo what fits.
    #[inline(always)]
    fn add(&self, vertex: u32, sum: N) {
        self.warp.sync();
        if self.warp.lane() == 0 {
            // SAFETY: this warp's sums; its lanes meet before and after.
            unsafe { self.add_at(vertex as usize, sum) };
        }
        self.warp.sync();
    }

    /// Adds to each vertex of a set.
    #[inline(always)]
    fn add_all(&self, set: Scratch<'_, u64>, sum: N) {
        let set = self.read(set);
        self.warp.sync();
        Team::warp(self.warp).share(set.len(), |at| {
            let mut left = set[at];
            while left != 0 {
                let vertex = at * WORD as usize + left.trailing_zeros() as usize;
                // SAFETY: as in `add`; the vertices of a word are one lane's.
                unsafe { self.add_at(vertex, sum) };
                left &= left - 1;
            }
        });
        self.warp.sync();
    }

    /// Writes a set.
    #[inline(always)]
    pub(super) fn write(&self, set: Scratch<'_, u64>, word: impl Fn(usize) -> u64) {
        self.warp.sync();
        // SAFETY: this warp's stack, whose lanes have met, and meet again before they read; a word for each lane.
        Team::warp(self.warp).share(self.length, |at| unsafe { set.write(at, word(at)) });
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
        self.part_of(level, 3 * self.length, state_words(N::WORDS))
    }

    #[inline(always)]
    fn part_of(&self, level: u32, first: usize, length: usize) -> Scratch<'a, u64> {
        self.room.stack.part((level as usize * self.room.frame + first) as u64, length as u64)
    }

    #[inline(always)]
    pub(super) fn save(&self, level: u32, child: Child, taken: Taken, found: Found<N>) {
        let numbers = [
            u64::from(child.vertex) << 1 | u64::from(child.is_pivot),
            u64::from(taken.held) << u32::BITS | u64::from(taken.pivots),
        ];
        let saved = N::saved(numbers, [found.all, found.with_pivot]);
        self.warp.sync();
        if self.warp.lane() == 0 {
            for (at, word) in saved.into_iter().enumerate() {
                // SAFETY: this warp's stack, whose lanes have met, and meet again before they read.
                unsafe { self.numbers_at(level).write(at, word) };
            }
        }
        self.warp.sync();
    }

    #[inline(always)]
    pub(super) fn load(&self, level: u32) -> (Child, Taken, Found<N>) {
        let numbers = self.numbers_at(level);
        // SAFETY: `save` wrote them when the level was left.
        let [child, taken] = [0, 1].map(|at| unsafe { numbers.read(at) });
        // SAFETY: as before.
        let [all, with_pivot] = [2, 2 + N::WORDS].map(|at| unsafe { N::read(numbers, at) });
        (
            Child { vertex: (child >> 1) as u32, is_pivot: child & 1 == 1 },
            Taken { held: (taken >> u32::BITS) as u32, pivots: taken as u32 },
            Found { all, with_pivot },
        )
    }
}

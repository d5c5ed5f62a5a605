//! What is known of a node of the search.

use super::children::Start;
use super::number::CountInteger;

/// The cliques below a node.
#[derive(Clone, Copy)]
pub(super) struct CliquesBelow<N> {
    /// All: a vertex that is held is in these.
    pub all: N,
    /// Those that a pivot is in.
    pub with_pivot: N,
    /// Those that two pivots are in: not used where cliques are counted at vertices.
    pub with_two: N,
}

impl<N: CountInteger> CliquesBelow<N> {
    /// Nothing yet.
    pub const NOTHING: Self = CliquesBelow { all: N::NONE, with_pivot: N::NONE, with_two: N::NONE };

    /// Each of the numbers, times `times`.
    #[inline(always)]
    pub fn times(self, times: u32) -> Self {
        let times = N::from(times);
        CliquesBelow {
            all: times * self.all,
            with_pivot: times * self.with_pivot,
            with_two: times * self.with_two,
        }
    }

    /// Those that are in a pair of a vertex and another that was taken: one that is held, or a pivot.
    #[inline(always)]
    pub fn with(self, is_pivot: bool) -> [N; 2] {
        if is_pivot { [self.with_pivot, self.with_two] } else { [self.all, self.with_pivot] }
    }

    /// Adds what was found elsewhere.
    #[inline(always)]
    pub fn add(&mut self, other: Self) {
        self.all += other.all;
        self.with_pivot += other.with_pivot;
        self.with_two += other.with_two;
    }
}

/// What was taken at a node.
#[derive(Clone, Copy)]
pub(super) struct Taken {
    pub held: u32,
    pub pivots: u32,
}

impl Taken {
    /// How many vertices.
    #[inline(always)]
    pub fn count(self) -> u32 {
        self.held + self.pivots
    }
}

/// A child that is searched: it holds a vertex, or has the pivot.
#[derive(Clone, Copy)]
pub(super) struct Child {
    pub vertex: u32,
    pub is_pivot: bool,
}

impl Child {
    /// The child in one word: its vertex above the lowest bit, which is set for a pivot.
    #[inline(always)]
    pub fn word(self) -> u64 {
        u64::from(self.vertex) << 1 | u64::from(self.is_pivot)
    }

    /// The child of such a word.
    #[inline(always)]
    pub fn of_word(word: u64) -> Self {
        Child { vertex: (word >> 1) as u32, is_pivot: word & 1 == 1 }
    }
}

/// What comes next at a node.
pub(super) enum NodeStep<N> {
    /// All below it is counted: what was found, and what was taken there, those that are joined to all its candidates
    /// too.
    Done(CliquesBelow<N>, Taken),
    /// The child with the pivot, at the next level.
    Down(Taken),
}

/// Where a search goes on.
pub(super) struct Begin<N> {
    /// What it is below.
    pub from: Start,
    /// What comes next, and at which level.
    pub step: NodeStep<N>,
    pub level: u32,
}

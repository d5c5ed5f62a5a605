//! The vertices that a search has taken, in order, and what it adds to pairs of them.
//!
//! Each two vertices of a clique are taken one after the other. So it is enough to add, for each vertex, to its pairs
//! with those that were taken before it: once for all that is found below the node where it was taken.

use super::node::{Child, CliquesBelow};
use super::number::CountInteger;
use super::search::LocalSearch;
use crate::kernels::cliques::matrix::below;
use crate::kernels::triangles::shared::ThreadTeam;
use crate::memory::Scratch;
use crate::places::Places;
use crate::sets::lower_bound;
use crate::simt::{Block, Warp};

/// The place of a pair of two different vertices among all pairs of smaller ones.
#[inline(always)]
fn pair(a: u32, b: u32) -> usize {
    let (less, greater) = if a < b { (a as usize, b as usize) } else { (b as usize, a as usize) };
    greater * (greater - 1) / 2 + less
}

impl<W: Warp, N: CountInteger, P: Places> LocalSearch<'_, '_, W, N, P> {
    /// Writes down which vertex was taken after so many, if cliques are counted at pairs. A collective.
    #[inline(always)]
    pub(super) fn push(&self, before: u32, taken: Child) {
        if !P::PAIRS {
            return;
        }
        self.warp.sync();
        if self.warp.lane() == 0 {
            // SAFETY: this warp's, whose lanes have met, and meet again before they read.
            unsafe { self.room.taken.write(before as usize, taken.word()) };
        }
        self.warp.sync();
    }

    /// Writes down that the vertices of a set were taken after so many, ascending, and whether as pivots, if cliques
    /// are counted at pairs. A collective.
    #[inline(always)]
    pub(super) fn push_all(&self, before: u32, set: Scratch<'_, u64>, is_pivot: bool) {
        if !P::PAIRS {
            return;
        }
        let set = self.read(set);
        self.warp.sync();
        ThreadTeam::warp(self.warp).share(set.len(), |at| {
            let earlier = set[..at].iter().map(|word| word.count_ones()).sum::<u32>();
            let (mut next, mut left) = ((before + earlier) as usize, set[at]);
            while left != 0 {
                let vertex = at as u32 * u64::BITS + left.trailing_zeros();
                // SAFETY: as in `push`; each word has places of its own.
                unsafe { self.room.taken.write(next, Child { vertex, is_pivot }.word()) };
                left &= left - 1;
                next += 1;
            }
        });
        self.warp.sync();
    }

    /// Adds what was found below the node where they were taken to the vertices that were taken after `start` and up to
    /// `end` others: to the pair of each with each before it.
    #[inline(always)]
    pub(super) fn add_to_taken(&self, start: u32, end: u32, found: CliquesBelow<N>) {
        for at in start..end {
            let Child { vertex, is_pivot } = self.taken(at as usize);
            self.add_to_pairs(vertex, at, found.with(is_pivot));
        }
    }

    /// Adds to the pairs of a vertex with the first that were taken: as much for each that is held, and for each pivot.
    #[inline(always)]
    pub(super) fn add_to_pairs(&self, vertex: u32, before: u32, [with_held, with_pivot]: [N; 2]) {
        ThreadTeam::warp(self.warp).share(before as usize, |at| {
            let other = self.taken(at);
            let sum = if other.is_pivot { with_pivot } else { with_held };
            if sum == N::NONE {
                return;
            }
            let (pairs, pair) = (self.room.pairs, pair(vertex, other.vertex));
            match W::LANES {
                // The block has no other thread.
                1 => N::load(pairs, pair).plus(sum).store(pairs, pair),
                _ => sum.add_to(pairs, pair),
            }
        });
    }

    /// A vertex that was taken after so many others.
    #[inline(always)]
    fn taken(&self, at: usize) -> Child {
        // SAFETY: within the warp's room, which has as many places as vertices can be taken. It was written, and the
        // lanes have met.
        Child::of_word(unsafe { self.room.taken.read(at) })
    }

    /// Adds what the block's warps have found of pairs to the edges of the graph, and forgets it. A collective of the
    /// block.
    #[inline(always)]
    pub(super) fn store_at_edges<B: Block<Warp = W>>(&self, block: B) {
        block.sync();
        // SAFETY: `build` wrote the list before the block met.
        let list = unsafe { self.room.cliques.list.written(self.rows as usize) };
        let graph = &self.args.cliques.graph;
        let root = graph.start(self.args.cliques.roots[self.position as usize]);
        ThreadTeam::block(block)
            .share(list.len(), |at| self.store_pair((self.rows, at as u32), || root + at as u64));
        let mut row = block.warp_index();
        while row < self.rows {
            let vertex = list[row as usize];
            let edge = |smaller: u32| {
                graph.start(vertex) + lower_bound(graph.list(vertex), list[smaller as usize]) as u64
            };
            self.each_below(row, |smaller| self.store_pair((row, smaller), || edge(smaller)));
            row += block.warps();
        }
    }

    /// Adds what was found of a pair to an edge, and forgets it.
    #[inline(always)]
    fn store_pair(&self, (greater, less): (u32, u32), edge: impl Fn() -> u64) {
        let (pairs, pair) = (self.room.pairs, pair(greater, less));
        let sum = N::load(pairs, pair);
        if sum != N::NONE {
            N::NONE.store(pairs, pair);
            sum.add_to(self.args.counts, edge() as usize);
        }
    }

    /// Visits the neighbors of a row's vertex that are before it, each by a lane.
    #[inline(always)]
    fn each_below(&self, row: u32, mut visit: impl FnMut(u32)) {
        // A lane has one bit of as many as there are lanes.
        let own = (u64::MAX / below(W::LANES)) << self.warp.lane();
        // SAFETY: the matrix was made whole before the block met.
        let bits = unsafe { self.room.cliques.matrix.row(row, self.length) };
        let mut first = 0;
        while first < row {
            let mut left = bits[(first / u64::BITS) as usize] & below(row - first) & own;
            while left != 0 {
                visit(first + left.trailing_zeros());
                left &= left - 1;
            }
            first += u64::BITS;
        }
    }
}

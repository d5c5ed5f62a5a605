//! Moving vertices into classes that have one neighbour of theirs at most.

use crate::kernels::cliques::matrix::{Matrix, WORD};
use crate::memory::Scratch;
use crate::simt::Warp;

/// The classes of a node: sets of a warp's, one after the other.
pub(super) struct Recolor<'a, W> {
    pub warp: W,
    pub matrix: Matrix<'a>,
    /// Words of a set.
    pub length: usize,
    pub sets: Scratch<'a, u64>,
    pub classes: u32,
}

impl<W: Warp> Recolor<'_, W> {
    /// Moves a vertex into a class, if it is joined to none there, or to one that is joined to none in another class, which then moves there. A
    /// collective; returns whether it did.
    #[inline(always)]
    pub(super) fn moves(&self, vertex: u32) -> bool {
        let row = self.row(vertex);
        let mut from = 0;
        while let Some(class) = self.first(from, |class| self.neighbors(class, row) <= 1) {
            let Some(other) = self.neighbor(class, row) else {
                self.put(class, vertex, None);
                return true;
            };
            let others = self.row(other);
            if let Some(to) = self.first(0, |to| to != class && self.neighbors(to, others) == 0) {
                self.put(class, vertex, Some(other));
                self.put(to, other, None);
                return true;
            }
            from = class + 1;
        }
        false
    }

    /// The first class from one on for which `test` holds. A collective.
    #[inline(always)]
    fn first(&self, from: u32, test: impl Fn(u32) -> bool) -> Option<u32> {
        let mut first = from;
        while first < self.classes {
            let class = first + self.warp.lane();
            let found = self.warp.ballot(class < self.classes && test(class));
            if found != 0 {
                return Some(first + found.trailing_zeros());
            }
            first += W::LANES;
        }
        None
    }

    /// How many vertices of a class are in a row; where there are more than one, two or more.
    #[inline(always)]
    fn neighbors(&self, class: u32, row: &[u64]) -> u32 {
        let mut neighbors = 0;
        for (at, row) in row.iter().enumerate() {
            neighbors += (self.word(class, at) & row).count_ones();
            if neighbors > 1 {
                break;
            }
        }
        neighbors
    }

    /// The first vertex of a class that is in a row.
    #[inline(always)]
    fn neighbor(&self, class: u32, row: &[u64]) -> Option<u32> {
        row.iter().enumerate().find_map(|(at, row)| {
            let word = self.word(class, at) & row;
            (word != 0).then(|| at as u32 * WORD + word.trailing_zeros())
        })
    }

    /// Puts a vertex into a class, in place of another. A collective.
    #[inline(always)]
    fn put(&self, class: u32, vertex: u32, other: Option<u32>) {
        self.warp.sync();
        if self.warp.lane() == 0 {
            let bit = |of: u32, at: usize| if of / WORD == at as u32 { 1 << (of % WORD) } else { 0 };
            for at in 0..self.length {
                let out = other.map_or(0, |other| bit(other, at));
                let word = self.word(class, at) & !out | bit(vertex, at);
                // SAFETY: this warp's sets, which one lane writes between two meetings of them.
                unsafe { self.sets.write(class as usize * self.length + at, word) };
            }
        }
        self.warp.sync();
    }

    #[inline(always)]
    fn word(&self, class: u32, at: usize) -> u64 {
        // SAFETY: a class has a set, which was written before the lanes met.
        unsafe { self.sets.read(class as usize * self.length + at) }
    }

    #[inline(always)]
    fn row(&self, vertex: u32) -> &[u64] {
        // SAFETY: a vertex has a row of so many words, which were written before the lanes met.
        unsafe { self.matrix.row(vertex, self.length) }
    }
}

//! Which children of a tree's root a warp searches.

use super::number::CountInteger;
use super::room::LocalRoom;
use super::search::LocalSearch;
use crate::kernels::cliques::matrix::{WORD, below, words};
use crate::kernels::cliques::tickets::take;
use crate::kernels::pivots::many::pivot_among;
use crate::places::Places;
use crate::simt::Block;

/// A node below which a warp's search starts.
#[derive(Clone, Copy)]
pub(super) enum Start {
    /// The tree's root.
    Root,
    /// Its child with this pivot.
    WithPivot(u32),
    /// A child that holds this vertex.
    Holding(u32),
    /// One that was handed over. What was taken stands in the warp's room.
    Resumed,
}

/// The nodes that a warp takes, one after the other: the root where the block has no other warp, else those of its
/// children that the other warps did not take. The first child has the neighbors of the pivot as candidates, and each
/// other holds a vertex that is none.
pub(super) struct Children<'r, 'a, B> {
    block: B,
    room: &'r LocalRoom<'a>,
    rows: u32,
    /// Of the root.
    pivot: u32,
    /// The child that is next for this warp.
    turn: u32,
    /// The children before the next one that is looked at.
    before: u32,
    /// The first vertex that may be held by that one.
    from: u32,
}

impl<'r, 'a, B: Block> Children<'r, 'a, B> {
    /// The nodes of a tree, for the search in its matrix.
    #[inline(always)]
    pub(super) fn new<N: CountInteger, P: Places>(
        block: B,
        room: &'r LocalRoom<'a>,
        search: &LocalSearch<'r, 'a, B::Warp, N, P>,
    ) -> Self {
        let rows = search.rows;
        let mut children = Children { block, room, rows, pivot: 0, turn: 0, before: 0, from: 0 };
        if block.warps() > 1 && rows > 0 {
            search.put(|at| below(rows - at as u32 * WORD));
            (children.pivot, _) = pivot_among(block.warp(), room.cliques.matrix, search.set());
            children.turn = take(block, room.cliques.ticket, 0);
        }
        children
    }

    /// The next node. Its candidates are written to the first level.
    #[inline(always)]
    pub(super) fn next<N: CountInteger, P: Places>(
        &mut self,
        search: &LocalSearch<'r, 'a, B::Warp, N, P>,
    ) -> Option<Start> {
        if self.block.warps() == 1 {
            return self.root(search);
        }
        if self.rows == 0 {
            return None;
        }
        if self.before == 0 {
            self.before = 1;
            if self.turn == 0 {
                self.turn = take(self.block, self.room.cliques.ticket, 1);
                let row = self.row(self.pivot);
                search.put(|at| row[at]);
                return Some(Start::WithPivot(self.pivot));
            }
        }
        let vertex = self.next_held()?;
        self.turn = take(self.block, self.room.cliques.ticket, self.turn + 1);
        let neighbors = self.row(vertex);
        // Those that were held before are no candidates.
        let earlier = |at: usize| self.held(at) & below(vertex.saturating_sub(at as u32 * WORD));
        search.put(|at| neighbors[at] & !self.own(at) & !earlier(at));
        Some(Start::Holding(vertex))
    }

    /// The root, once.
    #[inline(always)]
    fn root<N: CountInteger, P: Places>(
        &mut self,
        search: &LocalSearch<'r, 'a, B::Warp, N, P>,
    ) -> Option<Start> {
        if self.before > 0 {
            return None;
        }
        self.before = 1;
        search.put(|at| below(self.rows - at as u32 * WORD));
        Some(Start::Root)
    }

    /// The vertex that this warp's next child holds.
    #[inline(always)]
    fn next_held(&mut self) -> Option<u32> {
        while self.from < self.rows {
            let (at, skipped) = ((self.from / WORD) as usize, self.from % WORD);
            let bits = self.held(at) >> skipped;
            if bits == 0 {
                self.from += WORD - skipped;
                continue;
            }
            let vertex = self.from + bits.trailing_zeros();
            self.from = vertex + 1;
            self.before += 1;
            if self.before == self.turn + 1 {
                return Some(vertex);
            }
        }
        None
    }

    /// The neighbors of a vertex.
    #[inline(always)]
    fn row(&self, vertex: u32) -> &'a [u64] {
        // SAFETY: the matrix was made whole before the block met.
        unsafe { self.room.cliques.matrix.row(vertex, words(self.rows)) }
    }

    /// A word of the vertices that are to be held.
    #[inline(always)]
    fn held(&self, at: usize) -> u64 {
        below(self.rows - at as u32 * WORD) & !self.row(self.pivot)[at] & !self.own(at)
    }

    /// A word of the set of the pivot alone.
    #[inline(always)]
    fn own(&self, at: usize) -> u64 {
        if at as u32 == self.pivot / WORD { 1 << (self.pivot % WORD) } else { 0 }
    }
}

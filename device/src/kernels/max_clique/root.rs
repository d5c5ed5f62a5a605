//! What a block does at a root before its warps search.

use super::classes::take_classes;
use super::order::pack_in_order;
use super::room::{MaxCliqueArgs, SearchRoom};
use crate::kernels::cliques::build::build;
use crate::kernels::cliques::few::FEW;
use crate::kernels::cliques::matrix::{Matrix, WORD, below, word_of, words};
use crate::kernels::cliques::search::size;
use crate::kernels::cliques::source::GraphLists;
use crate::kernels::triangles::shared::ThreadTeam;
use crate::memory::Scratch;
use crate::simt::{Block, Warp};

/// A root whose matrix is made.
pub(super) struct MatrixRoot<'r, 'a> {
    room: &'r SearchRoom<'a>,
    /// The graph among its candidates, whole.
    pub matrix: Matrix<'a>,
    /// Rows of the matrix.
    pub rows: u32,
    /// Words of a set.
    length: usize,
}

impl<'r, 'a> MatrixRoot<'r, 'a> {
    /// Makes the whole matrix of the root at a position of the launch. A collective of the block.
    #[inline(always)]
    pub(super) fn new<B: Block>(
        block: B,
        args: &MaxCliqueArgs<'a>,
        room: &'r SearchRoom<'a>,
        position: u32,
    ) -> Self {
        let rows = build(block, &args.cliques, &room.cliques, GraphLists, position).len() as u32;
        // SAFETY: `build` filled so many rows; the block has met since.
        unsafe { room.cliques.matrix.mirror(block, rows) };
        MatrixRoot { room, matrix: room.cliques.matrix, rows, length: words(rows) }
    }

    /// Writes down the candidates that may be in a clique of `size` vertices with the root: all, less those that have
    /// too few neighbours among them, again and again. A collective of the block, which may read them; none if they are
    /// too few.
    #[inline(always)]
    pub(super) fn candidates<B: Block>(&self, block: B, clique: u32) -> Option<Scratch<'a, u64>> {
        let [mut from, mut to, _] = self.room.sets;
        self.put_all(block, from);
        let mut before = self.rows;
        loop {
            if before + 1 < clique {
                return None;
            }
            // SAFETY: written before the block met, here and below.
            let set = unsafe { from.written(self.length) };
            let stays = |vertex: u32| {
                let word = set[(vertex / WORD) as usize];
                // SAFETY: the matrix was made whole before the block met.
                let row = unsafe { self.matrix.row(vertex, self.length) };
                let degree = || set.iter().zip(row).map(|(a, b)| (a & b).count_ones()).sum::<u32>();
                word >> (vertex % WORD) & 1 == 1 && degree() + 2 >= clique
            };
            let mut at = block.warp_index() as usize;
            while at < self.length {
                let word = word_of(block.warp(), at as u32 * WORD, self.rows, stays);
                if block.warp().lane() == 0 {
                    // SAFETY: as above.
                    unsafe { to.write(at, word) };
                }
                at += block.warps() as usize;
            }
            block.sync();
            // SAFETY: as above; nobody writes this set before the block has met again.
            let after = size(block.warp(), unsafe { to.written(self.length) });
            if after == before {
                return Some(to);
            }
            (from, to, before) = (to, from, after);
        }
    }

    /// Writes down the set of all rows. A collective of the block, which may read it.
    #[inline(always)]
    fn put_all<B: Block>(&self, block: B, set: Scratch<'a, u64>) {
        let word = |at: usize| below(self.rows - at as u32 * WORD);
        // SAFETY: a word for each thread, which nobody reads before the block has met.
        ThreadTeam::block(block).share(self.length, |at| unsafe { set.write(at, word(at)) });
        block.sync();
    }

    /// The root with just its candidates, in an order of their own, and the set of all of them; none where they are too
    /// few to be worth a matrix, or too many. A collective of the block.
    #[inline(always)]
    pub(super) fn packed<B: Block>(
        &self,
        block: B,
        candidates: Scratch<'a, u64>,
    ) -> Option<(Self, Scratch<'a, u64>)> {
        let room = self.room;
        let set = self.read(candidates);
        let rows = size(block.warp(), set);
        if rows <= FEW || rows > room.rows_packed {
            return None;
        }
        // SAFETY: the root's matrix is whole, and the room has words for so many candidates; the block met after the
        // last search in it.
        let matrix = unsafe { pack_in_order(block, self.matrix, set, rows, room.packed) };
        let packed = MatrixRoot { room, matrix, rows, length: words(rows) };
        packed.put_all(block, candidates);
        Some((packed, candidates))
    }

    /// Writes down which of the candidates are to be held, for a clique of `clique` vertices with the root. A
    /// collective of the block, which may read them.
    #[inline(always)]
    pub(super) fn branches<B: Block>(
        &self,
        block: B,
        candidates: Scratch<'a, u64>,
        clique: u32,
    ) -> Scratch<'a, u64> {
        let [one, other, branches] = self.room.sets;
        // Of the other two, the one that the candidates are not in.
        let free = if core::ptr::eq(one.pointer(), candidates.pointer()) { other } else { one };
        if block.warp_index() == 0 {
            let warp = block.warp();
            // SAFETY: the other warps wait, and have no more to do with the last root; a word for each lane, and lanes
            // meet between writing and reading. The matrix was made whole before the block met.
            unsafe {
                ThreadTeam::warp(warp).share(self.length, |at| branches.write(at, candidates.read(at)));
                warp.sync();
                take_classes(warp, self.matrix, branches, free, self.length, clique - 2);
            }
        }
        block.sync();
        branches
    }

    /// Word `at` of the neighbours of `vertex`.
    #[inline(always)]
    pub(super) fn neighbors(&self, vertex: u32, at: usize) -> u64 {
        // SAFETY: the matrix was made whole before the block met.
        unsafe { self.matrix.row(vertex, self.length)[at] }
    }

    /// A set of the block's.
    #[inline(always)]
    pub(super) fn read(&self, set: Scratch<'a, u64>) -> &'a [u64] {
        // SAFETY: written before the block met, and not again before it meets.
        unsafe { set.written(self.length) }
    }
}

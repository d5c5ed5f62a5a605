//! Cliques of four and of five vertices at each vertex of a root's cliques.
//!
//! The AND of row `i` with the row of each of its bits has twice the triangles at vertex `i`. With the root, those are
//! 4-cliques; in the matrix of the vertices before and beside one of the root's list, they are 5-cliques with the root
//! and that one. No two warps meet the same clique at the same vertex, so that a vertex is added to once for each row.

use core::sync::atomic::{AtomicU32, Ordering::Relaxed};

use super::HalfMatrixRoot;
use super::whole_rows::{each_bit, in_common, twice_at};
use crate::kernels::cliques::compact::Compacted;
use crate::kernels::cliques::matrix::{Matrix, WORD, below, words};
use crate::kernels::cliques::small;
use crate::kernels::cliques::tickets::take;
use crate::simt::{Block, Warp};

impl<B: Block> HalfMatrixRoot<'_, '_, B> {
    /// Adds the cliques of `SIZE` vertices, 4 or 5, of the root, of which this task takes some. A collective of the block.
    #[inline(always)]
    pub(super) fn add_at_vertices<const SIZE: u32>(&self, part: (u32, u32)) {
        let thrice = match SIZE {
            4 => self.fours(part),
            _ if B::Warp::LANES == 1 => self.fives_alone(part),
            _ => self.fives(part),
        };
        self.add(self.root, thrice);
    }

    /// Adds the 4-cliques of the root at the vertices of its list, of which this task takes those that are `part.0`
    /// modulo `part.1`. Returns, in all lanes of a warp, those of its rows, of which there are three for each clique. A
    /// collective of the block.
    #[inline(always)]
    fn fours(&self, part: (u32, u32)) -> u64 {
        let rows = self.list.len() as u32;
        // SAFETY: `build` filled so many rows; the block has met since.
        unsafe { self.room.matrix.mirror(self.block, rows) };
        let ticket = self.room.ticket;
        self.each_row::<false>(self.room.matrix, rows, part, ticket, |i| i)
    }

    /// Adds the 5-cliques of the root at the vertices of its list, of whose rows this task takes those that are
    /// `part.0` modulo `part.1`. Returns three times those that the warp has counted, in all its lanes. A collective of
    /// the block, of many lanes.
    #[inline(always)]
    fn fives(&self, part: (u32, u32)) -> u64 {
        let (block, room) = (self.block, self.room);
        let compacted = Compacted { block, room, rows: self.list.len() as u32, k: 5, whole: false, part };
        let mut thrice =
            compacted.small_rows::<false>(|row, set, candidates| self.among_few(row, set, candidates));
        block.sync();
        for turn in 0..room.waiting.load(Relaxed) {
            // SAFETY: `small_rows` wrote it before the barrier.
            let row = unsafe { room.large.read(turn as usize) };
            let rows = compacted.fill::<true>(row, turn);
            let ticket = &room.tickets[turn as usize % 2];
            // SAFETY: `fill` wrote a place for each row before the block met, and no one writes before it meets below.
            let places = unsafe { room.places.written(rows as usize) };
            let place = |i: u32| places[i as usize];
            let of_row = self.each_row::<true>(room.compact, rows, (0, 1), ticket, place);
            self.add(self.list[row as usize], of_row);
            thrice += of_row;
            // The places are read until here.
            block.sync();
        }
        thrice
    }

    /// Adds the 5-cliques of the root and a row of at most [`MOST`](small::MOST) vertices, which are those of `set`.
    /// Returns three times their number, in all lanes.
    #[inline(always)]
    fn among_few(&self, row: u32, set: &[u64], count: u32) -> u64 {
        let (place, twice) = small::twice_at_each(self.block, self.room, set, count);
        if twice > 0 {
            self.counts[self.list[place as usize] as usize].fetch_add(u64::from(twice / 2 * 3), Relaxed);
        }
        let thrice = u64::from(self.block.warp().sum(twice / 2));
        self.add(self.list[row as usize], thrice);
        thrice
    }

    /// Adds the 5-cliques of the root at the vertices of its list, by one lane in the matrix itself, of whose rows it
    /// takes those that are `part` modulo `parts`. Returns three times their number.
    #[inline(always)]
    fn fives_alone(&self, (part, parts): (u32, u32)) -> u64 {
        let (warp, room, rows) = (self.block.warp(), self.room, self.list.len() as u32);
        // SAFETY: as in `fours`.
        unsafe { room.matrix.mirror(self.block, rows) };
        let mut thrice = 0;
        let mut i = part;
        while i < rows {
            // SAFETY: all rows are whole, and no one writes any more.
            let row = |i: u32| unsafe { room.matrix.row(i, words(rows)) };
            let before = |at: usize| row(i)[at] & below(i.saturating_sub(at as u32 * WORD));
            let mut of_row = 0;
            each_bit(words(i), before, |a| {
                // SAFETY: the stack has a row of a list's length, which is this lane's.
                let set = unsafe {
                    room.rows.put_words(warp, 0, words(i), |at| before(at) & row(a)[at]);
                    room.rows.row(0, words(i))
                };
                let mut twice = 0;
                each_bit(set.len(), |at| set[at], |b| twice += u64::from(in_common(set, row(b))));
                self.add(self.list[a as usize], twice / 2 * 3);
                of_row += twice / 2;
            });
            self.add(self.list[i as usize], of_row);
            thrice += of_row;
            i += parts;
        }
        thrice
    }

    /// For each row of a matrix of `rows` whole rows that the warp takes by a ticket, of those that are `part.0` modulo
    /// `part.1`, adds three times the triangles at it to the vertex of the list at `place`. Returns the triangles of
    /// all of them, in all lanes. `OWN` is whether rows have the bits of their own vertices.
    #[inline(always)]
    fn each_row<const OWN: bool>(
        &self,
        matrix: Matrix<'_>,
        rows: u32,
        (part, parts): (u32, u32),
        ticket: &AtomicU32,
        place: impl Fn(u32) -> u32,
    ) -> u64 {
        let warp = self.block.warp();
        let mut sum = 0;
        let mut taken = take(self.block, ticket, 0);
        while taken * parts + part < rows {
            let i = taken * parts + part;
            let triangles = warp.sum_u64(twice_at::<B::Warp, OWN>(warp, matrix, i, rows)) / 2;
            self.add(self.list[place(i) as usize], 3 * triangles);
            sum += triangles;
            taken = take(self.block, ticket, taken + 1);
        }
        sum
    }

    /// Adds to the count of a vertex, by one lane of the warp.
    #[inline(always)]
    fn add(&self, vertex: u32, thrice: u64) {
        if thrice > 0 && self.block.warp().lane() == 0 {
            self.counts[vertex as usize].fetch_add(thrice, Relaxed);
        }
    }
}

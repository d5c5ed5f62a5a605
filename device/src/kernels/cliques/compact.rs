//! Cliques of five and more vertices, with many lanes: each row of a root's matrix becomes a matrix of its own.
//!
//! The vertices of a row are scattered over the root's list, so that most lanes that look at its bits in turn find
//! none. In the matrix of just these vertices most bits are set: 85 of 100 in R-MAT graphs.

use core::sync::atomic::Ordering::Relaxed;

use super::matrix::{WORD, words};
use super::room::CliqueRoom;
use super::search::{CliqueSearch, size};
use super::small::{self, MOST};
use super::tickets::take;
use crate::simt::{Block, Warp};

/// A root whose matrix is filled, and what is looked for in it.
pub(super) struct Compacted<'r, 'a, B> {
    /// The block.
    pub block: B,
    /// Its room.
    pub room: &'r CliqueRoom<'a>,
    /// Rows of the matrix.
    pub rows: u32,
    /// Vertices of a clique, the root among them.
    pub k: u32,
    /// Whether the rows of the matrix are whole, and what is looked for is beside a row's vertex; else before it as well.
    pub whole: bool,
    /// Which of the rows are this task's: numbered from the last one up, those that are `part.0` modulo `part.1`.
    pub part: (u32, u32),
}

impl<B: Block> Compacted<'_, '_, B> {
    /// This lane's share of the root's cliques. A collective of the block. `DEEP` is whether `k` is more than 5.
    #[inline(always)]
    pub(super) fn count<const DEEP: bool>(&self) -> u64 {
        let few = |_, set: &[u64], candidates| small::triangles(self.block, self.room, set, candidates);
        let mut sum = self.small_rows::<DEEP>(few);
        self.block.sync();
        for turn in 0..self.room.waiting.load(Relaxed) {
            // SAFETY: `small_rows` wrote it before the barrier.
            let row = unsafe { self.room.large.read(turn as usize) };
            let rows = self.fill::<DEEP>(row, turn);
            sum += if DEEP { self.whole(rows, turn) } else { self.search(rows, turn) };
        }
        sum
    }

    /// What `few` counts, added up: a warp calls it with each of this task's rows of at most [`MOST`] vertices that may
    /// have cliques, its set and how many these are. The other rows that may have any are put down in `large`, and all
    /// of them if `DEEP`.
    #[inline(always)]
    pub(super) fn small_rows<const DEEP: bool>(&self, few: impl Fn(u32, &[u64], u32) -> u64) -> u64 {
        let (warp, room) = (self.block.warp(), self.room);
        let mut sum = 0;
        let (part, parts) = self.part;
        let mut turn = take(self.block, room.ticket, 0);
        // Of the other vertices of a clique, so many stand before the row's.
        let before = if self.whole { 1 } else { self.k - 2 };
        while turn * parts + part + before < self.rows {
            let i = self.rows - 1 - turn * parts - part;
            let set = self.set(i);
            let candidates = size(warp, set);
            if candidates + 2 >= self.k {
                if !DEEP && candidates <= MOST {
                    sum += few(i, set, candidates);
                } else if warp.lane() == 0 {
                    // SAFETY: a place of its own, as each row comes here once.
                    unsafe { room.large.write(room.waiting.fetch_add(1, Relaxed) as usize, i) };
                }
            }
            turn = take(self.block, room.ticket, turn + 1);
        }
        sum
    }

    /// Fills the compact matrix with the graph among the vertices of row `i`, and returns how many these are. Rows end
    /// before their own bit, or are `WHOLE` and have it set.
    #[inline(always)]
    pub(super) fn fill<const WHOLE: bool>(&self, i: u32, turn: u32) -> u32 {
        let (block, warp, room) = (self.block, self.block.warp(), self.room);
        let set = self.set(i);
        self.put_places(set);
        let rows = size(warp, set);
        // The warps have finished with the last matrix, and with its ticket.
        block.sync();
        if block.thread() == 0 {
            room.tickets[(turn as usize + 1) % 2].store(0, Relaxed);
        }
        // SAFETY: written before the barrier; not again before the next one.
        let places = unsafe { room.places.written(rows as usize) };
        let mut row = block.warp_index();
        while row < rows {
            let place = places[row as usize];
            // SAFETY: the row belongs to this warp until the block meets. `put` asks for the columns below the row's;
            // of others, the later row has the bit, where rows are not whole.
            unsafe {
                if WHOLE {
                    room.compact.put_whole(warp, row, rows, |j| {
                        let other = places[j as usize];
                        match self.whole {
                            true => room.matrix.bit(place, other),
                            false => room.matrix.bit(place.max(other), place.min(other)),
                        }
                    });
                } else {
                    room.compact.put(warp, row, |j| room.matrix.bit(place, places[j as usize]));
                }
            }
            row += block.warps();
        }
        block.sync();
        rows
    }

    /// The vertices beside that of row `i` which what is looked for may have.
    #[inline(always)]
    fn set(&self, i: u32) -> &[u64] {
        let columns = if self.whole { self.rows } else { i };
        // SAFETY: the row was filled before the block met, to its own bit or whole, and no one writes any more.
        unsafe { self.room.matrix.row(i, words(columns)) }
    }

    /// Puts down which bits of `set` are set: a warp takes a word, a lane two bits.
    #[inline(always)]
    fn put_places(&self, set: &[u64]) {
        let (block, warp) = (self.block, self.block.warp());
        let mut at = block.warp_index() as usize;
        while at < set.len() {
            let mut before = size(warp, &set[..at]);
            for half in 0..2 {
                let bits = (set[at] >> (half * u32::BITS)) as u32;
                if bits >> warp.lane() & 1 == 1 {
                    let rank = before + (bits & warp.lanes_below()).count_ones();
                    let place = at as u32 * WORD + half * u32::BITS + warp.lane();
                    // SAFETY: one thread writes each; all have finished reading what was there, as they have met
                    // since `fill`.
                    unsafe { self.room.places.write(rank as usize, place) };
                }
                before += bits.count_ones();
            }
            at += block.warps() as usize;
        }
    }

    /// This lane's share of the triangles in the compact matrix, a row a warp.
    #[inline(always)]
    fn search(&self, rows: u32, turn: u32) -> u64 {
        let (block, room) = (self.block, self.room);
        let ticket = &room.tickets[turn as usize % 2];
        let search = CliqueSearch { warp: block.warp(), room, matrix: room.compact, depth: 0, short: true };
        let mut sum = 0;
        let mut row = take(block, ticket, 0);
        // A triangle has two vertices before its third.
        while row + 2 < rows {
            sum += search.row::<false>(rows - 1 - row);
            row = take(block, ticket, row + 1);
        }
        sum
    }
}

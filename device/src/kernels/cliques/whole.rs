//! Cliques of six and more vertices, with many lanes: in a compact matrix of whole rows, until four vertices are left
//! to choose.

use super::compact::Compacted;
use super::matrix::{WORD, below, words};
use super::quads::{ALL, Quads, TIMES};
use super::search::{CliqueSearch, next_bit, size};
use super::tickets::take;
use crate::simt::{Block, Warp};

/// The last vertices of a clique, which are counted [together](super::quads).
const LAST: u32 = 4;

impl<B: Block> Compacted<'_, '_, B> {
    /// This lane's share of the cliques of `k - 2` vertices in the compact matrix, of `rows` whole rows. A collective
    /// of the block.
    ///
    /// A warp takes a row, chooses vertices one by one until four are left, and counts these. Where none is to be
    /// chosen before, the warps share the pairs of all vertices.
    #[inline(always)]
    pub(super) fn whole(&self, rows: u32, turn: u32) -> u64 {
        let (block, room, warp) = (self.block, self.room, self.block.warp());
        let ticket = &room.tickets[turn as usize % 2];
        let together = self.k == 6;
        let dealt = if together { of_warp(block) } else { ALL };
        // How many vertices are chosen in a row.
        let depth = if together { 0 } else { self.k - 7 };
        let search = CliqueSearch { warp, room, matrix: room.compact, depth, short: false };
        let quads = Quads { warp, matrix: room.compact, sets: room.rows };
        let mut sum = 0;
        let mut taken = if together { 0 } else { take(block, ticket, 0) };
        // A clique has k - 3 vertices in the row of its third.
        while taken + self.k < rows + 3 {
            let row = if together { rows } else { rows - 1 - taken };
            let before = |j: u32, at: usize| below(j - at as u32 * WORD);
            // SAFETY: rows were written before the block met, and no one writes until it meets again.
            let word = |j: u32, at: usize| unsafe { room.compact.row(j, words(j))[at] } & before(j, at);
            // The first set stands above the levels.
            let put = |at: usize| if together { before(row, at) } else { word(row, at) };
            let all = search.put(depth, row, put);
            let (mut level, mut set, mut next, mut top) = (0, all, 0, row);
            loop {
                if level == depth {
                    let at = if depth == 0 { 0 } else { depth - 1 };
                    let share = warp.sum_u64(quads.share(at, top, dealt));
                    if together {
                        return self.sum_of_shares(share);
                    }
                    // One lane has it.
                    sum += if warp.lane() == 0 { share / TIMES } else { 0 };
                } else if let Some(j) = next_bit(set, next) {
                    let common = search.put(level, j, |at| set[at] & word(j, at));
                    if size(warp, common) + level + 1 >= depth + LAST {
                        search.save(level, j + 1, top);
                        (level, set, next, top) = (level + 1, common, 0, j);
                    } else {
                        next = j + 1;
                    }
                    continue;
                }
                if level == 0 {
                    break;
                }
                level -= 1;
                (next, top) = search.load(level);
                // SAFETY: the stack's row was written when this level was entered.
                set = if level == 0 { all } else { unsafe { room.rows.row(level - 1, words(top)) } };
            }
            taken = take(block, ticket, taken + 1);
        }
        sum
    }

    /// What the warps have counted together, in one lane of the block. A collective of it.
    #[inline(always)]
    fn sum_of_shares(&self, share: u64) -> u64 {
        let (block, shares) = (self.block, self.room.shares);
        if block.warp().lane() == 0 {
            // SAFETY: a place of its own; it is read after the barrier, and written again after the next one, when the
            // matrix is filled.
            unsafe { shares.write(block.warp_index() as usize, share) };
        }
        block.sync();
        if block.thread() > 0 {
            return 0;
        }
        // SAFETY: just written.
        let shares = unsafe { shares.written(block.warps() as usize) };
        shares.iter().fold(0, |sum: u64, share| sum.wrapping_add(*share)) / TIMES
    }
}

/// Of each 32 vertices, those that this warp takes.
#[inline(always)]
fn of_warp<B: Block>(block: B) -> u32 {
    let own = (block.warp_index()..u32::BITS).step_by(block.warps() as usize);
    own.fold(0, |dealt, bit| dealt | 1 << bit)
}

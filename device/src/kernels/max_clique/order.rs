//! A root's candidates in an order of their own, in a matrix of just these.
//!
//! The last of them is the one with the fewest neighbours among them, the last but one the one with the fewest among
//! the others, and so on: so those that are held first leave the fewest candidates, and classes are begun by those that
//! are in most of the edges.

use crate::kernels::cliques::matrix::{Matrix, WORD, stride, word_of, words};
use crate::kernels::triangles::shared::ThreadTeam;
use crate::memory::Scratch;
use crate::simt::{Block, Warp};

/// What is taken out.
const TAKEN: u64 = u64::MAX;

/// Words that a block needs for up to `rows` candidates: where each stands, how many neighbours it has, their order,
/// and their matrix.
pub(super) const fn pack_words(rows: u32) -> usize {
    rows as usize * (3 + stride(rows) as usize)
}

/// Makes the matrix of the candidates in `set`, whole, in `room`. A collective of the block, which may read it.
///
/// # Safety
/// There are `count` candidates, and `room` has [`pack_words`] of so many. `matrix` has a row of as many words as `set`
/// for each, which were written before the block met. Nobody uses `room` otherwise until the block has met again.
#[inline(always)]
pub(super) unsafe fn pack_in_order<'a, B: Block>(
    block: B,
    matrix: Matrix<'_>,
    set: &[u64],
    count: u32,
    room: Scratch<'a, u64>,
) -> Matrix<'a> {
    let warp = block.warp();
    let rows = u64::from(count);
    let (places, degrees, order) = (room.part(0, rows), room.part(rows, rows), room.part(2 * rows, rows));
    if block.warp_index() == 0 {
        // SAFETY: the caller's promise; the other warps wait.
        unsafe { put_order(warp, matrix, set, places, degrees, order) };
    }
    block.sync();
    // SAFETY: the first warp wrote it, and the block has met since.
    let order = unsafe { order.written(count as usize) };
    let packed = Matrix::new(room.part(3 * rows, rows * u64::from(stride(count))), stride(count));
    let mut i = block.warp_index();
    while i < count {
        for at in 0..words(count) {
            // SAFETY: candidates, which have rows.
            let word = word_of(warp, at as u32 * WORD, count, |j| unsafe {
                matrix.bit(order[i as usize] as u32, order[j as usize] as u32)
            });
            if warp.lane() == 0 {
                // SAFETY: the matrix has so many rows of so many words, of which each is one warp's.
                unsafe { packed.write(i, at, word) };
            }
        }
        i += block.warps();
    }
    block.sync();
    packed
}

/// Writes down in which order the candidates are to come. A collective of a warp.
///
/// # Safety
/// As for [`pack_in_order`], for three parts of the room, of one element for each candidate.
#[inline(always)]
unsafe fn put_order<W: Warp>(
    warp: W,
    matrix: Matrix<'_>,
    set: &[u64],
    places: Scratch<'_, u64>,
    degrees: Scratch<'_, u64>,
    order: Scratch<'_, u64>,
) {
    let (team, count) = (ThreadTeam::warp(warp), places.len() as usize);
    if warp.lane() == 0 {
        let mut rank = 0;
        for (at, &word) in set.iter().enumerate() {
            let mut left = word;
            while left != 0 {
                // SAFETY: there are so many candidates, and one lane writes before the lanes meet.
                unsafe { places.write(rank, u64::from(at as u32 * WORD + left.trailing_zeros())) };
                (left, rank) = (left & (left - 1), rank + 1);
            }
        }
    }
    warp.sync();
    // SAFETY: just written.
    let places = unsafe { places.written(count) };
    // SAFETY: a candidate has a row; here and below, each lane writes elements that no other reads or writes before
    // they meet.
    team.share(count, |i| unsafe {
        let row = matrix.row(places[i] as u32, set.len());
        let degree = set.iter().zip(row).map(|(set, row)| (set & row).count_ones()).sum::<u32>();
        degrees.write(i, degree.into());
    });
    warp.sync();
    for rank in (0..count).rev() {
        let last = last_of(warp, degrees, count);
        warp.sync();
        let place = places[last as usize];
        // SAFETY: as above.
        team.share(count, |i| unsafe {
            let degree = degrees.read(i);
            if i == last as usize {
                order.write(rank, place);
                degrees.write(i, TAKEN);
            } else if degree != TAKEN && matrix.bit(place as u32, places[i] as u32) {
                degrees.write(i, degree - 1);
            }
        });
        warp.sync();
    }
}

/// The candidate that has the fewest neighbours, the last of several, of those that are not taken out. A collective.
#[inline(always)]
fn last_of<W: Warp>(warp: W, degrees: Scratch<'_, u64>, count: usize) -> u32 {
    // The largest of these is the one: degrees and candidates are fewer than 2^16.
    let mut best = 0;
    ThreadTeam::warp(warp).share(count, |i| {
        // SAFETY: written before the lanes met.
        let degree = unsafe { degrees.read(i) };
        if degree != TAKEN {
            best = best.max((u32::from(u16::MAX) - degree as u32) << u16::BITS | i as u32);
        }
    });
    warp.max(best) & u32::from(u16::MAX)
}

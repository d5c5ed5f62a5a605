//! The graph among a few vertices of a list: a matrix of one word a row, made from a larger one.

use super::matrix::{Matrix, WORD, below, word_of};
use crate::memory::Scratch;
use crate::simt::Warp;

/// Puts down which bits of `set` are set: at most 64. A collective.
///
/// # Safety
/// There is room for so many places, which this warp alone uses.
#[inline(always)]
pub(in crate::kernels) unsafe fn put_places<W: Warp>(warp: W, set: &[u64], places: Scratch<'_, u64>) {
    warp.sync();
    let mut before = 0;
    for (at, &word) in set.iter().enumerate() {
        // SAFETY: one lane writes each; all have finished reading what was there.
        let put = |bit: u32, rank: u32| unsafe {
            places.write((before + rank) as usize, u64::from(at as u32 * WORD + bit))
        };
        if W::LANES == 1 {
            let mut left = word;
            for rank in 0..word.count_ones() {
                put(left.trailing_zeros(), rank);
                left &= left - 1;
            }
        } else {
            let mut bit = warp.lane();
            while bit < WORD {
                if word >> bit & 1 == 1 {
                    put(bit, (word & below(bit)).count_ones());
                }
                bit += W::LANES;
            }
        }
        before += word.count_ones();
    }
    warp.sync();
}

/// Fills `rows` with the graph among the vertices of `set`, which stand at `places`: at most 64. A collective.
///
/// # Safety
/// `matrix` has a row of as many words as `set` for each place, which were written before the lanes met; there is room
/// for so many rows, which this warp alone uses.
#[inline(always)]
pub(in crate::kernels) unsafe fn pack<W: Warp>(
    warp: W,
    matrix: Matrix<'_>,
    set: &[u64],
    places: &[u64],
    rows: Scratch<'_, u64>,
) {
    for (i, &place) in places.iter().enumerate() {
        let row = if W::LANES == 1 {
            // SAFETY: the caller's promise.
            among(set, unsafe { matrix.row(place as u32, set.len()) })
        } else {
            // SAFETY: `word_of` asks for candidates, and the rest is the caller's promise.
            word_of(warp, 0, places.len() as u32, |j| unsafe {
                matrix.bit(place as u32, *places.get_unchecked(j as usize) as u32)
            })
        };
        if warp.lane() == 0 {
            // SAFETY: this warp's; its lanes met in `put_places`, and meet again before they read.
            unsafe { rows.write(i, row) };
        }
    }
    warp.sync();
}

/// The bits of `row` where `set` has some, without gaps.
#[inline(always)]
pub(in crate::kernels) fn among(set: &[u64], row: &[u64]) -> u64 {
    let (mut bits, mut before) = (0, 0);
    for (&set, &row) in set.iter().zip(row) {
        let mut left = set & row;
        while left != 0 {
            let bit = left.trailing_zeros();
            bits |= 1 << (before + (set & below(bit)).count_ones());
            left &= left - 1;
        }
        before += set.count_ones();
    }
    bits
}

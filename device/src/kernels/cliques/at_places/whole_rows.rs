//! The triangles at the vertices of a matrix of whole rows.

use crate::kernels::cliques::matrix::{Matrix, WORD, words};
use crate::simt::Warp;

/// This lane's share of twice the triangles at vertex `i` in a matrix of `size` whole rows, which have the bits of
/// their own vertices if `OWN`.
#[inline(always)]
pub(super) fn twice_at<W: Warp, const OWN: bool>(warp: W, matrix: Matrix<'_>, i: u32, size: u32) -> u64 {
    // SAFETY: the rows were written before the block met, and no one writes until it meets again.
    let row = |i: u32| unsafe { matrix.row(i, words(size)) };
    let set = row(i);
    // Two rows have both their own vertices in common besides.
    let own = if OWN { 2 } else { 0 };
    let beside =
        |word: u64, at: usize| if OWN && i / WORD == at as u32 { word & !(1 << (i % WORD)) } else { word };
    if W::LANES == 1 {
        let mut twice = 0;
        let visit = |j| twice += u64::from(in_common(set, row(j)) - own);
        each_bit(set.len(), |at| beside(set[at], at), visit);
        return twice;
    }
    let mut twice = 0;
    match *set {
        [a] => twice += among::<W, 1>(warp, matrix, [a], own, beside),
        [a, b] => twice += among(warp, matrix, [a, b], own, beside),
        [a, b, c] => twice += among(warp, matrix, [a, b, c], own, beside),
        _ => each_bit_of_lane(
            warp,
            set.len(),
            |at| beside(set[at], at),
            |j| twice += in_common(set, row(j)) - own,
        ),
    }
    // A lane has one in 32 rows: those of a list of up to 2^18 vertices come to less than 2^32. With a longer one, a
    // graph has 2^35 edges, which are in no card's memory.
    u64::from(twice)
}

/// What `set` and the rows of this lane's share of its bits have in common, less `own` for each row. Bits that `beside`
/// leaves out are not looked at.
#[inline(always)]
fn among<W: Warp, const WORDS: usize>(
    warp: W,
    matrix: Matrix<'_>,
    set: [u64; WORDS],
    own: u32,
    beside: impl Fn(u64, usize) -> u64,
) -> u32 {
    let mut sum = 0;
    each_bit_of_lane(
        warp,
        WORDS,
        |at| beside(set[at], at),
        |j| {
            // SAFETY: as in `twice_at`; the rows have so many words.
            let row = unsafe { matrix.row(j, WORDS) };
            sum += (0..WORDS).map(|at| (set[at] & row[at]).count_ones()).sum::<u32>() - own;
        },
    );
    sum
}

/// How many bits two sets of as many words have in common.
#[inline(always)]
pub(super) fn in_common(one: &[u64], other: &[u64]) -> u32 {
    one.iter().zip(other).map(|(a, b)| (a & b).count_ones()).sum()
}

/// Calls `visit` with the bits that are set in so many words.
#[inline(always)]
pub(super) fn each_bit(length: usize, word: impl Fn(usize) -> u64, mut visit: impl FnMut(u32)) {
    for at in 0..length {
        let mut left = word(at);
        while left != 0 {
            visit(at as u32 * WORD + left.trailing_zeros());
            left &= left - 1;
        }
    }
}

/// Calls `visit` with this lane's share of the bits that are set in so many words: all lanes have the same words.
#[inline(always)]
fn each_bit_of_lane<W: Warp>(
    warp: W,
    length: usize,
    word: impl Fn(usize) -> u64,
    mut visit: impl FnMut(u32),
) {
    for at in 0..length {
        let word = word(at);
        let mut bit = warp.lane();
        while bit < WORD {
            if word >> bit & 1 == 1 {
                visit(at as u32 * WORD + bit);
            }
            bit += W::LANES;
        }
    }
}

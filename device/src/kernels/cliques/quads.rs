//! Cliques of four vertices in a dense set, from the pairs that are not joined.
//!
//! A set of four is a clique if none of its pairs is missing. By inclusion and exclusion over the missing pairs, the number of
//! such sets is a sum over the subgraphs of the graph `H` of missing pairs: each of the 64 sets of pairs of four vertices, counted with
//! its sign. All of them but the cliques of `H` follow from degrees in `H` and from how many neighbours two vertices have there in common:
//! `docs/algorithms.md` derives the sum. So the cliques of the dense graph take a popcount for each pair, and what is left to be gone
//! through are those of the graph with the fewer pairs.

use super::matrix::{Matrix, WORD, below, words};
use super::search::size;
use crate::simt::Warp;

/// What [`Quads::share`] counts each clique as.
pub(super) const TIMES: u64 = 24;

/// A warp that counts cliques of four vertices in a matrix.
pub(super) struct Quads<'a, W> {
    /// The warp.
    pub warp: W,
    /// Whole rows, of which bit `i` of row `i` is set. No one writes in it meanwhile.
    pub matrix: Matrix<'a>,
}

/// The vertices of a set, and the graph among them that is gone through.
#[derive(Clone, Copy)]
struct Among<'s> {
    set: &'s [u64],
    size: u32,
    /// What a row differs by from a row of that graph: all bits, if it is that of the missing pairs.
    turned: u64,
}

impl<W: Warp> Quads<'_, W> {
    /// A share of [`TIMES`] the number of these cliques, modulo 2^64: that of this lane, and of each `step`th vertex from `first` on. The shares of all
    /// lanes, for all `first < step`, add up to it. A collective.
    ///
    /// # Panics
    /// If the set may have more than 65,535 vertices.
    #[inline(always)]
    pub(super) fn share(&self, set: &[u64], first: u32, step: u32) -> u64 {
        assert!(set.len() <= (1 << 16) / WORD as usize - 1, "a row of more vertices than are counted here");
        let size = size(self.warp, set);
        if size < 4 {
            return 0;
        }
        let mut missing = 0;
        self.each(set, |x| missing += self.degree(Among { set, size, turned: u64::MAX }, x));
        // Each pair is seen from both its vertices.
        let missing = self.warp.sum(missing);
        let dense = missing <= size * (size - 1) / 2;
        let among = Among { set, size, turned: if dense { u64::MAX } else { 0 } };
        let mut sum = 0u64;
        if dense && first == 0 && self.warp.lane() == 0 {
            sum = of_set(size.into(), u64::from(missing / 2));
        }
        self.each(set, |x| sum = sum.wrapping_add(self.of_vertex(among, x, first, step)));
        sum
    }

    /// Calls `visit` with this lane's share of the vertices of `set`.
    #[inline(always)]
    fn each(&self, set: &[u64], mut visit: impl FnMut(u32)) {
        let mut x = self.warp.lane();
        while x < set.len() as u32 * WORD {
            if has(set, x) {
                visit(x);
            }
            x += W::LANES;
        }
    }

    /// How many neighbours `x` has in the graph that is gone through.
    #[inline(always)]
    fn degree(&self, among: Among<'_>, x: u32) -> u32 {
        let row = self.row(x, among.set.len());
        among.set.iter().zip(row).map(|(set, row)| (set & (row ^ among.turned)).count_ones()).sum()
    }

    /// The terms of vertex `x`, and those of its pairs with each `step`th vertex from `first` on.
    #[inline(always)]
    fn of_vertex(&self, among: Among<'_>, x: u32, first: u32, step: u32) -> u64 {
        let row = self.row(x, among.set.len());
        // Over the pairs: neighbours in common, and their squares; and the same where the two are neighbours.
        let (mut common, mut squares) = (0u32, 0u64);
        let (mut joined, mut joined_squares) = (0u32, 0u64);
        let mut cliques = 0u64;
        let mut y = first;
        while y < among.set.len() as u32 * WORD {
            if has(among.set, y) && y != x {
                let other = self.row(y, among.set.len());
                let n: u32 = (0..row.len()).map(|at| both(among, row, other, at).count_ones()).sum();
                common += n;
                squares += u64::from(n) * u64::from(n);
                if (row[(y / WORD) as usize] ^ among.turned) >> (y % WORD) & 1 == 1 {
                    joined += n;
                    joined_squares += u64::from(n) * u64::from(n);
                    if y < x && n > 1 {
                        cliques += u64::from(self.edges_below(among, row, other, y));
                    }
                }
            }
            y += step;
        }
        let mut sum = TIMES * cliques;
        if among.turned != 0 {
            let degree = u64::from(self.degree(among, x));
            let pairs = Pairs { common: common.into(), squares, joined: joined.into(), joined_squares };
            sum = sum.wrapping_add(of_pairs(among.size.into(), degree, pairs));
            if first == 0 {
                sum = sum.wrapping_add(of_degree(among.size.into(), degree));
            }
        }
        sum
    }

    /// The edges between the vertices before `y` that both rows have in common.
    #[inline(always)]
    fn edges_below(&self, among: Among<'_>, row: &[u64], other: &[u64], y: u32) -> u32 {
        let mut edges = 0;
        for at in 0..words(y) {
            let mut left = both(among, row, other, at) & below(y - at as u32 * WORD);
            while left != 0 {
                let z = left.trailing_zeros();
                let third = self.row(at as u32 * WORD + z, at + 1);
                for before in 0..at {
                    edges += (both(among, row, other, before) & (third[before] ^ among.turned)).count_ones();
                }
                edges += (both(among, row, other, at) & (third[at] ^ among.turned) & below(z)).count_ones();
                left &= left - 1;
            }
        }
        edges
    }

    #[inline(always)]
    fn row(&self, x: u32, length: usize) -> &[u64] {
        // SAFETY: who makes this has filled the matrix, and the set's vertices have whole rows in it.
        unsafe { self.matrix.row(x, length) }
    }
}

/// What two vertices with these rows have as neighbours in common, in word `at`.
#[inline(always)]
fn both(among: Among<'_>, row: &[u64], other: &[u64], at: usize) -> u64 {
    // SAFETY: both rows have as many words as the set, or `at` is one of those asked for.
    unsafe {
        (row.get_unchecked(at) ^ among.turned)
            & (other.get_unchecked(at) ^ among.turned)
            & among.set.get_unchecked(at)
    }
}

/// Whether `x` is in `set`, which has a word for it.
#[inline(always)]
fn has(set: &[u64], x: u32) -> bool {
    set[(x / WORD) as usize] >> (x % WORD) & 1 == 1
}

/// Sums over the pairs of a vertex.
#[derive(Clone, Copy)]
struct Pairs {
    common: u64,
    squares: u64,
    joined: u64,
    joined_squares: u64,
}

/// The terms of the whole set: no missing pair, and two that have no vertex in common or one, of which the latter are taken off in [`of_degree`].
#[inline(always)]
fn of_set(size: u64, missing: u64) -> u64 {
    let sets = size.wrapping_mul(size - 1).wrapping_mul(size - 2).wrapping_mul(size - 3);
    sets.wrapping_add(12u64.wrapping_mul(missing).wrapping_mul(missing.wrapping_sub(1)))
}

/// The terms of a vertex's degree in the graph of missing pairs: one missing pair, two and three at the vertex.
#[inline(always)]
fn of_degree(size: u64, degree: u64) -> u64 {
    let two = degree.wrapping_mul(degree.wrapping_sub(1));
    let at_vertex = 12 * (size - 4) * two;
    let three = 4 * two.wrapping_mul(degree.wrapping_sub(2));
    at_vertex.wrapping_sub(three).wrapping_sub(6 * (size - 2) * (size - 3) * degree)
}

/// The terms of a vertex's pairs: three missing pairs in a path or a triangle, four in a cycle or a triangle with a tail, and five.
#[inline(always)]
fn of_pairs(size: u64, degree: u64, pairs: Pairs) -> u64 {
    let Pairs { common, squares, joined, joined_squares } = pairs;
    let triangles = joined.wrapping_mul((12 * degree + 6).wrapping_sub(4 * size));
    triangles
        .wrapping_sub(12u64.wrapping_mul(common).wrapping_mul(degree.wrapping_sub(1)))
        .wrapping_sub(6 * joined_squares)
        .wrapping_add(3 * (squares - common))
}

//! Cliques of four vertices in a dense set, from the pairs that are not joined.
//!
//! A set of four is a clique if none of its pairs is missing. By inclusion and exclusion over the missing pairs, the
//! number of such sets is a sum over the subgraphs of the graph `H` of missing pairs: each of the 64 sets of pairs of
//! four vertices, counted with its sign. All of them but the cliques of `H` follow from degrees in `H` and from how
//! many neighbours two vertices have there in common: `docs/algorithms.md` derives the sum. So the cliques of the dense
//! graph take a popcount for each pair, and what is left to be gone through are those of the graph with the fewer
//! pairs.

use core::array::from_fn;

use super::matrix::{Matrix, PART, words};
use crate::simt::Warp;

/// What [`Quads::share`] counts each clique as.
pub(super) const TIMES: u64 = 24;
/// All vertices of a set, to [`Quads::share`].
pub(super) const ALL: u32 = u32::MAX;

/// A warp that counts cliques of four vertices in a matrix.
pub(super) struct Quads<'a, W> {
    /// The warp.
    pub warp: W,
    /// Whole rows, of which bit `i` of row `i` is set. No one writes in it meanwhile.
    pub matrix: Matrix<'a>,
    /// The warp's sets, a row each.
    pub sets: Matrix<'a>,
}

/// A set, and the graph among its vertices that is gone through.
#[derive(Clone, Copy)]
struct InducedSet {
    /// The set's row.
    set: u32,
    /// Its parts of 32 bits.
    parts: u32,
    /// Its vertices.
    size: u32,
    /// What a row differs by from a row of that graph: all bits, if it is that of the missing pairs.
    turned: u32,
    /// In each part, which vertices' pairs are counted.
    dealt: u32,
}

/// The neighbours of a vertex in that graph: with `N > 0` parts, in registers.
struct Own<const N: usize> {
    vertex: u32,
    held: [u32; N],
}

impl<W: Warp> Quads<'_, W> {
    /// A share of [`TIMES`] the number of cliques of four vertices in row `set` of the sets, whose vertices are before
    /// `top`, modulo 2^64: that of this lane, and of the vertices whose numbers modulo 32 are set in `dealt`. The
    /// shares of all lanes, for parts of [`ALL`], add up to it. A collective.
    ///
    /// # Panics
    /// If the set may have more than 65,535 vertices: the sums would not do.
    #[inline(always)]
    pub(super) fn share(&self, set: u32, top: u32, dealt: u32) -> u64 {
        assert!(top < 1 << 16, "a row of more vertices than are counted here");
        let among = InducedSet { set, parts: top.div_ceil(PART), size: 0, turned: ALL, dealt };
        match (words(top), among.parts) {
            (0, _) => 0,
            (1, 1) => self.of_set::<1>(among),
            (1, _) => self.of_set::<2>(among),
            (2, _) => self.of_set::<4>(among),
            (3, _) => self.of_set::<6>(among),
            _ => self.of_set::<0>(among),
        }
    }

    /// A share of [`TIMES`] the number of cliques of four vertices in the set, modulo 2^64: that of this lane, and of
    /// the vertices that are dealt. Rows of at most `N` parts are kept in registers, if `N > 0`. A collective.
    #[inline(always)]
    fn of_set<const N: usize>(&self, among: InducedSet) -> u64 {
        let (mut size, mut missing) = (0, 0);
        self.each(among, |x| {
            size += 1;
            missing += self.degree(&self.own::<N>(among, x), among);
        });
        // Each pair is seen from both its vertices.
        let (size, missing) = (self.warp.sum(size), self.warp.sum(missing));
        if size < 4 {
            return 0;
        }
        let dense = missing <= size * (size - 1) / 2;
        let among = InducedSet { size, turned: if dense { ALL } else { 0 }, ..among };
        let mut sum = 0u64;
        if dense && among.dealt & 1 == 1 && self.warp.lane() == 0 {
            sum = of_all(size.into(), u64::from(missing / 2));
        }
        self.each(among, |x| sum = sum.wrapping_add(self.of_vertex(&self.own::<N>(among, x), among)));
        sum
    }

    /// Calls `visit` with this lane's share of the vertices of the set.
    #[inline(always)]
    fn each(&self, among: InducedSet, mut visit: impl FnMut(u32)) {
        for at in 0..among.parts {
            let part = self.set(among, at);
            let mut bit = self.warp.lane();
            while bit < PART {
                if part >> bit & 1 == 1 {
                    visit(at * PART + bit);
                }
                bit += W::LANES;
            }
        }
    }

    /// The terms of a vertex, and those of its pairs with the vertices that are dealt.
    #[inline(always)]
    fn of_vertex<const N: usize>(&self, own: &Own<N>, among: InducedSet) -> u64 {
        let mut sum = self.of_neighbors(own, among);
        if among.turned != 0 {
            let degree = self.degree(own, among);
            sum = sum.wrapping_add(self.of_others(own, among, degree));
            if among.dealt & 1 == 1 {
                sum = sum.wrapping_add(of_degree(among.size.into(), degree.into()));
            }
        }
        sum
    }

    /// The terms of the neighbours that a vertex and others have in common, over all the others.
    #[inline(always)]
    fn of_others<const N: usize>(&self, own: &Own<N>, among: InducedSet, degree: u32) -> u64 {
        let (mut common, mut squares) = (0u32, 0u64);
        for at in 0..among.parts {
            let mut left = self.set(among, at) & among.dealt;
            while left != 0 {
                let n = self.common(own, among, at * PART + left.trailing_zeros());
                common += n;
                squares += u64::from(n) * u64::from(n);
                left &= left - 1;
            }
        }
        // The vertex itself was among them.
        if among.dealt >> (own.vertex % PART) & 1 == 1 {
            common -= degree;
            squares -= u64::from(degree) * u64::from(degree);
        }
        let common = u64::from(common);
        (3 * (squares - common))
            .wrapping_sub(12u64.wrapping_mul(common).wrapping_mul(u64::from(degree).wrapping_sub(1)))
    }

    /// The terms of a vertex and its neighbours.
    #[inline(always)]
    fn of_neighbors<const N: usize>(&self, own: &Own<N>, among: InducedSet) -> u64 {
        let (mut joined, mut squares) = (0u32, 0u64);
        // Twice the cliques.
        let mut cliques = 0u64;
        for at in 0..among.parts {
            let mut left = self.neighbors(own.vertex, among, at) & among.dealt;
            while left != 0 {
                let y = at * PART + left.trailing_zeros();
                left &= left - 1;
                let n = self.common(own, among, y);
                joined += n;
                squares += u64::from(n) * u64::from(n);
                if y < own.vertex && n > 1 {
                    cliques += u64::from(self.ends_below(own, among, y));
                }
            }
        }
        let cliques = cliques * (TIMES / 2);
        if among.turned == 0 {
            return cliques;
        }
        let degree = u64::from(self.degree(own, among));
        let triangles =
            u64::from(joined).wrapping_mul((12 * degree + 6).wrapping_sub(4 * u64::from(among.size)));
        cliques.wrapping_add(triangles).wrapping_sub(6 * squares)
    }

    /// The ends of the edges among the neighbours before `y` that a vertex and `y` have in common.
    #[inline(always)]
    fn ends_below<const N: usize>(&self, own: &Own<N>, among: InducedSet, y: u32) -> u32 {
        let shared = |at: u32| self.word(own, among, at) & self.row(y, among, at) & before(y, at);
        let held: [u32; N] = from_fn(|at| shared(at as u32));
        let mut ends = 0u32;
        for at in 0..y.div_ceil(PART) {
            let mut left = self.neighbors(own.vertex, among, at) & self.row(y, among, at) & before(y, at);
            while left != 0 {
                let z = at * PART + left.trailing_zeros();
                left &= left - 1;
                // Its own bit is set in the row of `z`, but not if that is turned.
                ends = ends.wrapping_sub(u32::from(among.turned == 0));
                if N > 0 {
                    for (at, held) in held.iter().enumerate() {
                        ends = ends.wrapping_add((held & self.row(z, among, at as u32)).count_ones());
                    }
                } else {
                    for at in 0..y.div_ceil(PART) {
                        ends = ends.wrapping_add((shared(at) & self.row(z, among, at)).count_ones());
                    }
                }
            }
        }
        ends
    }

    /// How many neighbours a vertex has in common with `y`.
    #[inline(always)]
    fn common<const N: usize>(&self, own: &Own<N>, among: InducedSet, y: u32) -> u32 {
        self.sum::<N>(among, |at| self.word(own, among, at) & self.row(y, among, at))
    }

    #[inline(always)]
    fn degree<const N: usize>(&self, own: &Own<N>, among: InducedSet) -> u32 {
        self.sum::<N>(among, |at| self.word(own, among, at))
    }

    /// The bits of all parts.
    #[inline(always)]
    fn sum<const N: usize>(&self, among: InducedSet, part: impl Fn(u32) -> u32) -> u32 {
        let parts = if N > 0 { N as u32 } else { among.parts };
        (0..parts).map(|at| part(at).count_ones()).sum()
    }

    #[inline(always)]
    fn own<const N: usize>(&self, among: InducedSet, vertex: u32) -> Own<N> {
        Own { vertex, held: from_fn(|at| self.neighbors(vertex, among, at as u32)) }
    }

    /// A part of the neighbours of a vertex.
    #[inline(always)]
    fn word<const N: usize>(&self, own: &Own<N>, among: InducedSet, at: u32) -> u32 {
        if N > 0 { own.held[at as usize] } else { self.neighbors(own.vertex, among, at) }
    }

    /// Part `at` of the neighbours of `x` in the set, read from memory.
    #[inline(always)]
    fn neighbors(&self, x: u32, among: InducedSet, at: u32) -> u32 {
        self.row(x, among, at) & self.set(among, at)
    }

    /// A part of the row of `x` in the graph that is gone through, whether in the set or not.
    #[inline(always)]
    fn row(&self, x: u32, among: InducedSet, at: u32) -> u32 {
        // SAFETY: who makes this has filled the matrix, and the set's vertices have whole rows in it, which are no
        // shorter than the set.
        unsafe { self.matrix.part(x, at) ^ among.turned }
    }

    /// A part of the set.
    #[inline(always)]
    fn set(&self, among: InducedSet, at: u32) -> u32 {
        // SAFETY: the set has all words up to that of its last vertex.
        unsafe { self.sets.part(among.set, at) }
    }
}

/// The bits of a part that stand for vertices before `y`.
#[inline(always)]
fn before(y: u32, at: u32) -> u32 {
    let count = y.saturating_sub(at * PART);
    if count >= PART { ALL } else { (1 << count) - 1 }
}

/// The terms of the whole set: no missing pair, and two; those that have a vertex in common are taken off in
/// [`of_degree`].
#[inline(always)]
fn of_all(size: u64, missing: u64) -> u64 {
    let sets = size.wrapping_mul(size - 1).wrapping_mul(size - 2).wrapping_mul(size - 3);
    sets.wrapping_add(12u64.wrapping_mul(missing).wrapping_mul(missing.wrapping_sub(1)))
}

/// The terms of a vertex's degree in the graph of missing pairs: one missing pair, two and three at the vertex.
#[inline(always)]
fn of_degree(size: u64, degree: u64) -> u64 {
    let two = degree.wrapping_mul(degree.wrapping_sub(1));
    let at_vertex = 12 * (size - 4) * two;
    let three = 4u64.wrapping_mul(two).wrapping_mul(degree.wrapping_sub(2));
    at_vertex.wrapping_sub(three).wrapping_sub(6 * (size - 2) * (size - 3) * degree)
}

//! The subgraphs at a vertex of up to four vertices that keep all arcs between two of these or none, from sums at the
//! vertex.
//!
//! They are those of `sums`, but with a root: vertex 0 is where they are counted.

use motherlode_device::kernels::directed::ties::WEDGES;
use motherlode_device::kernels::directed::ties::{TIES, reversed};
use motherlode_device::kernels::directed_orbits::neighbors::{DIAMONDS, FURTHER, STARS, TAILS, TRIANGLES};
use motherlode_device::kernels::directed_orbits::pair;

use super::sums::TiedPairs;
use crate::direct::OrbitPieces;

/// Tells of each kind of subgraphs of `k` vertices that are no cliques of four: its ties, and how many there are at the
/// vertex of which this is known. Some kinds are told several times, in parts. The order is always the same.
///
/// All numbers are below 2^64, and degrees below 2^32: no product passes 2^97.
pub(super) fn each_subgraph(k: usize, pieces: OrbitPieces<'_>, mut tell: impl FnMut(TiedPairs<'_>, i128)) {
    match k {
        2 => (0..TIES).for_each(|tie| tell(&[(0, 1, tie)], pieces.ties(tie))),
        3 => of_three(pieces, &mut tell),
        _ => {
            stars_and_paths(pieces, &mut tell);
            triangles_with_tails(pieces, &mut tell);
            diamonds_and_cycles(pieces, &mut tell);
        }
    }
}

/// Wedges and triangles.
fn of_three(pieces: OrbitPieces<'_>, tell: &mut impl FnMut(TiedPairs<'_>, i128)) {
    for first in 0..TIES {
        for second in first..TIES {
            let count = choose([first, second], |tie| pieces.ties(tie));
            tell(&[(0, 1, first), (0, 2, second)], count);
        }
        for second in 0..TIES {
            tell(&[(0, 1, first), (1, 2, second)], pieces.near(first, FURTHER + second));
        }
    }
    for TriangleAtRoot { uv, uw, vw, times } in triangles() {
        let count = pieces.near(uv, TRIANGLES + TIES * uw + vw);
        tell(&[(0, 1, uv), (0, 2, uw), (1, 2, vw)], count / times);
    }
}

/// Stars, from their centres and from their leaves, and paths, from the inside and from an end.
fn stars_and_paths(pieces: OrbitPieces<'_>, tell: &mut impl FnMut(TiedPairs<'_>, i128)) {
    for (first, second, third) in each_three() {
        if first <= second && second <= third {
            let count = choose([first, second, third], |tie| pieces.ties(tie));
            tell(&[(0, 1, first), (0, 2, second), (0, 3, third)], count);
        }
        if second <= third {
            let count = pieces.near(first, STARS + pair(TIES, second, third));
            tell(&[(0, 1, first), (1, 2, second), (1, 3, third)], count);
        }
        // The other neighbour of the root is not the end of the path: that is a triangle.
        let others = pieces.ties(third) - i128::from(third == first);
        let closed = pieces.near(first, TRIANGLES + TIES * third + second);
        let count = others * pieces.near(first, FURTHER + second) - closed;
        tell(&[(0, 1, first), (1, 2, second), (0, 3, third)], count);
        // Neither the third vertex nor the last one is the root.
        let back = if second == other_way(first) {
            pieces.ties(first) * (pieces.ties(third) - i128::from(third == first))
        } else {
            0
        };
        let closed = pieces.near(first, TRIANGLES + TIES * other_way(third) + second);
        let count = pieces.far(first, second, FURTHER + third) - back - closed;
        tell(&[(0, 1, first), (1, 2, second), (2, 3, third)], count);
    }
}

/// Triangles with a tail: at the root, at another vertex of the triangle, and with the root at its end.
fn triangles_with_tails(pieces: OrbitPieces<'_>, tell: &mut impl FnMut(TiedPairs<'_>, i128)) {
    for tail in 0..TIES {
        for (uv, uw, vw) in each_three() {
            let count = pieces.near(uv, TAILS + (TIES * uw + vw) * TIES + tail);
            tell(&[(0, 1, uv), (0, 2, uw), (1, 2, vw), (1, 3, tail)], count);
        }
        for TriangleAtRoot { uv, uw, vw, times } in triangles() {
            let others = pieces.ties(tail) - i128::from(tail == uv) - i128::from(tail == uw);
            let count = others * pieces.near(uv, TRIANGLES + TIES * uw + vw);
            tell(&[(0, 1, uv), (0, 2, uw), (1, 2, vw), (0, 3, tail)], count / times);
            // The triangle is at the root's neighbour: in some of them is the root, as their second vertex or as their
            // third.
            let with_root = |is: bool, one: usize, other: usize| {
                if is { pieces.near(tail, TRIANGLES + TIES * one + other) } else { 0 }
            };
            let back = other_way(tail);
            let count = pieces.far(tail, uv, TRIANGLES + TIES * uw + vw)
                - with_root(uv == back, vw, uw)
                - with_root(uw == back, other_way(vw), uv);
            tell(&[(0, 1, tail), (1, 2, uv), (1, 3, uw), (2, 3, vw)], count / times);
        }
    }
}

/// Two triangles on an edge, with the root on it or beside it, and 4-cycles.
fn diamonds_and_cycles(pieces: OrbitPieces<'_>, tell: &mut impl FnMut(TiedPairs<'_>, i128)) {
    let parts = |wedge: usize| (wedge / TIES, wedge % TIES);
    for one in 0..WEDGES {
        let (a, b) = parts(one);
        for other in one..WEDGES {
            let ((c, d), pair) = (parts(other), pair(WEDGES, one, other));
            for edge in 0..TIES {
                let ties = [(0, 1, edge), (0, 2, a), (1, 2, b), (0, 3, c), (1, 3, d)];
                tell(&ties, pieces.near(edge, DIAMONDS + pair));
            }
            tell(&[(0, 1, a), (1, 3, b), (0, 2, c), (2, 3, d)], pieces.cycles()[pair].into());
        }
    }
    for ((uv, uw, vw), of_triangle) in each_three().zip(pieces.opposite().chunks(WEDGES)) {
        for (wedge, &count) in of_triangle.iter().enumerate() {
            let (a, b) = parts(wedge);
            tell(&[(0, 1, uv), (0, 2, uw), (1, 2, vw), (1, 3, a), (2, 3, b)], count.into());
        }
    }
}

/// Three ties, the last first to change.
pub(super) fn each_three() -> impl Iterator<Item = (usize, usize, usize)> {
    (0..TIES * WEDGES).map(|three| (three / WEDGES, three / TIES % TIES, three % TIES))
}

/// A kind of triangles `u v w` at `u`.
pub(super) struct TriangleAtRoot {
    pub uv: usize,
    pub uw: usize,
    pub vw: usize,
    /// How often each is counted, when `v` and `w` may be either of the other vertices.
    pub times: i128,
}

/// The kinds of triangles, those of which one is another with `v` and `w` exchanged but once.
pub(super) fn triangles() -> impl Iterator<Item = TriangleAtRoot> {
    each_three().filter_map(|(uv, uw, vw)| {
        let exchanged = (uw, uv, other_way(vw));
        let times = if exchanged == (uv, uw, vw) { 2 } else { 1 };
        ((uv, uw, vw) <= exchanged).then_some(TriangleAtRoot { uv, uw, vw, times })
    })
}

/// A tie as the other vertex sees it.
pub(super) fn other_way(tie: usize) -> usize {
    reversed(tie as u8).into()
}

/// The ways to choose different things of these kinds, the same ones next to each other, of which there are so many.
pub(super) fn choose<const N: usize>(kinds: [usize; N], count: impl Fn(usize) -> i128) -> i128 {
    let mut ways = 1;
    let mut same = 0;
    for (at, &kind) in kinds.iter().enumerate() {
        same = if at > 0 && kinds[at - 1] == kind { same + 1 } else { 0 };
        ways = ways * (count(kind) - same) / (same + 1);
    }
    ways
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn things_are_chosen() {
        let counts = [5, 2, 0];
        let ways = |kinds: [usize; 3]| choose(kinds, |kind| counts[kind]);
        assert_eq!((ways([0, 0, 0]), ways([0, 0, 1]), ways([0, 1, 1])), (10, 20, 5));
        assert_eq!((ways([1, 1, 1]), ways([0, 0, 2]), ways([2, 2, 2])), (0, 0, 0));
    }
}

//! The subgraphs at a tie of up to four vertices that keep all arcs between two of these or none, from sums at the tie
//! and its ends.
//!
//! They are those of `sums`, but with a root: vertices 0 and 1 are the ends of the tie at which they are counted.

use motherlode_device::kernels::directed::ties::TIES;
use motherlode_device::kernels::directed::ties::WEDGES;
use motherlode_device::kernels::directed_orbits::neighbors::{FURTHER, TRIANGLES};

use super::rooted::{TriangleAtRoot, choose, each_three, other_way, triangles};
use super::sums::TiedPairs;
use crate::direct::TiePieces;

/// Tells of each kind of subgraphs of `k` vertices that are no cliques of four: its ties, and how many there are at the
/// tie of which this is known. Some kinds are told several times, in parts. The order is always the same for an arc,
/// and for arcs both ways.
///
/// All numbers are below 2^64, and degrees below 2^32: no product passes 2^97.
pub(super) fn each_subgraph(k: usize, pieces: TiePieces<'_>, tell: impl FnMut(TiedPairs<'_>, i128)) {
    let mut at = AtTie { pieces, root: (0, 1, pieces.tie(0)), tell };
    match k {
        2 => at.tell(&[], 1),
        3 => at.of_three(),
        _ => {
            at.stars_and_paths();
            at.triangles_with_tails();
            at.diamonds_and_cycles();
        }
    }
}

/// A tie, and who is told of the subgraphs there.
struct AtTie<'s, F> {
    pieces: TiePieces<'s>,
    /// The tie, from the first end.
    root: (usize, usize, usize),
    tell: F,
}

impl<F: FnMut(TiedPairs<'_>, i128)> AtTie<'_, F> {
    /// Tells of a subgraph, by its other ties.
    fn tell(&mut self, others: TiedPairs<'_>, count: i128) {
        let mut ties = [self.root; 6];
        ties[1..=others.len()].copy_from_slice(others);
        (self.tell)(&ties[..=others.len()], count);
    }

    /// The wedges that join the ends, by the ties from an end and from the other.
    fn wedges(&self, end: usize, own: usize, others: usize) -> i128 {
        if end == 0 { self.pieces.wedges(own, others) } else { self.pieces.wedges(others, own) }
    }

    /// Wedges and triangles.
    fn of_three(&mut self) {
        for first in 0..TIES {
            for end in [0, 1] {
                self.tell(&[(end, 2, first)], self.pieces.further(end, first));
            }
            for second in 0..TIES {
                self.tell(&[(0, 2, first), (1, 2, second)], self.pieces.wedges(first, second));
            }
        }
    }

    /// Stars, and paths of which the tie is in the middle, or at an end.
    fn stars_and_paths(&mut self) {
        let pieces = self.pieces;
        for (one, other) in (0..WEDGES).map(|two| (two / TIES, two % TIES)) {
            // Where the ends of a path meet there is a triangle.
            let count = pieces.further(0, one) * pieces.further(1, other) - pieces.wedges(one, other);
            self.tell(&[(0, 2, one), (1, 3, other)], count);
            for end in [0, 1] {
                if one <= other {
                    let count = choose([one, other], |tie| pieces.further(end, tie));
                    self.tell(&[(end, 2, one), (end, 3, other)], count);
                }
                // Neither the third vertex nor the last one is at the other end of the tie.
                let back = if one == pieces.tie(end) { pieces.further(1 - end, other) } else { 0 };
                let closed = self.wedges(end, one, other_way(other));
                let count = pieces.near(end, one, FURTHER + other) - back - closed;
                self.tell(&[(end, 2, one), (2, 3, other)], count);
            }
        }
    }

    /// Triangles with a tail: opposite to the tie, at one of its ends, and as the tie itself.
    fn triangles_with_tails(&mut self) {
        let pieces = self.pieces;
        for (one, other, tail) in each_three() {
            self.tell(&[(0, 2, one), (1, 2, other), (2, 3, tail)], pieces.at_third(one, other, tail));
            for end in [0, 1] {
                let tails = pieces.further(end, tail) - i128::from(tail == one);
                let ties = [(end, 2, one), (1 - end, 2, other), (end, 3, tail)];
                self.tell(&ties, self.wedges(end, one, other) * tails);
            }
        }
        for TriangleAtRoot { uv, uw, vw, times } in triangles() {
            for end in [0, 1] {
                // In some of the triangles at the end is the other end, as their second vertex or as their third.
                let with_other = |is: usize, own: usize, others: usize| {
                    if is == pieces.tie(end) { self.wedges(end, own, others) } else { 0 }
                };
                let count = pieces.near(end, uv, TRIANGLES + TIES * uw + vw)
                    - with_other(uv, uw, vw)
                    - with_other(uw, uv, other_way(vw));
                self.tell(&[(end, 2, uv), (end, 3, uw), (2, 3, vw)], count / times);
            }
        }
    }

    /// Two triangles on an edge, which is the tie or beside it, and 4-cycles.
    fn diamonds_and_cycles(&mut self) {
        let pieces = self.pieces;
        let parts = |wedge: usize| (wedge / TIES, wedge % TIES);
        for (first, second, across) in each_three() {
            let count = pieces.cycles(first, second, across);
            self.tell(&[(0, 3, first), (1, 2, second), (3, 2, across)], count);
        }
        for one in 0..WEDGES {
            let (a, b) = parts(one);
            for other in 0..WEDGES {
                let (c, d) = parts(other);
                if one <= other {
                    let count = choose([one, other], |wedge| pieces.wedges(wedge / TIES, wedge % TIES));
                    self.tell(&[(0, 2, a), (1, 2, b), (0, 3, c), (1, 3, d)], count);
                }
                for end in [0, 1] {
                    let count = pieces.beside(end, a, b, other);
                    self.tell(&[(0, 2, a), (1, 2, b), (end, 3, c), (2, 3, d)], count);
                }
            }
        }
    }
}

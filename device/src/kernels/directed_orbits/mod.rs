//! Sums at each vertex, or edge, from which follows how often it stands where in directed graphlets of up to four
//! vertices.
//!
//! # Computes
//! How many subgraphs of each kind there are at a vertex: by the ties among their vertices, each of which keeps all
//! arcs or is left out. Those that reach no further than its neighbours and what is known there are in [`neighbors`];
//! those of two triangles on one edge, 4-cycles and 4-cliques, found from one root after the other, in [`roots`]. At an
//! edge, what does not follow from its wedges and its ends is in [`edges`], and 4-cliques in `roots`.
//!
//! # Requires
//! A graph whose vertices are numbered by falling degree, its ties ([`directed::ties`](super::directed::ties)), and how
//! many wedges of each kind join the ends of each edge ([`directed::triangles`](super::directed::triangles)). No sum
//! passes 64 bits where the squares of all degrees together do not: whatever is counted at a vertex is a walk of two
//! steps from it at most, and two choices at its end; and what is counted at an edge are two vertices, each of which
//! has a neighbour among the ends or is one of the other's.
//!
//! # Sources
//! The orbits are those of Sarajlić et al. 2016, "Graphlet-based characterization of directed networks", here with arcs
//! both ways. That counts at vertices follow from such sums: Hočevar and Demšar 2014, "A combinatorial approach to
//! graphlet counting", here with ties.

pub mod edges;
pub mod neighbors;
pub mod roots;

use super::directed::ties::{TIES, reversed};

/// How many unordered pairs of so many things there are, of which both may be the same.
pub const fn pairs(things: usize) -> usize {
    things * (things + 1) / 2
}

/// Which of the pairs that of `one` and `other >= one` is.
pub const fn pair(things: usize, one: usize, other: usize) -> usize {
    one * things - pairs(one) + other
}

/// In how many ways a pair can be chosen, of `count` of one thing and `more` of the other.
#[inline(always)]
fn ways(is_same: bool, count: u64, more: u64) -> u64 {
    if is_same { count * count.saturating_sub(1) / 2 } else { count * more }
}

/// A kind of wedges: by the ties from two vertices to the middle.
#[inline(always)]
const fn wedge(one: u8, other: u8) -> usize {
    TIES * one as usize + other as usize
}

/// A tie from the other side, as a number.
#[inline(always)]
const fn back(tie: u8) -> usize {
    reversed(tie) as usize
}

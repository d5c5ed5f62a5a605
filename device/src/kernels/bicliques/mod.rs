//! Bicliques of `p` and `q` vertices: how many there are, and in how many each arc is.
//!
//! # Computes
//! The number of pairs of a set of [`take`](PqBicliqueShape::take) vertices and a set of
//! [`common`](PqBicliqueShape::common) vertices, each of the first joined to each of the second, exactly. The first set
//! is of the *anchored* side, whose vertices are the roots; the others are whoever these are joined to. So a graph need
//! not have two sides: with all vertices as roots, each pair of sets is found once, as sets that are all joined are
//! disjoint.
//!
//! # Requires
//! A graph whose vertices go by falling degree; `take` and `common` of at least 2; roots none of whose neighbours is a
//! root, or all vertices; and a room for each block, as large as the shape says. The host does this in
//! `mine::direct::bicliques`.
//!
//! # The tree
//! A set is found at its greatest vertex, the root, which has the fewest neighbours. The *candidates* are those smaller
//! than the root that have `common` neighbours and more in common with it: they are counted by the far ends of the
//! root's wedges. Each has a row of bits over the root's list. A node has taken some candidates, and has the AND of
//! their rows; below it are those behind the last one that leave `common` bits. Before the last vertex is taken, each
//! that may be it counts the ways to choose `common` of the bits that it leaves, from a table: neither the last vertex
//! nor the other side is gone through.
//!
//! An AND keeps its words that are not zero, each with its place: so a root with many neighbours costs as much as what
//! its candidates have in common.
//!
//! # Thread mapping
//! Persistent blocks draw roots, those that take the most room first, or parts of roots. The wedges are shared by the
//! threads, and the candidates that are taken first by the warps; a warp goes depth-first, a candidate a lane. At arcs,
//! a warp takes one last vertex after the other, a word a lane.
//!
//! # Sources
//! Yang, Peng and Zhang 2021, "(p,q)-biclique counting and enumeration for large sparse bipartite graphs" (PVLDB 15):
//! one side is anchored, with pairs that have `q` neighbours in common. Qiu et al. 2024, "Accelerating biclique
//! counting on GPU": rows of bits without their zeros on a card.

mod arcs;
pub mod count;
pub(super) mod room;
pub(super) mod root;
mod search;

pub use room::{Choices, PqBicliqueArgs, PqBicliqueShape};

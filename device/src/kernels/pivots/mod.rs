//! Cliques of every size at once.
//!
//! # Computes
//! For each `h` and `p`, how many leaves with `h` held vertices and `p` pivots the search trees of some roots have:
//! such a leaf stands for the C(p, k - h) cliques of `k` vertices that consist of all that are held and of some of the
//! pivots. Each clique whose greatest vertex is one of the roots belongs to one leaf of that root's tree.
//!
//! # Requires
//! What [`cliques`](super::cliques) requires: an oriented graph, the rows of its hubs, and roots binned by the lengths
//! of their lists, a launch a bin. The host does this in `mine::direct::pivots`, and turns leaves into cliques.
//!
//! # The tree
//! A node has candidates: the vertices of the root's list that are joined to all that were taken so far. Of these the
//! one with the most neighbours among the candidates is the pivot. A clique among the candidates either has, but for
//! the pivot itself, only neighbours of the pivot, or some other vertex: the first of those is held, and those before
//! it are no candidates below. So a node has a child for the pivot and one for each candidate that is not its
//! neighbour. The pivot may be in a clique or not: it is not held, and below a node without candidates each choice of
//! the pivots is a clique.
//!
//! # Thread mapping
//! Persistent blocks draw roots from a queue, the longest lists first. Where a root has several warps, the first
//! follows the pivots from the tree's root down, as long as there are many candidates: what branches off there are the
//! tasks that the warps take. A warp goes depth-first, a candidate a lane, until there are at most 64 candidates; then
//! it has their rows in its registers. Nodes of at most 16 candidates, which are nearly all, it puts aside; when there
//! are many of them, each lane searches below one. A warp that is still at it when the others of its block have nothing
//! left to take shares what it has to do with them; when no tasks are left, it hands that over to a next launch.
//!
//! # Sources
//! Jain and Seshadhri 2020, "The power of pivoting for exact clique counting" (WSDM 2020), after Bron and Kerbosch 1973
//! and Tomita, Tanaka and Takahashi 2006. Matrices of bits as in [`cliques`](super::cliques).

pub(super) mod among;
pub mod at_places;
pub mod count;
mod degrees;
mod few;
pub(super) mod handover;
mod lane;
mod leaves;
pub mod local;
pub(super) mod many;
mod room;
mod spine;
pub(super) mod tallies;
mod tiny;

pub use handover::{GROUP, HandOver, Resumed, record_words};
pub use leaves::{leaf_cell, leaf_cells};
pub use room::{PivotArgs, PivotShape};

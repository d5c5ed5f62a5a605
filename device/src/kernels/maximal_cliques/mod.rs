//! Maximal cliques: how many there are of each size; and the search by which
//! [`maximal_clique_members`](super::maximal_clique_members) finds their vertices.
//!
//! # Computes
//! For each number of vertices, how many cliques of so many vertices have no vertex that is joined to all of them,
//! exactly. [`count`] has those of three vertices and more, and of the roots of lists of two and more; [`edges`] those
//! edges that are the list of their greater end. A vertex without neighbours is known from its degree. [`members`] is
//! what is to be known of the vertices of those of three and more: a row each, while there is room, and in any case how
//! much room the rows of each root take; or in how many of them each vertex is.
//!
//! # Requires
//! What [`cliques`](super::cliques) requires; the whole graph in the same numbering; and roots binned by the lengths of
//! their lists, of two vertices at least, a launch a bin. The host does this in `mine::direct::maximal_cliques`.
//!
//! # The tree
//! A clique is found at its greatest vertex, the root, whose list has the others. A node has *taken* some vertices.
//! Those that are joined to all of them are its *candidates*, or *excluded*: these are greater than the root, or were
//! candidates of a node above, below which all cliques with them were found. A clique is maximal if nothing is left of
//! both. The pivot is the candidate or the excluded vertex that is joined to the most candidates. A maximal clique has
//! itself, or a candidate that is not joined to it: those are taken one after the other, each of which is excluded
//! then. If an excluded vertex is joined to all candidates, no clique below is maximal.
//!
//! Candidates that are joined to all others are in every maximal clique below, and are taken at once. If each that is
//! left then is joined to all others but one, the cliques are the choices of one of each two that are not joined: how
//! many of them no excluded vertex is joined to, is counted without going through them (`matching`).
//!
//! # Thread mapping
//! Persistent blocks draw roots from a queue, the longest lists first. Rows of bits over the list stand for its
//! vertices, as for [`cliques`](super::cliques), and for those greater neighbours of the root that are joined to some
//! of them (`fill`). Where a root has several warps, they take what branches off the tree's root. A warp goes
//! depth-first, a candidate or an excluded vertex a lane, with sets in device memory until there are at most 64
//! candidates, and then in words. What takes long is shared and handed over as in [`pivots`](super::pivots).
//!
//! # Sources
//! Bron and Kerbosch 1973, "Finding all cliques of an undirected graph"; pivots: Tomita, Tanaka and Takahashi 2006;
//! roots in a degeneracy order: Eppstein, Löffler and Strash 2010, "Listing all maximal cliques in sparse graphs in
//! near-optimal time"; matrices of bits over a root's later and earlier neighbours: Almasri et al. 2023, "Parallelizing
//! maximal clique enumeration on GPUs" (PACT 2023); ends where candidates are joined to nearly all others: Wang, Yu and
//! Long 2024, "Maximal clique enumeration with hybrid branching and early termination".

mod clique_visitor;
pub mod count;
pub mod edges;
mod excluded;
mod few;
mod fill;
mod handing;
mod levels;
mod many;
mod matching;
pub mod members;
mod room;
mod search;

pub use room::{MaximalCliqueArgs, MaximalCliqueShape, RECORD_SETS};

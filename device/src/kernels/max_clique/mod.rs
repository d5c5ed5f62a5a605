//! The size of a largest clique, and one of that size.
//!
//! # Computes
//! Of all roots of an oriented graph, how many vertices the largest clique has that consists of a root and of some of
//! its list, and the first root that has one of so many; then that root's first clique of so many.
//!
//! # Requires
//! What [`cliques`](super::cliques) requires: an oriented graph, the rows of its hubs, and roots binned by the lengths
//! of their lists, a launch a bin. The host does this in `mine::direct::max_clique`.
//!
//! # The search
//! A node holds some vertices, and has candidates: those of the root's list that are joined to all of them. A clique
//! that is to be worth finding takes `need` of the candidates. Candidates with fewer than `need - 1` neighbours among
//! them are none. Of the others, `need - 1` sets are taken in which no two are joined: a clique has at most one vertex
//! of each, so that it also has one of those that are left. These are held, one after the other, and taken out of the
//! candidates; but not those that are in conflict with the sets (`conflicts.rs`).
//!
//! A root whose sets leave something gets a matrix of its candidates alone, in an order of their own (`order.rs`),
//! where these are not too many.
//!
//! The best so far is one number in device memory for all roots. It is looked at now and then, and what was left at a
//! node before it grew is taken again with fewer sets.
//!
//! # Thread mapping
//! Persistent blocks draw roots from a queue, the longest lists first. A root whose list is too short for the best so
//! far is passed over. Where a root has several warps, these take the vertices that are to be held first. A warp goes
//! depth-first; where at most 64 candidates are left it has them in a matrix of one word a row. Warps of many lanes
//! look for no conflicts there.
//!
//! # Sources
//! Tomita and Seki 2003, "An efficient branch-and-bound algorithm for finding a maximum clique" (DMTCS 2003), for the
//! bound; San Segundo, Rodríguez-Losada and Jiménez 2011, "An exact bit-parallel algorithm for the maximum clique
//! problem", for colouring in rows of bits; Li, Fang and Xu 2013, "Combining MaxSAT reasoning and incremental upper
//! bound for the maximum clique problem", for the branching set, and Li and Quan 2010, "An efficient branch-and-bound
//! algorithm based on MaxSAT for the maximum clique problem", for conflicts; Carraghan and Pardalos 1990, "An exact
//! algorithm for the maximum clique problem", for the order of the candidates; Rossi et al. 2014, "Fast maximum clique
//! algorithms for large graphs", for one search for each root of a sparse graph.

mod classes;
mod conflicts;
mod few;
pub mod find;
mod goal;
mod many;
mod order;
mod room;
mod root;

pub use crate::kernels::queue::STOP;
pub use goal::{position_of, size_of, standing};
pub use room::{MaxCliqueArgs, MaxCliqueShape};

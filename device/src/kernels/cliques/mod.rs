//! Cliques: how many there are of a given size, in all, at each vertex and at each edge.
//!
//! # Computes
//! The number of cliques of `k` vertices of an oriented graph, exactly.
//!
//! # Requires
//! An [`Oriented`](super::triangles::Oriented) graph, the [hubs' rows](super::triangles::HubRows), and roots binned by
//! the lengths of their lists, a launch a bin, so that each asks for just the memory that it needs: the host does
//! this in `mine::direct::cliques`.
//!
//! # Thread mapping
//! Persistent blocks draw roots from a queue, the longest lists first. A block takes a root; its warps take rows.
//!
//! # Sources
//! Binary adjacency matrices of the roots' neighbourhoods and their traversal by warps: Almasri et al. 2022, "Parallel
//! k-clique counting on GPUs" (ICS 2022), sections 4 and 5; Danisch, Balalau and Sozio 2018, "Listing k-cliques in
//! sparse real-world graphs", for the search in the orientation.

pub mod at_once;
pub mod at_places;
pub(super) mod build;
mod compact;
pub mod count;
pub(super) mod few;
pub(super) mod matrix;
mod quads;
pub(super) mod room;
pub(super) mod search;
mod small;
pub(super) mod source;
pub(super) mod tickets;
mod whole;

pub use room::{CliqueArgs, CliqueShape};

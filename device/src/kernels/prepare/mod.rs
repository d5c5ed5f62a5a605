//! Preparation: vertices renumbered by falling degree or near a degeneracy order, and the graph oriented.
//!
//! ```text
//! CSR --length_keys, sort--> order --rank_vertices, scan--> ranks, starts of the renumbered lists
//!     --count_greater, scan, emit_greater, sort--> the oriented lists --list_starts--> their starts
//! CSR --peel_degrees, rounds of peel_lowest and peel_edges, peel_keys, sort--> another order, near a degeneracy order
//! oriented lists --own_elements, sort, join_lists--> the whole graph
//! oriented lists --length_keys, sort--> roots, the longest lists first
//! ends of edges --end_keys, sort--> edges in the order of the graph
//! ```
//!
//! Sorts and scans are [primitives](crate::primitives); the host drives all in `mine::strategy`.
//!
//! # How the lists are sorted
//! Edges are written out in the order of one end, with the other end as the key, and a stable sort by the key leaves
//! each list ascending: so no list is sorted by itself, and the sort goes over the bits of one vertex, not of two. (The
//! same idea as transposing a sparse matrix twice to sort its rows: Gustavson 1978, "Two fast algorithms for sparse
//! matrices".)

pub mod ends;
pub mod lists;
pub mod order;
pub mod orient;
pub mod peel;
pub mod positions;
pub mod whole;

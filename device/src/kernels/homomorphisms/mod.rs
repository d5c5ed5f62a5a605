//! Tables over vertices and edges, from which the homomorphisms of small graphs are counted.
//!
//! # Computes
//! A table is a sum of products of smaller ones: over the neighbours of each vertex ([`neighbors`]); over the triangles
//! at each edge ([`triangles`]); and, for all pairs of vertices, row by row, as what a root's row comes to ([`rows`]).
//! Closed walks of five edges have a kernel of their own ([`closed_walks`]), which takes fewer steps than rows. What has
//! no tables may have rows of two vertices that are joined, which are added up over all edges ([`edge_rows`]).
//! [`products`] multiplies tables, turns them, and adds them up; [`combinations`] adds up products at each vertex, or
//! at each edge. Where a pattern asks for labels or directions, a factor is 1 or 0 ([`indicators`]).
//! `host/planning/plan/decomposition` says which tables a pattern needs.
//!
//! # Numbers
//! Numbers have 128 bits, and wrap: what is added up and subtracted in the end is right modulo 2^128 ([`numbers`]).
//!
//! # Requires
//! A graph, and tables of as many numbers as it has vertices, or neighbours in all lists. It may be numbered in any
//! way.
//!
//! # Sources
//! Curticapean, Dell, Marx 2017, "Homomorphisms are a good basis for counting small subgraphs" (STOC 2017): which
//! numbers suffice. Díaz, Serna, Thilikos 2002, "Counting H-colorings of partial k-trees": tables over the bags of a
//! tree decomposition.

pub mod closed_walks;
pub mod combinations;
pub mod edge_rows;
pub mod indicators;
pub mod neighbors;
pub mod numbers;
pub mod products;
pub mod rows;
pub mod triangles;

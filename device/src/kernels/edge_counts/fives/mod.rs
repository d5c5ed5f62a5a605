//! Sums from which the counts of patterns of five vertices follow.
//!
//! # Computes
//! Sums over the edges ([`edges`]), over the vertices ([`vertices`]), and over the triangles ([`triangles`]): three
//! kernels, so that none needs the registers of all sums.
//!
//! # Requires
//! The triangles through each edge, and for one of the sums the 4-cycles through each.
//!
//! # Sources
//! Pinar, Seshadhri, Vishal 2017, "ESCAPE: efficiently counting all 5-vertex subgraphs" (WWW 2017), section 4: which
//! shared counts suffice. The host has the formulas, in `mine::strategy::formula`.

pub mod edges;
pub mod triangles;
pub mod vertices;

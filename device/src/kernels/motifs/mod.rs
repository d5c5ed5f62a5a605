//! Motifs of five vertices, counted from smaller pieces and not gone through one by one.
//!
//! # Computes
//! 5-cycles ([`five_cycles`]); 2-3-bicliques and wheels without a spoke ([`bicliques`]); wheels ([`wheels`]);
//! near-cliques and 4-cliques with a further vertex, from the 4-cliques on each triangle ([`clique_sums`]). All but the
//! first two kinds read the triangles of each edge as a list ([`lists`]); so do the diamonds and 4-cliques at each edge
//! ([`edge_sums`]), and what is made of them with a fifth vertex at each vertex ([`fifths`]), and wheels at each
//! vertex, whole ([`wheels_at`]) and without a spoke ([`missing_spokes`]), 5-cycles ([`vertex_five_cycles`]),
//! 2-3-bicliques, and what houses and 4-cycles with a tail follow from ([`square_sums`], at each edge too). Where there is one lane, the
//! diamonds and 4-cliques at each vertex and at each edge come from one bit matrix for each root ([`root_matrix`],
//! [`root_sums`], [`edge_root_sums`]). What follows from all that at the edges ([`edge_roles`]) is put together where it
//! lies ([`edge_orbits`]).
//!
//! # Requires
//! A graph whose vertices are numbered by falling degree, whole and oriented: then what is gone through at a root is
//! least.
//!
//! # Sources
//! Pinar, Seshadhri, Vishal 2017, "ESCAPE: efficiently counting all 5-vertex subgraphs" (WWW 2017): which pieces
//! suffice. The order of the vertices within a motif follows Chiba and Nishizeki 1985, "Arboricity and subgraph listing
//! algorithms".

pub mod bicliques;
pub mod clique_sums;
mod counters;
pub mod edge_orbits;
pub mod edge_roles;
pub mod edge_root_sums;
pub mod edge_sums;
pub mod fifths;
pub mod five_cycles;
pub mod fourths;
pub mod lists;
pub mod missing_spokes;
pub mod pair_sums;
pub mod root_matrix;
mod root_pairs;
pub mod root_sums;
pub mod square_sums;
pub mod triangles;
pub mod vertex_five_cycles;
pub mod wheels;
pub mod wheels_at;

pub use lists::TriangleLists;

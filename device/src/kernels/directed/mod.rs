//! Counts of directed motifs: of three and four vertices from smaller pieces, of five by going through them.
//!
//! # Computes
//! What each two adjacent vertices are joined by is one of three ties: an arc out, an arc in, or both. The kernels find
//! them ([`ties`]); add up the stars of each kind ([`stars`]); count triangles, in all by their classes, by rows of the
//! hubs' ties ([`triangles`], [`rows`]), and through each edge by their ties ([`typed_triangles`]); add up products of
//! these counts over the edges ([`edges`]), and of how many wedges of each kind join two vertices ([`cycles`]); and
//! count 4-cliques by their ties ([`cliques`]). The counts of all motifs of three and four vertices are linear in
//! these. Sets of five are gone through ([`sets`]).
//!
//! # Requires
//! A graph whose vertices are numbered by falling degree, oriented, and for [`ties`], [`cycles`] and [`sets`] the whole
//! one.
//!
//! # Sources
//! The ties are the dyads of Holland and Leinhardt 1976, "Local structure in social networks". That motifs follow from
//! sums over vertices, edges and pairs: Pinar, Seshadhri, Vishal 2017, "ESCAPE: efficiently counting all 5-vertex
//! subgraphs" (WWW 2017), here with ties. The order of the vertices within a motif follows Chiba and Nishizeki 1985,
//! "Arboricity and subgraph listing algorithms".

mod block_sums;
pub mod cliques;
pub mod cycles;
pub mod edges;
mod far_ends;
mod lane_counters;
mod marks;
mod member_places;
mod packed_ends;
mod pair_products;
pub mod products;
pub mod rows;
pub mod sets;
pub mod stars;
mod tie_matrix;
pub mod ties;
pub mod triangle_classes;
pub mod triangles;
pub mod typed_triangles;
mod wedges;

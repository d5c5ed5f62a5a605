//! Counts at each edge and vertex, and sums of them: what the counts of many patterns follow from.
//!
//! # Computes
//! The triangles through each edge ([`triangles`]; in graphs of many edges from [`prefixes`],
//! and where all lists are short by [`short_lists`]), sums over the edges, in all ([`sums`]) and at each vertex
//! ([`vertices`]), sums over the edges opposite to each vertex ([`opposites`]), and the further sums that the patterns
//! of five vertices need ([`fives`]). The 4-cycles through each edge are in [`cycles`](super::cycles). What several
//! devices have counted is added up by [`merge`].
//!
//! # Requires
//! What [`triangles`](super::triangles) requires, and the [`ranks`] of the hubs' rows: [`roots`] has these.
//!
//! # Sources
//! The formulas that these serve: Pinar, Seshadhri, Vishal 2017, "ESCAPE: efficiently counting all 5-vertex subgraphs"
//! (WWW 2017), section 3.

pub mod fives;
pub mod merge;
pub mod opposites;
pub mod prefixes;
pub mod ranks;
pub mod roots;
pub mod short_lists;
pub mod sums;
pub mod triangles;
pub mod vertices;

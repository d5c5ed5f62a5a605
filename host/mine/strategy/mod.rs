//! How a pattern is counted: decided once, and handed on.
//!
//! | strategy | patterns | how |
//! | --- | --- | --- |
//! | cliques | edge, triangle, k-clique | rows of bits over the oriented graph |
//! | wedges | 4-cycle | wedges counted by their ends |
//! | formula | stars, 3 more of four vertices and 19 of five ([`Formula`]) | sums over vertices, edges, triangles and pairs of vertices |
//! | census | vertex-induced: all of 3 to 5 vertices | a linear combination of the counts above |
//! | decomposition | not induced, of treewidth 2 and up to 12 vertices, without absence, with labels, directions and homomorphisms too; plain ones of six vertices that two joined ones leave a forest of | the homomorphisms of quotients, from tables and rows of edges; the walk, where the graph makes it cheaper |
//! | supergraphs | that ask for absent edges, at most 10, and up to 8 vertices: vertex-induced ones, larger or with labels, among them | the edge-induced counts of the patterns that contain them, each in its way; the walk, where the graph makes it cheaper |
//! | walk | everything else of plain edges, up to 8 vertices | the walk over a plan |
//! | attributed walk | labels, directions, absence, homomorphisms, up to 12 vertices | the walk over a plan, on lists made for it |

mod census;
mod direct;
mod formula;
mod from_others;
mod kinds;
mod method;
mod registry;
mod walk;
mod way;

pub use formula::Formula;
pub use kinds::{Direct, Strategy};
pub use method::Method;

pub(super) use direct::{CLIQUES_OF_FEW, CYCLES, EDGES, MOTIFS, PIVOTS, SUMS, TRIANGLES, clique, of_cliques};
pub(super) use walk::of_listing;

/// The most vertices of a clique that is counted.
pub const LARGEST_CLIQUE: u32 = 32;
/// The most vertices on a side of a biclique that is counted.
pub const LARGEST_SIDE: u32 = 32;

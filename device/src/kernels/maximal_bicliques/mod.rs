//! Maximal bicliques: how many there are of each two sizes, and who is in them.
//!
//! # Computes
//! The pairs of a set of the *anchored* side and a set of its neighbours, none empty, of which each of the one is
//! joined to each of the other, and to which no vertex can be added: exactly, by their sizes
//! ([`search::count_maximal_bicliques`]), or one by one ([`search::write_maximal_bicliques`]).
//!
//! # Requires
//! What the [bicliques](super::bicliques) of two sizes require of the graph and of roots, and a room for each block, as
//! large as the shape says.
//!
//! # The tree
//! A biclique is found at the greatest vertex of its anchored set, the root. All who have a neighbour in common with
//! the root have a row of bits over its list. A node has taken some vertices, and has the AND of their rows, its set:
//! who has all of it in the row is taken, too. So a node is a maximal biclique. A child takes a vertex that has some of
//! the set, and whoever comes with it: unless one comes who is greater than the root, or is before that vertex in the
//! node's list, as then the biclique is found elsewhere. A node's list has those who have some of its set, and not all.
//! Where rows of all would take much, those who are greater than the root have none: that one has all of a set is told
//! by the lists of those who are joined to the vertex of it with the fewest neighbours.
//!
//! # Sharing
//! The children of a root that has many candidates are dealt in shares, which are drawn from a counter of the root.
//! Tasks behind the last root help: a block without a root finds the candidates of one again, fills their rows, and
//! draws shares of it. "Before" goes by the numbers of vertices, so that it does not matter in which order each block
//! met the candidates.
//!
//! # Thread mapping
//! As for the bicliques of two sizes. Sets and lists of a path lie behind each other in a stack of the warp; where that
//! has no more room, the search ends, and says so.
//!
//! # Sources
//! Zhang et al. 2014, "On finding bicliques in bipartite graphs: a novel algorithm and its application to the
//! integration of diverse biological data types" (iMBEA): sets of one side, told by the vertices before them that they
//! must not have. Pan et al. 2023, "Efficient maximal biclique enumeration on GPUs" (SC 2023).

mod found;
mod node;
mod room;
pub mod search;
mod tree;

pub use found::{SIZE_FAILURES, SizeTable};
pub use room::{MaximalBicliqueArgs, MaximalBicliqueShape};

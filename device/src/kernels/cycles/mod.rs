//! 4-cycles: how many there are, in all, through each edge and at each vertex.
//!
//! # Computes
//! The number of 4-cycles of a graph, exactly, without going through them: each is two wedges with the same ends, and
//! wedges are counted by their ends.
//!
//! # Requires
//! A graph whose vertices are numbered by falling degree: then the wedges whose far end is the smallest vertex are
//! few, and their far ends are mostly small numbers. Roots by classes of degree, a launch a class, with counters that
//! hold the class's degrees: the host does this in `mine::strategy`.
//!
//! # Thread mapping
//! Persistent blocks draw roots from a queue, the highest degrees first. A group of lanes takes a neighbour.
//!
//! # Sources
//! Chiba and Nishizeki 1985, "Arboricity and subgraph listing algorithms", section 4 (quadrangles); Wang, Lin, Qin,
//! Zhang, Zhang 2019, "Vertex priority based butterfly counting for large-scale bipartite networks", for the order.

pub mod count;
pub(super) mod roots;
pub(super) mod table;
mod vertices;
mod wedges;

pub use count::CycleArgs;
pub use table::TableShape;

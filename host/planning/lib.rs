//! Patterns, and plans for matching them.
//!
//! A layer of [`motherlode`](https://docs.rs/motherlode), which is what others depend on: it has all that is public
//! here, by these names.
//!
//! | module | what is in it |
//! | --- | --- |
//! | [`pattern`] | patterns: their language, names, automorphisms |
//! | [`dfs_code`] | DFS codes, and which are minimum |
//! | [`plan`] | matching orders, symmetry breaking, the cost model, decompositions |

// Rooms have one name in all layers: `crate::graph` is this one here, too.
use motherlode_data::graph;

pub mod dfs_code;
pub mod pattern;
pub mod plan;

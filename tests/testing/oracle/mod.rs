//! Slow, obvious counts to test against, and inputs for tests.
//!
//! Nothing here uses the code under test beyond the types `Pattern`, `Matching` and `WalkPlan`.

pub mod attributed;
pub mod brute;
pub mod graphs;
pub mod interpreter;
pub mod labelled;
pub mod numbers;
pub mod patterns;
pub mod prefixes;
pub mod statistics;

pub use brute::{automorphisms, count, maps, matches, number, subgraph};
pub use graphs::{Endpoints, csr, random_graph, relabelled};
pub use interpreter::walk;
pub use numbers::{checked_choose, choose};
pub use patterns::{connected_patterns, orders, small_patterns};
pub use prefixes::prefixes;
pub use statistics::statistics;

//! Slow, obvious counts to test against, and inputs for tests. Use it by `mod oracle;`.
//!
//! Nothing here uses the code under test beyond the types [`Pattern`], [`Induced`] and [`WalkPlan`].
#![allow(dead_code, unused_imports, reason = "each test binary uses a part of it")]

pub mod brute;
pub mod graphs;
pub mod interpreter;
pub mod patterns;
pub mod statistics;

pub use brute::{automorphisms, count};
pub use graphs::{Edge, random_graph, relabelled};
pub use interpreter::walk;
pub use patterns::connected_patterns;
pub use statistics::statistics;

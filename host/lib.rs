//! Motherlode: graph pattern mining on GPUs and CPUs, from one set of Rust kernels.

pub mod dfs_code;
pub mod graph;
pub mod mine;
pub mod pattern;
pub mod plan;
pub mod primitives;
pub mod runtime;
pub mod transactions;

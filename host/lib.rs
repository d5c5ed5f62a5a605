//! Motherlode: graph pattern mining on GPUs and CPUs, from one set of Rust kernels.

// The code of the README is run with the documentation's tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

// The command is written as what depends on the library would be.
#[cfg(feature = "cli")]
extern crate self as motherlode;

mod claim;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
mod clock;
pub mod dfs_code;
pub mod export;
pub mod graph;
pub mod mine;
pub mod pattern;
pub mod place;
pub mod plan;
pub mod primitives;
pub mod room;
pub mod runtime;
pub mod transactions;

//! Motherlode: graph pattern mining on GPUs and CPUs, from one set of Rust kernels.

// The code of the README is run with the documentation's tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

mod embedded;

pub use motherlode_library::*;

#[cfg(feature = "cli")]
#[doc(hidden)]
pub use motherlode_cli as cli;

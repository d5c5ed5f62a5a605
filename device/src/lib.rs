//! Motherlode's kernels, and the types that they share with the host.
//!
//! Every kernel is a generic function over a [`simt::Block`]: the machine that runs it. This crate is
//! compiled twice from the same source: to PTX by `cuda_builder` (target `nvptx64-nvidia-cuda`), and to
//! native code, where the kernels are the CPU backend and are unit-tested.
//!
//! | module | what is in it |
//! | --- | --- |
//! | [`simt`] | what a kernel may ask of the machine (`Warp`, `Block`), and the three machines |
//! | [`memory`] | arrays that a kernel is given: [`memory::Slice`], [`memory::Scratch`] |
//! | [`graph`] | the graph as a kernel sees it |
//! | [`lists`] | the lists of neighbours that the walk reads |
//! | [`matrix_graph`] | a graph of which each pair of vertices has a bit |
//! | [`plan`] | the plan that the walk obeys |
//! | [`tree`] | several such plans in one walk |
//! | [`sets`] | set operations on sorted lists |
//! | [`places`] | where counts land |
//! | [`split_mix`] | random numbers by their places |
//! | [`drawn_pairs`] | the pairs of random graphs, each drawn by itself |
//! | [`primitives`] | reduce, scan, compaction, segmented forms, radix sort, runs |
//! | [`kernels`] | one file per kernel family |
//!
//! Without the feature `kernels`, [`kernels`], [`primitives`] and [`random`] are left out: what remains is what a crate
//! with kernels of its own needs (`docs/kernels.md`).
#![no_std]
#![cfg_attr(target_os = "cuda", feature(abi_ptx))]

#[cfg(not(target_os = "cuda"))]
extern crate std;

#[macro_use]
mod layout;

pub mod combination;
mod dot;
pub mod drawn_pairs;
pub mod graph;
#[cfg(feature = "kernels")]
pub mod kernels;
pub mod lists;
pub mod matrix_graph;
pub mod memory;
pub mod panic;
pub mod places;
pub mod plan;
#[cfg(feature = "kernels")]
pub mod primitives;
#[cfg(feature = "kernels")]
pub mod random;
pub mod sets;
pub mod simt;
pub mod split_mix;
pub mod tree;

pub use cuda_std::kernel;
pub use cust_core::DeviceCopy;
pub use simt::Kernel;

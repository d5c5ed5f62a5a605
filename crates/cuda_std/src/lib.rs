//! What a kernel needs from the card: the interface of Rust-CUDA's `cuda_std`, on rustc's own NVPTX target.
//!
//! | module | what is in it |
//! | --- | --- |
//! | `thread` | where a thread stands, barriers, fences, sleep |
//! | `warp` | votes, shuffles and reductions over the lanes of a warp |
//! | `shared` | the dynamic shared memory of a block |
//! | `misc` | clocks, the multiprocessor's number, trap |
//! | [`float`] | [`GpuFloat`]: the functions of floats that `core` lacks |
//!
//! All but [`float`] and the attributes exist on the device only (`target_os = "cuda"`). The functions are LLVM's
//! NVPTX intrinsics under their names in the original crate, so that the optimiser sees what they do. There is no
//! `atomic` module: `core::sync::atomic` compiles to the device's atomics.
//!
//! The crate must be linked by `cuda_builder`, which adds the address-space glue that rustc cannot express.
#![no_std]
#![cfg_attr(target_os = "cuda", feature(link_llvm_intrinsics))]
#![cfg_attr(target_os = "cuda", allow(internal_features))]

#[cfg(target_os = "cuda")]
pub mod dot;
pub mod float;
#[cfg(target_os = "cuda")]
mod intrinsics;
#[cfg(target_os = "cuda")]
pub mod misc;
#[cfg(target_os = "cuda")]
pub mod shared;
#[cfg(target_os = "cuda")]
pub mod thread;
#[cfg(target_os = "cuda")]
pub mod warp;

pub use cuda_std_macros::{externally_visible, kernel};
pub use float::GpuFloat;

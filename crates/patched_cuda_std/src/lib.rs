//! `motherlode-cuda-std` under the name that `gpu_rand` knows it by: the workspace's `[patch.crates-io]` puts it in
//! place of the registry's `cuda_std`, which needs a compiler of 2021. Only PTX is built with it, which happens in this
//! workspace; whoever depends on `motherlode` needs no patch.
#![no_std]

pub use ours::*;

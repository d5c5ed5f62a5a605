//! The functions and types of the CUDA driver, loaded at run time: what Rust-CUDA's `cust_raw` has, from `cudarc`'s
//! bindings. A function panics if the driver is not there: ask [`is_culib_present`] first.

pub use cudarc::driver::sys::*;

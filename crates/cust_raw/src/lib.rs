//! The CUDA driver interface that cust expects, loaded at run time.

pub use cudarc::driver::sys::*;

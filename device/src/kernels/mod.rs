//! The kernels, one file per family.

pub mod fill;

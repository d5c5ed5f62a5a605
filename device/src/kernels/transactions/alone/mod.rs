//! The kernels of the CPU: a block is one lane, and takes whole patterns from their first row to their last.

pub mod extend;
pub mod grow;

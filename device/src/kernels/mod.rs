//! The kernels, one file or folder per family.
//!
//! | family | what it does |
//! | --- | --- |
//! | [`count`] | counts the embeddings of any pattern, by a depth-first walk over a plan |
//! | [`fill`] | random numbers, for benchmarks |
//! | [`queue`] | how persistent warps draw their tasks |

pub mod count;
pub mod fill;
pub mod queue;

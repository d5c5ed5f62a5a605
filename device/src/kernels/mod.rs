//! The kernels, one file or folder per family.
//!
//! | family | what it does |
//! | --- | --- |
//! | [`count`] | counts the embeddings of any pattern, by a depth-first walk over a plan |
//! | [`queue`] | how persistent warps draw their tasks |
//! | [`triangles`] | counts triangles, by rows of bits for the hubs and marks in shared memory |

pub mod count;
pub mod queue;
pub mod triangles;
//! The kernels, one file per family.

pub mod fill;

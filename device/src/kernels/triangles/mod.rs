//! Triangles: how many there are.
//!
//! # Computes
//! The number of triangles of an oriented graph, exactly.
//!
//! # Requires
//! An [`Oriented`] graph, [`Roots`] and the [hubs' rows](HubRows), filled by [`hubs::fill_hubs`]: the host makes the
//! first two and sizes the third, in `mine::strategy`.
//!
//! # Thread mapping
//! Persistent warps draw tasks of about equal work from a queue, the longest lists first. A warp takes a root. Those of
//! a small graph have their roots from the start.
//!
//! # Sources
//! Counting at the end of an orientation by degree: Chiba and Nishizeki 1985, "Arboricity and subgraph listing
//! algorithms", and Schank and Wagner 2005, "Finding, counting and listing all triangles in large graphs" (forward).
//! Bitmaps for intersection on GPUs: Bisson and Fatica 2017, "High performance exact triangle counting on GPUs".

pub(in crate::kernels) mod candidate;
pub mod count;
pub mod even;
pub mod few;
pub(super) mod gather;
pub mod halved;
pub mod hubs;
pub mod marks;
pub mod oriented;
pub mod prefixes;
pub mod shared;

pub use hubs::HubRows;
pub use marks::MarksShape;
pub use oriented::{Oriented, Roots};

//! What a plan asks of a graph before the walk.

mod peel;
mod relabel;

pub use peel::{Peeled, peel};
pub use relabel::{Relabeled, by_degree, splits};

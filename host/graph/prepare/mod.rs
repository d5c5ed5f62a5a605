//! What a plan asks of a graph before the walk.

mod degeneracy;
mod peel;
mod relabel;

pub use degeneracy::by_degeneracy;
pub use peel::{Peeled, peel};
pub use relabel::{Relabeled, by_degree, splits};

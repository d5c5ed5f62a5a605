//! Databases of graphs, patterns in them, and batches of these as kernels take them: all by trying each vertex at each
//! place.

mod batch;
mod database;
mod pattern;

pub use batch::Batch;
pub use database::Database;
pub use pattern::Pattern;

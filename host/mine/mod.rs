//! The jobs.
//!
//! ```text
//! Csr + Pattern --prepare--> Prepared graph --plan--> Plan --upload--> device --launch--> exact count
//! ```

mod cliques;
mod count;
mod error;
mod input;
mod memory;
mod motifs;
mod order;
mod prepared;
mod progress;
pub mod strategy;
pub mod transactions;

pub use cliques::{Cliques, LARGEST as LARGEST_CLIQUE, clique_profile, cliques};
pub use count::{CountOptions, Counted, Method, count, general, strategy_for};
pub use error::MineError;
pub use input::Input;
pub use motifs::{MotifCount, Motifs, families as motif_families, motifs};
pub use order::VertexOrder;
pub use prepared::Prepared;
pub use progress::{Progress, Seconds};

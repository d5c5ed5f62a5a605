//! The jobs.
//!
//! ```text
//! Csr + Pattern --prepare--> Prepared graph --plan--> Plan --upload--> device --launch--> exact count
//! ```

mod analyze;
mod attributed;
mod cliques;
mod context;
mod count;
mod counter;
mod error;
mod input;
pub mod list;
pub mod local;
mod memory;
mod motifs;
mod options;
mod order;
mod parts;
mod prepared;
mod progress;
pub mod strategy;
mod target;
mod tasks;
mod together;
pub mod transactions;
pub mod verify;
mod walk;

pub use analyze::analyze;
pub use cliques::{Cliques, LARGEST as LARGEST_CLIQUE, clique_profile, cliques};
pub use context::Context;
pub use count::{Counted, count, explain, strategy_for};
pub use error::{AttributeMismatch, MineError};
pub use input::Input;
pub use motifs::{MotifCount, Motifs, families as motif_families, motifs};
pub use options::{CountOptions, Method};
pub use order::VertexOrder;
pub use parts::{Part, PartialCount};
pub use prepared::Prepared;
pub use progress::{Progress, Seconds};
pub use target::Target;
pub use together::{CountedTogether, count_together};

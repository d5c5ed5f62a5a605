//! The jobs.
//!
//! ```text
//! Csr + Pattern --prepare--> Prepared graph --plan--> Plan --upload--> device --launch--> exact count
//! ```

mod cliques;
mod count;
mod counter;
mod error;
pub mod list;
pub mod local;
mod memory;
mod motifs;
mod parts;
mod prepared;
mod progress;
pub mod strategy;
mod tasks;
pub mod verify;

pub use cliques::{Cliques, clique_profile, cliques};
pub use count::{CountOptions, Counted, Method, count, general};
pub use error::MineError;
pub use motifs::{MotifCount, Motifs, motifs};
pub use parts::{Part, PartialCount};
pub use prepared::Prepared;
pub use progress::{Progress, Seconds};

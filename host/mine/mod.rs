//! The jobs.
//!
//! ```text
//! Csr + Pattern --prepare--> Prepared graph --plan--> Plan --upload--> device --launch--> exact count
//! ```

mod attributed;
mod cliques;
mod count;
mod error;
mod memory;
mod motifs;
mod prepared;
mod progress;
pub mod strategy;
mod target;

pub use cliques::{Cliques, clique_profile, cliques};
pub use count::{CountOptions, Counted, Method, count, explain, general, is_walked_plainly};
pub use error::{AttributeMismatch, MineError};
pub use motifs::{MotifCount, Motifs, motifs};
pub use prepared::Prepared;
pub use progress::{Progress, Seconds};
pub use target::Target;

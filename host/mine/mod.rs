//! The jobs.
//!
//! ```text
//! Csr + Pattern --prepare--> Prepared graph --plan--> Plan --upload--> device --launch--> exact count
//! ```

mod count;
mod error;
mod memory;
mod prepared;
mod progress;

pub use count::{CountOptions, Counted, count};
pub use error::MineError;
pub use prepared::Prepared;
pub use progress::{Progress, Seconds};

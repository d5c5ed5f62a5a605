//! `--null`: counts beside those of random graphs.
//!
//! | module | what is in it |
//! | --- | --- |
//! | `args` | the options |
//! | `samples` | samples are counted, kept in a checkpoint, and written as a table |
//! | `plot` | the profile as a picture |
//! | `report` | what is printed |

mod args;
mod plot;
mod report;
mod samples;

pub use args::NullArgs;
pub use report::{JudgedReport, NullReport, write_table};
pub use samples::{FoundBesideNull, NullJob, launches};

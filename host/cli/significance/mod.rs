//! `--null`: counts beside those of random graphs.
//!
//! | module | what is in it |
//! | --- | --- |
//! | `args` | the options |
//! | `samples` | samples are counted, kept in a checkpoint, and written as a table |
//! | `at_vertices` | the same at vertices |
//! | `plot` | the profile as a picture, or several over each other |
//! | `report` | what is printed |

mod args;
mod at_vertices;
mod plot;
mod report;
mod samples;

pub use args::{NullArgs, NullModelArgs};
pub use at_vertices::{FoundAtVertices, LocalNullJob, table};
pub use plot::{Profile, draw_profiles};
pub use report::{JudgedReport, NullReport, write_table};
pub use samples::{FoundBesideNull, NullJob, launches, sampler};

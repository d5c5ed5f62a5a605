//! Databases of graphs ("transactions"): many small labelled graphs, of which frequent subgraphs are asked.
//!
//! ```no_run
//! # use motherlode_data as motherlode;
//! let database = motherlode::transactions::load("compounds.gspan.gz".as_ref(), None)?;
//! println!("{} graphs, {} vertices, {} edges", database.graphs(), database.vertices(), database.edges().len());
//! # Ok::<(), motherlode::transactions::DatabaseError>(())
//! ```
//!
//! | module | what is in it |
//! | --- | --- |
//! | [`generate`] | the synthetic databases of the benchmarks |
//! | `read` | gSpan text, JSON Lines, SDF and SMILES |
//! | `write` | gSpan text |

mod database;
mod error;
pub mod generate;
mod labels;
mod names;
mod read;
mod write;

pub use database::{Database, Edge};
pub use error::{DatabaseError, Problem};
pub use labels::Labels;
pub use names::Names;
#[doc(hidden)]
pub use names::as_word;
pub use read::{DatabaseFormat, DatabaseOptions, SkippedRecords, load, load_with, parse, parse_with};
pub use write::write_gspan;

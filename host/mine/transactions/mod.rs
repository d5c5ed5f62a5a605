//! Frequent subgraphs of a database of graphs (Kessl et al. 2014, "Parallel Graph Mining with GPUs").
//!
//! ```text
//! Database --Prepared::new--> frequent edges, one graph --mine--> patterns, as they are found
//!
//! a batch:  count all extensions (device) -> judge minimality (CPU) -> grow what is frequent and minimum (device)
//! ```
//!
//! The search is depth-first over batches: the children of one batch are cut into windows, as many embeddings as
//! the memory budget allows, and each window is counted, grown and searched to its end before the next.
//!
//! | module | what is in it |
//! | --- | --- |
//! | `prepare` | dropping what is infrequent; the database as one graph |
//! | `pattern` | patterns, and the numbering of all extensions that they may have |
//! | `roots` | the first batch |
//! | `batch` | a batch on the device, by `alone` (one lane) or `wide` (many) |
//! | `variants` | the paper's ways of counting supports, for comparison |
//! | `select` | frequent extensions, judged |
//! | `window` | patterns that are counted, judged and grown together |
//! | `search` | the recursion, where one lane runs alone |
//! | `pipeline` | the search where many do: one window is judged while another is counted |
//! | [`collect`] | the most frequent, the closed and the maximal patterns |
//! | `classes` | how often a pattern occurs in each class of graphs |
//! | `text` | patterns as text |
//! | `pool` | device arrays that are used again |

mod alone;
mod batch;
mod classes;
pub mod collect;
mod pattern;
mod pipeline;
mod pool;
mod prepare;
mod roots;
mod search;
mod select;
mod status;
#[cfg(test)]
mod tests;
mod text;
mod variants;
mod wide;
mod window;

use std::sync::atomic::AtomicU32;

pub use classes::{Classes, Growth};
pub use prepare::{Prepared, Restriction};
pub use status::{Stage, Status};
pub use text::{PatternFormat, PatternText, vertex_labels};
pub use variants::SupportVariant;

use motherlode_device::Kernel;
use motherlode_device::kernels::transactions::wide::grow::WriteKept;
use motherlode_device::primitives::fill::FillWords;
use motherlode_device::primitives::reduce::ReduceSumU32;
use motherlode_device::primitives::scan::ScanU32;
use motherlode_device::primitives::segments::reduce::SegmentedSumU32ByU64;

use crate::dfs_code::{Kinds, Step};
use crate::runtime::{Device, Interrupt, RuntimeError};
use batch::Site;
use search::Search;
use window::Selector;

/// The families of kernels that a card runs to mine.
pub fn families() -> Vec<&'static str> {
    vec![
        WriteKept::FAMILY,
        FillWords::FAMILY,
        ScanU32::FAMILY,
        ReduceSumU32::FAMILY,
        SegmentedSumU32ByU64::FAMILY,
    ]
}

/// A frequent pattern, as it is found.
#[derive(Clone, Copy, Debug)]
pub struct Found<'f> {
    /// Its minimum DFS code.
    pub code: &'f [Step],
    /// What the code's kinds are.
    pub kinds: &'f Kinds,
    /// In how many graphs it occurs.
    pub support: u32,
    /// In how many embeddings: isomorphisms, each automorphism of the pattern counted.
    pub embeddings: u64,
    /// The graphs in which it occurs, ascending, if they were asked for.
    pub graphs: Option<&'f [u32]>,
}

impl Found<'_> {
    /// The pattern's vertices.
    pub fn vertices(&self) -> usize {
        self.code.iter().filter(|step| step.is_forward()).count() + 1
    }
}

/// How to mine.
#[derive(Clone, Copy)]
pub struct MineOptions<'o> {
    /// The least number of graphs. It may be raised during the search, and then holds for what is reported later.
    pub support: &'o AtomicU32,
    /// The fewest edges of a pattern that is reported.
    pub min_edges: usize,
    /// The most edges of a pattern.
    pub max_edges: usize,
    /// The fewest vertices of a pattern that is reported.
    pub min_vertices: usize,
    /// The most vertices of a pattern.
    pub max_vertices: usize,
    /// Whether patterns are reported with their graphs.
    pub graphs: bool,
    /// How supports are counted. It does not change what is found.
    pub variant: SupportVariant,
    /// Stops the job.
    pub interrupt: &'o Interrupt,
    /// What the job says of itself meanwhile.
    pub status: &'o Status,
    /// Called with each pattern of at least one edge, from any thread.
    pub found: &'o (dyn Fn(Found<'_>) -> Result<(), TransactionError> + Sync),
}

/// An error of the job.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TransactionError {
    /// The device failed, its memory budget is too small, or an interrupt was requested.
    #[error(transparent)]
    Runtime(#[from] RuntimeError),
    /// The patterns cannot be written.
    #[error("cannot write the patterns: {0}")]
    Output(#[from] std::io::Error),
    /// The embeddings of one pattern and its extensions cannot be numbered.
    #[error("a pattern has more than 2^32 extended embeddings. Raise the support, or lower the most edges")]
    TooManyEmbeddings,
}

/// Finds all frequent connected patterns of `prepared`, and reports each once.
///
/// # Errors
/// When the device fails or its budget is too small for one pattern's embeddings, when a report fails, or when an
/// interrupt was requested. What was reported before is right.
pub fn mine(prepared: &Prepared, device: &Device, options: &MineOptions<'_>) -> Result<(), TransactionError> {
    let site = Site::new(prepared, device, options.variant)?;
    Search { selector: Selector { prepared, options }, site: &site }.run()
}

//! Frequent subgraphs of a database of graphs (Kessl et al. 2014, "Parallel Graph Mining with GPUs").
//!
//! ```text
//! Database --PreparedDatabase::new--> frequent edges, one graph --mine--> patterns, as they are found
//!
//! a batch:  count all extensions (device) -> judge minimality (CPU) -> grow what is frequent and minimum (device)
//! ```
//!
//! The search is depth-first over batches: the children of one batch are cut into windows, as many embeddings as
//! the memory budget allows, and each window is counted, grown and searched to its end before the next.
//!
//! | module | what is in it |
//! | --- | --- |
//! | `options`, `threshold` | what to find |
//! | `frequent_pattern` | [`FrequentPattern`]: what is found |
//! | `prepare` | dropping what is infrequent; the database as one graph |
//! | `embedded_pattern` | patterns whose embeddings are at hand, and the numbering of all extensions that they may have |
//! | `repeat` | which extensions a pattern of equal branches may have |
//! | `roots` | the first batch |
//! | `batch` | a batch on the device, by `alone` (one lane), `by_legs` (one lane, small databases) or `wide` (many) |
//! | `legs` | extensions with all their embeddings |
//! | `variants` | the paper's ways of counting supports, for comparison |
//! | `select` | frequent extensions, judged |
//! | `window` | patterns that are counted, judged and grown together |
//! | `search` | the recursion, where one lane runs alone |
//! | `pipeline` | the search where many do: one window is judged while another is counted |
//! | [`collect`] | the most frequent, the closed and the maximal patterns |
//! | `classes` | how often a pattern occurs in each class of graphs |
//! | `text` | patterns as text |
//! | `together` | the search on several devices |
//! | `frontier` | what is left of it, and who waits for a part |
//! | `assignment` | the part that a device works at: by which patterns it is reached, and what is given away |

mod alone;
mod assignment;
mod batch;
mod by_legs;
mod classes;
pub mod collect;
mod embedded_pattern;
mod frequent_pattern;
mod frontier;
mod legs;
mod options;
mod pipeline;
mod prepare;
mod repeat;
mod roots;
mod search;
mod select;
mod status;
#[cfg(test)]
mod tests;
mod text;
mod threshold;
mod together;
mod variants;
mod wide;
mod window;

pub use classes::{Classes, Growth};
pub use frequent_pattern::FrequentPattern;
pub use options::FrequentOptions;
pub use prepare::{LabelRestriction, PreparedDatabase};
pub use status::{SearchStatus, Stage};
pub(crate) use text::json_code;
pub use text::{PatternFormat, PatternText, vertex_labels};
pub use threshold::Threshold;
pub use variants::SupportVariant;

use motherlode_device::Kernel;
use motherlode_device::kernels::transactions::wide::grow::WriteKept;
use motherlode_device::primitives::fill::FillWords;
use motherlode_device::primitives::reduce::ReduceSumU32;
use motherlode_device::primitives::scan::ScanU32;
use motherlode_device::primitives::segments::reduce::SegmentedSumU32ByU64;

use crate::deal::deal;
use crate::dfs_code::Step;
use crate::runtime::Team;
use crate::{Launches, MineError};
use batch::SearchSite;
use roots::root_kinds;
use search::PatternSearch;
use window::Selector;

impl Launches<'_> {
    /// Frequent subgraphs of a database.
    pub const TRANSACTIONS: Launches<'static> = Launches::AsGiven(&[
        WriteKept::FAMILY,
        FillWords::FAMILY,
        ScanU32::FAMILY,
        ReduceSumU32::FAMILY,
        SegmentedSumU32ByU64::FAMILY,
    ]);
}

/// Finds all frequent connected patterns of `prepared`, and calls `found` once with each that has an edge, from any
/// thread.
///
/// Several devices search together: a device that fails, or whose budget is too small, leaves what it has not done to
/// the others.
///
/// # Errors
/// When all devices fail or their budgets are too small for one pattern's embeddings, when `found` fails, or when an
/// interrupt was requested. What was reported before is right.
pub fn mine(
    prepared: &PreparedDatabase,
    team: impl Into<Team>,
    options: &FrequentOptions,
    found: impl Fn(FrequentPattern<'_>) -> Result<(), MineError> + Sync,
) -> Result<(), MineError> {
    let team = team.into();
    let selector = Selector { prepared, options, found: &found, assignment: None };
    if let Some(unexplored) = options.unexplored.as_ref().filter(|_| options.max_edges > 0) {
        let edge = |kind| (vec![Step { from: 0, to: 1, kind }], prepared.supports[kind as usize]);
        unexplored.open(root_kinds(&prepared.kinds).map(edge), false);
    }
    if !team.others().is_empty() {
        return together::search(selector, &team);
    }
    let site = SearchSite::new(prepared, team.first(), options.variant)?;
    deal(&mut PatternSearch { selector, site: &site }, &options.context)
}

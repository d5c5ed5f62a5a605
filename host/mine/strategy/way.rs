//! What is known of each way of counting before it counts.

use super::kinds::Strategy;
use super::method::Method;
use crate::graph::GraphStats;
use crate::pattern::Pattern;
use crate::plan::PlanOptions;

/// A pattern that is to be counted, and how.
#[derive(Clone, Copy)]
pub(super) struct CountRequest<'p> {
    pub pattern: &'p Pattern,
    pub options: PlanOptions,
    pub method: Method,
}

impl CountRequest<'_> {
    /// Whether matches are those of edges alone, each vertex of a match another.
    pub fn is_plain(&self) -> bool {
        self.options.matching.is_plain(self.pattern)
    }
}

/// A way of counting: a new one is a variant of [`Strategy`], a row of this kind in a file of this room, its place
/// among the others (`registry`), and how it runs (`count/runs.rs`).
pub(super) struct CountingWay {
    /// In a word, as the command prints it.
    pub word: &'static str,
    /// What the count comes from, for whoever reads the word.
    pub how: &'static str,
    /// What it is called for a pattern, if it counts that.
    pub applies: fn(&CountRequest<'_>) -> Option<Strategy>,
    /// The families of kernels that it may launch.
    pub families: fn(Strategy) -> Vec<&'static str>,
    /// The steps that it takes for a pattern of so many vertices, where that is known without a plan.
    pub steps: fn(Strategy, usize, &GraphStats) -> Option<f64>,
}

/// For ways whose steps a plan tells.
pub(super) fn as_planned(_: Strategy, _: usize, _: &GraphStats) -> Option<f64> {
    None
}

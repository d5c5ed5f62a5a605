//! Which patterns to find, and how.

use std::sync::Arc;

use super::collect::Unexplored;
use super::{SearchStatus, SupportVariant, Threshold};
use crate::Context;

/// How to mine a database of graphs: by default, all patterns that a graph contains.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct FrequentOptions {
    /// The least number of graphs that contain a pattern.
    pub support: Threshold,
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
    /// What the job says of itself meanwhile, and where its time went.
    pub status: Arc<SearchStatus>,
    /// What the job has not come to, if somebody asks for that: should it be stopped, it tells what is right of its
    /// result.
    pub unexplored: Option<Arc<Unexplored>>,
    /// Stops the job. It hears of no progress: nobody knows how many patterns there are.
    pub context: Context,
}

impl Default for FrequentOptions {
    fn default() -> Self {
        FrequentOptions {
            support: 1.into(),
            min_edges: 1,
            max_edges: usize::MAX,
            min_vertices: 1,
            max_vertices: usize::MAX,
            graphs: false,
            variant: SupportVariant::default(),
            status: Arc::default(),
            unexplored: None,
            context: Context::default(),
        }
    }
}

setters! { FrequentOptions:
    /// With the fewest edges of a pattern that is reported.
    min_edges: usize,
    /// With the most edges of a pattern.
    max_edges: usize,
    /// With the fewest vertices of a pattern that is reported.
    min_vertices: usize,
    /// With the most vertices of a pattern.
    max_vertices: usize,
    /// With whether patterns are reported with their graphs.
    graphs: bool,
    /// With how supports are counted.
    variant: SupportVariant,
    /// With where the job says how far it has come.
    status: Arc<SearchStatus>,
    /// With who stops the job.
    context: Context,
}

impl FrequentOptions {
    /// With the least number of graphs that contain a pattern: a number, or a threshold that may rise.
    #[must_use]
    pub fn support(self, support: impl Into<Threshold>) -> Self {
        FrequentOptions { support: support.into(), ..self }
    }

    /// With where the job says what it has not come to.
    #[must_use]
    pub fn unexplored(self, unexplored: Arc<Unexplored>) -> Self {
        FrequentOptions { unexplored: Some(unexplored), ..self }
    }
}

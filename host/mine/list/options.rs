//! How to list.

use super::Position;
use crate::Context;
use crate::plan::{Induced, Matching, Semantics};

/// How to list: by default all edge-induced subgraphs.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct ListOptions {
    /// What a match is.
    pub matching: Matching,
    /// The most matches to list; all of them if there is no limit.
    pub limit: Option<u64>,
    /// Where to begin: the start, or where an earlier listing of the same graph and pattern came to.
    pub from: Position,
    /// Stops the job, and hears how many tasks are done.
    pub context: Context,
}

impl ListOptions {
    /// With what a match is.
    #[must_use]
    pub fn matching(self, matching: impl Into<Matching>) -> Self {
        ListOptions { matching: matching.into(), ..self }
    }

    /// With whether absent edges of the pattern must be absent in the graph.
    #[must_use]
    pub fn induced(self, induced: Induced) -> Self {
        let matching = Matching { induced, ..self.matching };
        self.matching(matching)
    }

    /// With what of the matches is listed: subgraphs, embeddings or homomorphisms.
    #[must_use]
    pub fn semantics(self, semantics: Semantics) -> Self {
        let matching = Matching { semantics, ..self.matching };
        self.matching(matching)
    }

    /// With the most matches to list, or `None` for all.
    #[must_use]
    pub fn limit(self, limit: impl Into<Option<u64>>) -> Self {
        ListOptions { limit: limit.into(), ..self }
    }

    /// With where to begin.
    #[must_use]
    pub fn from(self, from: Position) -> Self {
        ListOptions { from, ..self }
    }

    /// With who stops the job and hears how far it has come.
    #[must_use]
    pub fn context(self, context: Context) -> Self {
        ListOptions { context, ..self }
    }
}

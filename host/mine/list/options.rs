//! How to list.

use super::Position;
use crate::Context;
use crate::plan::Matching;

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

matching_setters!(ListOptions);

setters! { ListOptions:
    /// With where to begin.
    from: Position,
    /// With who stops the job and hears how far it has come.
    context: Context,
}

impl ListOptions {
    /// With the most matches to list, or `None` for all.
    #[must_use]
    pub fn limit(self, limit: impl Into<Option<u64>>) -> Self {
        ListOptions { limit: limit.into(), ..self }
    }
}

//! Which patterns to find, and how.

use std::num::NonZeroU32;

use crate::Context;
use crate::transactions::Threshold;

/// How to mine one graph: by default, all patterns that it contains, until their supports are known to be enough.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ImageOptions {
    /// The least support of a pattern. It may rise during the search.
    pub support: Threshold,
    /// The fewest edges of a pattern that is reported.
    pub min_edges: usize,
    /// The most edges of a pattern.
    pub max_edges: usize,
    /// The most vertices of a pattern.
    pub max_vertices: usize,
    /// Whether supports are found out to the end, or only whether they are enough.
    pub exact: bool,
    /// Whether the images of each pattern's vertices are told; supports are exact then.
    pub images: bool,
    /// After how many steps a search from one vertex of the graph leaves the rest of it to all warps, or threads, of
    /// the device: a step looks at a candidate of one vertex of the pattern in each lane. By default as many as suit
    /// the device, and only when others have nothing to do. It changes nothing of what is found.
    pub split_after: Option<NonZeroU32>,
    /// Stops the job, and hears how far the wave at hand has come.
    pub context: Context,
}

impl Default for ImageOptions {
    fn default() -> Self {
        ImageOptions {
            support: 1.into(),
            min_edges: 1,
            max_edges: usize::MAX,
            max_vertices: usize::MAX,
            exact: false,
            images: false,
            split_after: None,
            context: Context::default(),
        }
    }
}

setters! { ImageOptions:
    /// With the fewest edges of a pattern that is reported.
    min_edges: usize,
    /// With the most edges of a pattern.
    max_edges: usize,
    /// With the most vertices of a pattern.
    max_vertices: usize,
    /// With whether supports are found out to the end.
    exact: bool,
    /// With whether the images of each pattern's vertices are told.
    images: bool,
    /// With who stops the job.
    context: Context,
}

impl ImageOptions {
    /// With the least support of a pattern: a number, or a threshold that may rise.
    #[must_use]
    pub fn support(self, support: impl Into<Threshold>) -> Self {
        ImageOptions { support: support.into(), ..self }
    }

    /// With after how many steps a search is split.
    #[must_use]
    pub fn split_after(self, steps: impl Into<Option<NonZeroU32>>) -> Self {
        ImageOptions { split_after: steps.into(), ..self }
    }
}

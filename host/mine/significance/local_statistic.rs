//! What is counted at the vertices of each graph.

use std::ops::Range;

use super::sampled::SampleStatistic;
use crate::at::{At, Vertices};
use crate::counts::Counts;
use crate::list::ListOptions;
use crate::local::{LocalCounts, graphlet_patterns};
use crate::pattern::Pattern;
use crate::plan::{Induced, Matching};
use crate::{Context, Launches, MineError, Placed};

/// What is counted at each vertex of a graph and of its samples.
#[derive(Clone, Debug)]
pub struct LocalStatistic {
    /// Each with what it is called.
    patterns: Vec<(String, Pattern)>,
    matching: Matching,
    /// The most vertices of graphlets, if all of these are counted.
    graphlets: Option<usize>,
}

impl LocalStatistic {
    /// The matches of a pattern, at each vertex and for each orbit.
    pub fn pattern(pattern: &Pattern, matching: impl Into<Matching>) -> LocalStatistic {
        let patterns = vec![(pattern.to_string(), pattern.clone())];
        LocalStatistic { patterns, matching: matching.into(), graphlets: None }
    }

    /// The graphlet degree vectors of up to `k` vertices.
    ///
    /// # Errors
    /// [`MineError::GraphletSize`] if `k` is not from 2 to 5.
    pub fn graphlets(k: usize) -> Result<LocalStatistic, MineError> {
        let matching = Induced::Vertex.into();
        Ok(LocalStatistic { patterns: graphlet_patterns(k)?, matching, graphlets: Some(k) })
    }

    /// What the patterns are called.
    pub fn names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.patterns.iter().map(|(name, _)| name.as_str())
    }

    /// The counts at the vertices of a graph: of the pattern, or of each graphlet.
    ///
    /// # Errors
    /// As those of [`Placed::at_vertices`] and [`Placed::graphlet_degrees`].
    pub fn count(&self, placed: &Placed, context: &Context) -> Result<Vec<LocalCounts>, MineError> {
        let options = ListOptions::default().context(context.clone());
        if let Some(k) = self.graphlets {
            let graphlets = placed.graphlet_degrees(k, &options)?;
            return Ok(graphlets.into_iter().map(|graphlet| graphlet.local).collect());
        }
        let options = options.matching(self.matching);
        self.patterns.iter().map(|(_, pattern)| placed.at_vertices(pattern, &options)).collect()
    }

    /// What it launches.
    pub fn launches(&self) -> Launches<'_> {
        match (self.graphlets, &self.patterns[0]) {
            (Some(_), _) => Launches::GRAPHLETS_AT_VERTICES,
            (None, (_, pattern)) => Launches::AtVertices(pattern, self.matching),
        }
    }
}

impl SampleStatistic for LocalStatistic {
    /// Of each pattern the counts of a vertex after those of another.
    type Row = Vec<Counts>;

    fn count_alone(&self, placed: &Placed, context: &Context) -> Result<Vec<Counts>, MineError> {
        Ok(self.count(placed, context)?.into_iter().map(|local| local.counts).collect())
    }

    /// Patterns are connected: where graphs lie side by side, each vertex has the counts that it has in its own.
    fn is_local(&self) -> bool {
        self.patterns.iter().all(|(_, pattern)| pattern.is_plain())
    }

    fn is_directed(&self) -> bool {
        false
    }

    fn count_together(
        &self,
        side_by_side: &Placed,
        parts: &[Range<usize>],
        context: &Context,
    ) -> Result<Vec<Vec<Counts>>, MineError> {
        let local = self.count(side_by_side, context)?;
        let of_part = |part: &Range<usize>| local.iter().map(|local| local.part(part.clone())).collect();
        Ok(parts.iter().map(of_part).collect())
    }

    fn numbers_of_vertex(&self) -> u64 {
        0
    }

    fn counts_of_vertex(&self) -> u64 {
        let orbits =
            |(_, pattern): &(String, Pattern)| Vertices::orbits(pattern, self.matching.induced).len();
        self.patterns.iter().map(orbits).sum::<usize>() as u64
    }
}

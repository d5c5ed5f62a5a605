//! What is counted at the vertices of each graph.

use std::ops::Range;

use super::sampled::SampleStatistic;
use crate::at::{At, Vertices};
use crate::counts::Counts;
use crate::directed::{directed_graphlet_patterns, numbers_of_vertex};
use crate::list::ListOptions;
use crate::local::{LocalCounts, graphlet_patterns, has_mutual_pair};
use crate::pattern::Pattern;
use crate::plan::{Induced, Matching};
use crate::{Context, Launches, MineError, Placed};

/// What is counted at each vertex of a graph and of its samples.
#[derive(Clone, Debug)]
pub struct LocalStatistic {
    /// Each with what it is called.
    patterns: Vec<(String, Pattern)>,
    matching: Matching,
    kind: LocalStatisticKind,
}

#[derive(Clone, Copy, Debug)]
enum LocalStatisticKind {
    /// One pattern.
    Pattern,
    /// All graphlets of up to so many vertices.
    Graphlets(usize),
    /// All directed graphlets of up to `k` vertices, or those in which no arcs lead both ways between two.
    Directed { k: usize, mutual: bool },
}

impl LocalStatistic {
    /// The matches of a pattern, at each vertex and for each orbit.
    pub fn pattern(pattern: &Pattern, matching: impl Into<Matching>) -> LocalStatistic {
        let patterns = vec![(pattern.to_string(), pattern.clone())];
        LocalStatistic { patterns, matching: matching.into(), kind: LocalStatisticKind::Pattern }
    }

    /// The graphlet degree vectors of up to `k` vertices.
    ///
    /// # Errors
    /// [`MineError::GraphletSize`] if `k` is not from 2 to 5.
    pub fn graphlets(k: usize) -> Result<LocalStatistic, MineError> {
        Ok(LocalStatistic::of_graphlets(graphlet_patterns(k)?, LocalStatisticKind::Graphlets(k)))
    }

    /// The directed graphlet degree vectors of up to `k` vertices: of graphlets in which arcs lead both ways between two
    /// vertices, too, if they are to be `mutual`.
    ///
    /// # Errors
    /// [`MineError::DirectedGraphletSize`] if `k` is not from 2 to 4.
    pub fn directed_graphlets(k: usize, mutual: bool) -> Result<LocalStatistic, MineError> {
        let mut patterns = directed_graphlet_patterns(k)?;
        patterns.retain(|(_, pattern)| mutual || !has_mutual_pair(pattern));
        Ok(LocalStatistic::of_graphlets(patterns, LocalStatisticKind::Directed { k, mutual }))
    }

    fn of_graphlets(patterns: Vec<(String, Pattern)>, kind: LocalStatisticKind) -> LocalStatistic {
        LocalStatistic { patterns, matching: Induced::Vertex.into(), kind }
    }

    /// What the patterns are called.
    pub fn names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.patterns.iter().map(|(name, _)| name.as_str())
    }

    /// The counts at the vertices of a graph: of the pattern, or of each graphlet.
    ///
    /// # Errors
    /// As those of [`Placed::at_vertices`], [`Placed::graphlet_degrees`] and [`Placed::directed_graphlet_degrees`].
    pub fn count(&self, placed: &Placed, context: &Context) -> Result<Vec<LocalCounts>, MineError> {
        let options = ListOptions::default().context(context.clone());
        let graphlets = match self.kind {
            LocalStatisticKind::Pattern => {
                let options = options.matching(self.matching);
                return self
                    .patterns
                    .iter()
                    .map(|(_, pattern)| placed.at_vertices(pattern, &options))
                    .collect();
            }
            LocalStatisticKind::Graphlets(k) => placed.graphlet_degrees(k, &options)?,
            LocalStatisticKind::Directed { k, mutual } => {
                let mut graphlets = placed.directed_graphlet_degrees(k, &options)?;
                graphlets.retain(|graphlet| mutual || !graphlet.has_mutual_pair());
                graphlets
            }
        };
        Ok(graphlets.into_iter().map(|graphlet| graphlet.local).collect())
    }

    /// What it launches.
    pub fn launches(&self) -> Launches<'_> {
        match self.kind {
            LocalStatisticKind::Pattern => Launches::AtVertices(&self.patterns[0].1, self.matching),
            LocalStatisticKind::Graphlets(_) => Launches::GRAPHLETS_AT_VERTICES,
            LocalStatisticKind::Directed { .. } => Launches::DIRECTED_GRAPHLETS,
        }
    }
}

impl SampleStatistic for LocalStatistic {
    /// Of each pattern the counts of a vertex after those of another.
    type Row = Vec<Counts>;

    fn count_alone(&self, placed: &Placed, context: &Context) -> Result<Vec<Counts>, MineError> {
        Ok(self.count(placed, context)?.into_iter().map(|local| local.counts).collect())
    }

    /// Patterns are connected: where graphs lie side by side, each vertex has the counts that it has in its own. They
    /// keep directions there, if these are asked for, and no labels.
    fn is_local(&self) -> bool {
        self.is_directed() || self.patterns.iter().all(|(_, pattern)| pattern.is_plain())
    }

    fn is_directed(&self) -> bool {
        matches!(self.kind, LocalStatisticKind::Directed { .. })
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
        match self.kind {
            LocalStatisticKind::Directed { k, .. } => numbers_of_vertex(k),
            LocalStatisticKind::Pattern | LocalStatisticKind::Graphlets(_) => 0,
        }
    }

    fn counts_of_vertex(&self) -> u64 {
        let orbits =
            |(_, pattern): &(String, Pattern)| Vertices::orbits(pattern, self.matching.induced).len();
        self.patterns.iter().map(orbits).sum::<usize>() as u64
    }
}

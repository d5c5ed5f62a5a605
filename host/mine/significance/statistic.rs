//! What is counted in each graph.

use std::ops::Range;

use rayon::prelude::*;

use super::SampleCounts;
use super::sampled::{CountsBeside, GraphStatistic, SampleStatistic};
use crate::catalog::{Catalog, named};
use crate::clock::Clock;
use crate::directed::numbers_of_vertex;
use crate::graph::Csr;
use crate::list::ListOptions;
use crate::local::LocalCounts;
use crate::motifs::SIZES;
use crate::pattern::Pattern;
use crate::plan::{Induced, Matching, Semantics};
use crate::run::Run;
use crate::{
    Context, CountOptions, Counting, DIRECTED_GRAPHLET_SIZES, DirectedMotif, Launches, MineError, Placed,
    directed_patterns,
};

/// The most vertices of motifs that are counted in many graphs at once, by their counts at vertices.
const LARGEST_AT_VERTICES: usize = 5;

/// Wedges for each vertex up to which threads of the host count tetrads themselves: they go through one in 20 ns, about,
/// and need twice as long for the numbers of a vertex that a card has counted side by side. 1,000 samples of 2,400 arcs
/// between 300 vertices took 1.1 s on an H200 with 16 threads, and take one thread 2 s.
const WEDGES: u128 = 1 << 10;

/// What is counted in a graph and in each of its samples.
#[derive(Clone, Debug)]
pub struct Statistic {
    /// What the counts are of, each with what it is called.
    pub(super) patterns: Vec<(String, Pattern)>,
    /// What a match is, and how counts are made.
    options: CountOptions,
    kind: StatisticKind,
}

#[derive(Clone, Debug)]
enum StatisticKind {
    /// All connected patterns of a size.
    Motifs(&'static Catalog),
    /// All connected directed graphs of so many vertices.
    Directed(usize),
    /// These.
    Patterns(Counting),
}

impl Statistic {
    /// The counts of all connected patterns of `k` vertices.
    ///
    /// # Errors
    /// [`MineError::MotifSize`] if `k` is not from 3 to 6.
    pub fn motifs(k: usize, induced: Induced) -> Result<Statistic, MineError> {
        if !SIZES.contains(&k) {
            return Err(MineError::MotifSize { k });
        }
        let catalog = Catalog::of(k);
        let patterns = catalog.patterns.iter().map(named).collect();
        let options = CountOptions::default().induced(induced);
        Ok(Statistic { patterns, options, kind: StatisticKind::Motifs(catalog) })
    }

    /// The counts of all connected directed graphs of `k` vertices.
    ///
    /// # Errors
    /// [`MineError::DirectedMotifSize`].
    pub fn directed_motifs(k: usize, induced: Induced) -> Result<Statistic, MineError> {
        let named = |DirectedMotif { name, pattern, .. }: &DirectedMotif| match induced {
            Induced::Vertex => (name.clone(), pattern.clone()),
            // A triad has the arcs that its name says and no others.
            Induced::Edge => (pattern.to_string(), pattern.clone()),
        };
        let patterns = directed_patterns(k)?.iter().map(named).collect();
        Ok(Statistic {
            patterns,
            options: CountOptions::default().induced(induced),
            kind: StatisticKind::Directed(k),
        })
    }

    /// The counts of these patterns, each with what it is called.
    pub fn patterns(patterns: Vec<(String, Pattern)>, options: &CountOptions) -> Statistic {
        let options = options.clone().context(Context::default());
        let alone: Vec<Pattern> = patterns.iter().map(|(_, pattern)| pattern.clone()).collect();
        let kind = StatisticKind::Patterns(Counting::new(&alone, &options));
        Statistic { patterns, options, kind }
    }

    /// How many counts there are of a graph.
    pub fn width(&self) -> usize {
        self.patterns.len()
    }

    /// What the counts are of, each with what it is called.
    pub fn names(&self) -> impl ExactSizeIterator<Item = (&str, &Pattern)> {
        self.patterns.iter().map(|(name, pattern)| (name.as_str(), pattern))
    }

    /// The counts of a graph.
    ///
    /// # Errors
    /// As those of [`Placed::motifs`], [`Placed::directed_motifs`] and [`Placed::count_together`].
    pub fn count(&self, placed: &Placed, context: &Context) -> Result<Vec<u128>, MineError> {
        let options = || self.options.clone().context(context.clone());
        match &self.kind {
            StatisticKind::Motifs(catalog) => {
                let options = options();
                placed.on_whoever_is_left(context, |placed| {
                    placed.motif_counts(catalog, &options, Run { context, clock: &Clock::default() })
                })
            }
            StatisticKind::Directed(k) => placed.directed_motif_counts(*k, &options()),
            StatisticKind::Patterns(counting) => {
                let counted = counting.clone().context(context.clone()).run(placed)?;
                Ok(counted.counts.into_iter().map(|(count, _)| count).collect())
            }
        }
    }

    /// The counts at the vertices of a graph, for [`of_part`](Self::of_part).
    ///
    /// # Errors
    /// As those of [`Placed::at_vertices`].
    fn at_vertices(&self, placed: &Placed, context: &Context) -> Result<Vec<LocalCounts>, MineError> {
        let induced = match &self.kind {
            StatisticKind::Motifs(_) => Induced::Vertex,
            StatisticKind::Directed(_) | StatisticKind::Patterns(_) => self.options.matching.induced,
        };
        let options = ListOptions::default().context(context.clone()).induced(induced);
        let patterns: Vec<Pattern> = self.patterns.iter().map(|(_, pattern)| pattern.clone()).collect();
        placed.at_vertices_together(&patterns, &options)
    }

    /// The counts of a part of the graph that is joined to no other, from those at these of its vertices.
    ///
    /// # Errors
    /// [`MineError::CountOverflow`].
    fn of_part(&self, local: &[LocalCounts], vertices: Range<usize>) -> Result<Vec<u128>, MineError> {
        let of_pattern = |(local, (_, pattern)): (&LocalCounts, &(String, Pattern))| {
            let mut at_vertices = vertices.clone().flat_map(|vertex| local.row(vertex));
            let sum = at_vertices.try_fold(0u128, u128::checked_add).ok_or(MineError::CountOverflow)?;
            // Each match is counted at each of its vertices.
            Ok(sum / pattern.vertices() as u128)
        };
        let counts =
            local.iter().zip(&self.patterns).map(of_pattern).collect::<Result<Vec<u128>, MineError>>()?;
        match &self.kind {
            StatisticKind::Motifs(catalog) if self.options.matching.induced == Induced::Edge => {
                catalog.all_edge_induced(&counts)
            }
            _ => Ok(counts),
        }
    }
}

impl SampleStatistic for Statistic {
    type Row = Vec<u128>;

    fn count_alone(&self, placed: &Placed, context: &Context) -> Result<Vec<u128>, MineError> {
        self.count(placed, context)
    }

    fn is_local(&self) -> bool {
        match &self.kind {
            StatisticKind::Motifs(catalog) => catalog.patterns[0].vertices() <= LARGEST_AT_VERTICES,
            StatisticKind::Directed(k) => DIRECTED_GRAPHLET_SIZES.contains(k),
            StatisticKind::Patterns(counting) => {
                let is_small = |pattern: &Pattern| pattern.vertices() < LARGEST_AT_VERTICES;
                self.options.matching.semantics == Semantics::Subgraphs
                    && counting
                        .ways()
                        .all(|(pattern, strategy)| is_small(pattern) && strategy.needs_no_plan())
            }
        }
    }

    fn is_directed(&self) -> bool {
        matches!(self.kind, StatisticKind::Directed(_))
    }

    fn count_together(
        &self,
        side_by_side: &Placed,
        parts: &[Range<usize>],
        context: &Context,
    ) -> Result<Vec<Vec<u128>>, MineError> {
        if let StatisticKind::Directed(k) = self.kind {
            let options = self.options.clone().context(context.clone());
            return side_by_side.directed_motif_counts_of_parts(k, parts, &options);
        }
        let local = self.at_vertices(side_by_side, context)?;
        parts.iter().map(|vertices| self.of_part(&local, vertices.clone())).collect()
    }

    fn numbers_of_vertex(&self) -> u64 {
        match self.kind {
            StatisticKind::Directed(k) => numbers_of_vertex(k),
            StatisticKind::Motifs(_) | StatisticKind::Patterns(_) => 0,
        }
    }

    fn is_sooner_on_host(&self, graph: &Csr) -> bool {
        matches!(self.kind, StatisticKind::Directed(4)) && wedges(graph) <= WEDGES * u128::from(graph.n())
    }

    fn counts_of_vertex(&self) -> u64 {
        0
    }
}

/// Pairs of neighbours of the same vertex.
fn wedges(graph: &Csr) -> u128 {
    let of = |v: u32| u128::from(graph.degree(v)) * u128::from(graph.degree(v).saturating_sub(1)) / 2;
    (0..graph.n()).into_par_iter().map(of).sum()
}

impl GraphStatistic for Statistic {
    type Kept = SampleCounts;

    fn matching(&self) -> Matching {
        self.options.matching
    }

    fn launches(&self) -> Vec<Launches<'_>> {
        let alone = match &self.kind {
            StatisticKind::Motifs(catalog) => Launches::Motifs(catalog.patterns[0].vertices()),
            StatisticKind::Directed(_) => Launches::DIRECTED_MOTIFS,
            StatisticKind::Patterns(counting) => Launches::Count(counting),
        };
        let together = match self.is_directed() {
            true => Launches::DIRECTED_GRAPHLETS,
            false => Launches::GRAPHLETS_AT_VERTICES,
        };
        [alone].into_iter().chain(self.is_local().then_some(together)).collect()
    }

    fn text(&self) -> String {
        let patterns: Vec<String> = self.patterns.iter().map(|(_, pattern)| pattern.to_string()).collect();
        patterns.join("; ")
    }

    fn first_of(&self, mut kept: SampleCounts, samples: u64) -> SampleCounts {
        if !kept.are_of(self.width()) {
            return SampleCounts::default();
        }
        kept.truncate(samples);
        kept
    }

    fn beside(&self, counts: Vec<u128>, samples: &SampleCounts) -> Result<CountsBeside, MineError> {
        Ok(CountsBeside { patterns: self.patterns.clone(), counts, samples: samples.clone() })
    }
}

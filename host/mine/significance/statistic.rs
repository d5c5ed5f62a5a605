//! What is counted in each graph.

use crate::catalog::{Catalog, named};
use crate::clock::Clock;
use crate::list::ListOptions;
use crate::local::LocalCounts;
use crate::motifs::SIZES;
use crate::pattern::Pattern;
use crate::plan::{Induced, Matching, Semantics};
use crate::run::Run;
use crate::strategy::Strategy;
use crate::{Context, CountOptions, Counting, Launches, Method, MineError, Placed};

/// The most vertices of motifs that are counted in many graphs at once, by their counts at vertices.
const LARGEST_AT_VERTICES: usize = 5;

/// What is counted in a graph and in each of its samples.
#[derive(Clone, Debug)]
pub struct Statistic {
    /// What the counts are of, each with what it is called.
    pub(super) patterns: Vec<(String, Pattern)>,
    /// What a match is, and how counts are made.
    options: CountOptions,
    way: Way,
}

#[derive(Clone, Debug)]
enum Way {
    /// All connected patterns of a size.
    Motifs(Catalog),
    /// These, one by one.
    Patterns(Vec<Pattern>),
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
        let catalog = Catalog::new(k);
        let patterns = catalog.patterns.iter().map(named).collect();
        let options = CountOptions::default().induced(induced);
        Ok(Statistic { patterns, options, way: Way::Motifs(catalog) })
    }

    /// The counts of these patterns, each with what it is called.
    pub fn patterns(patterns: Vec<(String, Pattern)>, options: &CountOptions) -> Statistic {
        let way = Way::Patterns(patterns.iter().map(|(_, pattern)| pattern.clone()).collect());
        Statistic { patterns, options: options.clone().context(Context::default()), way }
    }

    /// How many counts there are of a graph.
    pub fn width(&self) -> usize {
        self.patterns.len()
    }

    /// What the counts are of, each with what it is called.
    pub fn names(&self) -> impl ExactSizeIterator<Item = (&str, &Pattern)> {
        self.patterns.iter().map(|(name, pattern)| (name.as_str(), pattern))
    }

    /// What a match is.
    pub fn matching(&self) -> Matching {
        self.options.matching
    }

    /// The counts of a graph.
    ///
    /// # Errors
    /// As those of [`Placed::motifs`] and [`Placed::count_together`].
    pub fn count(&self, placed: &Placed, context: &Context) -> Result<Vec<u128>, MineError> {
        let options = self.options.clone().context(context.clone());
        match &self.way {
            Way::Motifs(catalog) => placed.on_whoever_is_left(context, |placed| {
                placed.motif_counts(catalog, &options, Run { context, clock: &Clock::default() })
            }),
            Way::Patterns(patterns) => {
                let counted = placed.count_together(patterns, &options)?;
                Ok(counted.counts.into_iter().map(|(count, _)| count).collect())
            }
        }
    }

    /// Whether the counts of many graphs follow from the counts at the vertices of one that has them side by side, without a listing.
    pub(super) fn is_local(&self) -> bool {
        match &self.way {
            Way::Motifs(catalog) => catalog.patterns[0].vertices() <= LARGEST_AT_VERTICES,
            Way::Patterns(patterns) => {
                let small = |pattern: &Pattern| pattern.vertices() < LARGEST_AT_VERTICES;
                let plain = |pattern: &Pattern| {
                    Strategy::of(pattern, self.options.plan_options(), Method::Best).needs_no_plan()
                };
                self.options.matching.semantics == Semantics::Subgraphs
                    && self.options.method == Method::Best
                    && patterns.iter().all(|pattern| small(pattern) && plain(pattern))
            }
        }
    }

    /// The counts at the vertices of a graph, for [`of_part`](Self::of_part).
    ///
    /// # Errors
    /// As those of [`Placed::at_vertices`].
    pub(super) fn at_vertices(&self, placed: &Placed, context: &Context) -> Result<Vec<LocalCounts>, MineError> {
        let options = ListOptions::default().context(context.clone());
        match &self.way {
            Way::Motifs(catalog) => {
                placed.at_vertices_together(&catalog.patterns, &options.induced(Induced::Vertex))
            }
            Way::Patterns(patterns) => {
                placed.at_vertices_together(patterns, &options.induced(self.options.matching.induced))
            }
        }
    }

    /// The counts of a part of the graph that is joined to no other, from those at these of its vertices.
    ///
    /// # Errors
    /// [`MineError::CountOverflow`].
    pub(super) fn of_part(
        &self,
        local: &[LocalCounts],
        vertices: std::ops::Range<usize>,
    ) -> Result<Vec<u128>, MineError> {
        let of_pattern = |(local, (_, pattern)): (&LocalCounts, &(String, Pattern))| {
            let mut at_vertices = vertices.clone().flat_map(|vertex| local.row(vertex));
            let sum = at_vertices.try_fold(0u128, u128::checked_add).ok_or(MineError::CountOverflow)?;
            // Each match is counted at each of its vertices.
            Ok(sum / pattern.vertices() as u128)
        };
        let counts = local.iter().zip(&self.patterns).map(of_pattern).collect::<Result<Vec<u128>, MineError>>()?;
        match &self.way {
            Way::Motifs(catalog) if self.options.matching.induced == Induced::Edge => {
                catalog.all_edge_induced(&counts)
            }
            _ => Ok(counts),
        }
    }

    /// What a card loads for it.
    pub fn launches(&self) -> Vec<&'static str> {
        let at_vertices = self.is_local().then_some(Launches::GraphletsAtVertices);
        match &self.way {
            Way::Motifs(catalog) => {
                let motifs = Launches::Motifs(catalog.patterns[0].vertices());
                Launches::families([motifs].into_iter().chain(at_vertices))
            }
            Way::Patterns(patterns) => {
                let counting = Counting::new(patterns, &self.options);
                Launches::families([Launches::Count(&counting)].into_iter().chain(at_vertices))
            }
        }
    }
}

//! What it is expected to take to count patterns in a graph, in steps: by walks, and by decomposition.

use rayon::prelude::*;

use super::CountOptions;
use super::placed::Placed;
use super::strategy::Strategy;
use crate::graph::GraphStats;
use crate::pattern::Pattern;
use crate::place::Prepared;
use crate::plan::attributed::plan_query;
use crate::plan::decomposition::{Chosen, LabelStats, SmallGraph, choose};
use crate::plan::query::Query;
use crate::plan::{Induced, PlanError, PlanOptions, plan, shared_prefixes};

/// Work that a walk has done before a decomposition is planned.
pub(super) const NOT_WORTH_IT: f64 = 1e6;

/// Steps of a decomposition that take as long as one of an attributed walk, on one lane: a walk searches, and tables
/// are added up. 0.7 to 10 were measured on wiki-Vote and R-MAT graphs with directions, the most for trees, the least
/// for triangles; 6 and more on email-Enron with labels.
pub(super) const SCALAR_EXCHANGE: f64 = 2.5;
/// Steps of a decomposition that take as long as one of an attributed walk on a card, where all lanes search, and rows
/// wait for atomics: 1.2 ps a step of a walk (a 5-cycle with a chord, rmat20 with labels), and 10 a step of rows
/// (6-cycles of rmat14).
const CARD_EXCHANGE: f64 = 0.125;
/// Steps of a decomposition that take as long as one of a plain walk on a card, of a pattern with rows of edges. Those of
/// rmat12 that decomposition is faster at by three times and more are priced at 0.6 to 1.4 times the walk, most others
/// at over 2; at 1.2 to 1.8 the 112 motifs of rmat12 and rmat10, wiki-Vote and ba:5000:8 gain 5 to 14%, and those of
/// ba:20000:4 lose 8% (H200).
const CARD_ROWS_EXCHANGE: f64 = 1.5;

/// What a step of a sum takes, which goes through lists in order, beside one of a walk, which jumps. By it the counts
/// of houses, wheels and 5-cycles of email-Enron are priced two to five times above what was measured on one CPU
/// thread.
const IN_ORDER: f64 = 1.0 / 32.0;

/// What the ways of counting are weighed by.
pub(super) struct Prices<'a> {
    stats: &'a GraphStats,
    labels: LabelStats,
    options: &'a CountOptions,
    scalar: bool,
}

impl<'a> Prices<'a> {
    /// For these patterns, in a graph on its devices.
    pub fn of(
        placed: &Placed,
        prepared: &'a Prepared,
        options: &'a CountOptions,
        patterns: &[&Pattern],
    ) -> Self {
        let target = placed.target();
        let asks = patterns.iter().any(|pattern| !pattern.is_plain());
        let labels = LabelStats::of(target.csr, target.labels().filter(|_| asks));
        Prices { stats: prepared.stats(), labels, options, scalar: placed.team().first().is_scalar() }
    }

    /// For a graph with these statistics, of whose labels nothing is known, on the CPU.
    pub fn assumed(stats: &'a GraphStats, options: &'a CountOptions) -> Self {
        Prices { stats, labels: LabelStats::assumed(), options, scalar: true }
    }

    /// These prices on one lane.
    pub fn on_one_lane(self) -> Self {
        Prices { scalar: true, ..self }
    }

    /// These prices for patterns that are counted with other options.
    pub fn with<'o>(&'o self, options: &'o CountOptions) -> Prices<'o> {
        Prices { stats: self.stats, labels: self.labels.clone(), options, scalar: self.scalar }
    }

    pub fn labels(&self) -> &LabelStats {
        &self.labels
    }

    pub fn plan_options(&self) -> PlanOptions {
        self.options.plan_options()
    }

    /// Whether the first device's lanes work one after the other.
    pub fn is_scalar(&self) -> bool {
        self.scalar
    }

    /// Whether patterns are decomposed whatever it costs.
    pub fn are_ignored(&self) -> bool {
        self.options.method.ignores_prices()
    }

    /// Those of the patterns that cost less to decompose than `walks` do. Those without are not thought of.
    pub fn choose(&self, patterns: &[&Pattern], walks: &[Option<f64>]) -> Result<Option<Chosen>, PlanError> {
        let candidates: Vec<usize> = (0..patterns.len()).filter(|&place| walks[place].is_some()).collect();
        let of: Vec<&Pattern> = candidates.iter().map(|&place| patterns[place]).collect();
        let walks: Vec<f64> = walks.iter().copied().flatten().collect();
        let chosen = choose(&of, &walks, self.plan_options(), self.stats, &self.labels)?;
        Ok(chosen.map(|Chosen { places, decomposition }| Chosen {
            places: places.into_iter().map(|place| candidates[place]).collect(),
            decomposition,
        }))
    }

    /// The work that the walk for a pattern is expected to do, by the shares of its labels; `None` if it is so little
    /// that nothing else is thought of.
    fn long_walk(&self, pattern: &Pattern, options: PlanOptions) -> Result<Option<f64>, PlanError> {
        if self.are_ignored() {
            return Ok(Some(f64::INFINITY));
        }
        let cost = match Strategy::walk_of(pattern, options.matching) {
            Strategy::Walk => plan(pattern, options, self.stats)?.cost,
            _ => {
                let query = Query::new(pattern, options.matching, false);
                plan_query(&query, self.stats, &self.labels.shares(&query), options)?.cost
            }
        };
        Ok(self.if_long(pattern, cost.total))
    }

    /// The work that the walk for each of several patterns is expected to do; `None` if it is so little that nothing
    /// else is thought of. The searches for plans go on side by side, and share what one may take.
    pub fn long_walks(&self, patterns: &[&Pattern]) -> Result<Vec<Option<f64>>, PlanError> {
        let options = self.plan_options();
        let options = match patterns.len() {
            ..=1 => options,
            several => options.prefixes(shared_prefixes(several)),
        };
        patterns.par_iter().map(|pattern| self.long_walk(pattern, options)).collect()
    }

    /// The work of counting `pattern` without a walk, whatever its walk takes; `None` where it is always walked, or
    /// counted from many others.
    pub fn unbeaten(&self, pattern: &Pattern) -> Result<Option<f64>, PlanError> {
        match self.options.strategy(pattern) {
            Strategy::Decomposition => {
                let chosen = self.choose(&[pattern], &[Some(f64::INFINITY)])?;
                Ok(chosen.map(|chosen| chosen.decomposition.cost()))
            }
            way => Ok(self.steps(way, pattern)),
        }
    }

    /// What a pattern takes that is counted in this way, where that is known without a plan.
    fn steps(&self, way: Strategy, pattern: &Pattern) -> Option<f64> {
        way.steps(pattern.vertices(), self.stats).map(|steps| IN_ORDER * steps)
    }

    /// The work of the walk for a pattern whose plan is expected to take so much, in steps of a decomposition.
    pub fn of_walk(&self, pattern: &Pattern, planned: f64) -> f64 {
        let has_rows = || {
            let open = self.options.matching.induced == Induced::Edge;
            open && SmallGraph::of(pattern).is_some_and(|small| small.has_edge_rows())
        };
        match pattern.is_plain() {
            true if !self.scalar && has_rows() => planned * CARD_ROWS_EXCHANGE,
            true => planned,
            false => planned * self.exchange(),
        }
    }

    /// The same; `None` if it is little.
    pub fn if_long(&self, pattern: &Pattern, planned: f64) -> Option<f64> {
        (planned > NOT_WORTH_IT).then(|| self.of_walk(pattern, planned))
    }

    /// Steps of a decomposition that take as long as one of an attributed walk.
    pub fn exchange(&self) -> f64 {
        if self.scalar { SCALAR_EXCHANGE } else { CARD_EXCHANGE }
    }

    /// The work by which each of `patterns` is counted in the way that is expected to cost least, and that way; what
    /// patterns that are decomposed share is the first one's.
    pub fn each(&self, patterns: &[&Pattern]) -> Result<Vec<(Strategy, f64)>, PlanError> {
        let walks: Vec<f64> =
            self.long_walks(patterns)?.into_iter().map(|walk| walk.unwrap_or(NOT_WORTH_IT)).collect();
        let ways: Vec<Strategy> = patterns.iter().map(|pattern| self.options.strategy(pattern)).collect();
        let decomposable = |(&way, &walk): (&Strategy, &f64)| {
            (way == Strategy::Decomposition && walk > NOT_WORTH_IT).then_some(walk)
        };
        let weighed: Vec<Option<f64>> = ways.iter().zip(&walks).map(decomposable).collect();
        let chosen = self.choose(patterns, &weighed)?;
        let walked = |pattern: &Pattern| Strategy::walk_of(pattern, self.options.matching);
        let mut priced: Vec<(Strategy, f64)> = patterns
            .iter()
            .zip(ways.into_iter().zip(walks))
            .map(|(pattern, (way, walk))| match way {
                Strategy::Decomposition => (walked(pattern), walk),
                way => (way, self.steps(way, pattern).map_or(walk, |steps| steps.min(walk))),
            })
            .collect();
        if let Some(Chosen { places, decomposition }) = chosen {
            let costs = decomposition.costs();
            places
                .into_iter()
                .zip(costs)
                .for_each(|(place, cost)| priced[place] = (Strategy::Decomposition, cost));
        }
        Ok(priced)
    }
}

//! The ways in which a pattern may be counted, and what each is expected to take: whoever tells how a count comes about
//! asks here, and decides nothing.

use std::fmt;

use serde::{Serialize, Serializer};

use super::count::{SupergraphsExplanation, explain_supergraphs};
use super::prices::Prices;
use super::strategy::Strategy;
use super::{CountOptions, MineError, Placed};
use crate::clock::Clock;
use crate::graph::GraphStats;
use crate::pattern::Pattern;
use crate::plan::decomposition::{DecompositionExplanation, SmallGraph, fits};
use crate::plan::{Explanation, PlanError, PlanOptions, plan, plan_attributed};

/// A way of counting a pattern, and what it is expected to take.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Offer {
    /// The way.
    #[serde(rename = "method", serialize_with = "in_a_word")]
    pub way: Strategy,
    /// The work, in steps of single lanes through lists.
    pub work: f64,
}

/// How the count of a pattern follows from those of others, in words: written with `{}`, or serialised.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum OthersExplanation {
    /// How it is decomposed.
    Decomposition(DecompositionExplanation),
    /// The patterns that contain it.
    Supergraphs(SupergraphsExplanation),
}

impl OthersExplanation {
    /// That of a pattern whose own way is this, where there is one.
    fn of(
        own: Strategy,
        decomposition: impl FnOnce() -> Result<Option<DecompositionExplanation>, MineError>,
        supergraphs: impl FnOnce() -> Result<Option<SupergraphsExplanation>, MineError>,
    ) -> Result<Option<OthersExplanation>, MineError> {
        Ok(match own {
            Strategy::Decomposition => decomposition()?.map(OthersExplanation::Decomposition),
            Strategy::Supergraphs => supergraphs()?.map(OthersExplanation::Supergraphs),
            _ => None,
        })
    }

    /// All the work that is expected, in steps.
    fn work(&self) -> f64 {
        match self {
            OthersExplanation::Decomposition(explained) => explained.work,
            OthersExplanation::Supergraphs(explained) => explained.work,
        }
    }
}

impl fmt::Display for OthersExplanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OthersExplanation::Decomposition(explained) => explained.fmt(f),
            OthersExplanation::Supergraphs(explained) => explained.fmt(f),
        }
    }
}

/// The ways that apply to a pattern, and what is told of the one that is taken.
#[derive(Clone, Debug, Serialize)]
pub struct Ways {
    /// All of them: the one that is taken, and then those that cost more, or wait until memory is too small for it.
    #[serde(rename = "ways")]
    pub offers: Vec<Offer>,
    /// How it follows from the counts of others, if it does.
    #[serde(flatten)]
    pub others: Option<OthersExplanation>,
}

impl Ways {
    /// The way that is taken.
    pub fn taken(&self) -> Strategy {
        self.offers[0].way
    }

    /// Those of a pattern that is counted in this `way` of its own, from others as these say, if it is, and whose walk
    /// takes so much. `unbeaten` is the work of its own way, where that is known and no other says it.
    fn new(
        way: Strategy,
        walk: Offer,
        others: Option<OthersExplanation>,
        unbeaten: impl FnOnce() -> Result<Option<f64>, PlanError>,
    ) -> Result<Ways, MineError> {
        let work = match &others {
            Some(others) => Some(others.work()),
            None => unbeaten()?,
        };
        let is_taken = others.is_some() || way.needs_no_plan();
        let offers = match work {
            _ if way.walks() => vec![walk],
            // A walk finds cliques as soon.
            None if is_taken => vec![Offer { way, work: walk.work }, walk],
            None => vec![walk],
            Some(work) if is_taken => vec![Offer { way, work }, walk],
            Some(work) => vec![walk, Offer { way, work }],
        };
        Ok(Ways { offers, others })
    }
}

impl Placed {
    /// The ways in which `pattern` may be counted with these options; `walk` is the work of its
    /// [plan](Placed::explain).
    ///
    /// # Errors
    /// When the pattern cannot be planned, or asks for labels or directions that the graph does not have.
    pub fn ways(&self, pattern: &Pattern, options: &CountOptions, walk: f64) -> Result<Ways, MineError> {
        let own = options.strategy(pattern);
        let others = self.explain_others(own, pattern, options)?;
        let (placed, patterns) = self.relabelled(&[pattern])?;
        let known = placed.known(1);
        let prepared = known.form.prepared(&Clock::default());
        let prices = Prices::of(&placed, prepared, options, &[&patterns[0]]);
        Ways::new(own, prices.offered_walk(pattern, walk), others, || {
            // Numbers that may pass 128 bits are left to the walk, which finds that out.
            let fits = SmallGraph::of(pattern).is_none() || fits(pattern, prepared.csr());
            if fits { prices.unbeaten(&patterns[0]) } else { Ok(None) }
        })
    }

    /// Whether `pattern`, which may follow from the counts of others, is walked in this graph when it is counted with
    /// these options: that is expected to cost less.
    ///
    /// # Errors
    /// When the pattern cannot be planned, or asks for labels or directions that the graph does not have.
    pub fn is_left_to_walk(&self, pattern: &Pattern, options: &CountOptions) -> Result<bool, MineError> {
        let own = options.strategy(pattern);
        if !own.follows_from_others() {
            return Ok(own.walks());
        }
        self.on_whoever_is_left(&options.context, |placed| {
            Ok(placed.explain_others(own, pattern, options)?.is_none())
        })
    }

    /// How the count of `pattern`, whose own way is this, follows from those of others, in words; `None` where it does
    /// not: it has another way, the walk is expected to cost less, or a count may pass 128 bits.
    fn explain_others(
        &self,
        own: Strategy,
        pattern: &Pattern,
        options: &CountOptions,
    ) -> Result<Option<OthersExplanation>, MineError> {
        let decomposition = || self.explain_decomposition(pattern, options);
        OthersExplanation::of(own, decomposition, || self.explain_supergraphs(pattern, options))
    }
}

/// The plan by which `pattern` is counted where it is walked in a graph with these statistics, of whose labels and
/// directions nothing is known, in words.
///
/// # Errors
/// When the pattern cannot be planned.
pub fn explain_assumed(
    pattern: &Pattern,
    options: impl Into<PlanOptions>,
    stats: &GraphStats,
) -> Result<Explanation, PlanError> {
    let options = options.into();
    Ok(match Strategy::walk_of(pattern, options.matching) {
        Strategy::AttributedWalk => plan_attributed(pattern, options, stats)?.explain(),
        _ => plan(pattern, options, stats)?.explain(),
    })
}

/// The ways in which `pattern` may be counted in a graph with these statistics, of whose labels nothing is known, on
/// the CPU; `walk` is the work of its plan.
///
/// # Errors
/// When the pattern cannot be planned.
pub fn ways(
    pattern: &Pattern,
    options: &CountOptions,
    stats: &GraphStats,
    walk: f64,
) -> Result<Ways, MineError> {
    let own = options.strategy(pattern);
    let prices = Prices::assumed(stats, options);
    let walk = prices.offered_walk(pattern, walk);
    let decomposition = || {
        let chosen = prices.choose(&[pattern], &[Some(walk.work)])?;
        Ok(chosen.map(|chosen| chosen.decomposition.explain()))
    };
    let supergraphs = || Ok(explain_supergraphs(pattern, options, &prices)?);
    let others = OthersExplanation::of(own, decomposition, supergraphs)?;
    Ways::new(own, walk, others, || prices.unbeaten(pattern))
}

impl Prices<'_> {
    /// The walk for a pattern whose plan is expected to take so much.
    fn offered_walk(&self, pattern: &Pattern, planned: f64) -> Offer {
        let way = Strategy::walk_of(pattern, self.plan_options().matching);
        Offer { way, work: self.of_walk(pattern, planned) }
    }
}

fn in_a_word<S: Serializer>(way: &Strategy, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(way)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{Csr, generate};
    use crate::plan::{Induced, Matching, Semantics};
    use crate::runtime::Device;

    const PATTERNS: [&str; 10] = [
        "triangle",
        "4-star",
        "house",
        "wheel",
        "5-clique",
        "6-path",
        "6-cycle",
        "a-b-c-d-e-f-a, a-d",
        "a-b-c-d-e, e!a",
        "a-b, b-c, c-d, d-e, e-f, a!c",
    ];

    fn of(graph: &Csr, text: &str, matching: Matching) -> (Placed, Pattern, CountOptions, Ways) {
        let (placed, pattern) = (Placed::new(graph, &Device::cpu(None)), Pattern::parse(text).unwrap());
        let options = CountOptions::default().matching(matching);
        let walk = placed.explain(&pattern, options.plan_options()).unwrap().work;
        let ways = placed.ways(&pattern, &options, walk).unwrap();
        (placed, pattern, options, ways)
    }

    /// What a count says of itself in the end, on graphs that make one walk and another not.
    #[test]
    fn the_way_that_is_taken_comes_first() {
        for (scale, induced, semantics) in [
            (5, Induced::Edge, Semantics::Subgraphs),
            (8, Induced::Edge, Semantics::Embeddings),
            (8, Induced::Edge, Semantics::Homomorphisms),
            (7, Induced::Vertex, Semantics::Subgraphs),
        ] {
            let graph = generate::rmat(scale, 6, 3).unwrap();
            for text in PATTERNS {
                let (placed, pattern, options, ways) = of(&graph, text, Matching { induced, semantics });
                let counted = placed.count(&pattern, &options).unwrap();
                assert_eq!(ways.taken(), counted.strategy, "{text} of scale {scale}, {induced:?}");
                assert!(
                    ways.offers.iter().all(|offer| offer.work.is_finite() && offer.work > 0.0),
                    "{ways:?}"
                );
            }
        }
    }

    /// What is left out has its price, and one that is less is below what anybody thinks of.
    #[test]
    fn other_ways_cost_more_or_are_not_thought_of() {
        use crate::prices::NOT_WORTH_IT;
        for scale in [5, 9] {
            let graph = generate::rmat(scale, 6, 3).unwrap();
            for text in ["6-path", "6-cycle", "a-b-c-d-e-f-a, a-d"] {
                let (.., ways) = of(&graph, text, Matching::from(Induced::Edge));
                let [taken, other] = ways.offers[..] else { panic!("{text}: {ways:?}") };
                assert!(taken.work <= other.work.max(NOT_WORTH_IT), "{text} of scale {scale}: {ways:?}");
            }
        }
        let empty = Csr::from_edges(4, &[]);
        assert_eq!(of(&empty, "6-path", Matching::from(Induced::Edge)).3.offers[0].way, Strategy::Walk);
    }
}

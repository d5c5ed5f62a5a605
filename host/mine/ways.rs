//! The ways in which a pattern may be counted, and what each is expected to take: whoever tells how a count comes about
//! asks here, and decides nothing.

use serde::{Serialize, Serializer};

use super::count::SupergraphsExplanation;
use super::prices::Prices;
use super::strategy::Strategy;
use super::{CountOptions, Method, MineError, Placed, count};
use crate::clock::Clock;
use crate::graph::GraphStats;
use crate::pattern::Pattern;
use crate::plan::decomposition::{DecompositionExplanation, SmallGraph, fits};

/// A way of counting a pattern, and what it is expected to take.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Offer {
    /// The way.
    #[serde(rename = "method", serialize_with = "in_a_word")]
    pub way: Strategy,
    /// The work, in steps of single lanes through lists.
    pub work: f64,
}

/// The ways that apply to a pattern, and those of them that are told in words of their own.
#[derive(Clone, Debug, Serialize)]
pub struct Ways {
    /// All of them: the one that is taken, and then those that cost more, or wait until memory is too small for it.
    #[serde(rename = "ways")]
    pub offers: Vec<Offer>,
    /// How it is decomposed, if it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decomposition: Option<DecompositionExplanation>,
    /// The patterns from which it is counted, if it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub supergraphs: Option<SupergraphsExplanation>,
}

impl Ways {
    /// The way that is taken.
    pub fn taken(&self) -> Strategy {
        self.offers[0].way
    }

    /// Those of a pattern whose walk takes so much, and which is counted from others as these say, if it is. `own` is
    /// its own way, with the work where that is known and no other says it.
    fn new(
        own: (Strategy, Option<f64>),
        walk: Offer,
        decomposition: Option<DecompositionExplanation>,
        supergraphs: Option<SupergraphsExplanation>,
    ) -> Ways {
        let of_tables = decomposition.as_ref().map(|explained| explained.work);
        let of_others = of_tables.or(supergraphs.as_ref().map(|explained| explained.work));
        let (way, work) = own;
        let work = of_others.or(work);
        let is_taken = matches!(way, Strategy::Direct(_) | Strategy::Census) || of_others.is_some();
        let offers = match work {
            _ if way.walks() => vec![walk],
            // A walk finds cliques as soon.
            None if is_taken => vec![Offer { way, work: walk.work }, walk],
            None => vec![walk],
            Some(work) if is_taken => vec![Offer { way, work }, walk],
            Some(work) => vec![walk, Offer { way, work }],
        };
        Ways { offers, decomposition, supergraphs }
    }
}

impl Placed {
    /// The ways in which `pattern` may be counted with these options; `walk` is the work of its
    /// [plan](Placed::explain).
    ///
    /// # Errors
    /// When the pattern cannot be planned, or asks for labels or directions that the graph does not have.
    pub fn ways(&self, pattern: &Pattern, options: &CountOptions, walk: f64) -> Result<Ways, MineError> {
        let own = Strategy::of(pattern, options.plan_options(), options.method);
        let decomposition = self.explain_decomposition(pattern, options)?;
        let supergraphs = self.explain_supergraphs(pattern, options)?;
        let (placed, patterns) = self.relabelled(&[pattern])?;
        let known = placed.known(1);
        let prepared = known.form.prepared(&Clock::default());
        let prices = Prices::of(&placed, prepared, options, &[&patterns[0]]);
        // Numbers that may pass 128 bits are left to the walk, which finds that out.
        let fits = SmallGraph::of(pattern).is_none_or(|small| fits(&small, prepared.csr()));
        let work = if fits { prices.unbeaten(&patterns[0])? } else { None };
        Ok(Ways::new((own, work), prices.walk(pattern, walk), decomposition, supergraphs))
    }
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
    let own = Strategy::of(pattern, options.plan_options(), options.method);
    let prices = Prices::assumed(stats, options);
    let walk = prices.walk(pattern, walk);
    let chosen = match own {
        Strategy::Decomposition => prices.choose(&[pattern], &[Some(walk.work)])?,
        _ => None,
    };
    let decomposition = chosen.map(|chosen| chosen.decomposition.explain());
    let supergraphs = count::explain_supergraphs(pattern, options, stats)?;
    Ok(Ways::new((own, prices.unbeaten(pattern)?), walk, decomposition, supergraphs))
}

impl Prices<'_> {
    /// The walk for a pattern whose plan is expected to take so much.
    fn walk(&self, pattern: &Pattern, work: f64) -> Offer {
        let way = Strategy::of(pattern, self.plan_options(), Method::Walk);
        let exchange = if pattern.is_plain() { 1.0 } else { self.exchange() };
        Offer { way, work: work * exchange }
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

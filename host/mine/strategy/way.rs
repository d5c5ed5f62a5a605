//! What is known of each way of counting before it counts.

use super::{Method, Strategy, census, direct, from_others, walk};
use crate::graph::GraphStats;
use crate::pattern::Pattern;
use crate::plan::PlanOptions;

/// A pattern that is to be counted, and how.
#[derive(Clone, Copy)]
pub(super) struct CountRequest<'p> {
    pub pattern: &'p Pattern,
    pub options: PlanOptions,
    pub method: Method,
}

impl CountRequest<'_> {
    /// Whether matches are those of edges alone, each vertex of a match another.
    pub fn is_plain(&self) -> bool {
        self.pattern.is_plain() && self.options.matching.semantics.injective()
    }
}

/// A way of counting: a new one is a variant of [`Strategy`], a row of this kind in a file of this room, and what runs it
/// ([`count`](crate::count)).
pub(super) struct CountingWay {
    /// In a word, as the command prints it.
    pub word: &'static str,
    /// What the count comes from, for whoever reads the word.
    pub how: &'static str,
    /// What it is called for a pattern, if it counts that.
    pub applies: fn(&CountRequest<'_>) -> Option<Strategy>,
    /// The families of kernels that it may launch.
    pub families: fn(Strategy) -> Vec<&'static str>,
    /// The steps that it takes for a pattern of so many vertices, where that is known without a plan.
    pub steps: fn(Strategy, usize, &GraphStats) -> Option<f64>,
}

/// For ways whose steps a plan tells.
pub(super) fn as_planned(_: Strategy, _: usize, _: &GraphStats) -> Option<f64> {
    None
}

/// The ways that a method allows, the one that is preferred first: whether one that follows from other counts costs less than a walk, the graph
/// says.
pub(super) fn ways(method: Method) -> impl Iterator<Item = &'static CountingWay> {
    const WITHOUT_PLAN: &[&CountingWay] =
        &[&direct::CLIQUES, &direct::WEDGES, &direct::FORMULA, &census::CENSUS];
    const FROM_OTHERS: &[&CountingWay] = &[&from_others::SUPERGRAPHS, &from_others::DECOMPOSITION];
    const WALKS: &[&CountingWay] = &[&walk::WALK, &walk::ATTRIBUTED_WALK];
    let groups: [&[&CountingWay]; 3] = match method {
        Method::Best => [WITHOUT_PLAN, FROM_OTHERS, WALKS],
        Method::Walk => [&[], &[], WALKS],
        Method::Decomposition => [FROM_OTHERS, WITHOUT_PLAN, WALKS],
    };
    groups.into_iter().flatten().copied()
}

/// What is known of the way that a strategy names.
pub(super) fn way_of(strategy: Strategy) -> &'static CountingWay {
    match strategy {
        Strategy::Direct(direct) => direct.way(),
        Strategy::Census => &census::CENSUS,
        Strategy::Decomposition => &from_others::DECOMPOSITION,
        Strategy::Supergraphs => &from_others::SUPERGRAPHS,
        Strategy::Walk => &walk::WALK,
        Strategy::AttributedWalk => &walk::ATTRIBUTED_WALK,
    }
}

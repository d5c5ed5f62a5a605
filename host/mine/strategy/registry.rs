//! All ways of counting: which is preferred, and what is known of each.

use std::fmt;

use super::kinds::{Direct, Strategy};
use super::method::Method;
use super::way::{CountRequest, CountingWay};
use super::{census, direct, from_others, walk};
use crate::graph::GraphStats;
use crate::pattern::Pattern;
use crate::plan::PlanOptions;

impl fmt::Display for Strategy {
    /// In a word, as the command prints it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(way_of(*self).word)
    }
}

impl Strategy {
    /// How the matches of `pattern` are counted in the way that `method` allows, with the features of the planner that
    /// are in use.
    pub(crate) fn of(pattern: &Pattern, options: PlanOptions, method: Method) -> Strategy {
        let request = CountRequest { pattern, options, method };
        let applies = ways(method).find_map(|way| (way.applies)(&request));
        applies.expect("a walk serves every pattern")
    }

    /// What the count comes from, in a few words.
    pub fn how(self) -> &'static str {
        way_of(self).how
    }

    /// Whether it needs neither a plan nor a look at the graph to be chosen.
    pub(crate) fn needs_no_plan(self) -> bool {
        matches!(self, Strategy::Direct(_) | Strategy::Census)
    }

    /// Whether it follows from the counts of others, where the graph does not make a walk cheaper.
    pub(crate) fn follows_from_others(self) -> bool {
        matches!(self, Strategy::Decomposition | Strategy::Supergraphs)
    }

    /// The families of kernels that a count in this way may launch.
    pub(crate) fn families(self) -> Vec<&'static str> {
        (way_of(self).families)(self)
    }

    /// The steps that it takes for a pattern of so many vertices, about, where that is known without a plan.
    pub(crate) fn steps(self, vertices: usize, stats: &GraphStats) -> Option<f64> {
        (way_of(self).steps)(self, vertices, stats)
    }
}

/// The ways that a method allows, the one that is preferred first: whether one that follows from other counts costs
/// less than a walk, the graph says.
fn ways(method: Method) -> impl Iterator<Item = &'static CountingWay> {
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
fn way_of(strategy: Strategy) -> &'static CountingWay {
    match strategy {
        Strategy::Direct(Direct::Cliques(_)) => &direct::CLIQUES,
        Strategy::Direct(Direct::Wedges) => &direct::WEDGES,
        Strategy::Direct(Direct::Formula(_)) => &direct::FORMULA,
        Strategy::Census => &census::CENSUS,
        Strategy::Decomposition => &from_others::DECOMPOSITION,
        Strategy::Supergraphs => &from_others::SUPERGRAPHS,
        Strategy::Walk => &walk::WALK,
        Strategy::AttributedWalk => &walk::ATTRIBUTED_WALK,
    }
}

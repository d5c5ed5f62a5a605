//! From a pattern and graph statistics to a plan.
//!
//! | module | what is in it |
//! | --- | --- |
//! | `query` | a pattern as the planner sees it |
//! | `features` | the parts of the planner that can be left out |
//! | `search` | matching orders and restriction sets, by branch and bound |
//! | `partial_order` | restrictions: which vertices must be smaller than which |
//! | `shape` | a pattern as seen from a matching order |
//! | `drawn` | the vertices that are drawn together at the end of a walk |
//! | `inclusion` | how the last vertices are drawn from several sets |
//! | `schedule` | which candidate sets a matching order needs, and what they share |
//! | `work`, `moments`, `prefix`, `cost` | the cost model |
//! | `lower` | from a schedule to the [`WalkPlan`] that kernels read |
//! | `tree`, `together` | several plans that share their prefixes |
//! | [`attributed`] | the same for patterns with labels, directions and absence, and large ones |
//! | [`analysis`] | what a plan comes to on a graph |
//! | [`decomposition`] | counts without a walk, from the homomorphisms of quotients |
//! | [`explain`] | a plan in words |
//!
//! Vertices of the data graph are numbered by falling degree: a smaller vertex has a higher degree.

pub mod analysis;
pub mod attributed;
mod candidate;
pub mod cost;
pub mod decomposition;
mod drawn;
mod error;
pub mod explain;
mod features;
mod generic;
mod inclusion;
mod lower;
mod matching;
mod moments;
mod partial_order;
mod prefix;
#[doc(hidden)]
pub mod query;
mod schedule;
mod search;
mod shape;
mod together;
mod tree;
mod work;

use motherlode_device::plan::WalkPlan;
use serde::Serialize;

#[doc(hidden)]
pub use analysis::analyze_roots;
pub use analysis::{Analysis, LevelAnalysis, analyze};
pub use attributed::{AttributedPlan, plan_attributed};
pub use cost::{Cost, LevelCost};
pub use error::PlanError;
pub use explain::Explanation;
pub use features::{Feature, Features, PlanOptions};
pub use generic::generic_stats;
pub use matching::{Induced, Matching, Semantics, UnknownName};
pub use together::plan_together;
pub use tree::PlanTree;

use crate::graph::GraphStats;
use crate::pattern::{Pattern, all};
use candidate::Candidate;
use lower::{Lowered, lower};
use query::{Query, Selectivities};
use schedule::Schedule;
#[doc(hidden)]
pub use search::shared_prefixes;
use search::{CandidateVerdict, PlanSearch, Wanted};

/// `smaller < greater` is required of the data vertices that these pattern vertices are matched to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Restriction {
    /// The pattern vertex matched to the smaller data vertex.
    pub smaller: usize,
    /// The pattern vertex matched to the greater data vertex.
    pub greater: usize,
}

/// What the walk's independent tasks are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tasks {
    /// The vertices: only level 0 is walked.
    Vertices,
    /// The edges `(v0, v1)`, each in both directions.
    AllEdges,
    /// The edges with `v1 < v0`.
    LowerEdges,
    /// The edges with `v1 > v0`.
    UpperEdges,
}

/// How long a buffer's list can get in a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SizeBound {
    /// No longer than the largest degree.
    MaxDegree,
    /// No longer than the largest lower degree.
    MaxLower,
    /// No longer than the largest upper degree.
    MaxUpper,
}

impl SizeBound {
    /// The bound, in vertices, for a graph with these statistics.
    pub fn elements(self, stats: &GraphStats) -> u64 {
        u64::from(match self {
            Self::MaxDegree => stats.max_degree,
            Self::MaxLower => stats.max_lower,
            Self::MaxUpper => stats.max_upper,
        })
    }
}

/// How the embeddings of a pattern are walked, and what that is expected to cost.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The pattern.
    pub pattern: Pattern,
    /// What a match is.
    pub matching: Matching,
    /// How many automorphisms the pattern has: each subgraph would be found that often without restrictions.
    pub automorphisms: u64,
    /// How often the walk finds each match: once, unless [symmetry breaking](Feature::SymmetryBreaking) is left out.
    pub repeats: u64,
    /// The matching order: the pattern's vertices, by level. Those after level `walk.last` are counted, not walked.
    pub order: Vec<usize>,
    /// The restrictions, none of which follows from others. The vertices that are chosen together have none among
    /// themselves.
    pub restrictions: Vec<Restriction>,
    /// The independent tasks.
    pub tasks: Tasks,
    /// Per buffer of the walk, how long its list can get.
    pub buffers: Vec<SizeBound>,
    /// Whether none of them gets longer than the list of the walk's first vertex.
    #[doc(hidden)]
    pub bounded_by_first: bool,
    /// The expected cost.
    pub cost: Cost,
    /// What the kernels obey.
    pub walk: WalkPlan,
}

impl Plan {
    /// The length that every buffer of a warp must have, in vertices; 0 if there are no buffers.
    pub fn buffer_bound(&self, stats: &GraphStats) -> u64 {
        self.buffers.iter().map(|bound| bound.elements(stats)).max().unwrap_or(0)
    }

    /// Whether prefixes of it can be walked together with those of other plans: from the third level on, and to a leaf
    /// of one set.
    #[doc(hidden)]
    pub fn can_share(&self) -> bool {
        self.walk.last >= 2 && self.walk.combination.sets == 0
    }

    /// The plan in words.
    pub fn explain(&self) -> Explanation {
        Explanation::of(self)
    }

    fn of(query: &Query, stats: &GraphStats, candidate: &Candidate) -> Result<Self, PlanError> {
        let Lowered { walk, writers, .. } = lower(&candidate.shape, &candidate.schedule)?;
        let bound = |writers: &Vec<usize>| size_bound(&candidate.schedule, writers, stats);
        let bounded_by_first = candidate.bounds_by_first(writers.iter().flatten().copied());
        Ok(Self {
            pattern: query.pattern.clone(),
            matching: query.matching,
            automorphisms: query.automorphisms,
            repeats: candidate.repeats(query),
            order: candidate.order.clone(),
            restrictions: restrictions(candidate),
            tasks: tasks(candidate),
            buffers: writers.iter().map(bound).collect(),
            bounded_by_first,
            cost: candidate.cost.clone(),
            walk,
        })
    }
}

/// The cheapest plan for `pattern` on a graph with these statistics.
///
/// A plan for embeddings is one for subgraphs: each match is found once, and stands for as many embeddings as the
/// pattern has automorphisms. A plan for homomorphisms finds each map.
///
/// # Errors
/// [`PlanError::Operations`] or [`PlanError::Buffers`] if every plan is too large for the kernels: no pattern that is
/// known so far.
pub fn plan(
    pattern: &Pattern,
    options: impl Into<PlanOptions>,
    stats: &GraphStats,
) -> Result<Plan, PlanError> {
    let options = options.into();
    if !pattern.is_plain() {
        return Err(PlanError::NotPlain { pattern: pattern.to_string() });
    }
    let query = Query::new(pattern, options.matching, true);
    let shares = Selectivities::assumed(&query);
    let of = |candidate: &Candidate| Plan::of(&query, stats, candidate);
    cheapest(&query, stats, &shares, options, of, |plan, best| is_better(plan, best, stats))
}

/// The best of the plans that the search considers: `of` makes one of a candidate, and `is_better` compares it with the
/// best so far.
///
/// # Errors
/// If every plan is too large for the kernels.
fn cheapest<P>(
    query: &Query,
    stats: &GraphStats,
    shares: &Selectivities,
    options: PlanOptions,
    of: impl Fn(&Candidate) -> Result<P, PlanError>,
    is_better: impl Fn(&P, &P) -> bool,
) -> Result<P, PlanError> {
    let mut refused = None;
    let mut best: Option<P> = None;
    PlanSearch::run(query, stats, shares, Wanted::Cheapest, options, |candidate: &Candidate| {
        match of(candidate) {
            Ok(plan) => {
                if best.as_ref().is_some_and(|best| !is_better(&plan, best)) {
                    return CandidateVerdict::Worse;
                }
                best = Some(plan);
                CandidateVerdict::Taken
            }
            Err(error) => {
                refused = Some(error);
                CandidateVerdict::TooLarge
            }
        }
    });
    best.ok_or_else(|| refused.unwrap_or_else(|| PlanError::no_order(&query.pattern)))
}

/// Every plan that the search considers, cheapest first: one for each matching order and restriction set, up to
/// automorphisms. Each counts every match once.
///
/// Their number grows fast: it is meant for patterns of up to six vertices.
pub fn plans(pattern: &Pattern, options: impl Into<PlanOptions>, stats: &GraphStats) -> Vec<Plan> {
    let options = options.into();
    let query = Query::new(pattern, options.matching, true);
    let shares = Selectivities::assumed(&query);
    let candidates = PlanSearch::run(&query, stats, &shares, Wanted::All, options, |_: &Candidate| {
        CandidateVerdict::Taken
    });
    candidates.iter().filter_map(|candidate| Plan::of(&query, stats, candidate).ok()).collect()
}

/// Plans of the same cost differ in the memory that they need.
fn is_better(plan: &Plan, best: &Plan, stats: &GraphStats) -> bool {
    let memory = |plan: &Plan| plan.buffer_bound(stats) * plan.buffers.len() as u64;
    let (score, least) = (plan.cost.score, best.cost.score);
    score < least || (score == least && memory(plan) < memory(best))
}

fn restrictions(candidate: &Candidate) -> Vec<Restriction> {
    let restriction = |(smaller, greater)| Restriction { smaller, greater };
    candidate.restrictions.cover().into_iter().map(restriction).collect()
}

fn tasks(candidate: &Candidate) -> Tasks {
    let second = candidate.shape.range(1, 1);
    match (candidate.shape.walked(), second.above, second.below) {
        (1, _, _) => Tasks::Vertices,
        (_, 0, 0) => Tasks::AllEdges,
        (_, 0, _) => Tasks::LowerEdges,
        _ => Tasks::UpperEdges,
    }
}

/// The bound on a buffer that holds the results of `writers`, one after another.
///
/// A result is part of the neighbour list of each vertex that it is near to; a bound by such a vertex leaves only the
/// lower, or the upper, part of that list.
fn size_bound(schedule: &Schedule, writers: &[usize], stats: &GraphStats) -> SizeBound {
    let bound = |&writer: &usize| {
        let operation = schedule.operations[writer];
        let near = operation.set.near & all(operation.level + 1);
        let lower = (near & operation.range.below != 0).then_some(SizeBound::MaxLower);
        let upper = (near & operation.range.above != 0).then_some(SizeBound::MaxUpper);
        let bounds = [Some(SizeBound::MaxDegree), lower, upper].into_iter().flatten();
        bounds.min_by_key(|bound| bound.elements(stats)).unwrap_or(SizeBound::MaxDegree)
    };
    writers.iter().map(bound).max_by_key(|bound| bound.elements(stats)).unwrap_or(SizeBound::MaxDegree)
}

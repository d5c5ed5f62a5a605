//! Plans for the kernels that take labels, directions, absence, powers and more vertices.

use motherlode_device::plan::{AttributedWalk, Leaf};

use super::candidate::Candidate;
use super::lower::{Lowered, lower};
use super::query::{ClassView, Query, Selectivities, ViewId};
use super::{Cost, Explanation, PlanError, PlanOptions, Restriction, Tasks, cheapest, restrictions, tasks};
use crate::graph::GraphStats;
use crate::pattern::{Pattern, bits};

/// How the embeddings of a pattern are walked in the views of a graph, and what that is expected to cost.
#[derive(Clone, Debug)]
pub struct AttributedPlan {
    pub(crate) query: Query,
    /// How often the walk finds each match: as for a [`Plan`](super::Plan).
    pub repeats: u64,
    /// The matching order: the pattern's vertices, by level.
    pub order: Vec<usize>,
    /// The restrictions, none of which follows from others.
    pub restrictions: Vec<Restriction>,
    /// The independent tasks.
    pub tasks: Tasks,
    /// The expected cost.
    pub cost: Cost,
    /// What the kernels obey.
    pub walk: AttributedWalk,
    /// The views that the walk names, in the order of their numbers there.
    #[doc(hidden)]
    pub views: Vec<ClassView>,
    /// Per buffer and list that it ever holds, the views of which that list is a part.
    buffers: Vec<Vec<Vec<usize>>>,
    /// Whether none of these lists gets longer than the walk's first vertex has neighbours.
    #[doc(hidden)]
    pub bounded_by_first: bool,
}

impl AttributedPlan {
    /// The length that every buffer of a warp must have, in vertices, if the longest list of view `i` has `longest[i]`.
    #[doc(hidden)]
    pub fn buffer_bound(&self, longest: &[u64]) -> u64 {
        let list = |views: &Vec<usize>| views.iter().map(|&view| longest[view]).min().unwrap_or(0);
        self.buffers.iter().flatten().map(list).max().unwrap_or(0)
    }

    /// Whether the last vertex of the order is walked as the others are, and not drawn from a leaf's set.
    #[doc(hidden)]
    pub fn walks_all(&self) -> bool {
        self.walk.leaf.relation == Leaf::ITSELF
    }

    /// The plan in words.
    pub fn explain(&self) -> Explanation {
        Explanation::of_attributed(self)
    }

    fn of(query: &Query, candidate: &Candidate) -> Result<Self, PlanError> {
        let Candidate { order, shape, schedule, cost, .. } = candidate;
        let Lowered { walk, writers, views } = lower(shape, schedule)?;
        let number = |view: ViewId| views.iter().position(|used| *used == view).unwrap_or(0);
        let list = |&writer: &usize| -> Vec<usize> {
            let set = schedule.operations[writer].set;
            bits(set.near).map(|level| number(set.views[level])).collect()
        };
        let bounded_by_first = candidate.bounds_by_first(writers.iter().flatten().copied());
        let buffers = writers.iter().map(|writers| writers.iter().map(list).collect()).collect();
        let views = views.iter().map(|&view| query.views[usize::from(view)]).collect();
        Ok(Self {
            query: query.clone(),
            repeats: candidate.repeats(query),
            order: order.clone(),
            restrictions: restrictions(candidate),
            tasks: tasks(candidate),
            cost: cost.clone(),
            walk,
            views,
            buffers,
            bounded_by_first,
        })
    }
}

/// The cheapest plan for a query.
///
/// # Errors
/// If every plan is too large for the kernels: [`PlanError::Operations`] or [`PlanError::Buffers`].
#[doc(hidden)]
pub fn plan_query(
    query: &Query,
    stats: &GraphStats,
    shares: &Selectivities,
    options: PlanOptions,
) -> Result<AttributedPlan, PlanError> {
    let of = |candidate: &Candidate| AttributedPlan::of(query, candidate);
    cheapest(query, stats, shares, options, of, |plan, best| plan.cost.score < best.cost.score)
}

/// The cheapest plan of this kind for `pattern` where there is no graph: labels and directions are taken to be those of
/// fixed shares of all vertices and edges.
///
/// # Errors
/// If every plan is too large for the kernels: [`PlanError::Operations`] or [`PlanError::Buffers`].
pub fn plan_attributed(
    pattern: &Pattern,
    options: impl Into<PlanOptions>,
    stats: &GraphStats,
) -> Result<AttributedPlan, PlanError> {
    let options = options.into();
    let query = Query::new(pattern, options.matching, false);
    plan_query(&query, stats, &Selectivities::assumed(&query), options)
}

//! Preparing graphs for patterns that ask for labels, directions or absence, and for large ones.
//!
//! ```text
//! Pattern ── Query ──┐
//! Attributes ────────┴─ Resolved ── Candidates ── shares ── AttributedPlan ── Views ── kernels
//! ```
//!
//! | module | what is in it |
//! | --- | --- |
//! | `resolve` | the pattern's labels as the graph numbers them |
//! | `slots` | labels and directions of edges in the order of the prepared graph |
//! | `candidates` | which vertices may stand for which of the pattern, and how many |
//! | `views` | the lists that the kernels read |

mod candidates;
mod resolve;
mod slots;
mod views;

use self::candidates::Candidates;
use self::resolve::Resolved;
use self::slots::Slots;
use self::views::Views;
use super::progress::timed;
use super::target::Target;
use super::{MineError, Prepared, Seconds};
use crate::graph::Csr;
use crate::pattern::Pattern;
use crate::plan::query::Query;
use crate::plan::{AttributedPlan, PlanOptions, attributed::plan_query, generic_stats};

/// A plan, with the lists and the tasks that its kernels read.
#[derive(Debug)]
pub(super) struct Route {
    pub plan: AttributedPlan,
    /// The views that the plan names; none if that is the graph as it is.
    views: Option<Views>,
    /// The longest list of each.
    longest: Vec<u64>,
    /// Sums over the vertices: the tasks of each. Empty if they are the vertices themselves.
    pub starts: Vec<u64>,
    /// Where each vertex's first task lies in the lists.
    pub first: Vec<u64>,
}

impl Route {
    /// The starts of the lists, and the lists.
    pub fn lists<'a>(&'a self, csr: &'a Csr) -> (&'a [u64], &'a [u32]) {
        match &self.views {
            Some(views) => (&views.offsets, &views.neighbors),
            None => (csr.offsets(), csr.neighbors_all()),
        }
    }

    /// The number of tasks.
    pub fn tasks(&self, prepared: &Prepared) -> u64 {
        self.starts.last().copied().unwrap_or(prepared.csr.n().into())
    }

    /// The length that every buffer of a warp must have.
    pub fn capacity(&self) -> u64 {
        self.plan.buffer_bound(&self.longest)
    }
}

/// Prepares a graph for `pattern`, makes the plan and the lists that it names.
///
/// # Errors
/// When the pattern asks for what the graph does not have, or cannot be planned.
pub(super) fn prepare(
    target: Target<'_>,
    pattern: &Pattern,
    options: PlanOptions,
    seconds: &mut Seconds,
) -> Result<(Prepared, Route), MineError> {
    let query = Query::new(pattern, options.matching, false);
    let resolved = Resolved::new(&query, target.attributes)?;
    let prepared = timed(&mut seconds.prepare, || prepare_graph(target, &query));
    let candidates = timed(&mut seconds.prepare, || candidates(target, &query, &resolved, &prepared));
    let plan = plan_for(&query, &candidates, options, seconds)?;
    let route = timed(&mut seconds.prepare, || {
        let views = Views::new(&plan, &candidates);
        let longest = views.as_ref().map_or(vec![prepared.csr.max_degree().into()], Views::longest);
        let mut route = Route { plan, views, longest, starts: Vec::new(), first: Vec::new() };
        if route.plan.walk.last > 0 {
            let (offsets, neighbors) = route.lists(&prepared.csr);
            (route.starts, route.first) =
                views::tasks(&route.plan.walk.levels[1], offsets, neighbors, prepared.csr.n());
        }
        route
    });
    Ok((prepared, route))
}

/// The plan by which `pattern` is counted in a graph.
///
/// # Errors
/// When the pattern asks for what the graph does not have, or cannot be planned.
pub(super) fn plan(
    target: Target<'_>,
    pattern: &Pattern,
    options: PlanOptions,
) -> Result<AttributedPlan, MineError> {
    let query = Query::new(pattern, options.matching, false);
    let resolved = Resolved::new(&query, target.attributes)?;
    let prepared = prepare_graph(target, &query);
    let candidates = candidates(target, &query, &resolved, &prepared);
    plan_for(&query, &candidates, options, &mut Seconds::default())
}

fn prepare_graph(target: Target<'_>, query: &Query) -> Prepared {
    // A vertex of any degree may be the one that must not exist.
    let least = if query.anti.is_empty() { query.matching.least_degree(&query.pattern) } else { 1 };
    Prepared::new(target.csr, least)
}

fn candidates<'a>(
    Target { csr, attributes }: Target<'_>,
    query: &'a Query,
    resolved: &'a Resolved,
    prepared: &'a Prepared,
) -> Candidates<'a> {
    let edges = attributes.and_then(|attributes| attributes.edges.as_ref());
    let any = query.views.iter().all(|view| resolved.rules[usize::from(view.rule)].is_any());
    let slots = edges.filter(|_| !any).map_or_else(Slots::none, |edges| Slots::new(csr, edges, prepared));
    let labels = attributes.and_then(|attributes| attributes.vertices.as_ref());
    Candidates::new(query, resolved, prepared, labels, slots)
}

fn plan_for(
    query: &Query,
    candidates: &Candidates<'_>,
    options: PlanOptions,
    seconds: &mut Seconds,
) -> Result<AttributedPlan, MineError> {
    let none = generic_stats();
    let stats = match candidates.prepared.csr.edges() {
        0 => &none,
        _ => timed(&mut seconds.prepare, || candidates.prepared.stats()),
    };
    Ok(timed(&mut seconds.plan, || plan_query(query, stats, &candidates.shares(), options.features))?)
}

//! Preparing graphs for patterns that ask for labels, directions or absence, and for large ones.
//!
//! ```text
//! Pattern ── Query ──┐
//! Attributes ────────┴─ Resolved ── Candidates ── shares ── AttributedPlan ── Views, EdgeTasks ── kernels
//! ```
//!
//! | module | what is in it |
//! | --- | --- |
//! | `site` | where the lists are made: on the job's device, or on the host |
//! | `candidates` | which vertices may stand for which of the pattern, and how many |
//! | `views`, `edge_tasks` | the lists that the kernels read, and the tasks on them |
//! | `route` | a plan with its lists and tasks |
//! | `indicators` | for decompositions: where labels and directions are as they are asked for, as numbers |

mod candidates;
mod edge_tasks;
mod indicators;
mod route;
mod site;
mod views;

use std::sync::Arc;

use self::candidates::Candidates;
pub(super) use self::edge_tasks::EdgeTasks;
pub(super) use self::indicators::{Indicators, check, numbers_at_vertices};
pub(super) use self::route::Route;
use self::site::ListMaker;
pub(super) use self::views::ViewBuffers;
use super::placed::{Known, Placed};
use super::resolve::Resolved;
use super::{MineError, Target};
use crate::clock::Clock;
use crate::pattern::Pattern;
use crate::place::Form;
use crate::plan::query::Query;
use crate::plan::{AttributedPlan, Matching, PlanOptions, attributed::plan_query, generic_stats};
use crate::runtime::RuntimeError;

/// Prepares a graph for `pattern`, makes the plan and the lists that it names.
///
/// # Errors
/// When the pattern asks for what the graph does not have, or cannot be planned; when the lists do not fit in the
/// budget, or the device fails.
pub(super) fn prepare(
    placed: &Placed,
    pattern: &Pattern,
    options: PlanOptions,
    clock: &Clock,
) -> Result<(Arc<Known>, Route), MineError> {
    QueryOnGraph::new(placed, pattern, options, Query::new, clock)?.prepare(clock)
}

/// Prepares a graph for `pattern`, makes the plan, and the lists that it names, which hold no vertices that have too
/// few neighbours for the pattern's vertices.
///
/// # Errors
/// When the pattern asks for what the graph does not have, or cannot be planned; when the lists do not fit in the
/// budget, or the device fails.
pub(super) fn prepare_by_degrees(
    placed: &Placed,
    pattern: &Pattern,
    options: PlanOptions,
    clock: &Clock,
) -> Result<(Arc<Known>, Route), MineError> {
    let query = |pattern: &Pattern, matching, _| Query::by_degrees(pattern, matching);
    QueryOnGraph::new(placed, pattern, options, query, clock)?.prepare(clock)
}

/// The plan by which `pattern` is counted in a graph.
///
/// # Errors
/// When the pattern asks for what the graph does not have, or cannot be planned; when what tells that does not fit in
/// the budget, or the device fails.
pub(super) fn plan(
    placed: &Placed,
    pattern: &Pattern,
    options: PlanOptions,
) -> Result<AttributedPlan, MineError> {
    let clock = Clock::default();
    let asked = QueryOnGraph::new(placed, pattern, options, Query::new, &clock)?;
    asked.anywhere(&clock, |site| asked.plan(&asked.candidates(site, &clock)?, &clock), Ok)
}

/// What is asked of a graph.
struct QueryOnGraph {
    /// The graph, with labels in the place of conditions on properties.
    placed: Placed,
    query: Query,
    resolved: Resolved,
    known: Arc<Known>,
    options: PlanOptions,
}

impl QueryOnGraph {
    fn new(
        placed: &Placed,
        pattern: &Pattern,
        options: PlanOptions,
        query: impl FnOnce(&Pattern, Matching, bool) -> Query,
        clock: &Clock,
    ) -> Result<Self, MineError> {
        let (placed, relabelled) = clock.prepare(|| placed.relabelled(&[pattern]))?;
        let mut query = query(&relabelled[0], options.matching, false);
        // In words it is as it was written.
        query.pattern = pattern.clone();
        let resolved = Resolved::new(&query, placed.target().labels())?;
        let known = clock.prepare(|| placed.known(least_degree(&query)));
        Ok(QueryOnGraph { placed, query, resolved, known, options })
    }

    /// The plan, and the lists that it names.
    fn prepare(&self, clock: &Clock) -> Result<(Arc<Known>, Route), MineError> {
        let form = &self.known.form;
        let route = |site: &ListMaker| {
            let candidates = self.candidates(site, clock)?;
            let plan = self.plan(&candidates, clock)?;
            let prepared = form.prepared(clock);
            Ok(clock.prepare(|| Route::new(plan, &candidates, prepared))?)
        };
        let route = self.anywhere(clock, route, |route| clock.transfer(|| route.moved_to(form)))?;
        Ok((self.known.clone(), route))
    }

    fn target(&self) -> Target<'_> {
        self.placed.target()
    }

    /// Does `work` on the device where that is to make the lists, and its memory allows; else on the host, from where
    /// `moved` gets it to the device.
    fn anywhere<T>(
        &self,
        clock: &Clock,
        work: impl Fn(&ListMaker) -> Result<T, MineError>,
        moved: impl FnOnce(T) -> Result<T, RuntimeError>,
    ) -> Result<T, MineError> {
        let (form, labelled): (&Form, bool) = (&self.known.form, self.looks_at_edges());
        if form.makes_views() {
            let done = ListMaker::of(form, self.target(), labelled, clock).map_err(MineError::from);
            match done.and_then(|site| work(&site)) {
                Err(error) if error.is_lack_of_memory() => {}
                done => return done,
            }
        }
        // The lists that are made take its place.
        self.known.let_go_of_whole();
        self.known.let_go_of_oriented();
        let site = ListMaker::host(form, self.target(), labelled, clock)?;
        Ok(moved(work(&site)?)?)
    }

    /// Whether a view asks for labels or directions of edges.
    fn looks_at_edges(&self) -> bool {
        self.query.views.iter().any(|view| !self.resolved.rules[usize::from(view.rule)].is_any())
    }

    fn candidates<'c>(&'c self, site: &'c ListMaker, clock: &Clock) -> Result<Candidates<'c>, RuntimeError> {
        let prepared = self.known.form.prepared(clock);
        let labels = self.target().labels();
        let vertex_labels = labels.and_then(|labels| labels.vertices.as_ref());
        let edge_labels = labels.and_then(|labels| labels.edge_labels()).map_or(0, |labels| labels.codes());
        clock.prepare(|| {
            Candidates::new(&self.query, &self.resolved, prepared, vertex_labels, edge_labels, site)
        })
    }

    fn plan(&self, candidates: &Candidates<'_>, clock: &Clock) -> Result<AttributedPlan, MineError> {
        let prepared = self.known.form.prepared(clock);
        let none = generic_stats();
        let stats = match prepared.csr().edges() {
            0 => &none,
            _ => clock.prepare(|| prepared.stats()),
        };
        let shares = clock.prepare(|| candidates.shares())?;
        Ok(clock.plan(|| plan_query(&self.query, stats, &shares, self.options))?)
    }
}

/// The least degree of a vertex that a match can use.
fn least_degree(query: &Query) -> u32 {
    // A vertex of any degree may be the one that must not exist.
    if query.anti.is_empty() { query.matching.least_degree(&query.pattern) } else { 1 }
}

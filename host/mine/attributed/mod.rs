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

use std::sync::Arc;

use self::candidates::Candidates;
use self::resolve::Resolved;
use self::slots::Slots;
use self::views::Views;
use super::placed::{Known, Placed};
use super::{MineError, Target};
use crate::clock::Clock;
use crate::pattern::Pattern;
use crate::place::Prepared;
use crate::plan::query::Query;
use crate::plan::{AttributedPlan, PlanOptions, attributed::plan_query, generic_stats};

/// A plan, with the lists and the tasks that its kernels read.
#[derive(Debug)]
pub(super) struct Route {
    pub plan: AttributedPlan,
    /// The views that the plan names; none if that is the graph as it is.
    pub views: Option<Views>,
    /// The longest list of each.
    longest: Vec<u64>,
    /// Sums over the vertices: the tasks of each. Empty if they are the vertices themselves.
    pub starts: Arc<Vec<u64>>,
    /// Where each vertex's first task lies in the lists.
    pub first: Arc<Vec<u64>>,
}

impl Route {
    /// The number of tasks in a graph of `n` vertices.
    pub fn tasks(&self, n: u32) -> u64 {
        self.starts.last().copied().unwrap_or(n.into())
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
    placed: &Placed,
    pattern: &Pattern,
    options: PlanOptions,
    clock: &Clock,
) -> Result<(Arc<Known>, Route), MineError> {
    let target = placed.target();
    let query = Query::new(pattern, options.matching, false);
    let resolved = Resolved::new(&query, target.labels())?;
    let known = clock.prepare(|| placed.known(least_degree(&query)));
    let prepared = known.form.prepared(clock);
    let candidates = clock.prepare(|| candidates(target, &query, &resolved, prepared));
    let plan = plan_for(&query, &candidates, options, clock)?;
    let route = clock.prepare(|| {
        let csr = prepared.csr();
        let views = Views::new(&plan, &candidates);
        let longest = views.as_ref().map_or(vec![csr.max_degree().into()], Views::longest);
        let (starts, first) = match plan.walk.last {
            0 => Default::default(),
            _ => {
                let lists = views.as_ref().map(|views| (&views.offsets[..], &views.neighbors[..]));
                let (offsets, neighbors) = lists.unwrap_or((csr.offsets(), csr.neighbors_all()));
                views::tasks(&plan.walk.levels[1], offsets, neighbors, csr.n())
            }
        };
        Route { plan, views, longest, starts: Arc::new(starts), first: Arc::new(first) }
    });
    Ok((known, route))
}

/// The plan by which `pattern` is counted in a graph.
///
/// # Errors
/// When the pattern asks for what the graph does not have, or cannot be planned.
pub(super) fn plan(
    placed: &Placed,
    pattern: &Pattern,
    options: PlanOptions,
) -> Result<AttributedPlan, MineError> {
    let (clock, target) = (Clock::default(), placed.target());
    let query = Query::new(pattern, options.matching, false);
    let resolved = Resolved::new(&query, target.labels())?;
    let known = placed.known(least_degree(&query));
    let candidates = candidates(target, &query, &resolved, known.form.prepared(&clock));
    plan_for(&query, &candidates, options, &clock)
}

/// The least degree of a vertex that a match can use.
fn least_degree(query: &Query) -> u32 {
    // A vertex of any degree may be the one that must not exist.
    if query.anti.is_empty() { query.matching.least_degree(&query.pattern) } else { 1 }
}

fn candidates<'a>(
    target: Target<'_>,
    query: &'a Query,
    resolved: &'a Resolved,
    prepared: &'a Prepared,
) -> Candidates<'a> {
    let attributes = target.labels();
    let edges = attributes.and_then(|attributes| attributes.edges.as_ref());
    let any = query.views.iter().all(|view| resolved.rules[usize::from(view.rule)].is_any());
    let slots =
        edges.filter(|_| !any).map_or_else(Slots::none, |edges| Slots::new(target.csr, edges, prepared));
    let labels = attributes.and_then(|attributes| attributes.vertices.as_ref());
    Candidates::new(query, resolved, prepared, labels, slots)
}

fn plan_for(
    query: &Query,
    candidates: &Candidates<'_>,
    options: PlanOptions,
    clock: &Clock,
) -> Result<AttributedPlan, MineError> {
    let none = generic_stats();
    let stats = match candidates.prepared.csr().edges() {
        0 => &none,
        _ => clock.prepare(|| candidates.prepared.stats()),
    };
    Ok(clock.plan(|| plan_query(query, stats, &candidates.shares(), options.features))?)
}

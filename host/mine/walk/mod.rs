//! A graph and a plan that walks it, ready for a device: what counting and listing start from, for patterns of all kinds.
//!
//! ```text
//! prepare ── Walk ── Walker::upload ── allot ── launch(what to do with the walk)
//! ```
//!
//! | module | what is in it |
//! | --- | --- |
//! | `families` | the kernels, by what they do and for which patterns |
//! | `walker` | a walk on a device |

mod families;
mod walker;

pub(super) use families::{ArgsOf, Family, Pass};
pub(super) use walker::{Batch, Launch, Purpose, WARPS, Walker, is_combined};

use super::attributed::{self, Route};
use super::progress::timed;
use super::strategy::Strategy;
use super::tasks::TaskList;
use super::{Method, MineError, Prepared, Seconds, Target, strategy_for};
use crate::pattern::Pattern;
use crate::plan::{Plan, PlanOptions, generic_stats, plan};

/// How a prepared graph is walked.
#[derive(Debug)]
pub(super) enum Walk {
    /// A plain pattern, over the graph's own lists.
    Plain { plan: Box<Plan>, tasks: TaskList },
    /// Any other, over views.
    Attributed(Box<Route>),
}

/// Prepares a graph for `pattern`, and makes the plan.
///
/// # Errors
/// When the pattern cannot be planned, or asks for what the graph does not have.
pub(super) fn prepare(
    target: Target<'_>,
    pattern: &Pattern,
    options: PlanOptions,
    seconds: &mut Seconds,
) -> Result<(Prepared, Walk), MineError> {
    let matching = options.matching;
    if strategy_for(pattern, matching, Method::Walk) == Strategy::Attributed {
        let (prepared, route) = attributed::prepare(target, pattern, options, seconds)?;
        return Ok((prepared, Walk::Attributed(Box::new(route))));
    }
    let least = matching.least_degree(pattern);
    let prepared = timed(&mut seconds.prepare, || Prepared::new(target.csr, least));
    let walk = Walk::plain(&prepared, pattern, options, seconds)?;
    Ok((prepared, walk))
}

impl Walk {
    /// The walk of a plain pattern.
    ///
    /// # Errors
    /// When it cannot be planned.
    pub fn plain(
        prepared: &Prepared,
        pattern: &Pattern,
        options: PlanOptions,
        seconds: &mut Seconds,
    ) -> Result<Walk, MineError> {
        let none = generic_stats();
        let stats = match prepared.csr.edges() {
            0 => &none,
            _ => timed(&mut seconds.prepare, || prepared.stats()),
        };
        let plan = timed(&mut seconds.plan, || plan(pattern, options, stats))?;
        Ok(Walk::of(prepared, plan))
    }

    /// The walk over a plan for a plain pattern.
    pub fn of(prepared: &Prepared, plan: Plan) -> Walk {
        let tasks = TaskList::new(prepared, plan.tasks);
        Walk::Plain { plan: Box::new(plan), tasks }
    }

    /// How often it finds each match.
    pub fn repeats(&self) -> u64 {
        match self {
            Walk::Plain { plan, .. } => plan.repeats,
            Walk::Attributed(route) => route.plan.repeats,
        }
    }

    /// How it counts.
    pub fn strategy(&self) -> Strategy {
        match self {
            Walk::Plain { .. } => Strategy::General,
            Walk::Attributed(_) => Strategy::Attributed,
        }
    }

    /// The number of tasks.
    pub fn tasks(&self, prepared: &Prepared) -> u64 {
        match self {
            _ if prepared.csr.edges() == 0 => 0,
            Walk::Plain { tasks, .. } => tasks.end(prepared),
            Walk::Attributed(route) => route.tasks(prepared),
        }
    }

    /// The pattern's vertices in matching order.
    pub fn order(&self) -> &[usize] {
        match self {
            Walk::Plain { plan, .. } => &plan.order,
            Walk::Attributed(route) => &route.plan.order,
        }
    }

    /// Whether all of the pattern's vertices are walked, and none drawn at the end.
    pub fn walks_all(&self) -> bool {
        matches!(self, Walk::Attributed(route) if route.plan.walks_all())
    }

    /// The last level walked.
    pub fn last(&self) -> u32 {
        match self {
            Walk::Plain { plan, .. } => plan.walk.last,
            Walk::Attributed(route) => route.plan.walk.last,
        }
    }

    /// All that the walk does, in some form: equal for equal walks.
    pub fn fingerprint(&self) -> String {
        match self {
            Walk::Plain { plan, .. } => format!("{:?} {:?}", plan.order, plan.walk),
            Walk::Attributed(route) => format!("{:?} {:?}", route.plan.order, route.plan.walk),
        }
    }

    /// Buffers of a warp, and the vertices in one.
    fn buffers(&self, prepared: &Prepared) -> (u64, u64) {
        let (buffers, capacity) = match self {
            Walk::Plain { plan, .. } => (plan.walk.buffers, plan.buffer_bound(prepared.stats())),
            Walk::Attributed(route) => (route.plan.walk.buffers, route.capacity()),
        };
        (buffers.into(), if prepared.csr.edges() == 0 { 0 } else { capacity })
    }
}

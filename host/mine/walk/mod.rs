//! A form of a graph and a plan that walks it: what counting and listing start from, for patterns of all kinds.
//!
//! ```text
//! plan_walk ── PlannedWalk ── Walker::new ── allot ── launch(what to do with the walk)
//! ```
//!
//! | module | what is in it |
//! | --- | --- |
//! | `families` | the kernels, by what they do and for which patterns |
//! | `tasks` | the tasks of a plan |
//! | `walker` | a walk on a device |
//! | `buffers` | the buffers of its warps, where memory is short |
//! | `matrix` | the bits by which a card walks graphs of few vertices |
//! | `counter` | counting what a walk finds |
//! | `tree` | counting what the plans of several patterns find, by one walk |
//! | `recent` | walks that were planned, for whoever asks for them again |

mod buffers;
mod counter;
mod families;
mod matrix;
mod recent;
mod tasks;
mod tree;
mod walker;

pub(super) use counter::{Counter, once_each};
pub(super) use families::{Family, Pass};
use recent::RecentWalks;
pub(super) use recent::WalkRequest;
pub(super) use tree::walk_together;
pub(super) use walker::{Launch, Purpose, TaskQueue, WalkLaunch, Walker, is_combined};

use std::ops::{ControlFlow, Range};
use std::sync::Arc;

use motherlode_device::kernels::count::split::Split;
use parking_lot::{Mutex, MutexGuard};

use super::attributed::{self, Route};
use super::deal::{Crew, Done, FirstTasks, Pace};
use super::placed::{Known, Placed};
use super::run::Run;
use super::strategy::Strategy;
use super::{Context, MineError};
use crate::clock::Clock;
use crate::pattern::Pattern;
use crate::place::Prepared;
use crate::plan::{Plan, PlanOptions, generic_stats, plan};
use crate::runtime::{Device, RuntimeError};
use tasks::TaskList;

/// A form of a graph, and how it is walked.
#[derive(Clone, Debug)]
pub(super) struct PlannedWalk {
    pub known: Arc<Known>,
    pub walk: Arc<Walk>,
}

/// How a prepared graph is walked.
#[derive(Debug)]
pub(super) enum Walk {
    /// A plain pattern, over the graph's own lists.
    Plain { plan: Box<Plan>, tasks: TaskList },
    /// Any other, over views.
    Attributed(Box<Route>),
}

/// Plans the walk that finds the matches of `pattern`, and makes the lists that it needs; or what was made when it was
/// last asked for.
///
/// # Errors
/// When the pattern cannot be planned, or asks for what the graph does not have.
pub(super) fn plan_walk(
    placed: &Placed,
    pattern: &Pattern,
    options: PlanOptions,
    clock: &Clock,
) -> Result<PlannedWalk, MineError> {
    let request = WalkRequest { pattern: pattern.clone(), options };
    if let Some(planned) = recent(placed).find(&request) {
        return Ok(planned);
    }
    let planned = plan_anew(placed, pattern, options, clock)?;
    recent(placed).keep(request, &planned);
    Ok(planned)
}

/// The walks in a graph that were planned last.
pub(super) fn recent(placed: &Placed) -> MutexGuard<'_, RecentWalks> {
    placed.beside().get::<Mutex<RecentWalks>>().lock()
}

fn plan_anew(
    placed: &Placed,
    pattern: &Pattern,
    options: PlanOptions,
    clock: &Clock,
) -> Result<PlannedWalk, MineError> {
    if Strategy::walk_of(pattern, options.matching) == Strategy::AttributedWalk {
        let (known, route) = attributed::prepare(placed, pattern, options, clock)?;
        return Ok(PlannedWalk { known, walk: Arc::new(Walk::Attributed(Box::new(route))) });
    }
    let least = options.matching.least_degree(pattern);
    let known = clock.prepare(|| placed.known(least));
    let prepared = known.form.prepared(clock);
    let none = generic_stats();
    let stats = match prepared.csr().edges() {
        0 => &none,
        _ => clock.prepare(|| prepared.stats()),
    };
    let plan = clock.plan(|| plan(pattern, options, stats))?;
    let walk = Arc::new(Walk::of(prepared, plan));
    Ok(PlannedWalk { known, walk })
}

impl PlannedWalk {
    /// The walk over a plan for a plain pattern.
    pub fn of(known: &Arc<Known>, plan: Plan, clock: &Clock) -> PlannedWalk {
        let walk = Arc::new(Walk::of(known.form.prepared(clock), plan));
        PlannedWalk { known: known.clone(), walk }
    }

    /// This walk, with no task split into several.
    pub fn with_whole_tasks(self, clock: &Clock) -> PlannedWalk {
        match &*self.walk {
            Walk::Plain { plan, .. } => {
                let tasks = TaskList::new(self.known.form.prepared(clock), plan.tasks, false);
                let walk = Arc::new(Walk::Plain { plan: plan.clone(), tasks });
                PlannedWalk { walk, ..self }
            }
            Walk::Attributed(_) => self,
        }
    }

    /// The number of tasks.
    pub fn tasks(&self) -> u64 {
        let graph = self.known.form.graph();
        match &*self.walk {
            _ if graph.edges() == 0 => 0,
            Walk::Plain { tasks, .. } => tasks.end(),
            Walk::Attributed(route) => route.tasks(graph.n()),
        }
    }

    /// The number of the first task of each vertex, and how many there are; none if the tasks are the vertices.
    ///
    /// # Errors
    /// When the device fails.
    pub fn starts(&self, clock: &Clock) -> Result<Option<Vec<u64>>, RuntimeError> {
        match &*self.walk {
            Walk::Plain { tasks, .. } => {
                Ok(tasks.starts(self.known.form.prepared(clock)).map(|starts| starts.into_owned()))
            }
            Walk::Attributed(route) => route.starts(),
        }
    }

    /// The bytes of the lists that were made for it.
    fn bytes(&self) -> u64 {
        match &*self.walk {
            Walk::Plain { tasks, .. } => tasks.sums.as_ref().map_or(0, |sums| size_of_val(&sums[..]) as u64),
            Walk::Attributed(route) => route.bytes(),
        }
    }

    /// Counts what it walks for.
    ///
    /// # Errors
    /// When the buffers do not fit in the budget, the device fails, the count passes 128 bits, or the job is to stop.
    pub fn count(&self, run: Run<'_>) -> Result<u128, MineError> {
        if self.tasks() == 0 {
            return Ok(0);
        }
        let first = Counter::new(self, self.known.team().first(), run.clock)?;
        let found = run.clock.mine(|| self.crew(first).deal(run.context))?.done.tally;
        Ok(once_each(found, self.walk.repeats()))
    }

    /// Counts what it finds in some of its tasks, as often as it finds it.
    ///
    /// # Errors
    /// When the buffers do not fit in the budget, the device fails, the count passes 128 bits, or the job is to stop.
    pub fn count_tasks(&self, tasks: Range<u64>, context: &Context) -> Result<u128, MineError> {
        let Range { start, end } = tasks;
        let clock = Clock::default();
        let make = |device: &Device| Ok(FirstTasks { of: Counter::new(self, device, &clock)?, end });
        let crew = Crew { team: self.known.team(), first: make(self.known.team().first())?, others: make };
        let from = Done { tasks: start, tally: 0 };
        let after = |_: &Done<u128>| ControlFlow::Continue(());
        Ok(crew.deal_from(from, Pace::Unbroken, context, after)?.done.tally)
    }

    /// Who counts what it walks for.
    pub fn crew(
        &self,
        first: Counter,
    ) -> Crew<'_, Counter, impl Fn(&Device) -> Result<Counter, MineError> + Sync> {
        let others = |device: &Device| Ok(Counter::new(self, device, &Clock::default())?);
        Crew { team: self.known.team(), first, others }
    }

    /// Buffers of a warp, and the vertices in one.
    fn buffers(&self, prepared: &Prepared) -> (u64, u64) {
        let (buffers, capacity) = match &*self.walk {
            Walk::Plain { plan, .. } => (plan.walk.buffers, plan.buffer_bound(prepared.stats())),
            Walk::Attributed(route) => (route.plan.walk.buffers, route.capacity()),
        };
        (buffers.into(), if prepared.csr().edges() == 0 { 0 } else { capacity })
    }
}

impl Walk {
    /// The walk over a plan for a plain pattern.
    fn of(prepared: &Prepared, plan: Plan) -> Walk {
        let tasks = TaskList::new(prepared, plan.tasks, plan.walk.last > 1);
        Walk::Plain { plan: Box::new(plan), tasks }
    }

    /// How often it finds each match.
    pub fn repeats(&self) -> u64 {
        match self {
            Walk::Plain { plan, .. } => plan.repeats,
            Walk::Attributed(route) => route.plan.repeats,
        }
    }

    /// Whether no list in a buffer gets longer than the neighbours of the first vertex of the task are many.
    pub fn is_bounded_by_first(&self) -> bool {
        match self {
            Walk::Plain { plan, .. } => plan.bounded_by_first,
            Walk::Attributed(route) => route.plan.bounded_by_first,
        }
    }

    /// The work that it is expected to be.
    pub fn work(&self) -> f64 {
        match self {
            Walk::Plain { plan, .. } => plan.cost.total,
            Walk::Attributed(route) => route.plan.cost.total,
        }
    }

    /// How it counts.
    pub fn strategy(&self) -> Strategy {
        match self {
            Walk::Plain { .. } => Strategy::Walk,
            Walk::Attributed(_) => Strategy::AttributedWalk,
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
            Walk::Plain { plan, tasks } if tasks.split == Split::NONE => {
                format!("{:?} {:?}", plan.order, plan.walk)
            }
            Walk::Plain { plan, tasks } => format!("{:?} {:?} {:?}", plan.order, plan.walk, tasks.split),
            Walk::Attributed(route) => format!("{:?} {:?}", route.plan.order, route.plan.walk),
        }
    }
}

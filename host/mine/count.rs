//! Counting the embeddings of a pattern.

use super::counter::Counter;
use super::progress::timed;
use super::strategy::{self, Strategy};
use super::tasks::TaskList;
use super::{Input, MineError, Prepared, Progress, Seconds};
use crate::graph::Csr;
use crate::pattern::Pattern;
use crate::plan::{Induced, plan};
use crate::runtime::{Device, Interrupt};

/// Which ways of counting are allowed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// The fastest that is known for the pattern.
    #[default]
    Best,
    /// The walk over a plan, which serves every pattern.
    Walk,
}

/// How to count.
#[derive(Clone, Copy)]
pub struct CountOptions<'o> {
    /// Whether absent edges of the pattern must be absent in the graph.
    pub induced: Induced,
    /// Whether to take the fastest way that is known for the pattern, or to walk a plan in any case.
    pub method: Method,
    /// Stops the job.
    pub interrupt: &'o Interrupt,
    /// Called about ten times a second while the device counts.
    pub progress: &'o (dyn Fn(Progress) + Sync),
}

/// A count, and how it came about.
#[derive(Clone, Debug)]
pub struct Counted {
    /// The subgraphs of the graph that match the pattern: each once, whatever the pattern's automorphisms.
    pub count: u128,
    /// How they were counted.
    pub strategy: Strategy,
    /// How long the parts took.
    pub seconds: Seconds,
}

/// Counts the subgraphs of `graph` that match `pattern`, on `device`.
///
/// # Errors
/// When the pattern cannot be planned, the buffers do not fit in the budget, the device fails, the count passes
/// 128 bits, or an interrupt was requested.
pub fn count(
    graph: &Csr,
    pattern: &Pattern,
    device: &Device,
    options: CountOptions<'_>,
) -> Result<Counted, MineError> {
    let mut seconds = Seconds::default();
    let strategy = strategy_for(pattern, options.induced, options.method);
    let input = timed(&mut seconds.prepare, || Input::new(graph, pattern.min_degree()));
    let count = match strategy {
        _ if input.graph().edges() == 0 => 0,
        Strategy::General => {
            let prepared = timed(&mut seconds.prepare, || input.prepared());
            general(pattern, prepared, device, options, &mut seconds)?
        }
        _ => strategy::run(strategy, pattern, &input, device, options, &mut seconds)?,
    };
    Ok(Counted { count, strategy, seconds })
}

/// How [`count`] counts `pattern`.
pub fn strategy_for(pattern: &Pattern, induced: Induced, method: Method) -> Strategy {
    match method {
        Method::Best => strategy::choose(pattern, induced),
        Method::Walk => Strategy::General,
    }
}

/// Counts `pattern` on a prepared graph by the walk over a plan.
///
/// # Errors
/// As [`count`].
pub fn general(
    pattern: &Pattern,
    prepared: &Prepared,
    device: &Device,
    options: CountOptions<'_>,
    seconds: &mut Seconds,
) -> Result<u128, MineError> {
    let stats = timed(&mut seconds.prepare, || prepared.stats());
    let plan = timed(&mut seconds.plan, || plan(pattern, options.induced, stats))?;
    let tasks = TaskList::new(prepared, plan.tasks);
    let open = || Counter::new(prepared, &plan, &tasks, device, options);
    let mut counter = timed(&mut seconds.transfer, open)?;
    timed(&mut seconds.mine, || counter.count(0..counter.tasks()))
}

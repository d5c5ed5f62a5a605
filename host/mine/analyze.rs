//! The plan for a pattern beside what it comes to.

use std::ops::{ControlFlow, Range};
use std::time::Duration;

use super::deal::{Done, Merge, Pace, Share, Work, deal_from};
use super::strategy::Strategy;
use super::{Context, MineError, Placed, Target};
use crate::clock::Clock;
use crate::graph::Csr;
use crate::pattern::Pattern;
use crate::plan::{Analysis, Explanation, Matching, Plan, PlanOptions, analyze_roots, plan};
use crate::runtime::Device;

/// The fewest vertices in a share: enough for all threads.
const LEAST_ROOTS: u64 = 256;
/// A share's time, and so between two reports of progress.
const PERIOD: Duration = Duration::from_millis(100);

/// The plan by which a plain `pattern` is counted in `graph` where it is walked, in words, with what it comes to there:
/// per level the partial embeddings and the work, beside what was expected of them.
///
/// The plan is walked on the host, in the current rayon pool. `context` hears of the first vertices that are done.
///
/// # Errors
/// [`MineError::NotAnalyzed`] for patterns with labels, directions or absence, larger patterns, and homomorphisms; an
/// interrupt.
pub fn analyze<'g>(
    graph: impl Into<Target<'g>>,
    pattern: &Pattern,
    options: impl Into<PlanOptions>,
    context: &Context,
) -> Result<Explanation, MineError> {
    let options = options.into();
    let matching = options.matching;
    check_analyzed(pattern, matching)?;
    let placed = Placed::new(graph, &Device::cpu(None));
    let known = placed.known(matching.least_degree(pattern));
    let prepared = known.form.prepared(&Clock::default());
    let plan = plan(pattern, options, prepared.stats())?;
    let mut worker = Analyzer { plan: &plan, graph: prepared.csr(), context };
    let nothing = Analysis::of(plan.walk.last as usize + 1);
    let none = Done { tasks: 0, tally: Analyses(Some(nothing.clone())) };
    let walked = deal_from(&mut worker, none, Pace::Timed(PERIOD), context, |_| ControlFlow::Continue(()))?;
    let analysis = walked.tally.0.unwrap_or(nothing).once_each(&plan);
    Ok(plan.explain().with(&analysis))
}

/// Whether [`analyze`] serves a pattern: said before a graph is read for nothing.
///
/// # Errors
/// [`MineError::NotAnalyzed`].
pub fn check_analyzed(pattern: &Pattern, matching: Matching) -> Result<(), MineError> {
    match Strategy::walk_of(pattern, matching) {
        Strategy::Walk => Ok(()),
        _ => Err(MineError::NotAnalyzed { pattern: pattern.to_string() }),
    }
}

/// Walks on the host with counters: a task is a vertex that the walk starts from.
struct Analyzer<'a> {
    plan: &'a Plan,
    graph: &'a Csr,
    context: &'a Context,
}

/// What the walks from some vertices come to; `None` is nothing.
#[derive(Default)]
struct Analyses(Option<Analysis>);

impl Merge for Analyses {
    fn merge(&mut self, other: Analyses) -> Result<(), MineError> {
        self.0 = match (self.0.take(), other.0) {
            (Some(mine), Some(others)) => Some(mine.and(&others)),
            (mine, others) => mine.or(others),
        };
        Ok(())
    }
}

impl Work for Analyzer<'_> {
    type Tally = Analyses;

    fn tasks(&self) -> u64 {
        self.graph.n().into()
    }

    fn least_share(&self, _: u64) -> u64 {
        LEAST_ROOTS
    }

    fn run(&mut self, share: &Share<'_>) -> Result<Analyses, MineError> {
        let Range { start, end } = share.tasks();
        let roots = start as u32..end as u32;
        Ok(Analyses(Some(analyze_roots(self.plan, self.graph, roots, || self.context.check())?)))
    }
}

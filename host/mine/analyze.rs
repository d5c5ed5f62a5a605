//! The plan for a pattern beside what it comes to.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::strategy::Strategy;
use super::{Context, Method, MineError, Placed, Progress, Target};
use crate::clock::Clock;
use crate::pattern::Pattern;
use crate::plan::{Explanation, PlanOptions, analysis, plan};
use crate::runtime::Device;

/// Vertices between two looks at the clock.
const STRIDE: u64 = 64;
/// Between two reports of progress.
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
    if Strategy::of(pattern, matching, Method::Walk) == Strategy::AttributedWalk {
        return Err(MineError::NotAnalyzed { pattern: pattern.to_string() });
    }
    let placed = Placed::new(graph, &Device::cpu(None));
    let known = placed.known(matching.least_degree(pattern));
    let prepared = known.form.prepared(&Clock::default());
    let plan = plan(pattern, options, prepared.stats())?;
    let (finished, shown) = (AtomicU64::new(0), AtomicU64::new(0));
    let (all, start) = (u64::from(prepared.csr().n()), Instant::now());
    let done = || {
        let done = finished.fetch_add(1, Ordering::Relaxed) + 1;
        let period = (start.elapsed().as_millis() / PERIOD.as_millis()) as u64;
        if done % STRIDE == 0 && shown.fetch_max(period, Ordering::Relaxed) < period {
            context.report(Progress { done, all });
        }
    };
    let analysis = analysis::analyze(&plan, prepared.csr(), || context.check(), done)?;
    Ok(plan.explain().with(&analysis))
}

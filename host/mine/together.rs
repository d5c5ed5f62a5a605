//! Counting several patterns: what they have in common is done once.
//!
//! | what | shared by |
//! | --- | --- |
//! | the graph, prepared and on the device | all plain patterns |
//! | triangles, 4-cycles, cliques, and sums over edges and triangles | patterns that are counted without a plan |
//! | the prefixes of plans ([`PlanTree`]) | patterns that are walked |

use super::count::{CountOptions, once_each, strategy_for};
use super::counter::{Counter, Walk, WalkGraph};
use super::progress::timed;
use super::strategy::{Session, Strategy};
use super::tasks::TaskList;
use super::{Input, MineError, Prepared, Seconds, Target, attributed};
use crate::pattern::Pattern;
use crate::plan::{Feature, Plan, PlanTree, Tasks, plan_together};
use crate::runtime::Device;

/// The counts of several patterns, and how they came about.
#[derive(Clone, Debug)]
pub struct CountedTogether {
    /// By pattern, the matches, as the semantics counts them, and how they were counted.
    pub counts: Vec<(u128, Strategy)>,
    /// How long the parts took, for all patterns.
    pub seconds: Seconds,
}

/// Counts the matches of each of `patterns` in `graph`, on `device`.
///
/// # Errors
/// As [`count`](super::count()), for any of the patterns.
pub fn count_together<'g>(
    graph: impl Into<Target<'g>>,
    patterns: &[Pattern],
    device: &Device,
    options: CountOptions<'_>,
) -> Result<CountedTogether, MineError> {
    let target = graph.into();
    let mut seconds = Seconds::default();
    let strategies: Vec<Strategy> =
        patterns.iter().map(|pattern| strategy_for(pattern, options.matching(), options.method)).collect();
    let plain = patterns.iter().zip(&strategies).filter(|(_, strategy)| **strategy != Strategy::Attributed);
    let least = plain.map(|(pattern, _)| options.matching().least_degree(pattern)).min();
    let input = least.map(|least| timed(&mut seconds.prepare, || Input::new(target.csr, least)));
    let mut found = match &input {
        Some(input) if input.graph().edges() > 0 => {
            plainly(patterns, &strategies, input, device, options, &mut seconds)?
        }
        _ => vec![0; patterns.len()],
    };
    for ((pattern, strategy), found) in patterns.iter().zip(&strategies).zip(&mut found) {
        if *strategy == Strategy::Attributed {
            *found = attributed::count(target, pattern, device, options, &mut seconds)?;
        }
        let count = found.checked_mul(options.maps_per_subgraph(pattern));
        *found = count.ok_or(MineError::CountOverflow)?;
    }
    Ok(CountedTogether { counts: found.into_iter().zip(strategies).collect(), seconds })
}

/// The subgraphs of the plain patterns; 0 for the others.
fn plainly(
    patterns: &[Pattern],
    strategies: &[Strategy],
    input: &Input,
    device: &Device,
    options: CountOptions<'_>,
    seconds: &mut Seconds,
) -> Result<Vec<u128>, MineError> {
    let mut counts = vec![0; patterns.len()];
    let places = |walked: bool| {
        let is = move |strategy: Strategy| match strategy {
            Strategy::Attributed => false,
            _ => (strategy == Strategy::General) == walked,
        };
        (0..patterns.len()).filter(move |&place| is(strategies[place]))
    };
    let mut session = None;
    for place in places(false) {
        let session = match &mut session {
            Some(session) => session,
            None => session.insert(Session::new(input, device, options)?),
        };
        counts[place] = session.count_by(strategies[place], &patterns[place])?;
    }
    if let Some(session) = session {
        seconds.add(&session.seconds);
    }
    let walked: Vec<usize> = places(true).collect();
    if !walked.is_empty() {
        let prepared = timed(&mut seconds.prepare, || input.prepared());
        let patterns: Vec<&Pattern> = walked.iter().map(|&place| &patterns[place]).collect();
        let found = walk_together(&patterns, prepared, device, options, seconds)?;
        walked.iter().zip(found).for_each(|(&place, found)| counts[place] = found);
    }
    Ok(counts)
}

/// Counts plain patterns of up to 8 vertices by walks over their plans, those that share a prefix in one.
///
/// # Errors
/// As [`count`](super::count()), for any of the patterns.
pub(super) fn walk_together(
    patterns: &[&Pattern],
    prepared: &Prepared,
    device: &Device,
    options: CountOptions<'_>,
    seconds: &mut Seconds,
) -> Result<Vec<u128>, MineError> {
    let stats = timed(&mut seconds.prepare, || prepared.stats());
    let plans = timed(&mut seconds.plan, || plan_together(patterns, options.plan_options(), stats))?;
    let graph = timed(&mut seconds.transfer, || WalkGraph::new(prepared, device))?;
    let shares = |plan: &Plan| plan.walk.last >= 2 && options.planner.has(Feature::PrefixSharing);
    let mut counts = vec![0; plans.len()];
    for (place, plan) in plans.iter().enumerate().filter(|(_, plan)| !shares(plan)) {
        counts[place] = walk_alone(&graph, plan, options, seconds)?;
    }
    let (places, sharing): (Vec<usize>, Vec<Plan>) =
        plans.into_iter().enumerate().filter(|(_, plan)| shares(plan)).unzip();
    for tree in timed(&mut seconds.plan, || PlanTree::merge(&sharing)) {
        if let [alone] = tree.plans[..] {
            counts[places[alone]] = walk_alone(&graph, &sharing[alone], options, seconds)?;
            continue;
        }
        let capacity = tree.buffer_bound(stats);
        let found = walk(&graph, tree.walk, capacity, tree.tasks, options, seconds)?;
        for (&place, found) in tree.plans.iter().zip(found) {
            counts[places[place]] = once_each(found, sharing[place].repeats);
        }
    }
    Ok(counts)
}

/// Counts the subgraphs that match one plan's pattern.
///
/// # Errors
/// As [`count`](super::count()).
pub(super) fn walk_alone(
    graph: &WalkGraph<'_>,
    plan: &Plan,
    options: CountOptions<'_>,
    seconds: &mut Seconds,
) -> Result<u128, MineError> {
    let capacity = plan.buffer_bound(graph.prepared.stats());
    let found = walk(graph, plan.walk, capacity, plan.tasks, options, seconds)?;
    Ok(once_each(found[0], plan.repeats))
}

fn walk<P: Walk>(
    graph: &WalkGraph<'_>,
    walk: P,
    capacity: u64,
    tasks: Tasks,
    options: CountOptions<'_>,
    seconds: &mut Seconds,
) -> Result<Vec<u128>, MineError> {
    let tasks = TaskList::new(graph.prepared, tasks);
    let mut counter = timed(&mut seconds.transfer, || Counter::new(graph, walk, capacity, &tasks, options))?;
    timed(&mut seconds.mine, || counter.count(0..counter.tasks()))
}

//! Counting several patterns: what they have in common is done once.
//!
//! | what | shared by |
//! | --- | --- |
//! | the graph, prepared and on the device | all plain patterns |
//! | triangles, 4-cycles, cliques, and sums over edges and triangles | patterns that are counted without a plan |
//! | the prefixes of plans ([`PlanTree`]) | patterns that are walked on the CPU |

mod tree;

use super::count::{once_each, strategy_for, walked};
use super::progress::timed;
use super::strategy::{Session, Strategy};
use super::walk::{self, Walk};
use super::{CountOptions, Input, MineError, Prepared, Seconds, Target};
use crate::pattern::Pattern;
use crate::plan::{Feature, Plan, PlanTree, plan_together};
use crate::runtime::Device;
use tree::TreeGraph;

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
    options: &CountOptions,
) -> Result<CountedTogether, MineError> {
    let target = graph.into();
    let mut seconds = Seconds::default();
    let strategies: Vec<Strategy> =
        patterns.iter().map(|pattern| strategy_for(pattern, options.matching, options.method)).collect();
    let plain = patterns.iter().zip(&strategies).filter(|(_, strategy)| **strategy != Strategy::Attributed);
    let least = plain.map(|(pattern, _)| options.matching.least_degree(pattern)).min();
    let input = least.map(|least| timed(&mut seconds.prepare, || Input::new(target.csr, least)));
    let mut found = match &input {
        Some(input) if input.graph().edges() > 0 => {
            plainly(patterns, &strategies, input, device, options, &mut seconds)?
        }
        _ => vec![0; patterns.len()],
    };
    for ((pattern, strategy), found) in patterns.iter().zip(&strategies).zip(&mut found) {
        if *strategy == Strategy::Attributed {
            let (prepared, walk) = walk::prepare(target, pattern, options.plan_options(), &mut seconds)?;
            *found = walked(&prepared, &walk, device, options, &mut seconds)?;
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
    options: &CountOptions,
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

/// Counts plain patterns of up to 8 vertices by walks over their plans, on the CPU those that share a prefix in one.
///
/// # Errors
/// As [`count`](super::count()), for any of the patterns.
pub(super) fn walk_together(
    patterns: &[&Pattern],
    prepared: &Prepared,
    device: &Device,
    options: &CountOptions,
    seconds: &mut Seconds,
) -> Result<Vec<u128>, MineError> {
    let planner = match device.card() {
        // There the walk over a tree was measured to be slower than a walk for each plan (docs/plans.md).
        Some(_) => options.planner.without(Feature::PrefixSharing),
        None => options.planner,
    };
    let options = &options.clone().planner(planner);
    let stats = timed(&mut seconds.prepare, || prepared.stats());
    let plans = timed(&mut seconds.plan, || plan_together(patterns, options.plan_options(), stats))?;
    let graph = timed(&mut seconds.transfer, || TreeGraph::new(prepared, device))?;
    let alone = |plan: Plan, seconds: &mut Seconds| {
        walked(prepared, &Walk::of(prepared, plan), device, options, seconds)
    };
    let shares = |plan: &Plan| plan.can_share() && planner.has(Feature::PrefixSharing);
    let mut counts = vec![0; plans.len()];
    let (mut places, mut sharing) = (Vec::new(), Vec::new());
    for (place, plan) in plans.into_iter().enumerate() {
        if shares(&plan) {
            places.push(place);
            sharing.push(plan);
        } else {
            counts[place] = alone(plan, seconds)?;
        }
    }
    for tree in timed(&mut seconds.plan, || PlanTree::merge(&sharing)) {
        if let [place] = tree.plans[..] {
            counts[places[place]] = alone(sharing[place].clone(), seconds)?;
            continue;
        }
        for (&place, found) in tree.plans.iter().zip(graph.count(&tree, &options.context, seconds)?) {
            counts[places[place]] = once_each(found, sharing[place].repeats);
        }
    }
    Ok(counts)
}

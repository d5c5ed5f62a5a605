//! Plans for several patterns that are counted together: orders and restrictions are chosen so that prefixes are
//! shared, where the cost model says that it pays.

use super::candidate::Candidate;
use super::query::{Query, Selectivities};
use super::search::{CandidateVerdict, PlanSearch, Wanted};
use super::tree::Grove;
use super::{Feature, Plan, PlanError, PlanOptions, plan};
use crate::graph::GraphStats;
use crate::pattern::Pattern;

/// Plans that cost more than this, times the cheapest, are not looked at: what they share they would lose again.
const MOST_DEARER: f64 = 1.5;
/// The least gain, as a share of what the cheapest plan would cost beside the others, for which another is taken:
/// estimates are wrong by more than a little.
const LEAST_GAIN: f64 = 0.1;
/// Plans that are compared for a pattern.
const MOST_COMPARED: usize = 64;

/// A plan for each of `patterns`, all with the same `options`, in their order.
///
/// The patterns are taken from the most expensive to the cheapest. Of the plans for a pattern that cost little more
/// than its cheapest, the one is taken that costs least beyond what those before it walk already.
///
/// # Errors
/// If every plan for a pattern is too large for the kernels: [`PlanError::Operations`] or [`PlanError::Buffers`].
pub fn plan_together(
    patterns: &[&Pattern],
    options: impl Into<PlanOptions>,
    stats: &GraphStats,
) -> Result<Vec<Plan>, PlanError> {
    let options = options.into();
    let mut plans =
        patterns.iter().map(|pattern| plan(pattern, options, stats)).collect::<Result<Vec<_>, _>>()?;
    if !options.features.has(Feature::PrefixSharing) {
        return Ok(plans);
    }
    let mut grove = Grove::default();
    let mut places: Vec<usize> = (0..plans.len()).filter(|&place| plans[place].can_share()).collect();
    places.sort_by(|&a, &b| plans[b].cost.total.total_cmp(&plans[a].cost.total));
    for (nth, &place) in places.iter().enumerate() {
        if nth > 0
            && let Some(other) = sharing(&plans[place], options, stats, &grove)
        {
            plans[place] = other;
        }
        grove.add(place, &plans[place]);
    }
    Ok(plans)
}

/// The plan that costs least beside those in `grove`, if that is clearly less than the `cheapest` does.
fn sharing(cheapest: &Plan, options: PlanOptions, stats: &GraphStats, grove: &Grove) -> Option<Plan> {
    let query = Query::new(&cheapest.pattern, options.matching, true);
    let shares = Selectivities::assumed(&query);
    let wanted = Wanted::UpTo(cheapest.cost.score * MOST_DEARER);
    let options = options.features(options.features.without(Feature::InclusionExclusion));
    let mut candidates =
        PlanSearch::run(&query, stats, &shares, wanted, options, |_: &Candidate| CandidateVerdict::Taken);
    candidates.truncate(MOST_COMPARED);
    let plans = candidates.iter().filter_map(|candidate| Plan::of(&query, stats, candidate).ok());
    let beside = plans.filter(Plan::can_share).map(|plan| (grove.marginal_cost(&plan), plan));
    let (cost, plan) = beside.min_by(|(a, _), (b, _)| a.total_cmp(b))?;
    (cost < grove.marginal_cost(cheapest) * (1.0 - LEAST_GAIN)).then_some(plan)
}

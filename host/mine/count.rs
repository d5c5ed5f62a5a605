//! Counting the embeddings of a pattern.

use motherlode_device::plan::{Room, WalkPlan};

use super::counter::Counter;
use super::progress::timed;
use super::strategy::{self, Strategy};
use super::walk::{self, Walk};
use super::{CountOptions, Input, Method, MineError, Prepared, Seconds, Target, attributed};
use crate::graph::Csr;
use crate::pattern::Pattern;
use crate::plan::{Explanation, Matching, PlanOptions, plan};
use crate::runtime::Device;

/// A count, and how it came about.
#[derive(Clone, Debug)]
pub struct Counted {
    /// The matches, as the semantics counts them. Subgraphs are each counted once, whatever the pattern's automorphisms.
    pub count: u128,
    /// How they were counted.
    pub strategy: Strategy,
    /// How long the parts took.
    pub seconds: Seconds,
}

/// Counts the matches of `pattern` in `graph`, on `device`.
///
/// # Errors
/// When the pattern cannot be planned, the buffers do not fit in the budget, the device fails, the count passes
/// 128 bits, or an interrupt was requested.
pub fn count<'g>(
    graph: impl Into<Target<'g>>,
    pattern: &Pattern,
    device: &Device,
    options: &CountOptions,
) -> Result<Counted, MineError> {
    let target = graph.into();
    let mut seconds = Seconds::default();
    let strategy = strategy_for(pattern, options.matching, options.method);
    let found = match strategy {
        Strategy::Attributed => {
            let (prepared, walk) = walk::prepare(target, pattern, options.plan_options(), &mut seconds)?;
            walked(&prepared, &walk, device, options, &mut seconds)?
        }
        _ => plainly(strategy, target.csr, pattern, device, options, &mut seconds)?,
    };
    let count = found.checked_mul(options.maps_per_subgraph(pattern)).ok_or(MineError::CountOverflow)?;
    Ok(Counted { count, strategy, seconds })
}

/// The plan by which `pattern` is counted in `graph` where it is walked, in words.
///
/// # Errors
/// When the pattern cannot be planned, or asks for labels or directions that the graph does not have.
pub fn explain<'g>(
    graph: impl Into<Target<'g>>,
    pattern: &Pattern,
    options: impl Into<PlanOptions>,
) -> Result<Explanation, MineError> {
    let (target, options) = (graph.into(), options.into());
    let matching = options.matching;
    if strategy_for(pattern, matching, Method::Walk) == Strategy::Attributed {
        return Ok(attributed::plan(target, pattern, options)?.explain());
    }
    let prepared = Prepared::new(target.csr, matching.least_degree(pattern));
    Ok(plan(pattern, options, prepared.stats())?.explain())
}

/// How [`count`] counts `pattern`.
pub fn strategy_for(pattern: &Pattern, matching: Matching, method: Method) -> Strategy {
    if !pattern.is_plain() || !matching.semantics.injective() {
        return Strategy::Attributed;
    }
    let strategy = match method {
        Method::Best => strategy::choose(pattern, matching.induced),
        Method::Walk => Strategy::General,
    };
    let large = pattern.vertices() > WalkPlan::LEVELS;
    if strategy == Strategy::General && large { Strategy::Attributed } else { strategy }
}

/// Counts a plain pattern.
fn plainly(
    strategy: Strategy,
    graph: &Csr,
    pattern: &Pattern,
    device: &Device,
    options: &CountOptions,
    seconds: &mut Seconds,
) -> Result<u128, MineError> {
    let least = options.matching.least_degree(pattern);
    let input = timed(&mut seconds.prepare, || Input::new(graph, least));
    match strategy {
        _ if input.graph().edges() == 0 => Ok(0),
        Strategy::General => {
            let prepared = timed(&mut seconds.prepare, || input.prepared());
            general(pattern, prepared, device, options, seconds)
        }
        _ => strategy::run(strategy, pattern, &input, device, options, seconds),
    }
}

/// Counts a plain `pattern` of up to 8 vertices on a prepared graph by the walk over a plan.
///
/// # Errors
/// As [`count`].
fn general(
    pattern: &Pattern,
    prepared: &Prepared,
    device: &Device,
    options: &CountOptions,
    seconds: &mut Seconds,
) -> Result<u128, MineError> {
    let walk = Walk::plain(prepared, pattern, options.plan_options(), seconds)?;
    walked(prepared, &walk, device, options, seconds)
}

/// Counts by a walk what it walks for.
///
/// # Errors
/// As [`count`].
pub(super) fn walked(
    prepared: &Prepared,
    walk: &Walk,
    device: &Device,
    options: &CountOptions,
    seconds: &mut Seconds,
) -> Result<u128, MineError> {
    if walk.tasks(prepared) == 0 {
        return Ok(0);
    }
    let mut counter =
        timed(&mut seconds.transfer, || Counter::new(prepared, walk, device, &options.context))?;
    let found = timed(&mut seconds.mine, || counter.count(0..counter.tasks()))?;
    Ok(once_each(found, walk.repeats()))
}

/// The number of matches, each of which was found `repeats` times.
pub(super) fn once_each(found: u128, repeats: u64) -> u128 {
    debug_assert_eq!(found % u128::from(repeats), 0, "a walk without restrictions finds each match as often");
    found / u128::from(repeats)
}

//! Counting the embeddings of a pattern.

use motherlode_device::plan::{AnyPlan, WalkPlan};

use super::counter::Counter;
use super::progress::timed;
use super::strategy::{self, Strategy};
use super::walk::{self, Walk};
use super::{Input, MineError, Prepared, Progress, Seconds, Target, attributed};
use crate::graph::Csr;
use crate::pattern::Pattern;
use crate::plan::{End, Explanation, Induced, Matching, Semantics, plan};
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
    /// What of them is counted: subgraphs, embeddings or homomorphisms.
    pub semantics: Semantics,
    /// Whether to take the fastest way that is known for the pattern, or to walk a plan in any case.
    pub method: Method,
    /// Stops the job.
    pub interrupt: &'o Interrupt,
    /// Called about ten times a second while the device counts.
    pub progress: &'o (dyn Fn(Progress) + Sync),
}

impl CountOptions<'_> {
    /// What a match is.
    pub fn matching(&self) -> Matching {
        Matching { induced: self.induced, semantics: self.semantics }
    }
}

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
    options: CountOptions<'_>,
) -> Result<Counted, MineError> {
    let target = graph.into();
    let mut seconds = Seconds::default();
    let strategy = strategy_for(pattern, options.matching(), options.method);
    let found = match strategy {
        Strategy::Attributed => {
            let (prepared, walk) =
                walk::prepare(target, pattern, options.matching(), End::Together, &mut seconds)?;
            walked(&prepared, &walk, device, options, &mut seconds)?
        }
        _ => plainly(strategy, target.csr, pattern, device, options, &mut seconds)?,
    };
    // Each subgraph is the image of as many injective maps as the pattern has automorphisms.
    let count = found.checked_mul(times(pattern, options.matching())).ok_or(MineError::CountOverflow)?;
    Ok(Counted { count, strategy, seconds })
}

/// As how many matches each one that a walk counts is counted.
pub(super) fn times(pattern: &Pattern, matching: Matching) -> u128 {
    match matching.semantics {
        Semantics::Embeddings => pattern.automorphism_count_if(matching.induced == Induced::Vertex).into(),
        Semantics::Subgraphs | Semantics::Homomorphisms => 1,
    }
}

/// The plan by which `pattern` is counted in `graph` where it is walked, in words.
///
/// # Errors
/// When the pattern cannot be planned, or asks for labels or directions that the graph does not have.
pub fn explain<'g>(
    graph: impl Into<Target<'g>>,
    pattern: &Pattern,
    matching: Matching,
) -> Result<Explanation, MineError> {
    let target = graph.into();
    if strategy_for(pattern, matching, Method::Walk) == Strategy::Attributed {
        return Ok(attributed::plan(target, pattern, matching)?.explain());
    }
    let prepared = Prepared::new(target.csr, matching.least_degree(pattern));
    Ok(plan(pattern, matching, prepared.stats())?.explain())
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
    options: CountOptions<'_>,
    seconds: &mut Seconds,
) -> Result<u128, MineError> {
    let least = options.matching().least_degree(pattern);
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
pub fn general(
    pattern: &Pattern,
    prepared: &Prepared,
    device: &Device,
    options: CountOptions<'_>,
    seconds: &mut Seconds,
) -> Result<u128, MineError> {
    let walk = Walk::plain(prepared, pattern, options.matching(), End::Together, seconds)?;
    walked(prepared, &walk, device, options, seconds)
}

fn walked(
    prepared: &Prepared,
    walk: &Walk,
    device: &Device,
    options: CountOptions<'_>,
    seconds: &mut Seconds,
) -> Result<u128, MineError> {
    if walk.tasks(prepared) == 0 {
        return Ok(0);
    }
    let mut counter = timed(&mut seconds.transfer, || Counter::new(prepared, walk, device, options))?;
    timed(&mut seconds.mine, || counter.count(0..counter.tasks()))
}

//! Counting by decomposition: the homomorphisms of the quotients of all patterns, each once, and the sums over them.

use super::direct::Session;
use super::memory::if_it_fits;
use super::placed::Placed;
use super::run::Run;
use super::strategy::Strategy;
use super::walk::plan_walk;
use super::{CountOptions, Method, MineError};
use crate::clock::Clock;
use crate::graph::{Csr, GraphStats};
use crate::pattern::Pattern;
use crate::plan::decomposition::{Chosen, DecompositionExplanation, SmallGraph, Sum, Term, choose, fits};
use crate::plan::{Matching, PlanError, PlanOptions, Semantics, plan, plan_attributed};

/// Work that a walk has done before a decomposition is planned.
const NOT_WORTH_IT: f64 = 1e6;

/// What came of a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// So many matches: subgraphs, or homomorphisms.
    Counted(u128),
    /// The walk is expected to cost less, or the count may pass 128 bits, which the walk would find out.
    Walk,
    /// The tables do not fit in the memory.
    TooLarge,
}

/// Counts the matches of those of `patterns` for which it pays: plain, and of up to 8 vertices. They need not be induced.
///
/// # Errors
/// When a pattern or a term cannot be planned or counted, the device fails, or the job is to stop.
pub(super) fn decomposed(
    placed: &Placed,
    patterns: &[&Pattern],
    options: &CountOptions,
    run: Run<'_>,
) -> Result<Vec<Outcome>, MineError> {
    // Quotients have vertices of degree 1, whatever the patterns have.
    let known = run.clock.prepare(|| placed.known(1));
    if known.form.graph().edges() == 0 {
        return Ok(vec![Outcome::Counted(0); patterns.len()]);
    }
    let prepared = known.form.prepared(run.clock);
    let stats = run.clock.prepare(|| prepared.stats());
    let chosen = run.clock.plan(|| choose_for(patterns, options, prepared.csr(), stats))?;
    let mut outcomes = vec![Outcome::Walk; patterns.len()];
    let Some(Chosen { places, decomposition }) = chosen else { return Ok(outcomes) };
    let by_tables = |mut session: Session<'_>| {
        let found = session.homomorphisms(&decomposition)?;
        session.make_way_for_walk()?;
        Ok::<_, MineError>(found)
    };
    let found = Session::new(&known, run).and_then(by_tables);
    let Ok(found) = if_it_fits(found)? else {
        places.into_iter().for_each(|place| outcomes[place] = Outcome::TooLarge);
        return Ok(outcomes);
    };
    let walked = |(term, found): (&Term, Option<u128>)| match found {
        Some(found) => Ok(found),
        None => walk(placed, term, options, run),
    };
    let homomorphisms: Vec<u128> =
        decomposition.terms.iter().zip(found).map(walked).collect::<Result<_, _>>()?;
    let count = |sum: &Sum| sum.count(&homomorphisms).expect("each subgraph is hit by all automorphisms");
    places
        .into_iter()
        .zip(&decomposition.sums)
        .for_each(|(place, sum)| outcomes[place] = Outcome::Counted(count(sum)));
    Ok(outcomes)
}

impl Placed {
    /// How `pattern` is decomposed when it is counted with these options, in words; `None` where it is not: it has a way of its own, the
    /// walk is expected to cost less, or a count may pass 128 bits.
    ///
    /// # Errors
    /// When the pattern cannot be planned.
    pub fn explain_decomposition(
        &self,
        pattern: &Pattern,
        options: &CountOptions,
    ) -> Result<Option<DecompositionExplanation>, MineError> {
        if Strategy::of(pattern, options.plan_options(), options.method) != Strategy::Decomposition {
            return Ok(None);
        }
        let known = self.known(1);
        if known.form.graph().edges() == 0 {
            return Ok(None);
        }
        let prepared = known.form.prepared(&Clock::default());
        let chosen = choose_for(&[pattern], options, prepared.csr(), prepared.stats())?;
        Ok(chosen.map(|chosen| chosen.decomposition.explain()))
    }
}

/// Those of the patterns whose counts are sure to fit in the numbers, and which cost less to decompose than to walk.
fn choose_for(
    patterns: &[&Pattern],
    options: &CountOptions,
    graph: &Csr,
    stats: &GraphStats,
) -> Result<Option<Chosen>, PlanError> {
    let by_force = options.method == Method::Decomposition;
    let mut walks = Vec::new();
    for pattern in patterns {
        let walk = if by_force { f64::INFINITY } else { walk_cost(pattern, options.plan_options(), stats)? };
        let fits = || SmallGraph::of(pattern).is_some_and(|small| fits(&small, graph));
        walks.push((walk > NOT_WORTH_IT && fits()).then_some(walk));
    }
    let candidates: Vec<usize> = (0..patterns.len()).filter(|&place| walks[place].is_some()).collect();
    let of: Vec<&Pattern> = candidates.iter().map(|&place| patterns[place]).collect();
    let walks: Vec<f64> = walks.into_iter().flatten().collect();
    let chosen = choose(&of, &walks, options.plan_options(), stats)?;
    Ok(chosen.map(|Chosen { places, decomposition }| Chosen {
        places: places.into_iter().map(|place| candidates[place]).collect(),
        decomposition,
    }))
}

/// The work that the walk for a pattern is expected to do.
fn walk_cost(pattern: &Pattern, options: PlanOptions, stats: &GraphStats) -> Result<f64, PlanError> {
    let walk = Strategy::walk_of(pattern, options.matching);
    let cost = match walk {
        Strategy::Walk => plan(pattern, options, stats)?.cost,
        _ => plan_attributed(pattern, options, stats)?.cost,
    };
    Ok(cost.total)
}

/// The homomorphisms of a term, found by the walk.
fn walk(placed: &Placed, term: &Term, options: &CountOptions, run: Run<'_>) -> Result<u128, MineError> {
    let matching = Matching::from(Semantics::Homomorphisms);
    let options = PlanOptions::from(matching).features(options.planner);
    plan_walk(placed, &term.quotient.pattern(), Strategy::AttributedWalk, options, run.clock)?.count(run)
}

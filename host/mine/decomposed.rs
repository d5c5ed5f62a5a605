//! Counting by decomposition: the homomorphisms of the quotients of all patterns, each once, and the sums over them.

use super::attributed::{self, Indicators};
use super::direct::Session;
use super::memory::if_it_fits;
use super::placed::Placed;
use super::prices::{NOT_WORTH_IT, Prices};
use super::run::Run;
use super::strategy::Strategy;
use super::walk::{WalkRequest, plan_walk, recent};
use super::{CountOptions, MineError};
use crate::clock::Clock;
use crate::pattern::Pattern;
use crate::place::Prepared;
use crate::plan::decomposition::{Chosen, DecompositionExplanation, MatchSum, Term, fits};
use crate::plan::{Matching, PlanOptions, Semantics};

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

/// Counts the matches of those of `patterns` for which it pays: they ask for no absence, and have up to 12 vertices.
/// They need not be induced.
///
/// # Errors
/// When a pattern or a term cannot be planned or counted, or asks for labels or directions that the graph does not
/// have; when the device fails, or the job is to stop.
pub(super) fn decomposed(
    placed: &Placed,
    patterns: &[&Pattern],
    options: &CountOptions,
    run: Run<'_>,
) -> Result<Vec<Outcome>, MineError> {
    if patterns.iter().all(|pattern| is_known_to_walk(placed, pattern, options)) {
        return Ok(vec![Outcome::Walk; patterns.len()]);
    }
    let (placed, patterns) = run.clock.prepare(|| placed.relabelled(patterns))?;
    let (placed, patterns) = (&placed, &patterns.iter().collect::<Vec<_>>()[..]);
    patterns.iter().try_for_each(|pattern| attributed::check(pattern, options.matching, placed.target()))?;
    // Quotients have vertices of degree 1, whatever the patterns have.
    let known = run.clock.prepare(|| placed.known(1));
    if known.form.graph().edges() == 0 {
        return Ok(vec![Outcome::Counted(0); patterns.len()]);
    }
    let prepared = known.form.prepared(run.clock);
    run.clock.prepare(|| prepared.stats());
    let choice = WalkOrDecomposition::of(placed, prepared, options, patterns);
    let chosen = run.clock.plan(|| choice.choose(patterns))?;
    let mut outcomes = vec![Outcome::Walk; patterns.len()];
    let Some(Chosen { places, decomposition }) = chosen else { return Ok(outcomes) };
    let indicators = Indicators::new(placed.target(), &decomposition.palette)?;
    let by_tables = |mut session: Session<'_>| {
        let found = session.homomorphisms(&decomposition, &indicators)?;
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
        None => walk(placed, &decomposition.palette.pattern(&term.quotient), options, run),
    };
    let homomorphisms: Vec<u128> =
        decomposition.terms.iter().zip(found).map(walked).collect::<Result<_, _>>()?;
    let count =
        |sum: &MatchSum| sum.count(&homomorphisms).expect("each subgraph is hit by all automorphisms");
    places
        .into_iter()
        .zip(&decomposition.sums)
        .for_each(|(place, sum)| outcomes[place] = Outcome::Counted(count(sum)));
    Ok(outcomes)
}

/// Whether a walk for `pattern`, which asks for labels or directions, was planned before that is so short that
/// [`WalkOrDecomposition::choose`] takes it.
fn is_known_to_walk(placed: &Placed, pattern: &Pattern, options: &CountOptions) -> bool {
    if pattern.is_plain() || options.method.ignores_prices() {
        return false;
    }
    let request = WalkRequest { pattern: pattern.clone(), options: options.plan_options() };
    let planned = recent(placed).find(&request);
    planned.is_some_and(|planned| planned.walk.work() <= NOT_WORTH_IT)
}

impl Placed {
    /// How `pattern` is decomposed when it is counted with these options, in words; `None` where it is not: the walk is
    /// expected to cost less, or a count may pass 128 bits.
    ///
    /// # Errors
    /// When the pattern cannot be planned.
    pub(super) fn explain_decomposition(
        &self,
        pattern: &Pattern,
        options: &CountOptions,
    ) -> Result<Option<DecompositionExplanation>, MineError> {
        Ok(self.chosen(pattern, options, |prices| prices)?.map(|chosen| chosen.decomposition.explain()))
    }

    /// The work of counting `pattern` without a walk, in steps, by prices `as_seen` so; `None` where the walk is
    /// expected to cost less, or there is no other way.
    ///
    /// # Errors
    /// When the pattern cannot be planned, or asks for what the graph does not have.
    pub(super) fn cost_without_walk(
        &self,
        pattern: &Pattern,
        options: &CountOptions,
        as_seen: impl FnOnce(Prices<'_>) -> Prices<'_>,
    ) -> Result<Option<f64>, MineError> {
        if options.strategy(pattern) == Strategy::Decomposition {
            let chosen = self.chosen(pattern, options, as_seen)?;
            return Ok(chosen.map(|chosen| chosen.decomposition.costs().iter().sum()));
        }
        let known = self.known(1);
        let prepared = known.form.prepared(&Clock::default());
        Ok(Prices::of(self, prepared, options, &[pattern]).unbeaten(pattern)?)
    }

    /// How `pattern` is decomposed, by prices `as_seen` so; `None` where the walk is expected to cost less, or a count
    /// may pass 128 bits.
    fn chosen(
        &self,
        pattern: &Pattern,
        options: &CountOptions,
        as_seen: impl FnOnce(Prices<'_>) -> Prices<'_>,
    ) -> Result<Option<Chosen>, MineError> {
        let (placed, patterns) = self.relabelled(&[pattern])?;
        let pattern = &patterns[0];
        attributed::check(pattern, options.matching, placed.target())?;
        let known = self.known(1);
        if known.form.graph().edges() == 0 {
            return Ok(None);
        }
        let prepared = known.form.prepared(&Clock::default());
        let choice = WalkOrDecomposition::of(&placed, prepared, options, &[pattern]);
        WalkOrDecomposition { prices: as_seen(choice.prices), ..choice }.choose(&[pattern])
    }
}

/// What the choice between walks and decomposition looks at.
struct WalkOrDecomposition<'a> {
    placed: &'a Placed,
    prepared: &'a Prepared,
    prices: Prices<'a>,
}

impl<'a> WalkOrDecomposition<'a> {
    fn of(
        placed: &'a Placed,
        prepared: &'a Prepared,
        options: &'a CountOptions,
        patterns: &[&Pattern],
    ) -> Self {
        WalkOrDecomposition { placed, prepared, prices: Prices::of(placed, prepared, options, patterns) }
    }

    /// Those of the patterns whose counts are sure to fit in the numbers, and which cost less to decompose than to
    /// walk.
    fn choose(&self, patterns: &[&Pattern]) -> Result<Option<Chosen>, MineError> {
        let mut walks = self.prices.long_walks(patterns)?;
        for (walk, pattern) in walks.iter_mut().zip(patterns) {
            *walk = walk.filter(|_| fits(pattern, self.prepared.csr()));
        }
        let chosen = self.prices.choose(patterns, &walks)?;
        let places = chosen.iter().flat_map(|chosen| &chosen.places);
        let asking: Vec<usize> = places.copied().filter(|&place| !patterns[place].is_plain()).collect();
        if asking.is_empty() || self.prices.are_ignored() {
            return Ok(chosen);
        }
        // What the walks' own lists leave is less, and known when these are made: that takes some passes over the
        // neighbours.
        for place in asking {
            let plan = attributed::plan(self.placed, patterns[place], self.prices.plan_options())?;
            walks[place] = self.prices.if_long(patterns[place], plan.cost.total);
        }
        Ok(self.prices.choose(patterns, &walks)?)
    }
}

/// The homomorphisms of a term, found by the walk.
fn walk(placed: &Placed, term: &Pattern, options: &CountOptions, run: Run<'_>) -> Result<u128, MineError> {
    let matching = Matching::from(Semantics::Homomorphisms);
    let options = PlanOptions::from(matching).features(options.planner);
    plan_walk(placed, term, options, run.clock)?.count(run)
}

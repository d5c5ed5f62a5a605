//! Counting by decomposition: the homomorphisms of the quotients of all patterns, each once, and the sums over them.

use super::attributed::{self, Indicators};
use super::direct::Session;
use super::memory::if_it_fits;
use super::placed::Placed;
use super::run::Run;
use super::strategy::Strategy;
use super::walk::plan_walk;
use super::{CountOptions, Method, MineError};
use crate::clock::Clock;
use crate::pattern::Pattern;
use crate::place::Prepared;
use crate::plan::attributed::plan_query;
use crate::plan::decomposition::{
    Chosen, DecompositionExplanation, LabelStats, SmallGraph, Sum, Term, choose, fits,
};
use crate::plan::query::Query;
use crate::plan::{Matching, PlanError, PlanOptions, Semantics, plan};

/// Work that a walk has done before a decomposition is planned.
const NOT_WORTH_IT: f64 = 1e6;

/// Steps of a decomposition that take as long as one of an attributed walk, on one lane: a walk searches, and tables are added up. 0.7 to 10 were
/// measured on wiki-Vote and R-MAT graphs with directions, the most for trees, the least for triangles; 6 and more on email-Enron with labels.
const SCALAR_EXCHANGE: f64 = 2.5;
/// The same on a card, where all lanes search, and rows wait for atomics: 1.2 ps a step of a walk (a 5-cycle with a chord, rmat20 with labels), and 10
/// a step of rows (6-cycles of rmat14).
const CARD_EXCHANGE: f64 = 0.125;

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

/// Counts the matches of those of `patterns` for which it pays: they ask for no absence, and have up to 8 vertices. They need not be induced.
///
/// # Errors
/// When a pattern or a term cannot be planned or counted, or asks for labels or directions that the graph does not have; when the device
/// fails, or the job is to stop.
pub(super) fn decomposed(
    placed: &Placed,
    patterns: &[&Pattern],
    options: &CountOptions,
    run: Run<'_>,
) -> Result<Vec<Outcome>, MineError> {
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
    let choice = Choice::of(placed, prepared, options, patterns);
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
        let (placed, patterns) = self.relabelled(&[pattern])?;
        let pattern = &patterns[0];
        attributed::check(pattern, options.matching, placed.target())?;
        let known = self.known(1);
        if known.form.graph().edges() == 0 {
            return Ok(None);
        }
        let prepared = known.form.prepared(&Clock::default());
        let chosen = Choice::of(&placed, prepared, options, &[pattern]).choose(&[pattern])?;
        Ok(chosen.map(|chosen| chosen.decomposition.explain()))
    }
}

/// What the choice between walks and decomposition looks at.
struct Choice<'a> {
    placed: &'a Placed,
    prepared: &'a Prepared,
    options: &'a CountOptions,
    labels: LabelStats,
}

impl<'a> Choice<'a> {
    fn of(
        placed: &'a Placed,
        prepared: &'a Prepared,
        options: &'a CountOptions,
        patterns: &[&Pattern],
    ) -> Self {
        let target = placed.target();
        let asks = patterns.iter().any(|pattern| !pattern.is_plain());
        let labels = LabelStats::of(target.csr, target.labels().filter(|_| asks));
        Choice { placed, prepared, options, labels }
    }

    /// Those of the patterns whose counts are sure to fit in the numbers, and which cost less to decompose than to walk.
    fn choose(&self, patterns: &[&Pattern]) -> Result<Option<Chosen>, MineError> {
        let mut walks = Vec::new();
        for pattern in patterns {
            let fits = || SmallGraph::of(pattern).is_some_and(|small| fits(&small, self.prepared.csr()));
            walks.push(self.long_walk(pattern)?.filter(|_| fits()));
        }
        let chosen = self.choose_by(patterns, &walks)?;
        let places = chosen.iter().flat_map(|chosen| &chosen.places);
        let asking: Vec<usize> = places.copied().filter(|&place| !patterns[place].is_plain()).collect();
        if asking.is_empty() || self.is_forced() {
            return Ok(chosen);
        }
        // What the walks' own lists leave is less, and known when these are made: that takes some passes over the neighbours.
        for place in asking {
            let plan = attributed::plan(self.placed, patterns[place], self.options.plan_options())?;
            walks[place] = self.attributed_walk(plan.cost.total);
        }
        Ok(self.choose_by(patterns, &walks)?)
    }

    /// Those of the patterns that cost less to decompose than `walks` do. Those without are not thought of.
    fn choose_by(&self, patterns: &[&Pattern], walks: &[Option<f64>]) -> Result<Option<Chosen>, PlanError> {
        let candidates: Vec<usize> = (0..patterns.len()).filter(|&place| walks[place].is_some()).collect();
        let of: Vec<&Pattern> = candidates.iter().map(|&place| patterns[place]).collect();
        let walks: Vec<f64> = walks.iter().copied().flatten().collect();
        let (options, stats) = (self.options.plan_options(), self.prepared.stats());
        let chosen = choose(&of, &walks, options, stats, &self.labels)?;
        Ok(chosen.map(|Chosen { places, decomposition }| Chosen {
            places: places.into_iter().map(|place| candidates[place]).collect(),
            decomposition,
        }))
    }

    fn is_forced(&self) -> bool {
        self.options.method == Method::Decomposition
    }

    /// The work that the walk for a pattern is expected to do, by the shares of its labels; `None` if it is so little that nothing else is
    /// thought of.
    fn long_walk(&self, pattern: &Pattern) -> Result<Option<f64>, PlanError> {
        if self.is_forced() {
            return Ok(Some(f64::INFINITY));
        }
        let (options, stats) = (self.options.plan_options(), self.prepared.stats());
        if Strategy::walk_of(pattern, options.matching) == Strategy::Walk {
            return Ok(Some(plan(pattern, options, stats)?.cost.total).filter(|&walk| walk > NOT_WORTH_IT));
        }
        let query = Query::new(pattern, options.matching, false);
        let walk = plan_query(&query, stats, &self.labels.shares(&query), options)?.cost.total;
        if pattern.is_plain() {
            return Ok(Some(walk).filter(|&walk| walk > NOT_WORTH_IT));
        }
        Ok(self.attributed_walk(walk))
    }

    /// The work of an attributed walk in steps of a decomposition; `None` if it is little.
    fn attributed_walk(&self, work: f64) -> Option<f64> {
        let scalar = self.placed.team().first().is_scalar();
        let exchange = if scalar { SCALAR_EXCHANGE } else { CARD_EXCHANGE };
        (work > NOT_WORTH_IT).then_some(work * exchange)
    }
}

/// The homomorphisms of a term, found by the walk.
fn walk(placed: &Placed, term: &Pattern, options: &CountOptions, run: Run<'_>) -> Result<u128, MineError> {
    let matching = Matching::from(Semantics::Homomorphisms);
    let options = PlanOptions::from(matching).features(options.planner);
    plan_walk(placed, term, Strategy::AttributedWalk, options, run.clock)?.count(run)
}

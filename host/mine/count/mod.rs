//! Counting the matches of patterns: what several patterns have in common is done once.
//!
//! | what | shared by |
//! | --- | --- |
//! | the graph, prepared and on the device | all plain patterns, and later jobs |
//! | triangles, 4-cycles, cliques, and sums over edges and triangles | patterns that are counted without a plan, and later jobs |
//! | the homomorphisms of quotients, and the tables they come from | patterns that are decomposed |
//! | the patterns that contain them | patterns that ask for absent edges, and are counted from these |
//! | the prefixes of plans | patterns that are walked on the CPU |

mod census;
mod runs;
mod supergraphs;

use std::sync::Arc;

use self::runs::{SessionPart, WayRunner};
pub(super) use self::supergraphs::explain_supergraphs;
pub use self::supergraphs::{SupergraphTerm, SupergraphsExplanation};
use super::decomposed::Outcome;
use super::degrees::Pruned;
use super::memory::{if_it_fits, instead};
use super::placed::{Known, Placed};
use super::run::Run;
use super::strategy::{Direct, Strategy};
use super::walk::{plan_walk, walk_together};
use super::{Context, CountOptions, Method, MineError, Seconds, Target, attributed, direct};
use crate::clock::Clock;
use crate::pattern::Pattern;
use crate::plan::{Explanation, Matching, PlanOptions, plan};
use crate::runtime::{Device, Team};

/// A count, and how it came about.
#[derive(Clone, Debug)]
pub struct Counted {
    /// The matches, as the semantics counts them. Subgraphs are each counted once, whatever the pattern's
    /// automorphisms.
    pub count: u128,
    /// How they were counted.
    pub strategy: Strategy,
    /// How long the parts took.
    pub seconds: Seconds,
}

/// The counts of several patterns, and how they came about.
#[derive(Clone, Debug)]
pub struct CountedTogether {
    /// By pattern, the matches, as the semantics counts them, and how they were counted.
    pub counts: Vec<(u128, Strategy)>,
    /// How long the parts took, for all patterns.
    pub seconds: Seconds,
}

/// Patterns to count, and the way for each: decided once, before there is a graph.
#[derive(Clone, Debug)]
pub struct Counting {
    patterns: Vec<(Pattern, Strategy)>,
    options: CountOptions,
}

impl Counting {
    /// Decides how `patterns` are counted.
    pub fn new(patterns: &[Pattern], options: &CountOptions) -> Counting {
        let decide = |pattern: &Pattern| (pattern.clone(), options.strategy(pattern));
        Counting { patterns: patterns.iter().map(decide).collect(), options: options.clone() }
    }

    /// These patterns, to be counted under another context.
    #[must_use]
    pub fn context(self, context: Context) -> Counting {
        Counting { options: self.options.context(context), ..self }
    }

    /// The patterns, and how each is counted, in their order.
    pub(super) fn ways(&self) -> impl Iterator<Item = (&Pattern, Strategy)> {
        self.patterns.iter().map(|(pattern, strategy)| (pattern, *strategy))
    }

    /// How the patterns are counted, in their order.
    pub fn strategies(&self) -> impl Iterator<Item = Strategy> {
        self.ways().map(|(_, strategy)| strategy)
    }

    /// Which ways are allowed.
    pub(super) fn method(&self) -> Method {
        self.options.method
    }

    /// What a match is.
    pub(super) fn matching(&self) -> Matching {
        self.options.matching
    }

    /// Counts.
    ///
    /// # Errors
    /// When a pattern cannot be planned, or asks for what the graph does not have; when the buffers do not fit in the
    /// budget, the device fails, a count passes 128 bits, or the job is to stop.
    pub fn run(&self, placed: &Placed) -> Result<CountedTogether, MineError> {
        placed.on_whoever_is_left(&self.options.context, |placed| self.run_on(placed))
    }

    fn run_on(&self, placed: &Placed) -> Result<CountedTogether, MineError> {
        let clock = Clock::default();
        let counts = self.counted(placed, Run { context: &self.options.context, clock: &clock })?;
        Ok(CountedTogether { counts, seconds: clock.seconds() })
    }

    /// The counts, as a part of another job.
    pub(super) fn counted(&self, placed: &Placed, run: Run<'_>) -> Result<Vec<(u128, Strategy)>, MineError> {
        let mut strategies: Vec<Strategy> = self.strategies().collect();
        let mut counts = vec![0; self.patterns.len()];
        let counted = self.pruned(placed, run, &mut counts, &mut strategies)?;
        for strategy in each_once(&strategies) {
            if let WayRunner::FromOthers(by) = WayRunner::of(strategy) {
                let by = |patterns: &[&Pattern]| by(placed, patterns, &self.options, run);
                self.follow_from_others(strategy, by, &mut counts, &mut strategies)?;
            }
        }
        let mut refused = self.plainly(placed, run, &mut counts, &mut strategies)?;
        let patterns = self.patterns.iter().zip(counted);
        for (((pattern, own), counted), (strategy, count)) in patterns.zip(strategies.iter().zip(&mut counts))
        {
            if matches!(WayRunner::of(*strategy), WayRunner::Alone) && !counted {
                let options = self.options.plan_options();
                let walked = plan_walk(placed, pattern, options, run.clock).and_then(|walk| walk.count(run));
                *count = instead(walked, refused.take_if(|_| own.needs_no_plan()))?;
            }
            let maps = self.options.matching.maps_per_subgraph(pattern);
            *count = count.checked_mul(maps.into()).ok_or(MineError::CountOverflow)?;
        }
        Ok(counts.into_iter().zip(strategies).collect())
    }

    /// Counts those of the plain patterns for which few vertices have neighbours enough, and says which.
    fn pruned(
        &self,
        placed: &Placed,
        run: Run<'_>,
        counts: &mut [u128],
        strategies: &mut [Strategy],
    ) -> Result<Vec<bool>, MineError> {
        let (pruned, options) = (Pruned::new(placed), self.options.plan_options());
        let mut counted = vec![false; counts.len()];
        for (place, (pattern, strategy)) in self.patterns.iter().enumerate() {
            if strategy.needs_no_plan() || self.options.method.ignores_prices() {
                continue;
            }
            if let Some(count) = pruned.count(pattern, options, run)? {
                (counts[place], strategies[place], counted[place]) = (count, Strategy::AttributedWalk, true);
            }
        }
        Ok(counted)
    }

    /// Counts those of the patterns with the strategy `wanted` for which it pays, `by` that; the others are left to the
    /// walk.
    fn follow_from_others(
        &self,
        wanted: Strategy,
        by: impl FnOnce(&[&Pattern]) -> Result<Vec<Outcome>, MineError>,
        counts: &mut [u128],
        strategies: &mut [Strategy],
    ) -> Result<(), MineError> {
        let places = places_of(wanted, strategies);
        if places.is_empty() {
            return Ok(());
        }
        let patterns: Vec<&Pattern> = places.iter().map(|&place| &self.patterns[place].0).collect();
        for ((&place, pattern), outcome) in places.iter().zip(&patterns).zip(by(&patterns)?) {
            if let Outcome::Counted(count) = outcome {
                counts[place] = count;
                continue;
            }
            if outcome == Outcome::TooLarge {
                self.options.context.report_walked(pattern, wanted);
            }
            strategies[place] = Strategy::walk_of(pattern, self.options.matching);
        }
        Ok(())
    }

    /// The subgraphs of the plain patterns that are not decomposed. Patterns whose `strategies` do not fit in the
    /// memory are walked, or left to the walk of larger ones. Returns what the first of them lacked.
    fn plainly(
        &self,
        placed: &Placed,
        run: Run<'_>,
        counts: &mut [u128],
        strategies: &mut [Strategy],
    ) -> Result<Option<MineError>, MineError> {
        let is_plain = |strategy: &Strategy| *strategy == Strategy::Walk || strategy.needs_no_plan();
        let plain = self.patterns.iter().zip(&*strategies).filter(|(_, strategy)| is_plain(strategy));
        let least = plain.map(|((pattern, _), _)| self.options.matching.least_degree(pattern)).min();
        let Some(least) = least else { return Ok(None) };
        let known = run.clock.prepare(|| placed.known(least));
        if known.form.graph().edges() == 0 {
            return Ok(None);
        }
        let refused = self.without_plans(&known, run, counts, strategies)?;
        let had_no_room = |(own, left): (Strategy, &Strategy)| own.needs_no_plan() && left.walks();
        if self.strategies().zip(&*strategies).any(had_no_room) {
            // Memory was too small for what needs no plan.
            known.let_go_of_oriented();
        }
        match self.walked(&known, run, counts, strategies) {
            Ok(()) => Ok(refused),
            lacking => instead(lacking.map(|()| None), refused),
        }
    }

    /// The subgraphs of plain patterns, none of which follows from others, in a session on a graph that is prepared for
    /// them, as a part of its job.
    ///
    /// # Errors
    /// When the device fails or its memory is too small, a count passes 128 bits, or the job is to stop.
    fn counted_in(
        &self,
        known: &Arc<Known>,
        session: &mut direct::Session<'_>,
        run: Run<'_>,
    ) -> Result<Vec<u128>, MineError> {
        let (mut counts, mut strategies) =
            (vec![0; self.patterns.len()], self.strategies().collect::<Vec<_>>());
        self.in_session(known, session, run, &mut counts, &mut strategies)?;
        self.walked(known, run, &mut counts, &strategies)?;
        Ok(counts)
    }

    /// Counts the patterns that need no plan; those for which there is too little memory are left to the walk. Returns
    /// what the first of them lacked.
    fn without_plans(
        &self,
        known: &Arc<Known>,
        run: Run<'_>,
        counts: &mut [u128],
        strategies: &mut [Strategy],
    ) -> Result<Option<MineError>, MineError> {
        if !strategies.iter().any(|strategy| strategy.needs_no_plan()) {
            return Ok(None);
        }
        match if_it_fits(direct::Session::new(known, run))? {
            Ok(mut session) => {
                self.in_session(known, &mut session, run, counts, strategies)?;
                Ok(session.into_refusal())
            }
            Err(refused) => {
                for place in 0..strategies.len() {
                    if strategies[place].needs_no_plan() {
                        self.leave_to_walk(place, strategies);
                    }
                }
                Ok(Some(refused))
            }
        }
    }

    /// Counts the patterns that need no plan, and makes way for the walk of others.
    fn in_session(
        &self,
        known: &Arc<Known>,
        session: &mut direct::Session<'_>,
        run: Run<'_>,
        counts: &mut [u128],
        strategies: &mut [Strategy],
    ) -> Result<(), MineError> {
        // Of several first, so that the sums with them are made along with the others, and 4-cycles are not counted
        // twice.
        let needs_cycles =
            |way: &Strategy| matches!(way, Strategy::Direct(Direct::Formula(f)) if f.needs_edge_cycles());
        if strategies.len() > 1 && strategies.iter().any(needs_cycles) {
            session.if_it_fits(direct::Session::count_edge_cycles)?;
        }
        // Last what then follows from what was counted for others.
        let follows =
            |way: &Strategy| matches!(way, Strategy::Direct(direct) if direct.follows_from_edge_triangles());
        let (last, first): (Vec<usize>, Vec<usize>) =
            (0..strategies.len()).partition(|&place| follows(&strategies[place]));
        for place in first.into_iter().chain(last) {
            let WayRunner::InSession(count) = WayRunner::of(strategies[place]) else { continue };
            let part = SessionPart { counting: self, pattern: &self.patterns[place].0, known, run };
            match session.if_it_fits(|session| count(&part, session))? {
                Some(counted) => counts[place] = counted,
                None => self.leave_to_walk(place, strategies),
            }
        }
        if strategies.iter().any(|strategy| strategy.walks()) {
            session.make_way_for_walk()?;
        }
        Ok(())
    }

    /// What a pattern needs does not fit in the memory.
    fn leave_to_walk(&self, place: usize, strategies: &mut [Strategy]) {
        self.options.context.report_walked(&self.patterns[place].0, strategies[place]);
        strategies[place] = Strategy::walk_of(&self.patterns[place].0, self.options.matching);
    }

    /// Walks those of the plain patterns that are to be.
    fn walked(
        &self,
        known: &Arc<Known>,
        run: Run<'_>,
        counts: &mut [u128],
        strategies: &[Strategy],
    ) -> Result<(), MineError> {
        let places = places_of(Strategy::Walk, strategies);
        if !places.is_empty() {
            let patterns: Vec<&Pattern> = places.iter().map(|&place| &self.patterns[place].0).collect();
            let found = walk_together(&patterns, known, self.options.plan_options(), run)?;
            places.into_iter().zip(found).for_each(|(place, found)| counts[place] = found);
        }
        Ok(())
    }
}

/// The ways that some patterns are counted in.
fn each_once(strategies: &[Strategy]) -> Vec<Strategy> {
    let mut each = Vec::new();
    for &strategy in strategies {
        if !each.contains(&strategy) {
            each.push(strategy);
        }
    }
    each
}

/// The patterns that are counted so.
fn places_of(wanted: Strategy, strategies: &[Strategy]) -> Vec<usize> {
    (0..strategies.len()).filter(|&place| strategies[place] == wanted).collect()
}

impl Placed {
    /// Counts the matches of `pattern`.
    ///
    /// # Errors
    /// When the pattern cannot be planned, or asks for what the graph does not have; when the buffers do not fit in the
    /// budget, the device fails, the count passes 128 bits, or the job is to stop.
    pub fn count(&self, pattern: &Pattern, options: &CountOptions) -> Result<Counted, MineError> {
        let CountedTogether { counts, seconds } =
            self.count_together(std::slice::from_ref(pattern), options)?;
        let (count, strategy) = counts[0];
        Ok(Counted { count, strategy, seconds })
    }

    /// Counts the matches of each of `patterns`: what they have in common is done once.
    ///
    /// # Errors
    /// When a pattern cannot be planned, or asks for what the graph does not have; when the buffers do not fit in the
    /// budget, the device fails, a count passes 128 bits, or the job is to stop.
    pub fn count_together(
        &self,
        patterns: &[Pattern],
        options: &CountOptions,
    ) -> Result<CountedTogether, MineError> {
        Counting::new(patterns, options).run(self)
    }

    /// The counts of `patterns`, and how they come about, where each was counted before and needs no plan: at once, on
    /// this thread.
    pub fn counted_already(
        &self,
        patterns: &[Pattern],
        options: &CountOptions,
    ) -> Option<Vec<(u128, Strategy)>> {
        let counted = |pattern: &Pattern| {
            let strategy = options.strategy(pattern);
            let Strategy::Direct(direct) = strategy else { return None };
            let count = self.count_already(direct, options.matching.least_degree(pattern))?;
            Some((count.checked_mul(options.matching.maps_per_subgraph(pattern).into())?, strategy))
        };
        patterns.iter().map(counted).collect()
    }

    /// The plan by which `pattern` is counted where it is walked, in words.
    ///
    /// # Errors
    /// When the pattern cannot be planned, or asks for labels or directions that the graph does not have.
    pub fn explain(
        &self,
        pattern: &Pattern,
        options: impl Into<PlanOptions>,
    ) -> Result<Explanation, MineError> {
        let options = options.into();
        if Strategy::walk_of(pattern, options.matching) == Strategy::AttributedWalk {
            return Ok(attributed::plan(self, pattern, options)?.explain());
        }
        let known = self.known(options.matching.least_degree(pattern));
        let prepared = known.form.prepared(&Clock::default());
        Ok(plan(pattern, options, prepared.stats())?.explain())
    }
}

/// Counts the matches of `pattern` in `graph`, on a device or a team. For several jobs on one graph see [`Placed`].
///
/// # Errors
/// When the pattern cannot be planned, or asks for what the graph does not have; when the buffers do not fit in the
/// budget, the device fails, the count passes 128 bits, or the job is to stop.
pub fn count<'g>(
    graph: impl Into<Target<'g>>,
    pattern: &Pattern,
    team: impl Into<Team>,
    options: &CountOptions,
) -> Result<Counted, MineError> {
    Placed::new(graph, team).count(pattern, options)
}

/// Counts the matches of each of `patterns` in `graph`, on a device or a team.
///
/// # Errors
/// When a pattern cannot be planned, or asks for what the graph does not have; when the buffers do not fit in the
/// budget, the device fails, a count passes 128 bits, or the job is to stop.
pub fn count_together<'g>(
    graph: impl Into<Target<'g>>,
    patterns: &[Pattern],
    team: impl Into<Team>,
    options: &CountOptions,
) -> Result<CountedTogether, MineError> {
    Placed::new(graph, team).count_together(patterns, options)
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
    Placed::new(graph, &Device::cpu(None)).explain(pattern, options)
}

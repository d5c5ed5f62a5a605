//! Counting patterns that ask for absent edges, vertex-induced ones among them, from the edge-induced counts of the
//! patterns that contain them ([`Supergraphs`]): a sparse pattern has many more matches than it takes steps to count
//! all of these.

use std::fmt;

use serde::Serialize;

use super::Counting;
use crate::attributed;
use crate::clock::Clock;
use crate::decomposed::Outcome;
use crate::pattern::Pattern;
use crate::placed::Placed;
use crate::plan::decomposition::{MatchSum, Supergraphs, fits};
use crate::plan::{Induced, Matching, PlanError, Semantics};
use crate::prices::Prices;
use crate::run::Run;
use crate::strategy::Strategy;
use crate::{CountOptions, MineError};

/// Work that a walk has done on one lane before all patterns that contain a sparse one of six vertices, up to 112, are
/// planned.
const SCALAR_NOT_WORTH_IT: f64 = 2e9;
/// Work that a walk has done on a card before all patterns that contain a sparse one of six vertices are planned: it
/// takes 0.1 to 0.5 s for it, and to plan them takes 0.1 s.
const CARD_NOT_WORTH_IT: f64 = 1e11;

/// How many times less than the walks of patterns those must cost that contain them, on one lane: expectations err. Of
/// a prism with an absent edge in rmat9 half the work of its walk is expected from the two that contain it, and they
/// take as long.
const SCALAR_MARGIN: f64 = 3.0;
/// How many times less than the walks of patterns those must cost on a card that contain them, as its walks count many
/// last vertices at a time: of 6-paths in `ba:10000:5` a 35th of the work is expected, and takes twice as long as the
/// walk; of paths of five with a leg a 159th takes as long, and of 5-stars a 1,040th a 66th (H100, 2ab582d).
const CARD_MARGIN: f64 = 150.0;

/// Counts the matches of those of `patterns` for which it pays; the others are left to the walk.
///
/// # Errors
/// When a pattern cannot be planned or counted, or asks for labels or directions that the graph does not have; when the
/// device fails, or the job is to stop.
pub(super) fn by_supergraphs(
    placed: &Placed,
    patterns: &[&Pattern],
    options: &CountOptions,
    run: Run<'_>,
) -> Result<Vec<Outcome>, MineError> {
    let (placed, patterns) = run.clock.prepare(|| placed.relabelled(patterns))?;
    let patterns: Vec<&Pattern> = patterns.iter().collect();
    patterns.iter().try_for_each(|pattern| attributed::check(pattern, options.matching, placed.target()))?;
    let mut outcomes = vec![Outcome::Walk; patterns.len()];
    let found = FromSupergraphs::on(&placed, &patterns, options, run.clock)?;
    let Some(FromSupergraphs { places, supergraphs, .. }) = found else { return Ok(outcomes) };
    let maps = Counting::new(&supergraphs.patterns, &of_maps(options)).counted(&placed, run)?;
    let maps: Vec<u128> = maps.into_iter().map(|(count, _)| count).collect();
    for (place, sum) in places.into_iter().zip(&supergraphs.sums) {
        outcomes[place] = Outcome::Counted(sum.count(&maps).expect("each match is hit by all automorphisms"));
    }
    Ok(outcomes)
}

impl Placed {
    /// The patterns from whose counts that of `pattern` follows when it is counted with these options, in words; `None`
    /// where it does not: too little is expected to be gained on the walk, or a count may pass 128 bits.
    ///
    /// # Errors
    /// When the pattern cannot be planned.
    pub(crate) fn explain_supergraphs(
        &self,
        pattern: &Pattern,
        options: &CountOptions,
    ) -> Result<Option<SupergraphsExplanation>, MineError> {
        let (placed, patterns) = self.relabelled(&[pattern])?;
        attributed::check(&patterns[0], options.matching, placed.target())?;
        let found = FromSupergraphs::on(&placed, &[&patterns[0]], options, &Clock::default())?;
        Ok(found.map(|found| found.explain(options.matching.semantics)))
    }
}

/// The patterns from whose counts that of `pattern` follows, by the prices in a graph.
///
/// # Errors
/// When the pattern cannot be planned.
pub(crate) fn explain_supergraphs(
    pattern: &Pattern,
    options: &CountOptions,
    prices: &Prices<'_>,
) -> Result<Option<SupergraphsExplanation>, PlanError> {
    let found = FromSupergraphs::of(&[pattern], vec![0], options, prices)?;
    Ok(found.map(|found| found.explain(options.matching.semantics)))
}

/// Patterns that are counted from those that contain them.
struct FromSupergraphs {
    /// Which of the given patterns, by rising place.
    places: Vec<usize>,
    /// The patterns that contain them, and the sums over their maps.
    supergraphs: Supergraphs,
    /// How each of these is counted, and the work that this is expected to take.
    ways: Vec<(Strategy, f64)>,
}

impl FromSupergraphs {
    /// Those of `patterns` whose counts are sure to fit in the numbers, and for which it pays.
    fn on(
        placed: &Placed,
        patterns: &[&Pattern],
        options: &CountOptions,
        clock: &Clock,
    ) -> Result<Option<FromSupergraphs>, MineError> {
        // The form that the walk needs, if it comes to that.
        let least = patterns.iter().map(|pattern| options.matching.least_degree(pattern)).min();
        let Some(least) = least else { return Ok(None) };
        let known = clock.prepare(|| placed.known(least));
        if known.form.graph().edges() == 0 {
            return Ok(None);
        }
        let prepared = known.form.prepared(clock);
        let prices = Prices::of(placed, prepared, options, patterns);
        let places = (0..patterns.len()).filter(|&place| fits(patterns[place], prepared.csr())).collect();
        Ok(clock.plan(|| FromSupergraphs::of(patterns, places, options, &prices))?)
    }

    /// Those of `patterns` at these places for which all patterns that contain them cost less than their walks do
    /// together, by the margin. The one whose walk costs least is left to it until they do.
    fn of(
        patterns: &[&Pattern],
        places: Vec<usize>,
        options: &CountOptions,
        prices: &Prices<'_>,
    ) -> Result<Option<FromSupergraphs>, PlanError> {
        let (worth, margin) = match prices.is_scalar() {
            true => (SCALAR_NOT_WORTH_IT, SCALAR_MARGIN),
            false => (CARD_NOT_WORTH_IT, CARD_MARGIN),
        };
        let of: Vec<&Pattern> = places.iter().map(|&place| patterns[place]).collect();
        let walks = prices.long_walks(&of)?.into_iter().map(Option::unwrap_or_default);
        let mut walks: Vec<(usize, f64)> =
            places.into_iter().zip(walks).filter(|&(_, walk)| walk > worth).collect();
        walks.sort_by(|(_, one), (_, other)| other.total_cmp(one));
        let of_maps = of_maps(options);
        while !walks.is_empty() {
            let mut places: Vec<usize> = walks.iter().map(|&(place, _)| place).collect();
            places.sort_unstable();
            let of: Vec<&Pattern> = places.iter().map(|&place| patterns[place]).collect();
            // Where there are too many, or one has no plan, fewer may do.
            if let Ok((supergraphs, ways)) = priced(&of, options, prices, &of_maps) {
                let all: f64 = ways.iter().map(|(_, work)| work).sum();
                let walked: f64 = walks.iter().map(|(_, walk)| walk).sum();
                if prices.are_ignored() || all * margin <= walked {
                    return Ok(Some(FromSupergraphs { places, supergraphs, ways }));
                }
            }
            walks.pop();
        }
        Ok(None)
    }

    /// Of a single pattern, in words.
    fn explain(&self, semantics: Semantics) -> SupergraphsExplanation {
        let sum: &MatchSum = &self.supergraphs.sums[0];
        let patterns = &self.supergraphs.patterns;
        let term = |number: usize| SupergraphTerm {
            pattern: patterns[number].to_string(),
            coefficient: sum.coefficient(number),
            method: self.ways[number].0.to_string(),
            work: self.ways[number].1,
        };
        let mut terms: Vec<usize> = (0..patterns.len()).collect();
        terms.sort_by_key(|&number| patterns[number].edges().len());
        SupergraphsExplanation {
            terms: terms.into_iter().map(term).collect(),
            counted: if semantics.injective() { "embeddings" } else { "homomorphisms" },
            maps: sum.maps,
            work: self.ways.iter().map(|(_, work)| work).sum(),
        }
    }
}

/// The patterns that contain these, and the work by which each is counted.
fn priced(
    patterns: &[&Pattern],
    options: &CountOptions,
    prices: &Prices<'_>,
    of_maps: &CountOptions,
) -> Result<(Supergraphs, Vec<(Strategy, f64)>), PlanError> {
    let supergraphs = Supergraphs::of(patterns, options.matching, prices.labels())?;
    let mut ways = prices.with(of_maps).each(&supergraphs.patterns.iter().collect::<Vec<_>>())?;
    if patterns.iter().any(|pattern| !pattern.is_plain()) {
        // As their own walks are: a walk of plain patterns takes about as long for a step.
        let walked = ways.iter_mut().filter(|(way, _)| *way == Strategy::Walk);
        walked.for_each(|(_, work)| *work *= prices.exchange());
    }
    Ok((supergraphs, ways))
}

/// How the patterns are counted that contain those that `options` are for: all their maps, edge-induced.
fn of_maps(options: &CountOptions) -> CountOptions {
    let semantics = match options.matching.semantics {
        Semantics::Subgraphs | Semantics::Embeddings => Semantics::Embeddings,
        Semantics::Homomorphisms => Semantics::Homomorphisms,
    };
    options.clone().matching(Matching { induced: Induced::Edge, semantics })
}

/// The patterns from whose counts another one's follows, in words: written with `{}`, or serialised.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SupergraphsExplanation {
    /// The patterns that contain it, the sparse ones first.
    pub terms: Vec<SupergraphTerm>,
    /// What of them is counted: `embeddings` or `homomorphisms`.
    pub counted: &'static str,
    /// How many of these are counted for one match.
    pub maps: u64,
    /// All the work that is expected, in steps.
    pub work: f64,
}

/// One of these patterns in words.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SupergraphTerm {
    /// The pattern, edge-induced.
    pub pattern: String,
    /// What its count is multiplied by.
    pub coefficient: i64,
    /// How it is counted.
    pub method: String,
    /// The work that this is expected to take, without what earlier terms have in common with it.
    pub work: f64,
}

impl fmt::Display for SupergraphsExplanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, SupergraphTerm { pattern, coefficient, method, work }) in self.terms.iter().enumerate() {
            let heading = if i == 0 { "terms" } else { "" };
            let counted = self.counted;
            writeln!(
                f,
                "{heading:<14}{coefficient:+} {counted}({pattern}) by {method}    # work {work:.2e}"
            )?;
        }
        writeln!(f, "divided by    {}", self.maps)?;
        write!(f, "work          {:.2e}", self.work)
    }
}

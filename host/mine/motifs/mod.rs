//! Motifs: the counts of all connected patterns of a few vertices.
//!
//! ```text
//! edge-induced counts of all patterns  --the catalog's matrix-->  vertex-induced counts
//! ```
//!
//! A subgraph on `k` vertices that need not be induced lies in exactly one induced one: so the first counts are the
//! second times the matrix of how often the patterns contain each other, which is triangular by numbers of edges.

mod catalog;

pub(super) use catalog::{Catalog, named, permutations};

use std::sync::Arc;

use super::decomposed::{Outcome, decomposed};
use super::degrees::Pruned;
use super::density::Density;
use super::direct::Session;
use super::memory::{if_it_fits, instead};
use super::placed::{Known, Placed};
use super::run::Run;
use super::strategy::{self, Direct, Strategy};
use super::walk::walk_together;
use super::{CountOptions, Method, MineError, Seconds};
use crate::clock::Clock;
use crate::graph::Csr;
use crate::pattern::Pattern;
use crate::plan::{Features, Induced, Matching, PlanOptions};
use crate::runtime::Team;

/// The fewest and the most vertices of a motif.
pub const SIZES: std::ops::RangeInclusive<usize> = 3..=6;

/// A motif and its count.
#[derive(Clone, Debug)]
pub struct MotifCount {
    /// Its name, or its edges where it has none.
    pub name: String,
    /// The pattern.
    pub pattern: Pattern,
    /// How many subgraphs match it, each counted once.
    pub count: u128,
}

/// All motifs of a size, and how long it took.
#[derive(Clone, Debug)]
pub struct Motifs {
    /// The motifs, by rising number of edges.
    pub motifs: Vec<MotifCount>,
    /// How long the parts took.
    pub seconds: Seconds,
}

impl Placed {
    /// Counts the connected patterns of `k` vertices: those of three to five by formulas from shared counts, those of six by
    /// going through their matches.
    ///
    /// # Errors
    /// [`MineError::MotifSize`] if `k` is not from 3 to 6; when the device fails or its memory is too small, a count
    /// passes 128 bits, or the job is to stop.
    pub fn motifs(&self, k: usize, options: &CountOptions) -> Result<Motifs, MineError> {
        if !SIZES.contains(&k) {
            return Err(MineError::MotifSize { k });
        }
        self.on_whoever_is_left(&options.context, |placed| placed.motifs_on(k, options))
    }

    fn motifs_on(&self, k: usize, options: &CountOptions) -> Result<Motifs, MineError> {
        let clock = Clock::default();
        let run = Run { context: &options.context, clock: &clock };
        let known = clock.prepare(|| self.known(1));
        let catalog = clock.plan(|| Catalog::new(k));
        let density = Density::of(self.target().csr);
        let mut there: Vec<bool> = catalog.patterns.iter().map(|pattern| density.may_have(pattern)).collect();
        let by_degrees = self.pruned_of(&catalog, &there, options, run)?;
        there.iter_mut().zip(&by_degrees).for_each(|(there, count)| *there &= count.is_none());
        let by_decomposition = self.decomposed_of(&catalog, &there, options, run)?;
        let (mut session, refused) = match if_it_fits(Session::new(&known, run))? {
            Ok(session) => (Some(session), None),
            Err(refused) => (None, Some(refused)),
        };
        let others = |place: usize| there[place] && by_decomposition[place].is_none();
        let counts = not_induced(&catalog, others, &known, session.as_mut(), options.planner, run);
        let mut counts = instead(counts, refused.or(session.and_then(Session::into_refusal)))?;
        for found in [by_degrees, by_decomposition] {
            counts.iter_mut().zip(found).for_each(|(count, found)| *count = found.unwrap_or(*count));
        }
        if options.matching.induced == Induced::Vertex {
            counts = induced_of(&catalog, &counts)?;
        }
        let motif = |(pattern, count): (&Pattern, u128)| {
            let (name, pattern) = named(pattern);
            MotifCount { name, pattern, count }
        };
        let motifs = catalog.patterns.iter().zip(counts).map(motif).collect();
        Ok(Motifs { motifs, seconds: clock.seconds() })
    }

    /// By pattern that may be `there`, the subgraphs that match it and need not be induced, where it has no way of its own, and few vertices have
    /// neighbours enough for it.
    fn pruned_of(
        &self,
        catalog: &Catalog,
        there: &[bool],
        options: &CountOptions,
        run: Run<'_>,
    ) -> Result<Vec<Option<u128>>, MineError> {
        let options = options.clone().matching(Induced::Edge).plan_options();
        let pruned = Pruned::new(self);
        let count = |(pattern, &there): (&Pattern, &bool)| match there && strategy::direct(pattern).is_none()
        {
            true => pruned.count(pattern, options, run),
            false => Ok(None),
        };
        catalog.patterns.iter().zip(there).map(count).collect()
    }

    /// By pattern, the subgraphs that match it and need not be induced, where they are counted by decomposition. Those that are known not to be
    /// `there` are not.
    fn decomposed_of(
        &self,
        catalog: &Catalog,
        there: &[bool],
        options: &CountOptions,
        run: Run<'_>,
    ) -> Result<Vec<Option<u128>>, MineError> {
        let options = options.clone().matching(Induced::Edge);
        let way = |pattern: &Pattern| Strategy::of(pattern, options.plan_options(), Method::Best);
        let places: Vec<usize> = (0..catalog.patterns.len())
            .filter(|&place| there[place] && way(&catalog.patterns[place]) == Strategy::Decomposition)
            .collect();
        let mut counts = vec![None; catalog.patterns.len()];
        if places.is_empty() {
            return Ok(counts);
        }
        let patterns: Vec<&Pattern> = places.iter().map(|&place| &catalog.patterns[place]).collect();
        for (place, outcome) in places.into_iter().zip(decomposed(self, &patterns, &options, run)?) {
            match outcome {
                Outcome::Counted(count) => counts[place] = Some(count),
                Outcome::Walk => {}
                Outcome::TooLarge => {
                    run.context.report_walked(&catalog.patterns[place], Strategy::Decomposition);
                }
            }
        }
        Ok(counts)
    }
}

/// Counts the connected patterns of `k` vertices in `graph`, on a device or a team.
///
/// # Errors
/// [`MineError::MotifSize`] if `k` is not from 3 to 6; when the device fails or its memory is too small, a count passes
/// 128 bits, or the job is to stop.
pub fn motifs(
    graph: &Csr,
    k: usize,
    team: impl Into<Team>,
    options: &CountOptions,
) -> Result<Motifs, MineError> {
    Placed::new(graph, team).motifs(k, options)
}

/// The connected patterns of `k` vertices, each with its name, or its edges where it has none, by rising number of edges.
///
/// # Errors
/// [`MineError::MotifSize`] if `k` is not from 3 to 6.
pub fn patterns(k: usize) -> Result<Vec<(String, Pattern)>, MineError> {
    if !SIZES.contains(&k) {
        return Err(MineError::MotifSize { k });
    }
    Ok(Catalog::new(k).patterns.iter().map(named).collect())
}

/// Counts one induced pattern from those that contain it.
///
/// # Errors
/// When the device fails or its memory is too small, a count passes 128 bits, or the job is to stop.
pub(super) fn induced(
    pattern: &Pattern,
    known: &Arc<Known>,
    session: &mut Session<'_>,
    planner: Features,
    run: Run<'_>,
) -> Result<u128, MineError> {
    let catalog = Catalog::new(pattern.vertices());
    let wanted = catalog.position(pattern);
    // A pattern that contains none of the missing ones never needs their counts.
    let counts =
        not_induced(&catalog, |i| catalog.contains[wanted][i] > 0, known, Some(session), planner, run)?;
    induced_from(&catalog, &counts, wanted)
}

/// Counts the subgraphs that match a pattern and need not be induced, for the patterns at the `wanted` positions. What does not
/// fit in the memory otherwise is walked; without a session, all is.
fn not_induced(
    catalog: &Catalog,
    wanted: impl Fn(usize) -> bool,
    known: &Arc<Known>,
    mut session: Option<&mut Session<'_>>,
    planner: Features,
    run: Run<'_>,
) -> Result<Vec<u128>, MineError> {
    let places: Vec<usize> = (0..catalog.patterns.len()).filter(|&place| wanted(place)).collect();
    let ways: Vec<Option<Direct>> =
        places.iter().map(|&place| strategy::direct(&catalog.patterns[place])).collect();
    // First, so that the sums with them are made along with the others, and 4-cycles are not counted twice.
    let needs_cycles =
        ways.iter().any(|way| matches!(way, Some(Direct::Formula(f)) if f.needs_edge_cycles()));
    if let Some(session) = session.as_deref_mut().filter(|_| needs_cycles) {
        session.if_it_fits(Session::count_edge_cycles)?;
    }
    let mut counts = vec![0; catalog.patterns.len()];
    let mut walked = Vec::new();
    for (place, way) in places.into_iter().zip(ways) {
        let counted = match (way, session.as_deref_mut()) {
            (Some(direct), Some(session)) => session.if_it_fits(|session| session.count(direct))?,
            _ => None,
        };
        if let (Some(direct), None) = (way, counted) {
            run.context.report_walked(&catalog.patterns[place], Strategy::Direct(direct));
        }
        match counted {
            None => walked.push(place),
            Some(count) => counts[place] = count,
        }
    }
    if !walked.is_empty() {
        let options = PlanOptions::from(Matching::from(Induced::Edge)).features(planner);
        if let Some(session) = session {
            session.make_way_for_walk()?;
        }
        let patterns: Vec<&Pattern> = walked.iter().map(|&place| &catalog.patterns[place]).collect();
        let found = walk_together(&patterns, known, options, run)?;
        walked.iter().zip(found).for_each(|(&place, found)| counts[place] = found);
    }
    Ok(counts)
}

/// The vertex-induced counts of all patterns of a catalog from the edge-induced ones.
fn induced_of(catalog: &Catalog, counts: &[u128]) -> Result<Vec<u128>, MineError> {
    (0..counts.len()).map(|i| induced_from(catalog, counts, i)).collect()
}

/// The vertex-induced count of pattern `wanted` from the edge-induced ones of those that contain it.
fn induced_from(catalog: &Catalog, counts: &[u128], wanted: usize) -> Result<u128, MineError> {
    let mut induced = vec![0u128; counts.len()];
    // Patterns go by rising number of edges: those that contain one come after it.
    for i in (wanted..counts.len()).rev().filter(|&i| catalog.contains[wanted][i] > 0) {
        let mut rest = counts[i];
        for (count, times) in induced.iter().zip(&catalog.contains[i]).skip(i + 1) {
            let within = count.checked_mul((*times).into());
            rest = within.and_then(|within| rest.checked_sub(within)).ok_or(MineError::CountOverflow)?;
        }
        induced[i] = rest;
    }
    Ok(induced[wanted])
}

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

use super::density::Density;
use super::direct::Session;
use super::placed::{Known, Placed};
use super::run::Run;
use super::{CountOptions, Counting, Method, MineError, Seconds};
use crate::clock::Clock;
use crate::graph::Csr;
use crate::pattern::Pattern;
use crate::plan::Induced;
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
    /// Counts the connected patterns of `k` vertices: those of three to five by formulas from shared counts, those of six by decomposition where
    /// that applies, or by going through their matches.
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
        let catalog = clock.plan(|| Catalog::new(k));
        let density = Density::of(self.target().csr);
        let there = |&place: &usize| density.may_have(&catalog.patterns[place]);
        let places: Vec<usize> = (0..catalog.patterns.len()).filter(there).collect();
        let found = catalog.not_induced(&places, options).counted(self, run)?;
        let mut counts = catalog.at(&places, found.into_iter().map(|(count, _)| count));
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
}

impl Catalog {
    /// The patterns at these places, to be counted as subgraphs that need not be induced, each in its best way.
    fn not_induced(&self, places: &[usize], options: &CountOptions) -> Counting {
        let patterns: Vec<Pattern> = places.iter().map(|&place| self.patterns[place].clone()).collect();
        Counting::new(&patterns, &options.clone().matching(Induced::Edge).method(Method::Best))
    }

    /// The counts of all patterns, of which only those at these places have matches.
    fn at(&self, places: &[usize], found: impl IntoIterator<Item = u128>) -> Vec<u128> {
        let mut counts = vec![0; self.patterns.len()];
        places.iter().zip(found).for_each(|(&place, count)| counts[place] = count);
        counts
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
    options: &CountOptions,
    run: Run<'_>,
) -> Result<u128, MineError> {
    let catalog = Catalog::new(pattern.vertices());
    let wanted = catalog.position(pattern);
    // A pattern that contains none of the missing ones never needs their counts.
    let places: Vec<usize> =
        (wanted..catalog.patterns.len()).filter(|&place| catalog.contains[wanted][place] > 0).collect();
    let found = catalog.not_induced(&places, options).counted_in(known, session, run)?;
    induced_from(&catalog, &catalog.at(&places, found), wanted)
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

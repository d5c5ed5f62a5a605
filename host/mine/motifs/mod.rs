//! Motifs: the counts of all connected patterns of a few vertices.
//!
//! ```text
//! edge-induced counts of all patterns  --the catalog's matrix-->  vertex-induced counts
//! ```
//!
//! A subgraph on `k` vertices that need not be induced lies in exactly one induced one: so the first counts are the
//! second times the matrix of how often the patterns contain each other, which is triangular by numbers of edges.

mod catalog;

pub(super) use catalog::{Catalog, name};

use super::progress::timed;
use super::strategy::{self, Session, Strategy};
use super::together::walk_together;
use super::{CountOptions, Input, MineError, Seconds};
use crate::graph::Csr;
use crate::pattern::Pattern;
use crate::plan::Induced;
use crate::runtime::Device;

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

/// Counts the connected patterns of `k` vertices in `graph`: those of three and four by formulas from shared
/// counts, and of those of five all but the densest and the 5-cycle, which are enumerated.
///
/// # Errors
/// [`MineError::MotifSize`] if `k` is not from 3 to 6; when the device fails or its memory is too small, a count
/// passes 128 bits, or an interrupt was requested.
pub fn motifs(graph: &Csr, k: usize, device: &Device, options: &CountOptions) -> Result<Motifs, MineError> {
    if !SIZES.contains(&k) {
        return Err(MineError::MotifSize { k });
    }
    let mut seconds = Seconds::default();
    let input = timed(&mut seconds.prepare, || Input::new(graph, 1));
    let catalog = timed(&mut seconds.plan, || Catalog::new(k));
    let mut session = Session::new(&input, device, options)?;
    let mut counts = not_induced(&catalog, |_| true, &mut session)?;
    if options.matching.induced == Induced::Vertex {
        counts = induced_of(&catalog, &counts)?;
    }
    seconds.add(&session.seconds);
    let motif = |(pattern, count): (Pattern, u128)| MotifCount { name: name(&pattern), pattern, count };
    let motifs = catalog.patterns.into_iter().zip(counts).map(motif).collect();
    Ok(Motifs { motifs, seconds })
}

/// The families of kernels that count motifs of `k` vertices.
pub fn families(k: usize) -> Vec<&'static str> {
    let mut families = Strategy::Census.families();
    if k > 4 {
        families.extend(Strategy::General.families());
    }
    families
}

/// Counts one induced pattern from those that contain it.
///
/// # Errors
/// As [`motifs`].
pub(super) fn induced(pattern: &Pattern, session: &mut Session<'_>) -> Result<u128, MineError> {
    let catalog = Catalog::new(pattern.vertices());
    let wanted = catalog.position(pattern);
    // A pattern that contains none of the missing ones never needs their counts.
    let counts = not_induced(&catalog, |i| catalog.contains[wanted][i] > 0, session)?;
    induced_from(&catalog, &counts, wanted)
}

/// Counts the subgraphs that match a pattern and need not be induced, for the patterns at the `wanted` positions.
fn not_induced(
    catalog: &Catalog,
    wanted: impl Fn(usize) -> bool,
    session: &mut Session<'_>,
) -> Result<Vec<u128>, MineError> {
    let strategies: Vec<Option<Strategy>> = catalog
        .patterns
        .iter()
        .enumerate()
        .map(|(i, pattern)| wanted(i).then(|| strategy::choose(pattern, Induced::Edge)))
        .collect();
    // First, so that the sums with them are made along with the others, and 4-cycles are not counted twice.
    if strategies
        .iter()
        .any(|strategy| matches!(strategy, Some(Strategy::Formula(f)) if f.needs_edge_cycles()))
    {
        session.count_edge_cycles()?;
    }
    let mut counts = vec![0; strategies.len()];
    let mut walked = Vec::new();
    for (place, strategy) in strategies.into_iter().enumerate() {
        match strategy {
            None => {}
            Some(Strategy::General) => walked.push(place),
            Some(strategy) => counts[place] = session.count_by(strategy, &catalog.patterns[place])?,
        }
    }
    if !walked.is_empty() {
        let options = session.options.clone().matching(Induced::Edge);
        let prepared = timed(&mut session.seconds.prepare, || session.input.prepared());
        let patterns: Vec<&Pattern> = walked.iter().map(|&place| &catalog.patterns[place]).collect();
        let found = walk_together(&patterns, prepared, session.device, &options, &mut session.seconds)?;
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

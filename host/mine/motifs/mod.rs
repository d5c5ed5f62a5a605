//! Motifs: the counts of all connected patterns of a few vertices.
//!
//! ```text
//! edge-induced counts of all patterns  --the catalog's matrix-->  vertex-induced counts
//! ```
//!
//! A subgraph on `k` vertices that need not be induced lies in exactly one induced one: so the first counts are the
//! second times the matrix of how often the patterns contain each other, which is triangular by numbers of edges.

mod catalog;

pub(super) use catalog::Catalog;

use super::count::general;
use super::progress::timed;
use super::strategy::{self, Orientation, Session, Strategy};
use super::{CountOptions, MineError, Prepared, Seconds};
use crate::graph::Csr;
use crate::pattern::Pattern;
use crate::plan::{Induced, Semantics};
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

/// Counts the connected patterns of `k` vertices in `graph`: those of three and four by formulas from shared counts.
///
/// # Errors
/// [`MineError::MotifSize`] if `k` is not from 3 to 6; when the device fails or its memory is too small, a count
/// passes 128 bits, or an interrupt was requested.
pub fn motifs(
    graph: &Csr,
    k: usize,
    device: &Device,
    options: CountOptions<'_>,
) -> Result<Motifs, MineError> {
    if !SIZES.contains(&k) {
        return Err(MineError::MotifSize { k });
    }
    let mut seconds = Seconds::default();
    let prepared = timed(&mut seconds.prepare, || Prepared::new(graph, 1));
    let oriented = timed(&mut seconds.prepare, || Orientation::new(&prepared));
    let catalog = timed(&mut seconds.plan, || Catalog::new(k));
    let mut session = Session::new(&prepared, &oriented, device, options)?;
    let mut counts = Vec::with_capacity(catalog.patterns.len());
    for pattern in &catalog.patterns {
        counts.push(not_induced(pattern, &mut session)?);
    }
    if options.induced == Induced::Vertex {
        counts = induced_of(&catalog, &counts)?;
    }
    seconds.add(&session.seconds);
    let motif =
        |(pattern, count): (Pattern, u128)| MotifCount { name: catalog::name(&pattern), pattern, count };
    let motifs = catalog.patterns.into_iter().zip(counts).map(motif).collect();
    Ok(Motifs { motifs, seconds })
}

/// Counts one induced pattern from those that contain it.
///
/// # Errors
/// As [`motifs`].
pub(super) fn induced(pattern: &Pattern, session: &mut Session<'_>) -> Result<u128, MineError> {
    let catalog = Catalog::new(pattern.vertices());
    let wanted = catalog.position(pattern);
    let mut counts = vec![0; catalog.patterns.len()];
    for (i, count) in counts.iter_mut().enumerate() {
        if catalog.contains[wanted][i] > 0 {
            *count = not_induced(&catalog.patterns[i], session)?;
        }
    }
    // A pattern that contains none of the missing ones never needs their counts.
    induced_from(&catalog, &counts, wanted)
}

/// Counts the subgraphs that match a pattern and need not be induced.
fn not_induced(pattern: &Pattern, session: &mut Session<'_>) -> Result<u128, MineError> {
    match strategy::choose(pattern, Induced::Edge) {
        Strategy::Clique(k) => session.cliques(k),
        Strategy::Cycle4 => session.cycles(),
        Strategy::Formula(formula) => session.formula(formula),
        Strategy::Census | Strategy::General => {
            let options =
                CountOptions { induced: Induced::Edge, semantics: Semantics::Subgraphs, ..session.options };
            general(pattern, session.prepared, session.device, options, &mut session.seconds)
        }
    }
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

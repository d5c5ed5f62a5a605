//! Motifs: the counts of all connected patterns of a few vertices.
//!
//! ```text
//! edge-induced counts of all patterns  --the catalog's matrix-->  vertex-induced counts
//! ```
//!
//! A subgraph on `k` vertices that need not be induced lies in exactly one induced one: so the first counts are the
//! second times the matrix of how often the patterns contain each other, which is triangular by numbers of edges.

use super::catalog::{Catalog, named};
use super::density::Density;
use super::placed::Placed;
use super::run::Run;
use super::{CountOptions, Counting, MineError, Seconds};
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
    /// Counts the connected patterns of `k` vertices: those of three to five by formulas from shared counts, those of
    /// six by decomposition where that applies, or by going through their matches.
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
        let catalog = clock.plan(|| Catalog::of(k));
        let counts = self.motif_counts(catalog, options, run)?;
        let motif = |(pattern, count): (&Pattern, u128)| {
            let (name, pattern) = named(pattern);
            MotifCount { name, pattern, count }
        };
        let motifs = catalog.patterns.iter().zip(counts).map(motif).collect();
        Ok(Motifs { motifs, seconds: clock.seconds() })
    }

    /// The counts of all patterns of a catalog, as a part of another job.
    pub(super) fn motif_counts(
        &self,
        catalog: &Catalog,
        options: &CountOptions,
        run: Run<'_>,
    ) -> Result<Vec<u128>, MineError> {
        let density = Density::of(self.target().csr);
        let there = |&place: &usize| density.may_have(&catalog.patterns[place]);
        let places: Vec<usize> = (0..catalog.patterns.len()).filter(there).collect();
        let found = Counting::of_catalog(catalog, &places, options).counted(self, run)?;
        let counts = catalog.at(&places, found.into_iter().map(|(count, _)| count));
        match options.matching.induced {
            Induced::Edge => Ok(counts),
            Induced::Vertex => catalog.all_induced(&counts),
        }
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

/// The connected patterns of `k` vertices, each with its name, or its edges where it has none, by rising number of
/// edges.
///
/// # Errors
/// [`MineError::MotifSize`] if `k` is not from 3 to 6.
pub fn patterns(k: usize) -> Result<Vec<(String, Pattern)>, MineError> {
    if !SIZES.contains(&k) {
        return Err(MineError::MotifSize { k });
    }
    Ok(Catalog::of(k).patterns.iter().map(named).collect())
}

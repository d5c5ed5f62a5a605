//! What has been found out about a graph on a device: each thing once, however many patterns and jobs need it.

use std::collections::BTreeMap;
use std::ops::{Deref, DerefMut};
use std::sync::Weak;

use parking_lot::{Mutex, MutexGuard};

use super::at_vertices::SumsAtVertices;
use super::graph_sums::{EdgeSums, FiveSums};
use super::motifs::MotifCounts;
use super::small_edges::SmallEdges;
use crate::Placed;
use crate::placed::Known;
use crate::strategy::Direct;

/// What has been found out about one form of a graph.
#[derive(Debug, Default)]
pub(super) struct Facts {
    /// The counts of patterns that were asked for.
    counts: Vec<(Direct, u128)>,
    pub(super) triangles: Option<u128>,
    pub(super) cycles: Option<u128>,
    /// By their numbers of vertices.
    pub(super) cliques: BTreeMap<u32, u128>,
    /// Of every size, from 1 up to the largest.
    pub(super) profile: Option<Vec<u128>>,
    /// A largest clique.
    pub(super) max_clique: Option<Vec<u32>>,
    /// Maximal cliques, by their vertices from 0 up.
    pub(super) maximal_cliques: Option<Vec<u128>>,
    pub(super) sums: Option<EdgeSums>,
    /// What is known of the vertices, for as long as a job holds it: it may take more memory than the graph, and nobody
    /// asks for it twice but the parts of one job.
    pub(super) at_vertices: Weak<SumsAtVertices>,
    /// The same of the edges, where a device puts counts together.
    pub(super) at_edges: Weak<SmallEdges>,
    pub(super) fives: FiveSums,
    pub(super) motifs: MotifCounts,
}

impl Facts {
    /// The count of a pattern, if it was asked for before.
    pub fn count(&self, direct: Direct) -> Option<u128> {
        self.counts.iter().find(|(known, _)| *known == direct).map(|&(_, count)| count)
    }

    /// Takes down the count of a pattern.
    pub(super) fn add_count(&mut self, direct: Direct, count: u128) {
        if self.count(direct).is_none() {
            self.counts.push((direct, count));
        }
    }
}

impl Placed {
    /// The count of a pattern without a plan, whose vertices have at least `least` neighbours, if a job was asked for
    /// it before; none while a job finds out more.
    pub(crate) fn count_already(&self, direct: Direct, least: u32) -> Option<u128> {
        let forms = self.forms_for(least);
        forms.iter().find_map(|known| known.beside.get::<Mutex<Facts>>().try_lock()?.count(direct))
    }
}

/// The facts that a job uses, and adds to.
pub(super) enum FactsInUse<'k> {
    /// Those that all jobs share.
    Shared(MutexGuard<'k, Facts>),
    /// Its own.
    Own(Box<Facts>),
}

impl<'k> FactsInUse<'k> {
    /// What has been found out: one job at a time finds out more.
    ///
    /// A thread of a rayon pool that waits for its own work may be given another job on the same graph, which must not
    /// wait for the first: that would be for itself. Such a job finds out what it needs alone.
    pub fn of(known: &'k Known) -> Self {
        let facts = known.beside.get::<Mutex<Facts>>();
        if rayon::current_thread_index().is_none() {
            return FactsInUse::Shared(facts.lock());
        }
        facts.try_lock().map_or_else(|| FactsInUse::Own(Box::default()), FactsInUse::Shared)
    }
}

impl Deref for FactsInUse<'_> {
    type Target = Facts;

    fn deref(&self) -> &Facts {
        match self {
            FactsInUse::Shared(facts) => facts,
            FactsInUse::Own(facts) => facts,
        }
    }
}

impl DerefMut for FactsInUse<'_> {
    fn deref_mut(&mut self) -> &mut Facts {
        match self {
            FactsInUse::Shared(facts) => facts,
            FactsInUse::Own(facts) => facts,
        }
    }
}

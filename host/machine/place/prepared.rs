//! A graph made ready for the walk, on the host.

use std::sync::{Arc, OnceLock};

use super::host;
use crate::graph::{Csr, GraphStats};

/// A graph whose vertices are numbered by falling degree, with what the kernels and the planner need of it.
#[derive(Debug)]
pub struct Prepared {
    csr: Csr,
    splits: Arc<Vec<u64>>,
    old_of_new: Arc<Vec<u32>>,
    stats: OnceLock<GraphStats>,
}

impl Prepared {
    /// Prepares `graph` on the host, all of it.
    pub fn new(graph: &Csr) -> Self {
        let host::Relabeled { csr, old_of_new } = host::by_degree(graph);
        let splits = csr.splits();
        Prepared::of(csr, splits, old_of_new, None)
    }

    /// A renumbered graph with the places of its greater neighbours, which is what is left of another one: the vertices
    /// `kept`, or all.
    pub(super) fn of(csr: Csr, splits: Vec<u64>, mut old_of_new: Vec<u32>, kept: Option<&[u32]>) -> Self {
        if let Some(kept) = kept {
            for old in &mut old_of_new {
                *old = kept[*old as usize];
            }
        }
        let (splits, old_of_new) = (Arc::new(splits), Arc::new(old_of_new));
        Prepared { csr, splits, old_of_new, stats: OnceLock::new() }
    }

    /// The graph, renumbered.
    pub fn csr(&self) -> &Csr {
        &self.csr
    }

    /// For each vertex, the position of its first greater neighbour: `n` elements.
    pub fn splits(&self) -> &[u64] {
        &self.splits
    }

    /// For each vertex, what it was called before: `n` elements.
    pub fn old_of_new(&self) -> &[u32] {
        &self.old_of_new
    }

    pub(super) fn shared_splits(&self) -> Arc<Vec<u64>> {
        self.splits.clone()
    }

    /// For each vertex, what it was called before, for a device to keep.
    #[doc(hidden)]
    pub fn shared_old_of_new(&self) -> Arc<Vec<u32>> {
        self.old_of_new.clone()
    }

    /// What the planner knows of the graph: found out when it is first asked for, as not every job makes a plan.
    pub fn stats(&self) -> &GraphStats {
        self.stats.get_or_init(|| GraphStats::of(&self.csr, &self.splits))
    }
}

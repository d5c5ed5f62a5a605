//! A graph made ready for the walk.

use std::sync::OnceLock;

use super::Input;
use crate::graph::prepare::{self, Relabeled};
use crate::graph::{Csr, GraphStats};

/// A graph whose vertices are numbered by falling degree, with what the kernels and the planner need of it.
#[derive(Debug)]
pub struct Prepared {
    /// The graph, renumbered.
    pub csr: Csr,
    /// For each vertex, the position of its first greater neighbour.
    pub splits: Vec<u64>,
    /// For each vertex, what it was called before.
    pub old_of_new: Vec<u32>,
    stats: OnceLock<GraphStats>,
}

impl Prepared {
    /// Prepares `graph` on the host for patterns whose vertices all have at least `min_degree` neighbours: vertices that
    /// no embedding can use are peeled off when they are many.
    pub fn new(graph: &Csr, min_degree: u32) -> Self {
        Input::new(graph, min_degree).into_prepared()
    }

    /// Prepares a graph, which is what is left of another one: the vertices `kept`, or all.
    pub(super) fn of(relabeled: Relabeled, kept: Option<&[u32]>) -> Self {
        let Relabeled { csr, mut old_of_new } = relabeled;
        if let Some(kept) = kept {
            for old in &mut old_of_new {
                *old = kept[*old as usize];
            }
        }
        let splits = prepare::splits(&csr);
        Prepared { csr, splits, old_of_new, stats: OnceLock::new() }
    }

    /// What the planner knows of the graph: found out when it is first asked for, as not every job makes a plan.
    pub fn stats(&self) -> &GraphStats {
        self.stats.get_or_init(|| GraphStats::of(&self.csr, &self.splits))
    }
}

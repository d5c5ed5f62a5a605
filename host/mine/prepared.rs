//! A graph made ready for the walk.

use std::sync::OnceLock;

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
    /// Prepares `graph` for patterns whose vertices all have at least `min_degree` neighbours: vertices that no
    /// embedding can use are peeled off when they are many.
    pub fn new(graph: &Csr, min_degree: u32) -> Self {
        let peeled = worth_peeling(graph, min_degree).then(|| prepare::peel(graph, min_degree));
        let graph = peeled.as_ref().map_or(graph, |peeled| &peeled.csr);
        let Relabeled { csr, mut old_of_new } = prepare::by_degree(graph);
        if let Some(peeled) = &peeled {
            for old in &mut old_of_new {
                *old = peeled.old_of_new[*old as usize];
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

/// Whether so many vertices fall to the peeling that a smaller graph repays the copy.
fn worth_peeling(graph: &Csr, min_degree: u32) -> bool {
    if min_degree < 2 {
        return false;
    }
    let low = graph.offsets().windows(2).filter(|w| w[1] - w[0] < u64::from(min_degree)).map(|w| w[1] - w[0]);
    // Edges, not vertices, are what the walk pays for.
    low.sum::<u64>() * 4 > graph.edges()
}

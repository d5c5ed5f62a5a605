//! A graph as a job gets it, and what is made of it on the host when somebody asks.

use std::sync::OnceLock;

use rayon::prelude::*;

use super::Prepared;
use super::strategy::Orientation;
use crate::graph::Csr;
use crate::graph::prepare::{self, Peeled};

/// A graph without the vertices that a pattern cannot use.
///
/// On a card, it is renumbered and oriented there. What the host makes of it in place of that is made once.
#[derive(Debug)]
pub struct Input {
    graph: Csr,
    /// The vertices of `graph` in the graph that was given, where some were peeled off.
    kept: Option<Vec<u32>>,
    prepared: OnceLock<Prepared>,
    orientation: OnceLock<Orientation>,
}

impl Input {
    /// `graph` for patterns whose vertices all have at least `min_degree` neighbours: vertices that no embedding can use
    /// are peeled off when they are many.
    pub fn new(graph: &Csr, min_degree: u32) -> Self {
        let (graph, kept) = if worth_peeling(graph, min_degree) {
            let Peeled { csr, old_of_new } = prepare::peel(graph, min_degree);
            (csr, Some(old_of_new))
        } else {
            (graph.clone(), None)
        };
        Input { graph, kept, prepared: OnceLock::new(), orientation: OnceLock::new() }
    }

    /// The graph, by the numbers that were given to it.
    pub fn graph(&self) -> &Csr {
        &self.graph
    }

    /// The graph prepared on the host.
    pub fn prepared(&self) -> &Prepared {
        self.prepared.get_or_init(|| Prepared::of(&self.graph, self.kept.as_deref()))
    }

    /// The graph prepared on the host, for a caller that needs no more of the input.
    pub(super) fn into_prepared(self) -> Prepared {
        self.prepared();
        self.prepared.into_inner().expect("it was just made")
    }

    /// The graph oriented on the host.
    pub(super) fn orientation(&self) -> &Orientation {
        self.orientation.get_or_init(|| Orientation::new(self.prepared()))
    }
}

/// Whether so many vertices fall to the peeling that a smaller graph repays the copy.
fn worth_peeling(graph: &Csr, min_degree: u32) -> bool {
    if min_degree < 2 {
        return false;
    }
    let least = u64::from(min_degree);
    let low = graph.offsets().par_windows(2).map(|w| w[1] - w[0]).filter(|&degree| degree < least);
    // Edges, not vertices, are what the walk pays for.
    low.sum::<u64>() * 4 > graph.edges()
}

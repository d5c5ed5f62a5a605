//! A graph as a job gets it, and what is made of it on the host when somebody asks.

use std::sync::OnceLock;

use rayon::prelude::*;

use super::strategy::Orientation;
use super::{Prepared, VertexOrder};
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
    order: VertexOrder,
    /// The least degree that a pattern's vertices have.
    min_degree: u32,
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
        Input {
            graph,
            kept,
            order: VertexOrder::Degree,
            min_degree,
            prepared: OnceLock::new(),
            orientation: OnceLock::new(),
        }
    }

    /// The same, with another order of the vertices than by degree. It serves cliques only: other ways of counting, and
    /// the walk, ask for falling degrees.
    #[must_use]
    pub fn in_order(self, order: VertexOrder) -> Self {
        Input { order, prepared: OnceLock::new(), orientation: OnceLock::new(), ..self }
    }

    /// The order of the vertices.
    pub(super) fn order(&self) -> VertexOrder {
        self.order
    }

    /// The most neighbours of a vertex that no embedding can use.
    pub(super) fn useless_degree(&self) -> u32 {
        self.min_degree.saturating_sub(1)
    }

    /// The graph, by the numbers that were given to it.
    pub fn graph(&self) -> &Csr {
        &self.graph
    }

    /// The graph prepared on the host.
    pub fn prepared(&self) -> &Prepared {
        self.prepared.get_or_init(|| {
            let relabeled = match self.order {
                VertexOrder::Degree => prepare::by_degree(&self.graph),
                VertexOrder::Degeneracy => prepare::by_degeneracy(&self.graph, self.useless_degree()),
            };
            Prepared::of(relabeled, self.kept.as_deref())
        })
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

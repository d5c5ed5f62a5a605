//! What the search finds.

use super::cost::Cost;
use super::features::Feature;
use super::partial_order::PartialOrder;
use super::query::Query;
use super::schedule::Schedule;
use super::shape::Shape;

/// A matching order with a restriction set, and what the walk does for it.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    /// The pattern's vertices, by level.
    pub order: Vec<usize>,
    /// On the pattern's vertices.
    pub restrictions: PartialOrder,
    pub shape: Shape,
    pub schedule: Schedule,
    pub cost: Cost,
}

impl Candidate {
    /// How often its walk finds each match of `query`.
    pub fn repeats(&self, query: &Query) -> u64 {
        if !query.matching.semantics.injective() || self.shape.features.has(Feature::SymmetryBreaking) {
            return 1;
        }
        // Each map is found, up to the order of the vertices chosen together.
        query.automorphisms / self.shape.drawn.orders()
    }
}

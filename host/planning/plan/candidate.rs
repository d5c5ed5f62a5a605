//! What the search finds.

use super::cost::Cost;
use super::features::Feature;
use super::partial_order::PartialOrder;
use super::query::Query;
use super::schedule::Schedule;
use super::shape::Shape;
use crate::pattern::{all, bits};

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

    /// Whether what each of these operations of the schedule finds is no longer than the list of the walk's first
    /// vertex, on a graph whose vertices go by falling degree: a part of its list, or of that of a vertex that must
    /// come later.
    pub fn bounds_by_first(&self, mut operations: impl Iterator<Item = usize>) -> bool {
        let later = self.restrictions.greater(self.order[0]);
        let shorter = |level: usize| level == 0 || later >> self.order[level] & 1 != 0;
        operations.all(|number| {
            let operation = self.schedule.operations[number];
            bits(operation.set.near & all(operation.level + 1)).any(shorter)
        })
    }
}

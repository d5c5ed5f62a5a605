//! From counts of subgraphs that have all arcs of the graph to counts of those that may lack some.

use std::collections::BTreeMap;

use super::digraph::{Digraph, DigraphPart, DirectedClasses};
pub(crate) use crate::lattice::add;
use crate::lattice::{self, Lattice};
use crate::{Context, MineError};

/// How many there are of each class.
pub(crate) type DirectedClassCounts = BTreeMap<u32, u128>;

/// What is left of directed graphs of `k` vertices without some arcs.
struct WithoutArcs<'c> {
    classes: &'c mut DirectedClasses,
    k: usize,
}

impl Lattice for WithoutArcs<'_> {
    type Class = u32;

    fn parts(&self, class: u32) -> usize {
        Digraph::of_number(self.k, class).count(DigraphPart::Arc)
    }

    fn least_parts(&self) -> usize {
        self.k - 1
    }

    fn without_one(&mut self, class: u32, mut left: impl FnMut(u32)) {
        let graphs = Digraph::of_number(self.k, class).without_one(DigraphPart::Arc);
        graphs.for_each(|graph| left(self.classes.class(graph)));
    }
}

/// The counts of subgraphs of `k` vertices that may lack arcs, from those of vertex-induced ones; all of them connected.
pub(super) fn edge_induced(
    classes: &mut DirectedClasses,
    k: usize,
    counts: &DirectedClassCounts,
    context: &Context,
) -> Result<DirectedClassCounts, MineError> {
    lattice::lacking_of_map(&mut WithoutArcs { classes, k }, counts, false, context)
}

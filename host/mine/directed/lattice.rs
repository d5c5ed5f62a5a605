//! From counts of subgraphs that may lack ties or arcs of the graph to counts of those that do not, and back.

use std::collections::BTreeMap;

use super::digraph::{Digraph, DigraphPart, DirectedClasses};
pub(crate) use crate::lattice::add;
use crate::lattice::{self, Lattice};
use crate::{Context, MineError};

/// How many there are of each class.
pub(crate) type ClassCounts = BTreeMap<u32, u128>;

/// What is left of directed graphs of `k` vertices without such parts.
struct WithoutParts<'c> {
    classes: &'c mut DirectedClasses,
    k: usize,
    part: DigraphPart,
}

impl Lattice for WithoutParts<'_> {
    type Class = u32;

    fn parts(&self, class: u32) -> usize {
        Digraph::of_number(self.k, class).count(self.part)
    }

    fn least_parts(&self) -> usize {
        self.k - 1
    }

    fn without_one(&mut self, class: u32, mut left: impl FnMut(u32)) {
        let graphs = Digraph::of_number(self.k, class).without_one(self.part);
        graphs.for_each(|graph| left(self.classes.class(graph)));
    }
}

/// Counts of subgraphs, each of which keeps all parts that the graph has between its vertices, become counts of those
/// that may lack any of them; or, where `inverse`, the other way round. Both are for connected ones.
pub(crate) fn lacking(
    classes: &mut DirectedClasses,
    k: usize,
    counts: &ClassCounts,
    part: DigraphPart,
    inverse: bool,
    context: &Context,
) -> Result<ClassCounts, MineError> {
    lattice::lacking_of_map(&mut WithoutParts { classes, k, part }, counts, inverse, context)
}

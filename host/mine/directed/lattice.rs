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

    fn without_one(&mut self, class: u32) -> Vec<u32> {
        let left = Digraph::of_number(self.k, class).without_one(self.part);
        left.map(|left| self.classes.class(left)).collect()
    }
}

/// Counts of subgraphs, each of which keeps all parts that the graph has between its vertices, become counts of those that may lack any of them; or, where
/// `inverse`, the other way round. Both are for connected ones.
pub(crate) fn lacking(
    classes: &mut DirectedClasses,
    k: usize,
    counts: &ClassCounts,
    part: DigraphPart,
    inverse: bool,
    context: &Context,
) -> Result<ClassCounts, MineError> {
    lattice::lacking(&mut WithoutParts { classes, k, part }, counts, inverse, context)
}

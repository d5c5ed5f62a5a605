//! Counts at each vertex, by decomposition.
//!
//! A vertex is in a match in the place of a pattern's vertex `o` if an injective map takes `o` there. The maps that do are a sum over the
//! rooted quotients, in which the block of `o` is the root; and the homomorphisms that take a root to a vertex are the product of the
//! tables that hang on it, before anything is added up.

use std::collections::{BTreeMap, BTreeSet};

use super::Sum;
use super::cost::Costs;
use super::quotients::rooted_quotients;
use super::small_graph::SmallGraph;
use super::tables::{Tables, VertexProduct};
use crate::graph::GraphStats;

/// How the counts at each vertex follow from the homomorphisms of rooted quotients.
#[derive(Clone, Debug)]
pub struct RootedDecomposition {
    /// The rooted quotients of all patterns, each once.
    pub terms: Vec<RootedTerm>,
    /// The tables from which terms are computed, each once.
    pub tables: Tables,
    /// By role, the sum that counts it.
    pub sums: Vec<Sum>,
}

/// How the homomorphisms are counted that take the root of a quotient to each vertex.
#[derive(Clone, Debug, PartialEq)]
pub enum RootedTerm {
    /// A product of tables.
    Tables(VertexProduct),
    /// From the 4-cycles at the vertex, each of which is hit twice, and the edges: rows of the vertex would take a step for each wedge.
    FourCycles,
    /// From the 4-cliques at the vertex, each of which is hit six times.
    FourCliques,
}

impl RootedDecomposition {
    /// Decomposes `roles`, which are patterns as seen from their vertex 0, and in [canonical form](SmallGraph::canonical_from) from there. A
    /// vertex is counted in a role once for each subgraph that is not necessarily induced. `None` if a quotient has no tables: its
    /// treewidth is above 2, and it is no 4-clique.
    pub fn of(roles: &[SmallGraph], stats: &GraphStats) -> Option<RootedDecomposition> {
        let quotients: Vec<BTreeMap<SmallGraph, i64>> = roles.iter().map(rooted_quotients).collect();
        // Small ones come first: their tables are parts of the larger ones'.
        let all: BTreeSet<SmallGraph> = quotients.iter().flat_map(BTreeMap::keys).copied().collect();
        let (costs, mut tables) = (Costs::of(stats), Tables::default());
        let term = |quotient: &SmallGraph| {
            if quotient.vertices() == 4 && quotient.is_complete() {
                return Some(RootedTerm::FourCliques);
            }
            if quotient.vertices() == 4 && (0..4).all(|v| quotient.neighbors(v).count_ones() == 2) {
                return Some(RootedTerm::FourCycles);
            }
            tables.hanging_on(quotient, 0, &costs).map(RootedTerm::Tables)
        };
        let terms = all.iter().map(term).collect::<Option<Vec<_>>>()?;
        let place = |quotient: &SmallGraph| all.iter().position(|known| known == quotient);
        let sum = |(role, quotients): (&SmallGraph, BTreeMap<SmallGraph, i64>)| Sum {
            coefficients: quotients
                .iter()
                .map(|(quotient, &times)| (place(quotient).expect("all quotients are there"), times))
                .collect(),
            maps: role.automorphisms_from_root(),
        };
        let sums = roles.iter().zip(quotients).map(sum).collect();
        Some(RootedDecomposition { terms, tables, sums })
    }

    /// The steps that all tables are expected to take.
    pub fn cost(&self) -> f64 {
        self.tables.costs().iter().sum()
    }

    /// Whether a term is asked for.
    pub fn needs(&self, term: &RootedTerm) -> bool {
        self.terms.contains(term)
    }
}

impl SmallGraph {
    /// How many automorphisms keep vertex 0. The graph is connected, and in canonical form from there.
    fn automorphisms_from_root(&self) -> u64 {
        let orbit = (0..self.vertices()).filter(|&v| self.canonical_from(v) == *self).count();
        self.pattern().automorphism_count() / orbit as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pattern::Pattern;
    use crate::plan::generic_stats;

    fn role(text: &str, vertex: usize) -> SmallGraph {
        SmallGraph::of(&Pattern::parse(text).unwrap()).unwrap().canonical_from(vertex)
    }

    #[test]
    fn automorphisms_that_keep_the_root() {
        assert_eq!(
            role("3-star", 0).automorphisms_from_root() * role("3-star", 1).automorphisms_from_root(),
            6 * 2
        );
        assert_eq!(role("5-cycle", 0).automorphisms_from_root(), 2);
        assert_eq!(role("a-b-c-a, c-d", 2).automorphisms_from_root(), 2);
        assert_eq!(role("a-b-c-a, c-d", 0).automorphisms_from_root(), 1);
    }

    #[test]
    fn what_has_tables() {
        let of = |text: &str| RootedDecomposition::of(&[role(text, 0)], &generic_stats());
        let needs = |text: &str| {
            let decomposition = of(text).unwrap();
            [RootedTerm::FourCycles, RootedTerm::FourCliques].map(|term| decomposition.needs(&term))
        };
        assert_eq!(needs("6-cycle"), [true, false]);
        // The ends of the gem's path become one.
        assert_eq!(needs("gem"), [false, true]);
        assert_eq!(needs("5-cycle"), [false, false]);
        assert!(of("wheel").is_none());
    }
}

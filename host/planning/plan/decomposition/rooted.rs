//! Counts at each vertex and at each edge, by decomposition.
//!
//! A vertex is in a match in the place of a pattern's vertex `o` if an injective map takes `o` there. The maps that do
//! are a sum over the rooted quotients, in which the block of `o` is the root; and the homomorphisms that take a root
//! to a vertex are the product of the tables that hang on it, before anything is added up. The same goes for an edge of
//! the pattern: its ends, which are joined, are never in one block. An edge of the graph is in its place whichever way
//! around a map takes it there.
//!
//! # Inner vertices
//! An injective map takes a vertex with two neighbours to one that has them, and a vertex of the pattern's 2-core to
//! one of the graph's. So these may be asked for: the maps stay the same, and the inversion holds, as whoever merges
//! vertices asks for what all of them do. Homomorphisms are fewer then, and rows need no roots beside these: on a graph
//! of hubs with many leaves, the rows of leaves would go through pairs of them.

use std::collections::{BTreeMap, BTreeSet};

use super::MatchSum;
use super::cost::{Costs, InnerShares};
use super::quotients::{edge_rooted_quotients, rooted_quotients};
use super::small_graph::SmallGraph;
use super::tables::{PairProduct, Tables, VertexProduct};
use crate::graph::GraphStats;

/// The most vertices of a pattern: the device takes products of no more tables.
pub const MOST_ROOTED: usize = 8;

/// How the counts at each vertex, or at each edge, follow from the homomorphisms of rooted quotients. `P` is a product
/// of tables at what the root goes to.
#[derive(Clone, Debug)]
pub struct RootedDecomposition<P> {
    /// The rooted quotients of all patterns, each once.
    pub terms: Vec<RootedTerm<P>>,
    /// The tables from which terms are computed, each once.
    pub tables: Tables,
    /// By role, the sum that counts it.
    pub sums: Vec<MatchSum>,
}

/// How the homomorphisms are counted that take the root of a quotient to each vertex, or edge.
#[derive(Clone, Debug, PartialEq)]
pub enum RootedTerm<P> {
    /// A product of tables.
    Tables(P),
    /// From the 4-cycles there, and the edges: rows of a vertex would take a step for each wedge.
    FourCycles,
    /// From the 4-cliques there.
    FourCliques,
}

/// A product of tables at a root, which is a vertex, or an edge.
pub trait RootedProduct: Sized {
    /// The quotients of a role in which its root is one, and how often each is added.
    fn quotients(role: &SmallGraph) -> BTreeMap<SmallGraph, i64>;

    /// The tables whose product at a place is the number of homomorphisms of a quotient that take its root there.
    /// `None` if it has none: its treewidth is above 2, or none of the rows of an edge's end is a table at the edge.
    fn hanging(tables: &mut Tables, quotient: &SmallGraph, costs: &Costs) -> Option<Self>;

    /// How many maps there are to one subgraph that take a role's root to the same place.
    fn maps(role: &SmallGraph) -> u64;
}

/// The root is vertex 0.
impl RootedProduct for VertexProduct {
    fn quotients(role: &SmallGraph) -> BTreeMap<SmallGraph, i64> {
        rooted_quotients(role)
    }

    fn hanging(tables: &mut Tables, quotient: &SmallGraph, costs: &Costs) -> Option<Self> {
        tables.hanging_on(quotient, 0, costs)
    }

    fn maps(role: &SmallGraph) -> u64 {
        role.automorphisms_from_root()
    }
}

/// The root is the edge between vertices 0 and 1: maps that take them to its ends in one order, and in the other, are
/// added up.
impl RootedProduct for PairProduct {
    fn quotients(role: &SmallGraph) -> BTreeMap<SmallGraph, i64> {
        edge_rooted_quotients(role)
    }

    fn hanging(tables: &mut Tables, quotient: &SmallGraph, costs: &Costs) -> Option<Self> {
        tables.hanging_between(quotient, costs)
    }

    fn maps(role: &SmallGraph) -> u64 {
        role.automorphisms_from_root_edge()
    }
}

impl<P: RootedProduct> RootedDecomposition<P> {
    /// Decomposes `roles`, which are patterns as seen from their root, and in canonical form from there ([of a
    /// vertex](SmallGraph::canonical_from), [of an edge](SmallGraph::canonical_from_edge)). A place is counted in a
    /// role once for each subgraph that is not necessarily induced. With the shares of inner vertices, these are asked
    /// for. `None` if a quotient has no tables, and is no 4-clique.
    pub fn of(roles: &[SmallGraph], stats: &GraphStats, inner: Option<InnerShares>) -> Option<Self> {
        let asking = |role: &SmallGraph| if inner.is_some() { role.asking_for_inner() } else { *role };
        let quotients: Vec<BTreeMap<SmallGraph, i64>> =
            roles.iter().map(|role| P::quotients(&asking(role))).collect();
        // Small ones come first: their tables are parts of the larger ones'.
        let all: BTreeSet<SmallGraph> = quotients.iter().flat_map(BTreeMap::keys).copied().collect();
        let costs = match inner {
            Some(inner) => Costs::of(stats).of_inner(inner),
            None => Costs::of(stats),
        };
        let mut tables = Tables::default();
        let term = |quotient: &SmallGraph| {
            // Whatever it asks for: all of it is in the 2-core.
            if quotient.vertices() == 4 && quotient.is_complete() {
                return Some(RootedTerm::FourCliques);
            }
            let is_plain = quotient.is_plain();
            if is_plain && quotient.vertices() == 4 && (0..4).all(|v| quotient.neighbors(v).count_ones() == 2)
            {
                return Some(RootedTerm::FourCycles);
            }
            P::hanging(&mut tables, quotient, &costs).map(RootedTerm::Tables)
        };
        let terms = all.iter().map(term).collect::<Option<Vec<_>>>()?;
        let place = |quotient: &SmallGraph| all.iter().position(|known| known == quotient);
        let sum = |(role, quotients): (&SmallGraph, BTreeMap<SmallGraph, i64>)| MatchSum {
            coefficients: quotients
                .iter()
                .map(|(quotient, &times)| (place(quotient).expect("all quotients are there"), times))
                .collect(),
            maps: P::maps(role),
        };
        let sums = roles.iter().zip(quotients).map(sum).collect();
        Some(RootedDecomposition { terms, tables, sums })
    }
}

impl<P> RootedDecomposition<P> {
    /// The steps that all tables are expected to take.
    pub fn cost(&self) -> f64 {
        self.tables.costs().iter().sum()
    }

    /// Whether 4-cycles are asked for.
    pub fn needs_four_cycles(&self) -> bool {
        self.terms.iter().any(|term| matches!(term, RootedTerm::FourCycles))
    }

    /// Whether 4-cliques are asked for.
    pub fn needs_four_cliques(&self) -> bool {
        self.terms.iter().any(|term| matches!(term, RootedTerm::FourCliques))
    }
}

impl SmallGraph {
    /// How many automorphisms keep vertex 0. The graph is connected, and in canonical form from there.
    fn automorphisms_from_root(&self) -> u64 {
        let orbit = (0..self.vertices()).filter(|&v| self.canonical_from(v) == *self).count();
        self.pattern().automorphism_count() / orbit as u64
    }

    /// How many automorphisms keep the edge between vertices 0 and 1, or turn it. The graph is connected, and in
    /// canonical form from there.
    fn automorphisms_from_root_edge(&self) -> u64 {
        let orbit = self.edges().filter(|&edge| self.canonical_from_edge(edge) == *self).count();
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

    fn edge_role(text: &str, edge: (usize, usize)) -> SmallGraph {
        SmallGraph::of(&Pattern::parse(text).unwrap()).unwrap().canonical_from_edge(edge)
    }

    #[test]
    fn automorphisms_that_keep_the_edge() {
        assert_eq!(edge_role("3-star", (0, 1)).automorphisms_from_root_edge(), 2);
        assert_eq!(edge_role("5-cycle", (0, 1)).automorphisms_from_root_edge(), 2);
        // The middle of a diamond, which can be turned, and its far corners exchanged; and a side, which must stay.
        assert_eq!(edge_role("a-b-c-a, b-d-c", (1, 2)).automorphisms_from_root_edge(), 4);
        assert_eq!(edge_role("a-b-c-a, b-d-c", (0, 1)).automorphisms_from_root_edge(), 1);
    }

    /// Whether a role asks for 4-cycles and for 4-cliques, if it has tables.
    fn needs<P: RootedProduct>(role: SmallGraph) -> Option<[bool; 2]> {
        let decomposition = RootedDecomposition::<P>::of(&[role], &generic_stats(), None)?;
        Some([decomposition.needs_four_cycles(), decomposition.needs_four_cliques()])
    }

    #[test]
    fn what_has_tables() {
        let at_vertex = |text: &str| needs::<VertexProduct>(role(text, 0));
        assert_eq!(at_vertex("6-cycle"), Some([true, false]));
        // The ends of the gem's path become one.
        assert_eq!(at_vertex("gem"), Some([false, true]));
        assert_eq!(at_vertex("5-cycle"), Some([false, false]));
        assert!(at_vertex("wheel").is_none());

        let at_edge = |text: &str| needs::<PairProduct>(edge_role(text, (0, 1)));
        assert_eq!(at_edge("6-cycle"), Some([true, false]));
        assert_eq!(at_edge("gem"), Some([false, true]));
        assert_eq!(at_edge("5-star"), Some([false, false]));
        assert!(at_edge("wheel").is_none());
    }
}

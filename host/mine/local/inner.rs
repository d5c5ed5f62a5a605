//! Inner vertices, on graphs of hubs with many neighbours that are none: leaves, and trees that hang on the rest.
//!
//! Decompositions that [ask for them](crate::plan::decomposition::RootedDecomposition) leave the rows of all other
//! vertices out, which would go through all pairs of neighbours of a hub.

use crate::degrees::share_left;
use crate::graph::Csr;
use crate::place::core_degrees;
use crate::plan::decomposition::{CORE, INNER, InnerShares};

/// The inner vertices of a graph.
pub(crate) struct Inner {
    /// By vertex, the greatest colour that it has: [`CORE`], [`INNER`], or none.
    colors: Vec<u8>,
    /// What is left of the pairs of neighbours.
    pub shares: InnerShares,
}

impl Inner {
    /// Those of `graph`, if of many pairs of neighbours of one vertex few are left where the first is in the 2-core:
    /// else it takes longer to ask for them.
    pub fn of(graph: &Csr) -> Option<Inner> {
        let in_core = core_degrees(graph, 2);
        let color = |v: u32| match (in_core[v as usize], graph.degree(v)) {
            (2.., _) => CORE,
            (_, 2..) => INNER,
            _ => 0,
        };
        let of_core = share_left(graph, |v| color(v) == CORE)?;
        let of_inner = share_left(graph, |v| color(v) >= INNER).unwrap_or(1.0);
        Some(Inner { colors: (0..graph.n()).map(color).collect(), shares: InnerShares([of_inner, of_core]) })
    }
}

/// By vertex, its greatest colour; nothing where inner vertices are not asked for.
pub(super) fn colors(inner: Option<&Inner>) -> &[u8] {
    inner.map_or(&[], |inner| &inner.colors)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::at::{At, Edges, Vertices};
    use crate::graph::{GraphStats, generate};
    use crate::pattern::Pattern;

    /// A hub of so many leaves, two of which are joined, and another of which has a leaf.
    fn sun(leaves: u32) -> Csr {
        let spokes = (1..=leaves).map(|leaf| (0, leaf));
        let edges: Vec<(u32, u32)> = spokes.chain([(1, 2), (3, leaves + 1)]).collect();
        Csr::from_edges(leaves + 2, &edges)
    }

    #[test]
    fn inner_vertices_are_those_with_two_neighbors_and_the_core() {
        let inner = Inner::of(&sun(2_000)).unwrap();
        assert_eq!(inner.colors[..5], [CORE, CORE, CORE, INNER, 0]);
        assert!(inner.colors[5..].iter().all(|&color| color == 0));
        // Few pairs of neighbours; and pairs most of which are inner.
        assert!(Inner::of(&sun(20)).is_none());
        assert!(Inner::of(&generate::rmat(10, 16, 5).unwrap()).is_none());
    }

    /// The expected steps at the edges and at the vertices, with inner vertices asked for and without.
    fn steps(leaves: u32, text: &str) -> [[f64; 2]; 2] {
        let (graph, pattern) = (sun(leaves), Pattern::parse(text).unwrap());
        let (stats, inner) = (GraphStats::of(&graph, &graph.splits()), Inner::of(&graph).unwrap());
        [Some(inner.shares), None].map(|inner| {
            let edges = Edges::decompose(&Edges::roles(&pattern), &stats, inner);
            let vertices = Vertices::decompose(&Vertices::roles(&pattern), &stats, inner);
            [edges.unwrap().cost(), vertices.unwrap().cost()]
        })
    }

    /// Twice the largest degree is about twice the steps; without inner vertices, four times: at the edges, or, as 5-cycles
    /// go by their first vertex there, at the vertices.
    #[test]
    fn steps_grow_with_the_largest_degree_and_not_with_its_square() {
        for text in ["house", "a-b-c-d-a, d-e", "5-cycle", "6-path", "6-cycle"] {
            let (small, large) = (steps(20_000, text), steps(40_000, text));
            for (place, (small, large)) in small[0].into_iter().zip(large[0]).enumerate() {
                assert!(large <= 2.5 * small, "{text}, {place}: {small} {large}");
            }
            let mut without = small[1].into_iter().zip(large[1]);
            assert!(without.any(|(small, large)| large >= 3.5 * small), "{text}: {small:?} {large:?}");
        }
    }
}

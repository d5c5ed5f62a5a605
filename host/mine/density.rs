//! Patterns that are too dense for a graph: known before anything is counted.

use std::cell::OnceCell;

use crate::graph::Csr;
use crate::pattern::{MAX_VERTICES, Pattern, all, bits};
use crate::place::has_core;

/// How dense the subgraphs of a graph are, as far as it was asked.
pub(super) struct Density<'g> {
    graph: &'g Csr,
    /// By `k`, whether there is a part in which every vertex has `k` neighbours.
    cores: [OnceCell<bool>; MAX_VERTICES],
}

impl<'g> Density<'g> {
    /// Nothing is gone through yet.
    pub fn of(graph: &'g Csr) -> Density<'g> {
        Density { graph, cores: Default::default() }
    }

    /// Whether the graph is dense enough for injective maps of `pattern`. A part of the pattern in which every vertex
    /// has `k` neighbours is matched within the graph's `k`-core (Seidman 1983): no pattern with a cycle is in a tree,
    /// however many leaves that has.
    pub fn may_have(&self, pattern: &Pattern) -> bool {
        let k = degeneracy(pattern);
        k < 2 || *self.cores[k as usize].get_or_init(|| self.has_core(k))
    }

    /// Whether there is a `k`-core, which a graph of so many edges has in any case: to take away vertices of fewer
    /// neighbours takes fewer edges.
    fn has_core(&self, k: u32) -> bool {
        self.graph.edges() >= u64::from(k - 1) * u64::from(self.graph.n()) || has_core(self.graph, k)
    }
}

/// The most neighbours that every vertex has in some part of a pattern.
fn degeneracy(pattern: &Pattern) -> u32 {
    let (mut left, mut most) = (all(pattern.vertices()), 0);
    while left != 0 {
        let degree = |&v: &usize| (pattern.neighbors(v) & left).count_ones();
        let least = bits(left).min_by_key(degree).expect("some are left");
        most = most.max(degree(&least));
        left &= !(1 << least);
    }
    most
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::generate;

    #[test]
    fn patterns_are_as_dense_as_their_densest_part() {
        for (text, k) in [
            ("edge", 1),
            ("7-star", 1),
            ("6-path", 1),
            ("tailed-triangle", 2),
            ("6-cycle", 2),
            ("2-3-biclique", 2),
            ("a-b-c-a-d-b, c-d-e-f", 3),
            ("wheel", 3),
            ("6-clique", 5),
        ] {
            assert_eq!(degeneracy(&Pattern::parse(text).unwrap()), k, "{text}");
        }
    }

    #[test]
    fn sparse_graphs_lack_what_is_dense() {
        let has = |graph: &Csr, text: &str| Density::of(graph).may_have(&Pattern::parse(text).unwrap());
        let tree = generate::star(50).unwrap();
        assert!(has(&tree, "9-star") && !has(&tree, "tailed-triangle") && !has(&tree, "5-cycle"));
        let cycle = generate::cycle(50).unwrap();
        assert!(has(&cycle, "tailed-triangle") && !has(&cycle, "wheel"));
        let complete = generate::complete(5).unwrap();
        assert!(has(&complete, "5-clique") && !has(&complete, "6-clique"));
    }
}

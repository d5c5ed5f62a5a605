//! The order of the roots.

use std::cmp::Reverse;

use rayon::prelude::*;

use crate::graph::Csr;
use crate::place::{Relabeled, by_degeneracy};

/// A graph near a degeneracy order, and its vertices as roots.
pub(super) struct WeightedRoots {
    graph: Csr,
    old_of_new: Vec<u32>,
    weights: Vec<u128>,
    /// What a clique of a root weighs at most, which is the sum of all in its list, and the root; the heaviest first.
    by_bound: Vec<(u128, u32)>,
}

impl WeightedRoots {
    /// Those of a graph that weigh something.
    pub fn new(graph: &Csr, weights: &[u128]) -> WeightedRoots {
        let Relabeled { csr: graph, old_of_new } = by_degeneracy(graph, 0);
        let weights = old_of_new.iter().map(|&old| weights[old as usize]).collect();
        let mut roots = WeightedRoots { graph, old_of_new, weights, by_bound: Vec::new() };
        let bound = |v: u32| roots.weight(v) + roots.list(v).map(|u| roots.weight(u)).sum::<u128>();
        let those = (0..roots.graph.n()).into_par_iter().filter(|&v| roots.weight(v) > 0);
        let mut by_bound: Vec<(u128, u32)> = those.map(|v| (bound(v), v)).collect();
        by_bound.par_sort_unstable_by_key(|&(bound, v)| (Reverse(bound), v));
        roots.by_bound = by_bound;
        roots
    }

    pub fn count(&self) -> usize {
        self.by_bound.len()
    }

    /// The root at a place.
    pub fn root(&self, place: usize) -> u32 {
        self.by_bound[place].1
    }

    /// What its cliques weigh at most.
    pub fn bound(&self, place: usize) -> u128 {
        self.by_bound[place].0
    }

    pub fn vertices(&self) -> u32 {
        self.graph.n()
    }

    pub fn weight(&self, v: u32) -> u128 {
        self.weights[v as usize]
    }

    /// What a vertex is called in the graph that was given.
    pub fn old(&self, v: u32) -> u32 {
        self.old_of_new[v as usize]
    }

    /// The neighbours before `v` that weigh something.
    pub fn list(&self, v: u32) -> impl Iterator<Item = u32> {
        let before = self.graph.neighbors(v).iter().take_while(move |&&u| u < v);
        before.copied().filter(|&u| self.weight(u) > 0)
    }
}

//! The edges of a graph: pairs of adjacent vertices, whatever the directions of the arcs between them.

use rayon::prelude::*;

use super::{At, Edges, Orbits, pairs};
use crate::graph::Csr;
use crate::pattern::Pattern;
use crate::place::Outline;
use crate::plan::Induced;
use crate::plan::decomposition::SmallGraph;
use crate::plan::decomposition::tables::PairProduct;

/// The edge between two vertices of a graph.
pub(crate) fn edge_between(a: u32, b: u32) -> [u32; 2] {
    [a.min(b), a.max(b)]
}

/// The edges of a graph have their smaller end first, and go by this, then by the other.
impl At for Edges {
    type Place = [u32; 2];
    type Member = (usize, usize);
    type Product = PairProduct;

    fn count(outline: &Outline) -> usize {
        outline.edges()
    }

    fn count_of_graph(graph: &Csr) -> usize {
        graph.edges() as usize
    }

    fn places(graph: &Csr) -> Vec<[u32; 2]> {
        let greater = |u: u32| graph.greater_neighbors(u).iter().map(move |&v| [u, v]);
        (0..graph.n()).into_par_iter().flat_map_iter(greater).collect()
    }

    fn numbers(graph: &Csr) -> impl Fn([u32; 2]) -> usize + Send + Sync {
        let mut next = 0;
        let first = (0..graph.n()).map(|u| {
            let first = next;
            next += graph.greater_neighbors(u).len() as u64;
            first
        });
        // For each vertex, the number of its first edge to a greater one.
        let first: Vec<u64> = first.collect();
        move |[u, v]| first[u as usize] as usize + graph.greater_neighbors(u).partition_point(|&w| w < v)
    }

    fn each(ends: [u32; 2], of: impl Fn(u32) -> u32) -> [u32; 2] {
        ends.map(of)
    }

    fn members(pattern: &Pattern) -> Vec<(usize, usize)> {
        pairs(pattern)
    }

    fn vertices((a, b): (usize, usize)) -> u32 {
        1 << a | 1 << b
    }

    fn image((a, b): (usize, usize), row: &[u32]) -> [u32; 2] {
        edge_between(row[a], row[b])
    }

    fn orbits(pattern: &Pattern, induced: Induced) -> Orbits {
        Orbits::of_pairs(pattern, induced)
    }

    fn seen_from(pattern: &SmallGraph, member: (usize, usize)) -> SmallGraph {
        pattern.canonical_from_edge(member)
    }
}

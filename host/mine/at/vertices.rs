//! The vertices of a graph.

use super::{At, Orbits, Vertices};
use crate::graph::Csr;
use crate::pattern::Pattern;
use crate::place::Outline;
use crate::plan::Induced;
use crate::plan::decomposition::SmallGraph;
use crate::plan::decomposition::tables::VertexProduct;

impl At for Vertices {
    type Place = u32;
    type Member = usize;
    type Product = VertexProduct;

    fn count(outline: &Outline) -> usize {
        outline.n() as usize
    }

    fn count_of_graph(graph: &Csr) -> usize {
        graph.n() as usize
    }

    fn places(graph: &Csr) -> Vec<u32> {
        (0..graph.n()).collect()
    }

    fn numbers(_: &Csr) -> impl Fn(u32) -> usize + Send + Sync {
        |vertex| vertex as usize
    }

    fn each(vertex: u32, of: impl Fn(u32) -> u32) -> u32 {
        of(vertex)
    }

    fn members(pattern: &Pattern) -> Vec<usize> {
        (0..pattern.vertices()).collect()
    }

    fn vertices(member: usize) -> u32 {
        1 << member
    }

    fn image(member: usize, row: &[u32]) -> u32 {
        row[member]
    }

    fn orbits(pattern: &Pattern, induced: Induced) -> Orbits {
        Orbits::of_vertices(pattern, induced)
    }

    fn seen_from(pattern: &SmallGraph, member: usize) -> SmallGraph {
        pattern.canonical_from(member)
    }
}

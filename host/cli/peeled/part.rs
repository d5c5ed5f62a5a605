//! The part of a graph that some of its edges and vertices are.

use motherlode::graph::{Csr, Graph, VertexIds};

/// The graph of these edges and their vertices, called as they are in `graph`.
pub fn part_of_edges(graph: &Graph, edges: &[[u32; 2]]) -> Graph {
    let mut vertices: Vec<u32> = edges.iter().flatten().copied().collect();
    vertices.sort_unstable();
    vertices.dedup();
    part(graph, &vertices, edges.iter().copied())
}

/// The graph of these vertices (ascending) and these edges between some of them, called as they are in `graph`.
pub fn part(graph: &Graph, vertices: &[u32], edges: impl Iterator<Item = [u32; 2]>) -> Graph {
    let number = |old: u32| vertices.partition_point(|&other| other < old) as u32;
    let edges: Vec<(u32, u32)> = edges.map(|[u, v]| (number(u), number(v))).collect();
    let csr = Csr::from_edges(vertices.len() as u32, &edges);
    let ids = graph.ids();
    let called = match (ids.names(), ids.numbers()) {
        (Some(names), _) => VertexIds::named(vertices.iter().map(|&v| names.get(v))),
        (None, Some(numbers)) => VertexIds::listed(vertices.iter().map(|&v| numbers.get(v)).collect()),
        (None, None) => unreachable!("vertices are called by names or by numbers"),
    };
    Graph::new(csr, called)
}

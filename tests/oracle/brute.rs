//! Counting and listing by trying all injective maps.

use std::collections::BTreeSet;

use motherlode::pattern::Pattern;
use motherlode::plan::Induced;

use super::graphs::{Edge, adjacency_matrix};

/// How many subgraphs of the graph with vertices `0..n` and these edges match `pattern`.
///
/// Maps the pattern's vertices one after another to each vertex of the graph, keeps the maps under which every edge
/// is an edge (and every non-edge is none, if vertex-induced), and divides by the number of maps of the pattern to
/// itself. No restrictions, no candidate sets.
pub fn count(edges: &[Edge], n: usize, pattern: &Pattern, induced: Induced) -> u128 {
    let graph = adjacency_matrix(edges, n);
    let own_edges: Vec<Edge> = pattern.edges().iter().map(|&(u, v)| (u as u32, v as u32)).collect();
    let own = adjacency_matrix(&own_edges, pattern.vertices());
    let count = |graph: &_, induced| {
        let mut maps = 0;
        injective_maps(&own, graph, induced, &mut Vec::new(), &mut |_| maps += 1);
        maps
    };
    let (maps, symmetries) = (count(&graph, induced), count(&own, Induced::Vertex));
    assert_eq!(maps % symmetries, 0, "each match is found once per automorphism");
    maps / symmetries
}

/// The subgraphs themselves, each as the set of its edges.
pub fn matches(edges: &[Edge], n: usize, pattern: &Pattern, induced: Induced) -> BTreeSet<Vec<Edge>> {
    let graph = adjacency_matrix(edges, n);
    let own_edges: Vec<Edge> = pattern.edges().iter().map(|&(u, v)| (u as u32, v as u32)).collect();
    let own = adjacency_matrix(&own_edges, pattern.vertices());
    let mut found = BTreeSet::new();
    injective_maps(&own, &graph, induced, &mut Vec::new(), &mut |images| {
        let images: Vec<u32> = images.iter().map(|&image| image as u32).collect();
        found.insert(subgraph(pattern, &images));
    });
    found
}

/// All injective maps, as the vertices that the pattern's are mapped to: each subgraph as often as the pattern has
/// automorphisms.
pub fn maps(edges: &[Edge], n: usize, pattern: &Pattern, induced: Induced) -> Vec<Vec<usize>> {
    let own_edges: Vec<Edge> = pattern.edges().iter().map(|&(u, v)| (u as u32, v as u32)).collect();
    let own = adjacency_matrix(&own_edges, pattern.vertices());
    let mut found = Vec::new();
    injective_maps(&own, &adjacency_matrix(edges, n), induced, &mut Vec::new(), &mut |images| {
        found.push(images.to_vec());
    });
    found
}

/// The subgraph that a match is: its edges, the smaller end first, rising. `images[v]` is the vertex that pattern vertex
/// `v` is matched to.
pub fn subgraph(pattern: &Pattern, images: &[u32]) -> Vec<Edge> {
    let image = |&(u, v): &(usize, usize)| (images[u].min(images[v]), images[u].max(images[v]));
    let mut edges: Vec<Edge> = pattern.edges().iter().map(image).collect();
    edges.sort_unstable();
    edges
}

fn injective_maps(
    pattern: &[Vec<bool>],
    graph: &[Vec<bool>],
    induced: Induced,
    images: &mut Vec<usize>,
    found: &mut dyn FnMut(&[usize]),
) {
    let next = images.len();
    if next == pattern.len() {
        return found(images);
    }
    for image in 0..graph.len() {
        let fits = |earlier: usize| match (pattern[next][earlier], graph[image][images[earlier]]) {
            (true, edge) => edge,
            (false, edge) => induced == Induced::Edge || !edge,
        };
        if !images.contains(&image) && (0..next).all(fits) {
            images.push(image);
            injective_maps(pattern, graph, induced, images, found);
            images.pop();
        }
    }
}

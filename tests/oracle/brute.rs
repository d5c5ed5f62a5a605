//! Counting by trying all injective maps.

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
    let maps = injective_maps(&matrix(pattern), &graph, induced, &mut Vec::new());
    let symmetries = automorphisms(pattern);
    assert_eq!(maps % symmetries, 0, "each match is found once per automorphism");
    maps / symmetries
}

/// In how many ways the pattern's vertices can be exchanged so that it stays as it is.
pub fn automorphisms(pattern: &Pattern) -> u128 {
    let own = matrix(pattern);
    injective_maps(&own, &own, Induced::Vertex, &mut Vec::new())
}

fn matrix(pattern: &Pattern) -> Vec<Vec<bool>> {
    let edges: Vec<Edge> = pattern.edges().iter().map(|&(u, v)| (u as u32, v as u32)).collect();
    adjacency_matrix(&edges, pattern.vertices())
}

fn injective_maps(
    pattern: &[Vec<bool>],
    graph: &[Vec<bool>],
    induced: Induced,
    images: &mut Vec<usize>,
) -> u128 {
    let next = images.len();
    if next == pattern.len() {
        return 1;
    }
    let mut maps = 0;
    for image in 0..graph.len() {
        let fits = |earlier: usize| match (pattern[next][earlier], graph[image][images[earlier]]) {
            (true, edge) => edge,
            (false, edge) => induced == Induced::Edge || !edge,
        };
        if !images.contains(&image) && (0..next).all(fits) {
            images.push(image);
            maps += injective_maps(pattern, graph, induced, images);
            images.pop();
        }
    }
    maps
}

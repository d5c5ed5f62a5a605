//! Counting by trying all maps.

use motherlode::pattern::Pattern;
use motherlode::plan::{Induced, Matching, Semantics};

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
    let maps = maps(&own, &graph, (induced, true), &mut Vec::new());
    let symmetries = self::maps(&own, &own, (Induced::Vertex, true), &mut Vec::new());
    assert_eq!(maps % symmetries, 0, "each match is found once per automorphism");
    maps / symmetries
}

/// How many matches there are, by any semantics.
pub fn matches(edges: &[Edge], n: usize, pattern: &Pattern, matching: Matching) -> u128 {
    let Matching { induced, semantics } = matching;
    if semantics == Semantics::Subgraphs {
        return count(edges, n, pattern, induced);
    }
    let own_edges: Vec<Edge> = pattern.edges().iter().map(|&(u, v)| (u as u32, v as u32)).collect();
    let own = adjacency_matrix(&own_edges, pattern.vertices());
    maps(&own, &adjacency_matrix(edges, n), (induced, semantics == Semantics::Embeddings), &mut Vec::new())
}

/// How many maps keep edges (and non-edges, if vertex-induced), and (if the flag is set) are injective.
fn maps(
    pattern: &[Vec<bool>],
    graph: &[Vec<bool>],
    (induced, injective): (Induced, bool),
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
        if !(injective && images.contains(&image)) && (0..next).all(fits) {
            images.push(image);
            maps += self::maps(pattern, graph, (induced, injective), images);
            images.pop();
        }
    }
    maps
}

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
    let maps = maps(&matrix(pattern), &graph, (induced, true), &mut Vec::new());
    let symmetries = automorphisms(pattern);
    assert_eq!(maps % symmetries, 0, "each match is found once per automorphism");
    maps / symmetries
}

/// How many matches there are, by any semantics.
pub fn matches(edges: &[Edge], n: usize, pattern: &Pattern, matching: Matching) -> u128 {
    let Matching { induced, semantics } = matching;
    if semantics == Semantics::Subgraphs {
        return count(edges, n, pattern, induced);
    }
    let injective = semantics == Semantics::Embeddings;
    maps(&matrix(pattern), &adjacency_matrix(edges, n), (induced, injective), &mut Vec::new())
}

/// In how many ways the pattern's vertices can be exchanged so that it stays as it is.
pub fn automorphisms(pattern: &Pattern) -> u128 {
    let own = matrix(pattern);
    maps(&own, &own, (Induced::Vertex, true), &mut Vec::new())
}

fn matrix(pattern: &Pattern) -> Vec<Vec<bool>> {
    let edges: Vec<Edge> = pattern.edges().iter().map(|&(u, v)| (u as u32, v as u32)).collect();
    adjacency_matrix(&edges, pattern.vertices())
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

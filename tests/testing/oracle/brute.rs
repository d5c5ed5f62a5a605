//! Counting and listing by trying all maps.

use std::collections::BTreeSet;

use motherlode::pattern::Pattern;
use motherlode::plan::{Induced, Matching, Semantics};

use super::graphs::{Endpoints, adjacency_matrix};

/// How many subgraphs of the graph with vertices `0..n` and these edges match `pattern`.
///
/// Maps the pattern's vertices one after another to each vertex of the graph, keeps the maps under which every edge
/// is an edge (and every non-edge is none, if vertex-induced), and divides by the number of maps of the pattern to
/// itself. No restrictions, no candidate sets.
pub fn count(edges: &[Endpoints], n: usize, pattern: &Pattern, induced: Induced) -> u128 {
    let graph = adjacency_matrix(edges, n);
    let mut found = 0;
    each_map(&matrix(pattern), &graph, (induced, true), &mut Vec::new(), &mut |_| found += 1);
    let symmetries = automorphisms(pattern);
    assert_eq!(found % symmetries, 0, "each match is found once per automorphism");
    found / symmetries
}

/// How many matches there are, by any semantics.
pub fn number(edges: &[Endpoints], n: usize, pattern: &Pattern, matching: Matching) -> u128 {
    let Matching { induced, semantics } = matching;
    if semantics == Semantics::Subgraphs {
        return count(edges, n, pattern, induced);
    }
    let injective = semantics == Semantics::Embeddings;
    let graph = adjacency_matrix(edges, n);
    let mut found = 0;
    each_map(&matrix(pattern), &graph, (induced, injective), &mut Vec::new(), &mut |_| found += 1);
    found
}

/// The subgraphs themselves, each as the set of its edges.
pub fn matches(
    edges: &[Endpoints],
    n: usize,
    pattern: &Pattern,
    induced: Induced,
) -> BTreeSet<Vec<Endpoints>> {
    let subgraph_of = |images: Vec<usize>| {
        let images: Vec<u32> = images.iter().map(|&image| image as u32).collect();
        subgraph(pattern, &images)
    };
    maps(edges, n, pattern, induced).into_iter().map(subgraph_of).collect()
}

/// All injective maps, as the vertices that the pattern's are mapped to: each subgraph as often as the pattern has
/// automorphisms.
pub fn maps(edges: &[Endpoints], n: usize, pattern: &Pattern, induced: Induced) -> Vec<Vec<usize>> {
    let graph = adjacency_matrix(edges, n);
    let mut found = Vec::new();
    each_map(&matrix(pattern), &graph, (induced, true), &mut Vec::new(), &mut |images| {
        found.push(images.to_vec());
    });
    found
}

/// The subgraph that a match is: its edges, the smaller end first, rising. `images[v]` is the vertex that pattern
/// vertex `v` is matched to.
pub fn subgraph(pattern: &Pattern, images: &[u32]) -> Vec<Endpoints> {
    let image = |&(u, v): &(usize, usize)| (images[u].min(images[v]), images[u].max(images[v]));
    let mut edges: Vec<Endpoints> = pattern.edges().iter().map(image).collect();
    edges.sort_unstable();
    edges
}

/// In how many ways the pattern's vertices can be exchanged so that it stays as it is.
pub fn automorphisms(pattern: &Pattern) -> u128 {
    let own = matrix(pattern);
    let mut found = 0;
    each_map(&own, &own, (Induced::Vertex, true), &mut Vec::new(), &mut |_| found += 1);
    found
}

fn matrix(pattern: &Pattern) -> Vec<Vec<bool>> {
    let edges: Vec<Endpoints> = pattern.edges().iter().map(|&(u, v)| (u as u32, v as u32)).collect();
    adjacency_matrix(&edges, pattern.vertices())
}

/// Calls `found` with each map that keeps edges (and non-edges, if vertex-induced), and (if the flag is set) is
/// injective.
fn each_map(
    pattern: &[Vec<bool>],
    graph: &[Vec<bool>],
    (induced, injective): (Induced, bool),
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
        if !(injective && images.contains(&image)) && (0..next).all(fits) {
            images.push(image);
            each_map(pattern, graph, (induced, injective), images, found);
            images.pop();
        }
    }
}

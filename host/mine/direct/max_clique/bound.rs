//! A clique that is soon found: no largest clique is smaller.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::bit_sets::{common, insert, members, size};
use crate::graph::Csr;
use crate::place::{core, core_is_smaller, degeneracy_order};

/// Vertices among which it is looked for.
const VERTICES: usize = 256;
/// Words of a set of these.
const WORDS: usize = VERTICES / u64::BITS as usize;
/// Of how many of them, at most, each is taken as the first of a clique.
const STARTS: usize = 32;

/// A set of the vertices.
type VertexBits = [u64; WORDS];

/// The vertices of a clique that is found greedily: among those of the highest degrees; and where only a part of the
/// graph has neighbours enough for a larger one, among those of that part that a peeling leaves longest.
pub(crate) fn greedy_size(graph: &Csr) -> u32 {
    let reached = greedy_among(graph, &highest(graph));
    if !core_is_smaller(graph, reached) {
        return reached;
    }
    let part = core(graph, reached).csr;
    let mut last = degeneracy_order(&part, reached);
    last.truncate(VERTICES);
    reached.max(greedy_among(&part, &last))
}

/// The vertices of the highest degrees, the highest first; of the same degree, those with the lowest numbers.
fn highest(graph: &Csr) -> Vec<u32> {
    let mut kept = BinaryHeap::with_capacity(VERTICES + 1);
    for v in 0..graph.n() {
        let vertex = Reverse((graph.degree(v), Reverse(v)));
        if kept.len() < VERTICES {
            kept.push(vertex);
        } else if kept.peek().is_some_and(|least| vertex < *least) {
            kept.pop();
            kept.push(vertex);
        }
    }
    kept.into_sorted_vec().into_iter().map(|Reverse((_, Reverse(v)))| v).collect()
}

/// The same among some vertices. From each of the first of them on, what is joined to the most of those that may still
/// be taken is taken next.
fn greedy_among(graph: &Csr, vertices: &[u32]) -> u32 {
    let rows = rows(graph, vertices);
    let starts = rows.iter().take(STARTS);
    starts.fold(0, |best, &row| greedy(&rows, row, best).max(best))
}

/// For each of some vertices, to which of them it is joined.
fn rows(graph: &Csr, vertices: &[u32]) -> Vec<VertexBits> {
    let mut rows = vec![[0; WORDS]; vertices.len()];
    for (i, &v) in vertices.iter().enumerate() {
        let near = graph.neighbors(v);
        for (j, w) in vertices[..i].iter().enumerate() {
            if near.binary_search(w).is_ok() {
                insert(&mut rows[i], j);
                insert(&mut rows[j], i);
            }
        }
    }
    rows
}

/// How many vertices a clique has of one and of some of its neighbours, the `candidates`; fewer, if these are too few
/// for more than `best`.
fn greedy(rows: &[VertexBits], mut candidates: VertexBits, best: u32) -> u32 {
    let mut taken = 1;
    while taken + size(&candidates) > best
        && let Some(next) = members(&candidates).max_by_key(|&v| common(&rows[v], &candidates))
    {
        candidates = std::array::from_fn(|at| candidates[at] & rows[next][at]);
        taken += 1;
    }
    taken
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::generate;

    #[test]
    fn a_clique_is_found() {
        for (graph, least, most) in [
            (generate::complete(9).unwrap(), 9, 9),
            (generate::complete(300).unwrap(), 256, 300),
            (generate::star(30).unwrap(), 2, 2),
            (generate::cycle(7).unwrap(), 2, 2),
            (Csr::from_edges(3, &[]), 1, 1),
            (Csr::from_edges(0, &[]), 0, 0),
            // Two cliques, of which the vertices of the smaller one have more neighbours.
            (
                Csr::from_edges(
                    12,
                    &[
                        (0, 1),
                        (0, 2),
                        (1, 2),
                        (3, 4),
                        (3, 5),
                        (3, 6),
                        (4, 5),
                        (4, 6),
                        (5, 6),
                        (0, 7),
                        (0, 8),
                        (1, 9),
                        (1, 10),
                        (2, 11),
                    ],
                ),
                3,
                4,
            ),
        ] {
            let found = greedy_size(&graph);
            assert!((least..=most).contains(&found), "{found}");
        }
    }

    /// A clique of twelve among vertices of low degree, beside hubs of which no three are joined to each other.
    #[test]
    fn a_clique_away_from_the_hubs_is_found() {
        let clique = (0..12).flat_map(|u| (0..u).map(move |v| (v, u)));
        let hubs =
            (12..312).flat_map(|hub| (0..40).map(move |leaf| (hub, 312 + (hub * 7 + leaf * 31) % 2000)));
        let graph = Csr::from_edges(2312, &clique.chain(hubs).chain([(0, 12)]).collect::<Vec<_>>());
        assert!(greedy_among(&graph, &highest(&graph)) < 12);
        assert_eq!(greedy_size(&graph), 12);
    }
}

//! A clique that is soon found: no largest clique is smaller.

use crate::bit_sets::{common, insert, members, size};
use crate::graph::Csr;
use crate::place::Steps;

/// Vertices among which it is looked for: those of the highest degrees.
const VERTICES: usize = 256;
/// Words of a set of these.
const WORDS: usize = VERTICES / u64::BITS as usize;
/// Of how many of them, at most, each is taken as the first of a clique.
const STARTS: usize = 32;

/// A set of the vertices.
type VertexBits = [u64; WORDS];

/// The vertices of a clique that is found greedily, where `degrees` are those of `graph`, falling. From each of some
/// vertices on, what is joined to the most of those that may still be taken is taken next.
pub(super) fn greedy_size(graph: &Csr, degrees: &Steps) -> u32 {
    let count = degrees.count().min(VERTICES as u64);
    let Some(last) = count.checked_sub(1) else { return 0 };
    let least = degrees.get(last);
    let highest = (0..graph.n()).filter(|&v| graph.degree(v) >= least);
    let rows = rows(graph, &highest.take(VERTICES).collect::<Vec<_>>());
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

    fn found(graph: &Csr) -> u32 {
        let mut degrees: Vec<u32> = (0..graph.n()).map(|v| graph.degree(v)).collect();
        degrees.sort_unstable_by(|one, other| other.cmp(one));
        greedy_size(graph, &Steps::of(degrees))
    }

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
            assert!((least..=most).contains(&found(&graph)), "{}", found(&graph));
        }
    }
}

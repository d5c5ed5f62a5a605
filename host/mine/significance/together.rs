//! Samples side by side in one graph: a card counts them in one go, where each alone would cost it launches and leave it idle.

use std::ops::Range;

use crate::graph::{Csr, Graph, MAX_VERTICES};
use crate::runtime::Team;
use crate::{Context, MineError, Placed};

use super::sampled::SampleStatistic;

/// Edges that are enough to fill a card.
const EDGES: u64 = 1 << 22;
/// Vertices whose counts are not too much for the host: fewer than a graph may have.
const VERTICES: u64 = 1 << 24;
const _: () = assert!(VERTICES <= MAX_VERTICES);
/// Counts at vertices that are kept until they are added up.
const COUNTS: u64 = 1 << 26;

/// How many samples of `graph` lie side by side, of which each vertex has so many counts.
pub fn batch(graph: &Csr, counts_of_vertex: u64) -> u64 {
    let by_edges = EDGES / graph.edges().max(1);
    let vertices = u64::from(graph.n().max(1));
    by_edges.min(VERTICES / vertices).min(COUNTS / (vertices * counts_of_vertex.max(1)))
}

/// The counts of each of these graphs.
///
/// # Errors
/// As those of [`Placed::at_vertices`].
pub fn count<S: SampleStatistic>(
    statistic: &S,
    graphs: &[Graph],
    team: &Team,
    context: &Context,
) -> Result<Vec<S::Row>, MineError> {
    let csrs: Vec<&Csr> = graphs.iter().map(Graph::csr).collect();
    let placed = Placed::new(&side_by_side(&csrs), team.clone());
    statistic.count_together(&placed, &parts(&csrs).collect::<Vec<_>>(), context)
}

/// The vertices of each graph where all are side by side.
fn parts(graphs: &[&Csr]) -> impl Iterator<Item = Range<usize>> {
    let mut start = 0;
    graphs.iter().map(move |graph| {
        let end = start + graph.n() as usize;
        std::mem::replace(&mut start, end)..end
    })
}

/// One graph that has these as parts, their vertices one after the other.
fn side_by_side(graphs: &[&Csr]) -> Csr {
    let places = graphs.iter().map(|graph| graph.neighbors_all().len()).sum();
    let vertices: usize = graphs.iter().map(|graph| graph.n() as usize).sum();
    let (mut offsets, mut neighbors) = (Vec::with_capacity(vertices + 1), Vec::with_capacity(places));
    offsets.push(0);
    for (graph, part) in graphs.iter().zip(parts(graphs)) {
        let (first, before) = (part.start as u32, neighbors.len() as u64);
        neighbors.extend(graph.neighbors_all().iter().map(|neighbor| neighbor + first));
        offsets.extend(graph.offsets()[1..].iter().map(|offset| offset + before));
    }
    // SAFETY: each graph keeps to the rules of `Csr`, and so does one whose lists are theirs, one graph after the other, with
    // their vertices renumbered by the same amount: lists stay sorted, without loops, and each edge stands in both lists. `batch` keeps the number
    // of vertices below the most.
    unsafe { Csr::trusted(offsets, neighbors) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::generate;

    #[test]
    fn parts_keep_their_lists() {
        let (path, star) = (generate::path(3).unwrap(), generate::star(3).unwrap());
        let joined = side_by_side(&[&path, &star]);
        assert_eq!(joined.n(), path.n() + star.n());
        assert_eq!(parts(&[&path, &star]).collect::<Vec<_>>(), [0..3, 3..7]);
        for v in 0..joined.n() {
            let (graph, first) = if v < 3 { (&path, 0) } else { (&star, 3) };
            let expected: Vec<u32> = graph.neighbors(v - first).iter().map(|u| u + first).collect();
            assert_eq!(joined.neighbors(v), expected);
        }
    }
}

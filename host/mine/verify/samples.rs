//! Small induced subgraphs of a graph.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use crate::graph::Csr;

/// The subgraph that up to `size` vertices induce, which are reached from one another where that can be: a snowball sample
/// (Goodman 1961), of up to four neighbours of each vertex. The same for the same `seed` and `number`.
pub(super) fn draw(graph: &Csr, size: u32, seed: u64, number: u32) -> Csr {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed.wrapping_add(u64::from(number) << 32));
    let size = size.min(graph.n()) as usize;
    let mut chosen: Vec<u32> = Vec::with_capacity(size);
    let mut next = 0;
    while chosen.len() < size {
        let candidate = match chosen.get(next / BRANCHES).map(|&v| graph.neighbors(v)) {
            Some(list) if !list.is_empty() => list[random.random_range(0..list.len())],
            // The snowball has melted, or has not begun.
            _ => random.random_range(0..graph.n()),
        };
        next += usize::from(!chosen.is_empty());
        if !chosen.contains(&candidate) {
            chosen.push(candidate);
        }
    }
    chosen.sort_unstable();
    let edges = chosen.iter().enumerate().flat_map(|(place, &v)| {
        let later = chosen.iter().enumerate().skip(place + 1);
        later
            .filter(move |&(_, w)| graph.neighbors(v).binary_search(w).is_ok())
            .map(move |(w, _)| (place as u32, w as u32))
    });
    Csr::from_edges(size as u32, &edges.collect::<Vec<_>>())
}

/// Neighbours drawn for each vertex.
const BRANCHES: usize = 4;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::generate::{complete, gnm};

    #[test]
    fn samples_are_induced_subgraphs() {
        assert_eq!(draw(&complete(40).unwrap(), 12, 1, 0).edges(), 66);
        let graph = gnm(8, 900, 3).unwrap();
        let sample = draw(&graph, 30, 1, 4);
        assert!(sample.n() == 30 && sample.edges() >= 20, "{} edges", sample.edges());
        assert_eq!(sample, draw(&graph, 30, 1, 4));
        assert_ne!(sample, draw(&graph, 30, 1, 5));
        assert_eq!(draw(&graph, 9999, 1, 0).edges(), graph.edges());
        assert_eq!(draw(&Csr::from_edges(3, &[]), 2, 1, 0).edges(), 0);
    }
}

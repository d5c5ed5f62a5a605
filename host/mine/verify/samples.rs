//! Small induced subgraphs of a graph.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use crate::Target;
use crate::graph::Graph;
use crate::graph::attributes::induced;

/// The subgraph that up to `size` vertices induce, which are reached from one another where that can be: a snowball
/// sample (Goodman 1961), of up to four neighbours of each vertex. The same for the same `seed` and `number`.
pub(super) fn draw(target: Target<'_>, size: u32, seed: u64, number: u32) -> Graph {
    let graph = target.csr;
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
    induced(graph, target.labels(), &chosen)
}

/// Neighbours drawn for each vertex.
const BRANCHES: usize = 4;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Csr;
    use crate::graph::generate::{complete, gnm};

    #[test]
    fn samples_are_induced_subgraphs() {
        let draw = |graph: &Csr, size, number| draw(graph.into(), size, 1, number).csr().clone();
        assert_eq!(draw(&complete(40).unwrap(), 12, 0).edges(), 66);
        let graph = gnm(8, 900, 3).unwrap();
        let sample = draw(&graph, 30, 4);
        assert!(sample.n() == 30 && sample.edges() >= 20, "{} edges", sample.edges());
        assert_eq!(sample, draw(&graph, 30, 4));
        assert_ne!(sample, draw(&graph, 30, 5));
        assert_eq!(draw(&graph, 9999, 0).edges(), graph.edges());
        assert_eq!(draw(&Csr::from_edges(3, &[]), 2, 0).edges(), 0);
    }
}

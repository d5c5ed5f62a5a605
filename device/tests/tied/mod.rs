//! Random graphs with arcs.

#![allow(dead_code, reason = "each test file uses a part of it")]

use motherlode_device::kernels::directed::ties::WEDGES;
use motherlode_device::kernels::directed::ties::{IN, MUTUAL, OUT, TIES, reversed};

use crate::common::Random;
use crate::graphs::Graph;

/// A graph with a tie for each edge.
pub struct Tied {
    pub graph: Graph,
    /// By edge, from its greater end.
    pub ties: Vec<u8>,
}

impl Tied {
    pub fn samples(seed: u64) -> Vec<Tied> {
        let mut random = Random::new(seed);
        let tied = |graph: Graph| {
            // More go out than in, and few both ways: places that are swapped show.
            let ties = graph
                .edges()
                .iter()
                .map(|_| [OUT, OUT, OUT, IN, IN, MUTUAL][random.below(6) as usize])
                .collect();
            Tied { graph, ties }
        };
        Graph::samples(seed).into_iter().map(tied).collect()
    }

    /// By place in the lists of the whole graph, from the list's vertex.
    pub fn whole_ties(&self) -> Vec<u8> {
        self.matrix().into_iter().flatten().flatten().collect()
    }

    /// By vertex and vertex.
    pub fn matrix(&self) -> Vec<Vec<Option<u8>>> {
        let n = self.graph.n();
        let mut matrix = vec![vec![None; n as usize]; n as usize];
        for (&(u, v), &tie) in self.graph.edges().iter().zip(&self.ties) {
            matrix[u as usize][v as usize] = Some(tie);
            matrix[v as usize][u as usize] = Some(reversed(tie));
        }
        matrix
    }

    pub fn degrees(&self) -> Vec<u32> {
        let mut degrees = vec![0; TIES * self.graph.n() as usize];
        for (&(u, v), &tie) in self.graph.edges().iter().zip(&self.ties) {
            degrees[TIES * u as usize + usize::from(tie)] += 1;
            degrees[TIES * v as usize + usize::from(reversed(tie))] += 1;
        }
        degrees
    }

    /// By edge, how many wedges of each kind join its ends.
    pub fn wedges(&self) -> Vec<u32> {
        let (matrix, edges) = (self.matrix(), self.graph.edges());
        let mut wedges = vec![0; WEDGES * edges.len()];
        for (e, &(u, v)) in edges.iter().enumerate() {
            for (a, b) in matrix[u as usize].iter().zip(&matrix[v as usize]) {
                if let (Some(a), Some(b)) = (a, b) {
                    wedges[e * WEDGES + TIES * usize::from(*a) + usize::from(*b)] += 1;
                }
            }
        }
        wedges
    }
}

//! The kernels of homomorphism tables on every machine, against their definitions over dense matrices. Numbers are
//! random in all of their 128 bits, so that carries that get lost show.

mod common;
#[path = "homomorphisms/edge_rows.rs"]
mod edge_rows;
mod graphs;
#[path = "homomorphisms/rows.rs"]
mod rows;
#[path = "homomorphisms/tables.rs"]
mod tables;

use common::Random;
use graphs::{Graph, WholeGraph};
use motherlode_device::graph::GraphView;
use motherlode_device::kernels::homomorphisms::numbers::{Numbers, WORDS};
use motherlode_device::memory::Slice;

type Matrix = Vec<Vec<u128>>;

fn number(random: &mut Random) -> u128 {
    match random.below(8) {
        0 => 0,
        1 => u128::MAX,
        _ => (0..4).fold(0, |number, _| number << 32 | u128::from(random.below(u32::MAX))),
    }
}

fn words(numbers: &[u128]) -> Vec<u64> {
    numbers.iter().flat_map(|&number| [number as u64, (number >> 64) as u64]).collect()
}

fn numbers(words: &[u64]) -> Vec<u128> {
    words.chunks(WORDS).map(|pair| u128::from(pair[0]) | u128::from(pair[1]) << 64).collect()
}

fn sum(terms: impl Iterator<Item = u128>) -> u128 {
    terms.fold(0, u128::wrapping_add)
}

/// A table as kernels read it.
fn view(words: &[u64]) -> Numbers<'_> {
    Numbers { words: Slice::from(words) }
}

/// A graph as kernels take it, with random tables over its vertices and edges.
struct Case<'g> {
    graph: &'g Graph,
    whole: WholeGraph,
    vertices: [Vec<u64>; 2],
    edges: [Vec<u64>; 3],
}

impl<'g> Case<'g> {
    fn new(graph: &'g Graph, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let whole = WholeGraph::new(graph);
        let mut table = |length: usize| words(&(0..length).map(|_| number(&mut random)).collect::<Vec<_>>());
        let vertices = [(); 2].map(|()| table(graph.0.len()));
        let edges = [(); 3].map(|()| table(whole.neighbors.len()));
        Case { graph, whole, vertices, edges }
    }

    fn n(&self) -> usize {
        self.graph.0.len()
    }

    fn view(&self) -> GraphView<'_> {
        self.whole.view()
    }

    /// A table over the vertices, and the numbers in it.
    fn at_vertices(&self, which: usize) -> (Numbers<'_>, Vec<u128>) {
        (view(&self.vertices[which]), numbers(&self.vertices[which]))
    }

    /// A table over the edges, and its matrix: 0 where there is no edge.
    fn at_edges(&self, which: usize) -> (Numbers<'_>, Matrix) {
        (view(&self.edges[which]), self.matrix(&numbers(&self.edges[which])))
    }

    /// The table that is 1 everywhere, and its matrix.
    fn ones(&self) -> (Numbers<'static>, Matrix) {
        (Numbers::ONES, self.matrix(&vec![1; self.whole.neighbors.len()]))
    }

    /// A matrix as a table over the edges, seen from their other ends.
    fn turned(&self, matrix: &Matrix) -> Vec<u128> {
        let of = |u: usize| self.graph.0[u].iter().map(move |&v| matrix[v as usize][u]);
        (0..self.n()).flat_map(of).collect()
    }

    fn matrix(&self, table: &[u128]) -> Matrix {
        let mut matrix = vec![vec![0; self.n()]; self.n()];
        for (u, row) in matrix.iter_mut().enumerate() {
            for place in self.whole.offsets[u] as usize..self.whole.offsets[u + 1] as usize {
                row[self.whole.neighbors[place] as usize] = table[place];
            }
        }
        matrix
    }
}

/// Calls `check` with each sample, and a seed.
fn samples(check: impl Fn(Case<'_>)) {
    let mut random = Random::new(77);
    let graphs = [
        Graph::new(3, []),
        Graph::new(5, [(0, 1), (1, 2), (2, 0), (2, 3)]),
        Graph::random(&mut random, 41, 7, 120),
        Graph::random(&mut random, 75, 75, 1300),
    ];
    graphs.iter().zip(5..).for_each(|(graph, seed)| check(Case::new(graph, seed)));
}

//! Graphs with labels on vertices and edges.

use motherlode_device::kernels::transactions::pair;

use crate::common::Random;

/// Labels of vertices.
pub(super) const LABELS: u32 = 2;
/// The kinds of edges that start at a label: two labels of edges, and the label of the other end.
pub(super) const KINDS: u32 = 2 * LABELS;

/// Graphs, their vertices numbered through.
pub struct Database {
    pub(super) labels: Vec<u32>,
    graph_of: Vec<u32>,
    /// For each two vertices the label of their edge, if they have one.
    edges: Vec<Vec<Option<u32>>>,
}

impl Database {
    /// Graphs of a few vertices, one of them without edges, and one of many, with a vertex that has many neighbours.
    pub fn random(random: &mut Random) -> Self {
        let mut sizes = vec![(1, 0), (4, 0)];
        sizes.extend((0..14).map(|i| (5 + i % 4, 6 + i)));
        sizes.insert(7, (150, 130));
        let all = sizes.iter().map(|(n, _)| n).sum::<u32>() as usize;
        let labels = (0..all).map(|_| random.below(LABELS)).collect();
        let mut database = Database { labels, graph_of: vec![], edges: vec![vec![None; all]; all] };
        for (graph, (n, edges)) in (0..).zip(sizes) {
            let first = database.graph_of.len();
            database.graph_of.resize(first + n as usize, graph);
            for edge in 0..edges {
                let hub = edge % 4 == 0 && n > 100;
                let ends = [if hub { 9 } else { random.below(n) }, random.below(n)];
                let [v, w] = ends.map(|end| first + end as usize);
                if v != w {
                    let label = Some(random.below(3) / 2);
                    (database.edges[v][w], database.edges[w][v]) = (label, label);
                }
            }
        }
        database
    }

    pub(super) fn vertices(&self) -> u32 {
        self.labels.len() as u32
    }

    /// The kind of an edge, if there is one.
    pub(super) fn kind(&self, v: u32, w: u32) -> Option<u32> {
        self.edges[v as usize][w as usize].map(|label| label * LABELS + self.labels[w as usize])
    }

    /// The graph of an embedding.
    pub(super) fn graph_of(&self, embedding: &[u32]) -> u32 {
        self.graph_of[embedding[0] as usize]
    }

    /// Offsets and arcs, those of a vertex from the last neighbour to the first.
    pub(super) fn arrays(&self) -> (Vec<u32>, Vec<u64>) {
        let (mut offsets, mut arcs) = (vec![0], vec![]);
        for v in 0..self.vertices() {
            let neighbors = (0..self.vertices()).rev();
            arcs.extend(neighbors.filter_map(|w| self.kind(v, w).map(|kind| pair(kind, w))));
            offsets.push(arcs.len() as u32);
        }
        (offsets, arcs)
    }
}

//! The sizes that a labelled graph says at its start: `t VERTICES EDGES`, with a degree at the end of each `v` line, as
//! the data of SubgraphMatching (Sun and Luo 2020, "In-Memory Subgraph Matching: An In-depth Study") and others have
//! it.

use std::collections::HashMap;

use crate::graph::DocumentProblem;

/// Sizes, and what was found so far.
pub(super) struct Sizes {
    vertices: u64,
    edges: u64,
    /// The line that says it.
    line: u64,
    found_edges: u64,
    /// By vertex, its line, the degree that it says, and the edges so far.
    degrees: HashMap<u64, (u64, u64, u64)>,
}

impl Sizes {
    pub fn new(vertices: u64, edges: u64, line: u64) -> Self {
        Sizes { vertices, edges, line, found_edges: 0, degrees: HashMap::new() }
    }

    pub fn vertex(&mut self, id: u64, degree: u64, line: u64) {
        self.degrees.insert(id, (line, degree, 0));
    }

    pub fn edge(&mut self, from: u64, to: u64) {
        self.found_edges += 1;
        for end in [from, to] {
            if let Some((_, _, found)) = self.degrees.get_mut(&end) {
                *found += 1;
            }
        }
    }

    /// What is not as it was said, and the line that says it; of several degrees, the first.
    pub fn wrong(&self) -> Option<(u64, DocumentProblem)> {
        let vertices = self.degrees.len() as u64;
        let whole = [("vertices", self.vertices, vertices), ("edges", self.edges, self.found_edges)];
        let whole = whole.map(|(what, said, found)| (self.line, what, said, found));
        let degrees =
            self.degrees.values().map(|&(line, said, found)| (line, "edges at this vertex", said, found));
        let differ = |&(_, _, said, found): &(u64, &str, u64, u64)| said != found;
        let first = whole.into_iter().find(differ).or_else(|| degrees.filter(differ).min());
        first.map(|(line, what, said, found)| (line, DocumentProblem::Sizes { what, said, found }))
    }
}

//! A database of graphs in memory.

use super::{Labels, Names};

/// An edge, or an arc, of one of the graphs: its ends as global vertex numbers, and its label's id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Edge {
    /// The end with the smaller number; of an arc, the one that it leads from.
    pub source: u32,
    /// The other end.
    pub target: u32,
    /// The id of its label in [`Database::edge_labels`].
    pub label: u32,
}

/// Simple labelled graphs, `n` of them, in one numbering of vertices: all undirected, or all directed. In a directed
/// one, two vertices may be joined by an arc in each direction.
///
/// The vertices of graph `g` are `starts[g]..starts[g + 1]` (Kessl et al. 2014, section 4: one large disconnected
/// graph with global vertex ids), in the order of the input; its edges lie together, ascending.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Database {
    pub(super) directed: bool,
    pub(super) names: Names,
    /// `n + 1` vertex numbers.
    pub(super) starts: Vec<u32>,
    /// `n + 1` positions in `edges`.
    pub(super) edge_starts: Vec<u64>,
    /// The label's id of each vertex.
    pub(super) labels: Vec<u32>,
    pub(super) edges: Vec<Edge>,
    pub(super) vertex_labels: Labels,
    pub(super) edge_labels: Labels,
    /// The class of each graph, if the input gives one.
    pub(super) classes: Option<Names>,
}

impl Database {
    /// Whether edges are arcs, from their source to their target.
    pub fn is_directed(&self) -> bool {
        self.directed
    }

    /// The number of graphs, `n`.
    pub fn graphs(&self) -> u32 {
        self.names.len() as u32
    }

    /// The number of vertices of all graphs.
    pub fn vertices(&self) -> u32 {
        self.labels.len() as u32
    }

    /// What the input called graph `graph`.
    ///
    /// # Panics
    /// If there is no such graph.
    pub fn name(&self, graph: u32) -> &str {
        self.names.get(graph as usize)
    }

    /// The class of each graph, in order, if the input gives one.
    pub fn classes(&self) -> Option<&Names> {
        self.classes.as_ref()
    }

    /// `n + 1` vertex numbers: the vertices of graph `g` are `starts[g]..starts[g + 1]`.
    pub fn starts(&self) -> &[u32] {
        &self.starts
    }

    /// The label's id of each vertex.
    pub fn labels(&self) -> &[u32] {
        &self.labels
    }

    /// The edges of all graphs.
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// The edges of graph `graph`, ascending.
    ///
    /// # Panics
    /// If there is no such graph.
    pub fn edges_of(&self, graph: u32) -> &[Edge] {
        let graph = graph as usize;
        &self.edges[self.edge_starts[graph] as usize..self.edge_starts[graph + 1] as usize]
    }

    /// The dictionary of the vertex labels.
    pub fn vertex_labels(&self) -> &Labels {
        &self.vertex_labels
    }

    /// The dictionary of the edge labels.
    pub fn edge_labels(&self) -> &Labels {
        &self.edge_labels
    }
}

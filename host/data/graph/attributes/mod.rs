//! What a graph says beyond who is adjacent to whom: labels of vertices and edges, directions, and properties.

mod arcs;
mod build;
mod dictionary;
mod given;
pub mod induced;
mod interned;
mod order;
mod rewired;
mod rewired_lists;

pub use build::GraphBuilder;
pub use dictionary::Dictionary;
#[doc(hidden)]
pub use induced::induced;
pub(super) use order::{KeyOrder, distinct};
#[doc(hidden)]
pub use rewired::RewiredEdge;

use std::sync::Arc;

use super::Csr;
use super::properties::Properties;

/// A place that has no arc.
#[doc(hidden)]
pub const NO_ARC: u32 = u32::MAX;
/// An arc, or edge, without a label.
#[doc(hidden)]
pub const UNLABELLED: u32 = u32::MAX - 1;

/// Labels, directions and properties of a graph. Any part may be missing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Attributes {
    /// The labels of the vertices.
    pub vertices: Option<VertexLabels>,
    /// The labels of the edges, and their directions.
    pub edges: Option<Arc<EdgeAttributes>>,
    /// Properties of vertices and edges. [`Graph::with_properties`](super::Graph::with_properties) checks that they are
    /// of the graph.
    pub(crate) properties: Option<Properties>,
}

impl Attributes {
    /// These labels and directions.
    pub fn new(vertices: Option<VertexLabels>, edges: Option<EdgeAttributes>) -> Self {
        Attributes { vertices, edges: edges.map(Arc::new), properties: None }
    }

    /// Whether there are neither labels nor directions nor properties.
    pub fn is_empty(&self) -> bool {
        self.vertices.is_none() && self.edges.is_none() && self.properties.is_none()
    }

    /// The properties of vertices and edges.
    pub fn properties(&self) -> Option<&Properties> {
        self.properties.as_ref()
    }

    /// Whether edges have directions.
    pub fn is_directed(&self) -> bool {
        self.edges.as_ref().is_some_and(|edges| edges.back.is_some())
    }

    /// What edges are called where they have labels.
    pub fn edge_labels(&self) -> Option<&Dictionary> {
        self.edges.as_ref().map(|edges| &edges.labels).filter(|labels| !labels.is_empty())
    }

    /// The number of arcs of a directed graph.
    pub fn arcs(&self) -> Option<u64> {
        let edges = self.edges.as_ref().filter(|edges| edges.back.is_some())?;
        Some(edges.out.iter().filter(|&&label| label != NO_ARC).count() as u64)
    }
}

/// The labels of the vertices of a graph of `n` vertices: one or more for each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VertexLabels {
    /// What the labels are called.
    pub labels: Dictionary,
    /// `n + 1` starts of lists in `codes`.
    pub offsets: Vec<u64>,
    /// The labels of the vertices, one vertex after another, as numbers of `labels`; ascending for each vertex.
    pub codes: Vec<u32>,
}

impl VertexLabels {
    /// The labels of `v`, as numbers of the dictionary.
    ///
    /// # Panics
    /// If `v` is not a vertex.
    pub fn of(&self, v: u32) -> &[u32] {
        &self.codes[self.offsets[v as usize] as usize..self.offsets[v as usize + 1] as usize]
    }

    /// The labels that are called by these names, by vertex; a vertex may be given one twice.
    pub(crate) fn of_names(names: &[&[String]]) -> Self {
        let mut growing = dictionary::Growing::default();
        let given: Vec<Vec<u32>> =
            names.iter().map(|names| names.iter().map(|name| growing.code(name)).collect()).collect();
        let (labels, renumbered) = growing.finish();
        let (mut offsets, mut codes) = (vec![0], Vec::new());
        for given in given {
            let distinct: std::collections::BTreeSet<u32> =
                given.iter().map(|&code| renumbered[code as usize]).collect();
            codes.extend(distinct);
            offsets.push(codes.len() as u64);
        }
        VertexLabels { labels, offsets, codes }
    }

    /// One label for each vertex: `codes[v]` of the `labels`.
    ///
    /// # Panics
    /// If a code is not that of a label.
    pub fn single(labels: Dictionary, codes: Vec<u32>) -> Self {
        assert!(codes.iter().all(|&code| (code as usize) < labels.len()), "a code without a label");
        VertexLabels { labels, offsets: (0..=codes.len() as u64).collect(), codes }
    }
}

/// Labels and directions of edges, by place in the [`neighbors_all`](super::Csr::neighbors_all) of the graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EdgeAttributes {
    /// What the labels are called; empty if edges have directions only.
    pub labels: Dictionary,
    /// In an undirected graph, the label of the edge between the list's vertex and the neighbour; in a directed one,
    /// that of the arc from the list's vertex to the neighbour. Of an edge of several labels it is the number of their
    /// set, whose labels [`Dictionary::labels_of`] gives. `u32::MAX` where there is no such arc, and `u32::MAX - 1` for
    /// an edge without a label.
    pub out: Vec<u32>,
    /// In a directed graph, the same for the arc from the neighbour to the list's vertex.
    pub back: Option<Vec<u32>>,
}

impl EdgeAttributes {
    /// The arcs of a directed graph, by tail and then by head: the place of each in the
    /// [`neighbors_all`](super::Csr::neighbors_all) of the graph, its tail and its head. An edge of an undirected graph
    /// is one each way.
    pub fn arcs<'g>(&'g self, csr: &'g Csr) -> impl Iterator<Item = (usize, u32, u32)> + 'g {
        let of_tail = move |tail: u32| {
            let first = csr.offsets()[tail as usize] as usize;
            (first..).zip(csr.neighbors(tail)).map(move |(place, &head)| (place, tail, head))
        };
        (0..csr.n()).flat_map(of_tail).filter(|&(place, ..)| self.out[place] != NO_ARC)
    }

    /// Each two vertices of a directed graph that arcs join, once, by the smaller one and then by the greater: the tail
    /// first where it is one arc, and the smaller one where arcs lead both ways.
    pub fn ties<'g>(&'g self, csr: &'g Csr) -> impl Iterator<Item = (u32, u32)> + 'g {
        let of_smaller = move |u: u32| {
            let first = csr.offsets()[u as usize] as usize;
            let greater = (first..).zip(csr.neighbors(u)).filter(move |&(_, &v)| u < v);
            greater.map(move |(place, &v)| if self.out[place] == NO_ARC { (v, u) } else { (u, v) })
        };
        (0..csr.n()).flat_map(of_smaller)
    }
}

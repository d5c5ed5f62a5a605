//! How often each label is in a graph.

use std::fmt;

use motherlode::graph::attributes::{Dictionary, EdgeAttributes, VertexLabels};
use motherlode::graph::{Csr, Graph};
use serde::Serialize;

/// Labels that text names; JSON has them all.
const NAMED: usize = 8;

/// The labels of a graph, the most frequent first. Either list is empty where there are none.
#[derive(Serialize)]
pub struct LabelReport {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    vertex: Vec<Label>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    edge: Vec<Label>,
}

#[derive(Serialize)]
struct Label {
    label: String,
    /// Vertices, edges or arcs that have it.
    count: u64,
}

impl LabelReport {
    /// Counts the labels of `graph`; nothing if it has none.
    pub fn of(graph: &Graph) -> Option<LabelReport> {
        let attributes = graph.attributes();
        let vertex = attributes.vertices.as_ref().map_or(Vec::new(), of_vertices);
        let edge = attributes.edges.as_ref().map_or(Vec::new(), |edges| of_edges(edges, graph.csr()));
        (!vertex.is_empty() || !edge.is_empty()).then_some(LabelReport { vertex, edge })
    }
}

fn of_vertices(vertices: &VertexLabels) -> Vec<Label> {
    by_frequency(&vertices.labels, vertices.codes.iter().copied())
}

/// A directed graph has each arc once among those out of its vertices, an undirected one each edge twice.
fn of_edges(edges: &EdgeAttributes, csr: &Csr) -> Vec<Label> {
    let is_directed = edges.back.is_some();
    let lists = (0..csr.n()).flat_map(|v| {
        let start = csr.offsets()[v as usize] as usize;
        (start..).zip(csr.neighbors(v)).map(move |(place, &w)| (v, w, place))
    });
    let once = lists.filter(|&(v, w, _)| is_directed || v < w);
    by_frequency(&edges.labels, once.map(|(_, _, place)| edges.out[place]))
}

/// An edge of several labels counts for each. Places without an arc have no code of a label, and do not count.
fn by_frequency(labels: &Dictionary, codes: impl Iterator<Item = u32>) -> Vec<Label> {
    let mut counts = vec![0; labels.len()];
    for code in codes {
        labels.labels_of(code).for_each(|label| counts[label as usize] += 1);
    }
    let names = labels.names().iter().cloned();
    let mut labels: Vec<Label> = names.zip(counts).map(|(label, count)| Label { label, count }).collect();
    labels.sort_by_key(|label| std::cmp::Reverse(label.count));
    labels
}

impl fmt::Display for LabelReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (of, labels) in [("vertex labels", &self.vertex), ("edge labels  ", &self.edge)] {
            if labels.is_empty() {
                continue;
            }
            let named = labels.iter().take(NAMED).map(|Label { label, count }| format!("{label} ({count})"));
            let named: Vec<String> = named.collect();
            write!(f, "{of} {}: {}", labels.len(), named.join(", "))?;
            match labels.len().saturating_sub(NAMED) {
                0 => writeln!(f)?,
                more => writeln!(f, " and {more} more")?,
            }
        }
        Ok(())
    }
}

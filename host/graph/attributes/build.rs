//! Graphs with labels and directions, from edges and vertices in any order.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use rayon::prelude::*;

use super::dictionary::Growing;
use super::{Attributes, EdgeAttributes, NO_ARC, UNLABELLED, VertexLabels};
use crate::graph::build::atomics::shared_u32;
use crate::graph::build::{csr_of_pairs, pack};
use crate::graph::{AttributeError, Csr, Graph, LoadReport, MAX_VERTICES, VertexIds};

/// Takes in vertices and edges, under any ids, and makes a [`Graph`] with labels and directions of them.
///
/// ```
/// use motherlode::graph::GraphBuilder;
/// let mut builder = GraphBuilder::directed();
/// builder.vertex(7, &["Person"]);
/// builder.vertex(9, &["Person", "Robot"]);
/// builder.labelled_edge(7, 9, "knows");
/// let graph = builder.build()?;
/// assert_eq!(graph.attributes().arcs(), Some(1));
/// # Ok::<(), motherlode::graph::AttributeError>(())
/// ```
#[derive(Debug, Default)]
pub struct GraphBuilder {
    directed: bool,
    edges: Vec<AddedEdge>,
    self_loops: u64,
    edge_labels: Growing,
    vertex_labels: Growing,
    /// Every vertex that was given, with its labels.
    vertices: HashMap<u64, Vec<u32>>,
    /// How many labels vertices were given.
    labels_given: u64,
    /// The first of consecutive vertices that were added, and how many.
    consecutive: (u64, u64),
}

#[derive(Clone, Copy, Debug)]
struct AddedEdge {
    from: u64,
    to: u64,
    label: u32,
}

impl GraphBuilder {
    /// A builder of an undirected graph.
    pub fn undirected() -> Self {
        GraphBuilder::default()
    }

    /// A builder of a directed graph: an edge is an arc from its first end to its second.
    pub fn directed() -> Self {
        GraphBuilder { directed: true, ..GraphBuilder::default() }
    }

    /// Adds a vertex, which need not have edges, or more labels for one that was added before.
    pub fn vertex(&mut self, id: u64, labels: &[&str]) {
        let codes: Vec<u32> = labels.iter().map(|label| self.vertex_labels.code(label)).collect();
        self.labels_given += codes.len() as u64;
        self.vertices.entry(id).or_default().extend(codes);
    }

    /// Adds the vertices `first`, `first + 1`, … : `count` of them.
    pub fn consecutive(&mut self, first: u64, count: u64) {
        self.consecutive = (first, count);
    }

    /// Whether a vertex was added by [`vertex`](Self::vertex).
    pub fn has_vertex(&self, id: u64) -> bool {
        self.vertices.contains_key(&id)
    }

    /// Adds an edge without a label. Edges from a vertex to itself are dropped, and counted.
    pub fn edge(&mut self, from: u64, to: u64) {
        self.push(from, to, UNLABELLED);
    }

    /// Adds an edge with a label.
    pub fn labelled_edge(&mut self, from: u64, to: u64, label: &str) {
        let label = self.edge_labels.code(label);
        self.push(from, to, label);
    }

    fn push(&mut self, from: u64, to: u64, label: u32) {
        if from == to {
            self.self_loops += 1;
        } else {
            self.edges.push(AddedEdge { from, to, label });
        }
    }

    /// Whether neither edges nor vertices were added.
    pub fn is_empty(&self) -> bool {
        self.edges() == 0 && self.vertices.is_empty() && self.consecutive.1 == 0
    }

    /// How many edges were added, those from a vertex to itself among them.
    pub fn edges(&self) -> u64 {
        self.edges.len() as u64 + self.self_loops
    }

    /// How many of them lead from a vertex to itself.
    pub fn self_loops(&self) -> u64 {
        self.self_loops
    }

    /// The graph. Its vertices are those that were added and those that have edges, numbered by ascending id.
    ///
    /// # Errors
    /// A label that is missing where others have one; an edge that was given two labels; too many vertices.
    pub fn build(self) -> Result<Graph, AttributeError> {
        let GraphBuilder {
            directed,
            edges,
            self_loops,
            edge_labels,
            vertex_labels,
            vertices,
            labels_given,
            consecutive: (first, count),
        } = self;
        let ends = edges.par_iter().flat_map_iter(|edge| [edge.from, edge.to]);
        let mut ids: Vec<u64> = ends.chain(vertices.par_iter().map(|(&id, _)| id)).collect();
        ids.extend(first..first.saturating_add(count));
        ids.par_sort_unstable();
        ids.dedup();
        if ids.len() as u64 > MAX_VERTICES {
            return Err(AttributeError::TooManyVertices { vertices: ids.len() as u64 });
        }
        let rank = |id: u64| ids.partition_point(|&known| known < id) as u32;
        let (labels, renumbered) = edge_labels.finish();
        if !labels.is_empty()
            && let Some(edge) = edges.iter().find(|edge| edge.label == UNLABELLED)
        {
            return Err(AttributeError::NoEdgeLabel { from: edge.from, to: edge.to });
        }
        let records: Vec<(u32, u32, u32)> = edges
            .par_iter()
            .map(|edge| {
                let label = renumbered.get(edge.label as usize).copied().unwrap_or(UNLABELLED);
                (rank(edge.from), rank(edge.to), label)
            })
            .collect();
        let pairs: Vec<u64> = records.par_iter().map(|&(from, to, _)| pack(from, to)).collect();
        let built = csr_of_pairs(vec![pairs], ids.len() as u32);
        let mut report = LoadReport {
            edges_read: edges.len() as u64 + self_loops,
            self_loops,
            duplicates: built.duplicates,
            ..LoadReport::default()
        };
        drop(edges);
        let mut attributes = Attributes::default();
        if directed || !labels.is_empty() {
            let slots = Slots::fill(&built.csr, &records, directed).map_err(|clash| {
                let name = |code: u32| labels.names().get(code as usize).cloned().unwrap_or_default();
                let Clash { from, to, first, second } = clash;
                let (from, to) = (ids[from as usize], ids[to as usize]);
                AttributeError::TwoEdgeLabels { from, to, first: name(first), second: name(second) }
            })?;
            report.duplicates = slots.duplicates;
            attributes.edges = Some(EdgeAttributes { labels, out: slots.out, back: slots.back });
        }
        if labels_given > 0 {
            attributes.vertices = Some(label_vertices(&ids, &vertices, vertex_labels)?);
        }
        let mut graph = Graph::new(built.csr, ids_of(ids)).with_attributes(attributes);
        graph.report = report;
        Ok(graph)
    }
}

/// The ids, in the shortest form.
fn ids_of(ids: Vec<u64>) -> VertexIds {
    let first = ids.first().copied().unwrap_or(0);
    let consecutive = ids.last().is_none_or(|&last| last - first + 1 == ids.len() as u64);
    if consecutive { VertexIds::consecutive(first) } else { VertexIds::listed(ids) }
}

fn label_vertices(
    ids: &[u64],
    given: &HashMap<u64, Vec<u32>>,
    labels: Growing,
) -> Result<VertexLabels, AttributeError> {
    let (labels, renumbered) = labels.finish();
    let (mut offsets, mut codes) = (vec![0], Vec::new());
    for &id in ids {
        let given = given.get(&id).map_or(&[][..], Vec::as_slice);
        if given.is_empty() {
            return Err(AttributeError::NoVertexLabel { id });
        }
        let start = codes.len();
        codes.extend(given.iter().map(|&code| renumbered[code as usize]));
        codes[start..].sort_unstable();
        let mut last = None;
        let distinct: Vec<u32> =
            codes.drain(start..).filter(|&code| last.replace(code) != Some(code)).collect();
        codes.extend(distinct);
        offsets.push(codes.len() as u64);
    }
    Ok(VertexLabels { labels, offsets, codes })
}

/// The labels of edges, by place in the neighbours of a graph.
struct Slots {
    out: Vec<u32>,
    back: Option<Vec<u32>>,
    duplicates: u64,
}

/// An edge with two labels.
struct Clash {
    from: u32,
    to: u32,
    first: u32,
    second: u32,
}

impl Slots {
    fn fill(csr: &Csr, records: &[(u32, u32, u32)], directed: bool) -> Result<Slots, Clash> {
        let mut out = vec![NO_ARC; csr.neighbors_all().len()];
        let mut back = vec![NO_ARC; if directed { out.len() } else { 0 }];
        let duplicates = AtomicU64::new(0);
        let (shared, shared_back) = (shared_u32(&mut out), shared_u32(&mut back));
        let clash = records.par_iter().find_map_first(|&(from, to, label)| {
            let (place, opposite) = (place(csr, from, to), place(csr, to, from));
            // An undirected edge is claimed at its smaller end, whichever way it was given.
            let claimed = if directed || from < to { place } else { opposite };
            if let Err(first) = shared[claimed].compare_exchange(NO_ARC, label, Relaxed, Relaxed) {
                duplicates.fetch_add(1, Relaxed);
                return (first != label).then_some(Clash { from, to, first, second: label });
            }
            match directed {
                true => shared_back[opposite].store(label, Relaxed),
                false => {
                    let other = if from < to { opposite } else { place };
                    shared[other].store(label, Relaxed);
                }
            }
            None
        });
        match clash {
            Some(clash) => Err(clash),
            None => {
                let back = directed.then_some(back);
                Ok(Slots { out, back, duplicates: duplicates.into_inner() })
            }
        }
    }
}

/// Where `to` stands in the list of `from`.
fn place(csr: &Csr, from: u32, to: u32) -> usize {
    csr.offsets()[from as usize] as usize + csr.neighbors(from).partition_point(|&w| w < to)
}

//! Graphs with labels and directions, from edges and vertices in any order.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use rayon::prelude::*;

use super::dictionary::Growing;
use super::given::GivenVertices;
use super::interned::InternedNames;
use super::order::{VertexOrder, distinct};
use super::{Attributes, EdgeAttributes, NO_ARC, UNLABELLED, VertexLabels};
use crate::graph::build::atomics::shared_u32;
use crate::graph::build::{Built, csr_of_pairs, pack};
use crate::graph::ids::whole_number;
use crate::graph::{AttributeError, Csr, Graph, LoadReport, MAX_VERTICES, VertexId};

/// Takes in vertices and edges, under any ids, and makes a [`Graph`] with labels and directions of them.
///
/// An id is a number or a name. From the first name on all ids are names: the number 7 is the vertex that is called `7`. If
/// in the end every name is a whole number, as they are written without a sign or zeros before them, the ids are numbers.
///
/// ```
/// use motherlode::graph::{GraphBuilder, VertexId};
/// let mut builder = GraphBuilder::directed();
/// builder.vertex("alice", &["Person"]);
/// builder.vertex("bob", &["Person", "Robot"]);
/// builder.labelled_edge("bob", "alice", "knows");
/// let graph = builder.build()?;
/// assert_eq!(graph.attributes().arcs(), Some(1));
/// assert_eq!(graph.ids().get(0), VertexId::Name("alice"));
/// # Ok::<(), motherlode::graph::AttributeError>(())
/// ```
#[derive(Debug, Default)]
pub struct GraphBuilder {
    directed: bool,
    edges: Vec<AddedEdge>,
    self_loops: u64,
    edge_labels: Growing,
    vertex_labels: Growing,
    /// The names, once one was given; keys are their codes then. Before, keys are the ids themselves.
    names: Option<InternedNames>,
    vertices: GivenVertices,
    /// The first of consecutive vertices that were added, and how many.
    consecutive: (u64, u64),
}

/// An edge, by the keys of its ends.
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
    pub fn vertex<'n>(&mut self, id: impl Into<VertexId<'n>>, labels: &[&str]) {
        let id = id.into();
        if matches!(id, VertexId::Name(_)) {
            self.call_by_name();
        }
        let key = self.key(id);
        self.vertices.keys.insert(key);
        let codes = labels.iter().map(|label| self.vertex_labels.code(label));
        self.vertices.labels.extend(codes.map(|code| (key, code)));
    }

    /// Adds the vertices `first`, `first + 1`, … : `count` of them.
    pub fn consecutive(&mut self, first: u64, count: u64) {
        self.consecutive = (first, count);
    }

    /// Whether a vertex was added by [`vertex`](Self::vertex).
    pub fn has_vertex<'n>(&self, id: impl Into<VertexId<'n>>) -> bool {
        let key = match (id.into(), &self.names) {
            (VertexId::Number(number), None) => Some(number),
            (VertexId::Number(number), Some(names)) => names.find(itoa::Buffer::new().format(number)),
            (VertexId::Name(name), Some(names)) => names.find(name),
            (VertexId::Name(name), None) => whole_number(name),
        };
        key.is_some_and(|key| self.vertices.keys.contains(key))
    }

    /// Adds an edge without a label. Edges from a vertex to itself are dropped, and counted.
    pub fn edge<'n, 'm>(&mut self, from: impl Into<VertexId<'n>>, to: impl Into<VertexId<'m>>) {
        self.push(from.into(), to.into(), UNLABELLED);
    }

    /// Adds an edge with a label.
    pub fn labelled_edge<'n, 'm>(
        &mut self,
        from: impl Into<VertexId<'n>>,
        to: impl Into<VertexId<'m>>,
        label: &str,
    ) {
        let label = self.edge_labels.code(label);
        self.push(from.into(), to.into(), label);
    }

    fn push(&mut self, from: VertexId<'_>, to: VertexId<'_>, label: u32) {
        if [from, to].iter().any(|id| matches!(id, VertexId::Name(_))) {
            self.call_by_name();
        }
        let (from, to) = (self.key(from), self.key(to));
        if from == to {
            self.self_loops += 1;
        } else {
            self.edges.push(AddedEdge { from, to, label });
        }
    }

    /// The key of an id; before that of a name, [`call_by_name`](Self::call_by_name) must have been called.
    fn key(&mut self, id: VertexId<'_>) -> u64 {
        match (id, &mut self.names) {
            (VertexId::Number(number), None) => number,
            (VertexId::Number(number), Some(names)) => names.code(itoa::Buffer::new().format(number)),
            (VertexId::Name(name), names) => names.get_or_insert_default().code(name),
        }
    }

    /// Turns the numbers so far into names.
    fn call_by_name(&mut self) {
        if self.names.is_some() {
            return;
        }
        let mut names = InternedNames::default();
        let mut digits = itoa::Buffer::new();
        let mut code = |number: u64| names.code(digits.format(number));
        for edge in &mut self.edges {
            (edge.from, edge.to) = (code(edge.from), code(edge.to));
        }
        self.vertices = std::mem::take(&mut self.vertices).renamed(code);
        self.names = Some(names);
    }

    /// Whether neither edges nor vertices were added.
    pub fn is_empty(&self) -> bool {
        self.edges() == 0 && self.vertices.keys.len() == 0 && self.consecutive.1 == 0
    }

    /// How many edges were added, those from a vertex to itself among them.
    pub fn edges(&self) -> u64 {
        self.edges.len() as u64 + self.self_loops
    }

    /// How many of them lead from a vertex to itself.
    pub fn self_loops(&self) -> u64 {
        self.self_loops
    }

    /// The graph. Its vertices are those that were added and those that have edges, numbered by ascending id: numbers by
    /// value, names by their bytes.
    ///
    /// # Errors
    /// A label that is missing where others have one; an edge that was given two labels; too many vertices.
    pub fn build(mut self) -> Result<Graph, AttributeError> {
        let order = self.order()?;
        let GraphBuilder {
            directed,
            edges,
            self_loops,
            edge_labels,
            vertex_labels,
            names: _,
            vertices,
            consecutive: _,
        } = self;
        let id = |vertex: u32| order.ids.get(vertex).shown();
        let (labels, renumbered) = edge_labels.finish();
        if !labels.is_empty()
            && let Some(edge) = edges.iter().find(|edge| edge.label == UNLABELLED)
        {
            let (from, to) = (id(order.vertex(edge.from)), id(order.vertex(edge.to)));
            return Err(AttributeError::NoEdgeLabel { from, to });
        }
        let records: Vec<(u32, u32, u32)> = edges
            .par_iter()
            .map(|edge| {
                let label = renumbered.get(edge.label as usize).copied().unwrap_or(UNLABELLED);
                (order.vertex(edge.from), order.vertex(edge.to), label)
            })
            .collect();
        let pairs: Vec<u64> = records.par_iter().map(|&(from, to, _)| pack(from, to)).collect();
        let built = csr_of_pairs(vec![pairs], order.len as u32);
        let mut report = LoadReport {
            edges_read: edges.len() as u64 + self_loops,
            self_loops,
            duplicates: built.duplicates,
            ..LoadReport::default()
        };
        drop(edges);
        let mut attributes = Attributes::default();
        if directed || !labels.is_empty() {
            let slots = Slots::of(&built, &records, labels.len(), directed).map_err(|clash| {
                let name = |code: u32| labels.names().get(code as usize).cloned().unwrap_or_default();
                let Clash { from, to, first, second } = clash;
                let (from, to) = (id(from), id(to));
                AttributeError::TwoEdgeLabels { from, to, first: name(first), second: name(second) }
            })?;
            report.duplicates = slots.duplicates;
            let edges = EdgeAttributes { labels, out: slots.out, back: slots.back };
            attributes.edges = Some(Arc::new(edges));
        }
        if !vertices.labels.is_empty() {
            attributes.vertices = Some(label_vertices(&order, &vertices.labels, vertex_labels)?);
        }
        let mut graph = Graph::new(built.csr, order.ids).with_attributes(attributes);
        graph.report = report;
        Ok(graph)
    }

    /// The vertices of the graph, in order.
    fn order(&mut self) -> Result<VertexOrder, AttributeError> {
        let keys = self.keys();
        if keys.len() as u64 > MAX_VERTICES {
            return Err(AttributeError::TooManyVertices { vertices: keys.len() as u64 });
        }
        Ok(match &self.names {
            Some(names) => VertexOrder::of_names(keys, names),
            None => VertexOrder::of_numbers(keys),
        })
    }

    /// The keys of all vertices, ascending.
    fn keys(&mut self) -> Vec<u64> {
        let (first, count) = self.consecutive;
        let consecutive: Vec<u64> =
            (first..first.saturating_add(count)).map(|id| self.key(VertexId::Number(id))).collect();
        let others: Vec<u64> = consecutive.into_iter().chain(self.vertices.keys.iter()).collect();
        let of_edges = || self.edges.par_iter().flat_map_iter(|edge| [edge.from, edge.to]);
        distinct(|| of_edges().chain(others.par_iter().copied()), 2 * self.edges.len() + others.len())
    }
}

/// The labels of the vertices, of which `given` has some, by key.
fn label_vertices(
    order: &VertexOrder,
    given: &[(u64, u32)],
    labels: Growing,
) -> Result<VertexLabels, AttributeError> {
    let (labels, renumbered) = labels.finish();
    let mut by_vertex: Vec<(u32, u32)> =
        given.par_iter().map(|&(key, code)| (order.vertex(key), renumbered[code as usize])).collect();
    // Files mostly have them in this order.
    if !by_vertex.is_sorted() {
        by_vertex.par_sort_unstable();
    }
    by_vertex.dedup();
    let (mut offsets, mut next) = (Vec::with_capacity(order.len + 1), 0);
    offsets.push(0);
    for vertex in 0..order.len as u32 {
        let start = next;
        while by_vertex.get(next).is_some_and(|&(of, _)| of == vertex) {
            next += 1;
        }
        if next == start {
            return Err(AttributeError::NoVertexLabel { id: order.ids.get(vertex).shown() });
        }
        offsets.push(next as u64);
    }
    let codes = by_vertex.into_iter().map(|(_, code)| code).collect();
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
    /// The labels of `records`, of which there are so many different ones, at the edges of the graph that was built of them.
    fn of(built: &Built, records: &[(u32, u32, u32)], labels: usize, directed: bool) -> Result<Slots, Clash> {
        // An undirected graph whose edges are all alike has the one label everywhere.
        if labels == 1 && !directed {
            let out = vec![0; built.csr.neighbors_all().len()];
            return Ok(Slots { out, back: None, duplicates: built.duplicates });
        }
        Slots::fill(&built.csr, records, directed)
    }

    fn fill(csr: &Csr, records: &[(u32, u32, u32)], directed: bool) -> Result<Slots, Clash> {
        let mut out = vec![NO_ARC; csr.neighbors_all().len()];
        let mut back = vec![NO_ARC; if directed { out.len() } else { 0 }];
        let duplicates = AtomicU64::new(0);
        let (shared, shared_back) = (shared_u32(&mut out), shared_u32(&mut back));
        let clashes = records.par_iter().any(|&(from, to, label)| {
            let (claimed, other) = claims(csr, (from, to), directed);
            if let Err(first) = shared[claimed].compare_exchange(NO_ARC, label, Relaxed, Relaxed) {
                duplicates.fetch_add(1, Relaxed);
                return first != label;
            }
            let others = if directed { shared_back } else { shared };
            others[other].store(label, Relaxed);
            false
        });
        if clashes {
            return Err(first_clash(csr, records, directed));
        }
        let back = directed.then_some(back);
        Ok(Slots { out, back, duplicates: duplicates.into_inner() })
    }
}

/// The place that an edge claims for its label, and the other one that gets it too: of an arc, those at its tail and at its
/// head; of an undirected edge, those at its smaller and at its greater end, whichever way it was given.
fn claims(csr: &Csr, (from, to): (u32, u32), directed: bool) -> (usize, usize) {
    let (from, to) = if directed || from < to { (from, to) } else { (to, from) };
    (place(csr, from, to), place(csr, to, from))
}

/// The first of the records whose edge has another label in an earlier one. Threads that claim places side by side know that
/// there is one, and not which, and an error is to be the same each time.
fn first_clash(csr: &Csr, records: &[(u32, u32, u32)], directed: bool) -> Clash {
    let mut labels = HashMap::new();
    let clash = records.iter().find_map(|&(from, to, second)| {
        let first = *labels.entry(claims(csr, (from, to), directed).0).or_insert(second);
        (first != second).then_some(Clash { from, to, first, second })
    });
    clash.expect("an edge with two labels was seen")
}

/// Where `to` stands in the list of `from`.
fn place(csr: &Csr, from: u32, to: u32) -> usize {
    csr.offsets()[from as usize] as usize + csr.neighbors(from).partition_point(|&w| w < to)
}

//! Graphs with labels and directions, from edges and vertices in any order.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use rayon::prelude::*;

use super::dictionary::{Growing, LabelSets};
use super::given::GivenVertices;
use super::interned::InternedNames;
use super::order::{KeyOrder, distinct};
use super::{Attributes, EdgeAttributes, NO_ARC, UNLABELLED, VertexLabels};
use crate::graph::build::atomics::shared_u32;
use crate::graph::build::{Built, csr_of_pairs, pack};
use crate::graph::ids::whole_number;
use crate::graph::{AttributeError, Csr, Graph, LoadReport, MAX_VERTICES, VertexId};

/// Takes in vertices and edges, under any ids, and makes a [`Graph`] with labels and directions of them.
///
/// An id is a number or a name. From the first name on all ids are names: the number 7 is the vertex that is called
/// `7`. If in the end every name is a whole number, as they are written without a sign or zeros before them, the ids
/// are numbers.
///
/// ```
/// # use motherlode_data as motherlode;
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

    /// Adds an edge with a label. Edges between the same vertices, of a directed graph in the same direction, are one,
    /// which has the labels of all of them.
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

    /// The graph. Its vertices are those that were added and those that have edges, numbered by ascending id: numbers
    /// by value, names by their bytes.
    ///
    /// # Errors
    /// A label that is missing where others have one; too many vertices.
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
            let slots = Slots::of(&built, &records, labels.len(), directed);
            report.duplicates = slots.duplicates;
            let labels = labels.with_sets(slots.sets).expect("sets of labels that edges were given");
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
    fn order(&mut self) -> Result<KeyOrder, AttributeError> {
        let keys = self.keys();
        if keys.len() as u64 > MAX_VERTICES {
            return Err(AttributeError::TooManyVertices { vertices: keys.len() as u64 });
        }
        Ok(match &self.names {
            Some(names) => KeyOrder::of_names(keys, names),
            None => KeyOrder::of_numbers(keys),
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
    order: &KeyOrder,
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
    /// The sets of several labels among them.
    sets: Vec<Vec<u32>>,
    duplicates: u64,
}

impl Slots {
    /// The labels of `records`, of which there are so many different ones, at the edges of the graph that was built of
    /// them.
    fn of(built: &Built, records: &[(u32, u32, u32)], labels: usize, directed: bool) -> Slots {
        // An undirected graph whose edges are all alike has the one label everywhere.
        if labels == 1 && !directed {
            let out = vec![0; built.csr.neighbors_all().len()];
            return Slots { out, back: None, sets: Vec::new(), duplicates: built.duplicates };
        }
        let single = Slots::single(&built.csr, records, directed);
        single.unwrap_or_else(|| Slots::several(&built.csr, records, labels as u32, directed))
    }

    fn empty(csr: &Csr, directed: bool) -> Slots {
        let out = vec![NO_ARC; csr.neighbors_all().len()];
        let back = directed.then(|| out.clone());
        Slots { out, back, sets: Vec::new(), duplicates: 0 }
    }

    /// The labels, where each edge has one: most graphs need not be sorted.
    fn single(csr: &Csr, records: &[(u32, u32, u32)], directed: bool) -> Option<Slots> {
        let mut slots = Slots::empty(csr, directed);
        let duplicates = AtomicU64::new(0);
        let shared = shared_u32(&mut slots.out);
        let shared_back = slots.back.as_mut().map(|back| shared_u32(back));
        let differ = records.par_iter().any(|&(from, to, label)| {
            let (claimed, other) = claims(csr, (from, to), directed);
            if let Err(first) = shared[claimed].compare_exchange(NO_ARC, label, Relaxed, Relaxed) {
                duplicates.fetch_add(1, Relaxed);
                return first != label;
            }
            shared_back.unwrap_or(shared)[other].store(label, Relaxed);
            false
        });
        (!differ).then(|| Slots { duplicates: duplicates.into_inner(), ..slots })
    }

    /// The labels, where edges may have several: the numbers of sets of them.
    fn several(csr: &Csr, records: &[(u32, u32, u32)], labels: u32, directed: bool) -> Slots {
        let mut given: Vec<(usize, usize, u32)> = records
            .par_iter()
            .map(|&(from, to, label)| {
                let (claimed, other) = claims(csr, (from, to), directed);
                (claimed, other, label)
            })
            .collect();
        given.par_sort_unstable();
        given.dedup();
        let codes: Vec<u32> = given.iter().map(|&(.., label)| label).collect();
        let of_edge = || given.chunk_by(|a, b| a.0 == b.0);
        // The labels of an edge stand side by side.
        let with_labels = || {
            of_edge().scan(0, |start, edge| {
                let labels = *start..*start + edge.len();
                *start = labels.end;
                Some((edge[0], &codes[labels]))
            })
        };
        let sets = LabelSets::of(with_labels().map(|(_, labels)| labels), labels);
        let mut slots = Slots::empty(csr, directed);
        for ((claimed, other, _), labels) in with_labels() {
            let code = sets.code(labels);
            slots.out[claimed] = code;
            slots.back.as_mut().unwrap_or(&mut slots.out)[other] = code;
        }
        Slots { sets: sets.into_sets(), duplicates: (records.len() - codes.len()) as u64, ..slots }
    }
}

/// The place that an edge claims for its label, and the other one that gets it too: of an arc, those at its tail and at
/// its head; of an undirected edge, those at its smaller and at its greater end, whichever way it was given.
fn claims(csr: &Csr, (from, to): (u32, u32), directed: bool) -> (usize, usize) {
    let (from, to) = if directed || from < to { (from, to) } else { (to, from) };
    (place(csr, from, to), place(csr, to, from))
}

/// Where `to` stands in the list of `from`.
pub(super) fn place(csr: &Csr, from: u32, to: u32) -> usize {
    csr.offsets()[from as usize] as usize + csr.neighbors(from).partition_point(|&w| w < to)
}

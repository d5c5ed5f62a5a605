//! A database made ready for mining: what is infrequent is dropped, and the rest is one graph.

use motherlode_device::kernels::transactions::pair;
use rayon::prelude::*;
use rustc_hash::FxHashMap;

use crate::dfs_code::Kinds;
use motherlode_data::transactions::{Database, Edge};

/// Graphs that one task counts or copies.
const CHUNK: usize = 4096;

/// A database without its infrequent edges, as one graph (Kessl et al. 2014, section 4), and what was counted of it.
#[derive(Debug)]
pub struct PreparedDatabase {
    /// The number of graphs.
    pub(super) graphs: u32,
    /// The kinds of half-edges whose edge, by itself, is frequent.
    pub(super) kinds: Kinds,
    /// For each kind, in how many graphs its edge occurs.
    pub(super) supports: Vec<u32>,
    /// For each kind, how many half-edges there are of it.
    pub(super) embeddings: Vec<u64>,
    /// For each label of vertices, in how many graphs it occurs.
    pub(super) vertex_supports: Vec<u32>,
    /// The label of each vertex.
    pub(super) labels: Vec<u32>,
    /// For each label of vertices, the most arcs that a vertex of it has.
    pub(super) most_arcs_of: Vec<u32>,
    /// `n + 1` positions in `arcs`.
    pub(super) offsets: Vec<u32>,
    /// For each neighbour, the kind of the edge, counted within those that start at the vertex's label, and the
    /// neighbour.
    pub(super) arcs: Vec<u64>,
    /// The graph of each vertex.
    pub(super) graph_of: Vec<u32>,
}

/// Which labels patterns may have: ids of the database's labels; all of them where there is no list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LabelRestriction {
    /// Of vertices.
    pub vertices: Option<Vec<u32>>,
    /// Of edges.
    pub edges: Option<Vec<u32>>,
}

impl LabelRestriction {
    fn allows_vertex(&self, label: u32) -> bool {
        self.vertices.as_ref().is_none_or(|allowed| allowed.contains(&label))
    }

    pub(crate) fn allows(&self, [a, e, b]: [u32; 3]) -> bool {
        self.allows_vertex(a)
            && self.allows_vertex(b)
            && self.edges.as_ref().is_none_or(|allowed| allowed.contains(&e))
    }
}

impl PreparedDatabase {
    /// Prepares `database` for patterns that occur in `support` graphs or more. The edges of patterns are arcs if those
    /// of the database are; their labels are numbers of the database's edge labels by [`Kinds::edge_label`].
    pub fn new(database: &Database, support: u32) -> PreparedDatabase {
        PreparedDatabase::restricted(database, support, &LabelRestriction::default())
    }

    /// Prepares `database` for patterns that occur in `support` graphs or more, of some labels only.
    ///
    /// Edges of other labels are dropped before anything else: no pattern that has one is ever looked at.
    pub fn restricted(database: &Database, support: u32, restriction: &LabelRestriction) -> PreparedDatabase {
        let mut counts = edge_supports(database);
        let directed = database.is_directed();
        counts.retain(|&[a, e, b], _| restriction.allows([a, e >> u32::from(directed), b]));
        let frequent = counts.iter().filter(|(_, count)| **count >= support).map(|(triple, _)| *triple);
        let kinds = if directed { Kinds::directed(frequent) } else { Kinds::new(frequent) };
        let supports = (0..kinds.len()).map(|kind| counts[&counted(kinds.triple(kind), directed)]).collect();
        let table = KindTable::new(&kinds);
        let (offsets, arcs, embeddings) = arcs(database, &kinds, &table);
        PreparedDatabase {
            graphs: database.graphs(),
            supports,
            embeddings,
            vertex_supports: vertex_supports(database, restriction),
            labels: database.labels().to_vec(),
            most_arcs_of: most_arcs(database, &offsets),
            offsets,
            arcs,
            graph_of: graph_of(database),
            kinds,
        }
    }

    /// The kinds of half-edges whose edge, by itself, is frequent.
    pub fn kinds(&self) -> &Kinds {
        &self.kinds
    }

    /// For each label of vertices, in how many graphs it occurs.
    pub fn vertex_supports(&self) -> &[u32] {
        &self.vertex_supports
    }

    /// The most arcs that a vertex has.
    pub(super) fn most_arcs(&self) -> u32 {
        self.most_arcs_of.iter().copied().max().unwrap_or(0)
    }
}

/// The number of each kind, counted within those of its start's label.
struct KindTable {
    map: FxHashMap<[u32; 3], [u32; 2]>,
}

impl KindTable {
    fn new(kinds: &Kinds) -> KindTable {
        let map = (0..kinds.len())
            .map(|kind| {
                let [a, _, b] = kinds.triple(kind);
                let back = kinds.reverse(kind) - kinds.from_label(b).start;
                (kinds.triple(kind), [kind - kinds.from_label(a).start, back])
            })
            .collect();
        KindTable { map }
    }

    /// The numbers of an edge's two half-edges, if the edge is frequent.
    #[inline]
    fn get(&self, triple: [u32; 3]) -> Option<[u32; 2]> {
        self.map.get(&triple).copied()
    }
}

/// The labels of an edge's kind as seen from its source, as [`Kinds`] has them.
fn triple(database: &Database, edge: &Edge) -> [u32; 3] {
    let label = |vertex: u32| database.labels()[vertex as usize];
    [label(edge.source), edge.label << u32::from(database.is_directed()), label(edge.target)]
}

/// Of the two kinds of an edge the one by which it is counted: from the smaller vertex label, or where an arc starts.
fn counted([a, e, b]: [u32; 3], directed: bool) -> [u32; 3] {
    match directed {
        false => [a.min(b), e, a.max(b)],
        true if e & 1 == 1 => [b, e ^ 1, a],
        true => [a, e, b],
    }
}

/// In how many graphs each edge occurs, by the kind by which it is [`counted`].
fn edge_supports(database: &Database) -> FxHashMap<[u32; 3], u32> {
    let chunks: Vec<_> = (0..database.graphs()).collect::<Vec<_>>();
    let count = |graphs: &[u32]| {
        let mut seen: FxHashMap<[u32; 3], (u32, u32)> = FxHashMap::default();
        for &graph in graphs {
            for edge in database.edges_of(graph) {
                let kind = counted(triple(database, edge), database.is_directed());
                let (last, count) = seen.entry(kind).or_insert((u32::MAX, 0));
                *count += u32::from(*last != graph);
                *last = graph;
            }
        }
        seen
    };
    let mut all: FxHashMap<[u32; 3], u32> = FxHashMap::default();
    for part in chunks.par_chunks(CHUNK).map(count).collect::<Vec<_>>() {
        for (triple, (_, count)) in part {
            *all.entry(triple).or_default() += count;
        }
    }
    all
}

fn vertex_supports(database: &Database, restriction: &LabelRestriction) -> Vec<u32> {
    let mut last = vec![u32::MAX; database.vertex_labels().len()];
    let mut counts = vec![0; last.len()];
    for (graph, bounds) in (0..).zip(database.starts().windows(2)) {
        for label in &database.labels()[bounds[0] as usize..bounds[1] as usize] {
            counts[*label as usize] += u32::from(last[*label as usize] != graph);
            last[*label as usize] = graph;
        }
    }
    (0..)
        .zip(&mut counts)
        .filter(|(label, _)| !restriction.allows_vertex(*label))
        .for_each(|(_, count)| *count = 0);
    counts
}

fn most_arcs(database: &Database, offsets: &[u32]) -> Vec<u32> {
    let mut most = vec![0; database.vertex_labels().len()];
    for (label, bounds) in database.labels().iter().zip(offsets.windows(2)) {
        let most = &mut most[*label as usize];
        *most = (*most).max(bounds[1] - bounds[0]);
    }
    most
}

fn graph_of(database: &Database) -> Vec<u32> {
    let bounds = database.starts().windows(2).zip(0..);
    bounds.flat_map(|(bounds, graph)| (bounds[0]..bounds[1]).map(move |_| graph)).collect()
}

/// The neighbourhoods: offsets, arcs, and how many arcs there are of each kind.
fn arcs(database: &Database, kinds: &Kinds, table: &KindTable) -> (Vec<u32>, Vec<u64>, Vec<u64>) {
    let labels = database.labels();
    let kind_of = |edge: &Edge| table.get(triple(database, edge));
    let mut offsets = vec![0u32; labels.len() + 1];
    let mut embeddings = vec![0; kinds.len() as usize];
    for edge in database.edges() {
        if let Some([forth, back]) = kind_of(edge) {
            offsets[edge.source as usize] += 1;
            offsets[edge.target as usize] += 1;
            embeddings[(kinds.from_label(labels[edge.source as usize]).start + forth) as usize] += 1;
            embeddings[(kinds.from_label(labels[edge.target as usize]).start + back) as usize] += 1;
        }
    }
    let mut sum = 0;
    for offset in &mut offsets {
        sum += std::mem::replace(offset, sum);
    }
    let mut arcs = vec![0; sum as usize];
    for edge in database.edges() {
        if let Some([forth, back]) = kind_of(edge) {
            for (from, to, kind) in [(edge.source, edge.target, forth), (edge.target, edge.source, back)] {
                let slot = &mut offsets[from as usize];
                arcs[*slot as usize] = pair(kind, to);
                *slot += 1;
            }
        }
    }
    // Each offset has moved to the end of its list, which is the start of the next.
    offsets.copy_within(0..labels.len(), 1);
    offsets[0] = 0;
    (offsets, arcs, embeddings)
}

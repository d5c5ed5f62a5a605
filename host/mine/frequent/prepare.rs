//! A graph made ready: what is infrequent is dropped, and the rest lies by labels.

use std::borrow::Cow;
use std::cmp::Reverse;

use motherlode_device::kernels::frequent::KindWord;
use rayon::prelude::*;
use rustc_hash::FxHashMap;

use crate::dfs_code::Kinds;
use crate::graph::Csr;
use crate::graph::attributes::{EdgeAttributes, NO_ARC, UNLABELLED};
use crate::transactions::LabelRestriction;
use crate::{MineError, Target};

/// Vertices that a thread takes at a time.
const CHUNK: usize = 1 << 10;

/// What labels are called where the graph has none.
const UNNAMED: &str = "0";
/// What the label of edges without one is called where others have one.
const NO_LABEL: &str = "-";

/// A graph without its infrequent edges, for patterns of a least support.
///
/// A vertex has a *place* for each of its labels that is left. Places are numbered label by label, and within a label
/// by falling degree.
#[derive(Debug)]
pub struct PreparedGraph {
    pub(super) kinds: Kinds,
    /// By kind, the support of its edge.
    pub(super) supports: Vec<u32>,
    /// By kind, the arcs of it.
    arcs_of: Vec<u64>,
    /// By kind, the places that have such arcs.
    sources_of: Vec<u32>,
    /// By label, its first place; and where the places of the last end.
    pub(super) starts: Vec<u32>,
    /// By label, the first word of the directory.
    pub(super) bases: Vec<u64>,
    pub(super) directory: Vec<KindWord>,
    pub(super) rows: Vec<u32>,
    pub(super) arcs: Vec<u32>,
    /// By place, the vertex that it is.
    pub(super) vertices: Vec<u32>,
    /// Whether a vertex has several places.
    pub(super) several: bool,
    /// The sets of the places that have arcs of each kind, and where each starts.
    pub(super) sets: Vec<u32>,
    pub(super) set_starts: Vec<u64>,
    support: u32,
    vertex_labels: Vec<String>,
    edge_labels: Vec<String>,
}

/// The labels of the vertices of a graph.
struct GraphLabels<'g> {
    offsets: Cow<'g, [u64]>,
    codes: Cow<'g, [u32]>,
}

impl GraphLabels<'_> {
    fn slots(&self, v: u32) -> std::ops::Range<usize> {
        self.offsets[v as usize] as usize..self.offsets[v as usize + 1] as usize
    }

    fn of(&self, v: u32) -> &[u32] {
        &self.codes[self.slots(v)]
    }
}

/// The graph as it is read.
struct GraphAsRead<'g> {
    csr: &'g Csr,
    labels: GraphLabels<'g>,
    edges: Option<&'g EdgeAttributes>,
    /// What stands for an edge without a label.
    no_label: u32,
}

impl GraphAsRead<'_> {
    fn is_directed(&self) -> bool {
        self.edges.is_some_and(|edges| edges.back.is_some())
    }

    /// The neighbours of a vertex, each with each label of the edge; of a directed graph, each arc with its labels and
    /// direction, as in [`Kinds::directed`].
    fn edges(&self, v: u32) -> impl Iterator<Item = (u32, u32)> + '_ {
        let start = self.csr.offsets()[v as usize] as usize;
        let codes = move |i: usize| -> [Option<u32>; 2] {
            let Some(EdgeAttributes { out, back, .. }) = self.edges else { return [Some(0), None] };
            let arc = |codes: &[u32]| Some(codes[start + i]).filter(|&code| code != NO_ARC);
            [arc(out), back.as_deref().and_then(arc)]
        };
        let directed = u32::from(self.is_directed());
        let labels = move |i: usize| {
            let of_arc = move |(code, way): (Option<u32>, u32)| {
                code.into_iter()
                    .flat_map(|code| self.labels_of(code))
                    .map(move |label| label << directed | way)
            };
            codes(i).into_iter().zip(0..).flat_map(of_arc)
        };
        let neighbors = self.csr.neighbors(v).iter().enumerate();
        neighbors.flat_map(move |(i, &w)| labels(i).map(move |label| (w, label)))
    }

    /// The labels that a number stands for; that of all edges, where none has a label.
    fn labels_of(&self, code: u32) -> impl Iterator<Item = u32> + '_ {
        let labels = self.edges.map(|edges| &edges.labels).filter(|labels| !labels.is_empty());
        let known = labels.into_iter().flat_map(move |labels| labels.labels_of(code));
        let unlabelled = labels.is_none() || code == UNLABELLED;
        known.chain(unlabelled.then_some(self.no_label))
    }
}

impl PreparedGraph {
    /// Prepares a graph for patterns of some support, at least 1, and of some labels only: numbers in the dictionaries
    /// of its attributes. A graph without labels of vertices, or of edges, is one where all have the label `0`. The
    /// edges of a directed graph, and of its patterns, are arcs; two arcs of opposite directions between the same
    /// vertices are two edges.
    ///
    /// # Errors
    /// When more than 2^32 half-edges are frequent.
    pub fn new<'g>(
        graph: impl Into<Target<'g>>,
        support: u32,
        restriction: &LabelRestriction,
    ) -> Result<PreparedGraph, MineError> {
        let Target { csr, attributes } = graph.into();
        let attributes = attributes.map(|attributes| &**attributes);
        let vertices = attributes.and_then(|attributes| attributes.vertices.as_ref());
        let edges = attributes.and_then(|attributes| attributes.edges.as_deref());
        let labelled = edges.is_some_and(|edges| !edges.labels.is_empty());
        let edges = edges.filter(|edges| labelled || edges.back.is_some());
        let mut edge_labels =
            edges.filter(|_| labelled).map_or(vec![], |edges| edges.labels.names().to_vec());
        let no_label = edge_labels.len() as u32;
        if !labelled {
            edge_labels.push(UNNAMED.to_owned());
        } else if edges.is_some_and(|edges| edges.out.contains(&UNLABELLED)) {
            edge_labels.push(NO_LABEL.to_owned());
        }
        let labels = match vertices {
            Some(labels) => {
                GraphLabels { offsets: (&labels.offsets[..]).into(), codes: (&labels.codes[..]).into() }
            }
            None => GraphLabels {
                offsets: (0..=u64::from(csr.n())).collect(),
                codes: vec![0; csr.n() as usize].into(),
            },
        };
        let vertex_labels =
            vertices.map_or(vec![UNNAMED.to_owned()], |labels| labels.labels.names().to_vec());
        let source = GraphAsRead { csr, labels, edges, no_label };
        let support = support.max(1);
        let (kinds, supports) = frequent_kinds(&source, support, restriction);
        let mut prepared = PreparedGraph {
            arcs_of: vec![0; kinds.len() as usize],
            sources_of: vec![0; kinds.len() as usize],
            kinds,
            supports,
            starts: Vec::new(),
            bases: Vec::new(),
            directory: Vec::new(),
            rows: vec![0],
            arcs: Vec::new(),
            vertices: Vec::new(),
            several: false,
            sets: Vec::new(),
            set_starts: Vec::new(),
            support,
            vertex_labels,
            edge_labels,
        };
        prepared.fill(&source)?;
        Ok(prepared)
    }

    /// The kinds of half-edges whose edge, by itself, is frequent. Their labels are numbers of
    /// [`vertex_labels`](Self::vertex_labels) and, by [`Kinds::edge_label`], of [`edge_labels`](Self::edge_labels).
    pub fn kinds(&self) -> &Kinds {
        &self.kinds
    }

    /// The least support of the patterns that it is prepared for.
    pub fn support(&self) -> u32 {
        self.support
    }

    /// What the labels of vertices are called.
    pub fn vertex_labels(&self) -> &[String] {
        &self.vertex_labels
    }

    /// What the labels of edges are called.
    pub fn edge_labels(&self) -> &[String] {
        &self.edge_labels
    }

    /// Places of a label.
    pub(super) fn places_of(&self, label: u32) -> u32 {
        self.starts[label as usize + 1] - self.starts[label as usize]
    }

    /// Words of a set of places of a label.
    pub(super) fn words_of(&self, label: u32) -> u32 {
        self.places_of(label).div_ceil(u32::BITS)
    }

    /// Words of the directory for each place of a label.
    pub(super) fn stride_of(&self, label: u32) -> u32 {
        (self.kinds.from_label(label).len() as u32).div_ceil(u32::BITS)
    }

    /// How many arcs of a kind a place has that has any, on the average, in sixteenths.
    pub(super) fn mean_arcs(&self, kind: u32) -> u64 {
        16 * self.arcs_of[kind as usize] / u64::from(self.sources_of[kind as usize].max(1))
    }

    fn fill(&mut self, source: &GraphAsRead<'_>) -> Result<(), MineError> {
        let labels = self.vertex_labels.len() as u32;
        let kind_of: FxHashMap<[u32; 3], u32> =
            (0..self.kinds.len()).map(|kind| (self.kinds.triple(kind), kind)).collect();
        let degree = |v: u32, a: u32| -> u32 {
            let of_edge = |(w, e): (u32, u32)| {
                source.labels.of(w).iter().filter(|&&b| kind_of.contains_key(&[a, e, b])).count() as u32
            };
            source.edges(v).map(of_edge).sum()
        };
        let all: Vec<u32> = (0..source.csr.n()).collect();
        let found = |&v: &u32| {
            let of_label = move |&a: &u32| (a, Reverse(degree(v, a)), v);
            source.labels.of(v).iter().map(of_label).filter(|place| place.1.0 > 0).collect::<Vec<_>>()
        };
        let mut places: Vec<(u32, Reverse<u32>, u32)> =
            all.par_chunks(CHUNK).flat_map_iter(|chunk| chunk.iter().flat_map(found)).collect();
        places.par_sort_unstable();
        let arcs: u64 = places.iter().map(|place| u64::from(place.1.0)).sum();
        if arcs >= u64::from(u32::MAX) {
            return Err(MineError::TooManyArcs);
        }
        self.starts = (0..=labels).map(|a| places.partition_point(|place| place.0 < a) as u32).collect();
        self.vertices = places.iter().map(|place| place.2).collect();
        let mut place_of = vec![u32::MAX; source.labels.codes.len()];
        for (number, &(a, _, v)) in (0..).zip(&places) {
            let slots = source.labels.slots(v);
            self.several |= slots.len() > 1;
            let slot = slots.start + source.labels.of(v).iter().position(|&b| b == a).unwrap_or_default();
            place_of[slot] = number;
        }
        self.lay_out_sets();
        let lists = |chunk: &[(u32, Reverse<u32>, u32)]| {
            let list = |&(a, Reverse(degree), v): &(u32, Reverse<u32>, u32)| {
                let mut list = Vec::with_capacity(degree as usize);
                for (w, e) in source.edges(v) {
                    for slot in source.labels.slots(w) {
                        if let Some(&kind) = kind_of.get(&[a, e, source.labels.codes[slot]]) {
                            list.push(u64::from(kind) << 32 | u64::from(place_of[slot]));
                        }
                    }
                }
                list.sort_unstable();
                list
            };
            chunk.iter().map(list).collect::<Vec<_>>()
        };
        self.arcs.reserve_exact(arcs as usize);
        for (block, places_of_block) in places.chunks(CHUNK * 64).enumerate() {
            let lists: Vec<Vec<u64>> = places_of_block.par_chunks(CHUNK).flat_map_iter(lists).collect();
            for (i, list) in lists.iter().enumerate() {
                let place = block * CHUNK * 64 + i;
                self.add(place as u32, places[place].0, list);
            }
        }
        Ok(())
    }

    /// Makes room for the sets and the directory.
    fn lay_out_sets(&mut self) {
        let mut words = 0;
        for kind in 0..self.kinds.len() {
            self.set_starts.push(words);
            words += u64::from(self.words_of(self.kinds.triple(kind)[0]));
        }
        self.sets = vec![0; words as usize];
        let mut base = 0;
        for label in 0..self.vertex_labels.len() as u32 {
            self.bases.push(base);
            base += u64::from(self.stride_of(label)) * u64::from(self.places_of(label));
        }
        self.directory = vec![KindWord::default(); base as usize];
    }

    /// Adds the arcs of the next place.
    fn add(&mut self, place: u32, label: u32, list: &[u64]) {
        let first = self.kinds.from_label(label).start;
        let within = place - self.starts[label as usize];
        let stride = self.stride_of(label);
        let start = (self.bases[label as usize] + u64::from(stride) * u64::from(within)) as usize;
        for row in list.chunk_by(|a, b| a >> 32 == b >> 32) {
            let kind = (row[0] >> 32) as u32;
            let word = &mut self.directory[start + ((kind - first) / u32::BITS) as usize];
            if word.bits == 0 {
                word.row = self.rows.len() as u32 - 1;
            }
            word.bits |= 1 << ((kind - first) % u32::BITS);
            self.arcs.extend(row.iter().map(|&arc| arc as u32));
            self.rows.push(self.arcs.len() as u32);
            self.arcs_of[kind as usize] += row.len() as u64;
            self.sources_of[kind as usize] += 1;
            let set = self.set_starts[kind as usize] as usize;
            self.sets[set + (within / u32::BITS) as usize] |= 1 << (within % u32::BITS);
        }
    }
}

/// The kinds of edges that are frequent and allowed, and the support of each.
fn frequent_kinds(
    source: &GraphAsRead<'_>,
    support: u32,
    restriction: &LabelRestriction,
) -> (Kinds, Vec<u32>) {
    let all: Vec<u32> = (0..source.csr.n()).collect();
    let count = |chunk: &[u32]| {
        let mut counts: FxHashMap<[u32; 3], u32> = FxHashMap::default();
        let mut pairs: Vec<(u32, u32)> = Vec::new();
        for &v in chunk {
            pairs.clear();
            pairs.extend(source.edges(v).flat_map(|(w, e)| source.labels.of(w).iter().map(move |&b| (e, b))));
            pairs.sort_unstable();
            pairs.dedup();
            for &a in source.labels.of(v) {
                for &(e, b) in &pairs {
                    *counts.entry([a, e, b]).or_default() += 1;
                }
            }
        }
        counts
    };
    let add = |mut a: FxHashMap<[u32; 3], u32>, b: FxHashMap<[u32; 3], u32>| {
        for (triple, count) in b {
            *a.entry(triple).or_default() += count;
        }
        a
    };
    let sources = all.par_chunks(CHUNK).map(count).reduce(FxHashMap::default, add);
    let directed = source.is_directed();
    let reversed = |[a, e, b]: [u32; 3]| [b, e ^ u32::from(directed), a];
    let support_of = |triple: [u32; 3]| sources[&triple].min(sources[&reversed(triple)]);
    let allowed = |&[a, e, b]: &[u32; 3]| restriction.allows([a, e >> u32::from(directed), b]);
    let frequent = sources.keys().copied().filter(|triple| allowed(triple) && support_of(*triple) >= support);
    let kinds = if directed { Kinds::directed(frequent) } else { Kinds::new(frequent) };
    let supports = (0..kinds.len()).map(|kind| support_of(kinds.triple(kind))).collect();
    (kinds, supports)
}

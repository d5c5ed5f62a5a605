//! DFS codes in the form that the miner works on: kinds of half-edges in place of labels.

use serde::{Deserialize, Serialize};

/// The kinds of half-edges: `(label of the start, label of the edge, label of the end)`, numbered in that order.
///
/// So comparing kinds compares the label triples of gSpan's order on edges.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kinds {
    triples: Vec<[u32; 3]>,
    reverse: Vec<u32>,
    /// For each label, where the kinds that start at it start; one more to end the last.
    starts: Vec<u32>,
    /// The kinds in the order of start, end, edge.
    by_ends: Vec<u32>,
    directed: bool,
}

impl Kinds {
    /// The kinds of these triples, in whatever order and however often they are given, and of their reverses.
    pub fn new(triples: impl IntoIterator<Item = [u32; 3]>) -> Kinds {
        Kinds::closed(triples, false)
    }

    /// The kinds of these triples and of their reverses where edges are arcs: the number of an edge's label is twice
    /// that of the arc's label, and one more where the arc leads from the triple's end to its start. Two vertices may
    /// be joined by an arc in each direction.
    pub fn directed(triples: impl IntoIterator<Item = [u32; 3]>) -> Kinds {
        Kinds::closed(triples, true)
    }

    fn closed(triples: impl IntoIterator<Item = [u32; 3]>, directed: bool) -> Kinds {
        let reversed = |[a, e, b]: [u32; 3]| [b, e ^ u32::from(directed), a];
        let mut all: Vec<[u32; 3]> =
            triples.into_iter().flat_map(|triple| [triple, reversed(triple)]).collect();
        all.sort_unstable();
        all.dedup();
        let find =
            |triple: &[u32; 3]| all.binary_search(&reversed(*triple)).expect("reverses are there") as u32;
        let reverse = all.iter().map(find).collect();
        let labels = all.last().map_or(0, |triple| triple[0] + 1);
        let starts =
            (0..=labels).map(|label| all.partition_point(|triple| triple[0] < label) as u32).collect();
        let mut by_ends: Vec<u32> = (0..all.len() as u32).collect();
        by_ends.sort_unstable_by_key(|kind| {
            let [a, e, b] = all[*kind as usize];
            [a, b, e]
        });
        Kinds { triples: all, reverse, starts, by_ends, directed }
    }

    /// Whether edges are arcs.
    pub fn is_directed(&self) -> bool {
        self.directed
    }

    /// The label of the edges of a kind: for an arc, that of the arc whatever its direction.
    pub fn edge_label(&self, kind: u32) -> u32 {
        self.triple(kind)[1] >> u32::from(self.directed)
    }

    /// Whether edges of a kind are arcs from its end to its start.
    pub fn leads_back(&self, kind: u32) -> bool {
        self.directed && self.triple(kind)[1] & 1 == 1
    }

    /// The ends of a step's edge: of an arc, first the one that it leads from.
    pub fn ends(&self, step: &Step) -> [u32; 2] {
        if self.leads_back(step.kind) { [step.to, step.from] } else { [step.from, step.to] }
    }

    /// Whether edges of both kinds may join the same two vertices: arcs in opposite directions.
    pub fn are_parallel(&self, kind: u32, other: u32) -> bool {
        self.directed && (self.triple(kind)[1] ^ self.triple(other)[1]) & 1 == 1
    }

    /// The number of kinds.
    pub fn len(&self) -> u32 {
        self.triples.len() as u32
    }

    /// Whether there are no kinds.
    pub fn is_empty(&self) -> bool {
        self.triples.is_empty()
    }

    /// The kind of a triple, if there is one.
    pub fn find(&self, triple: [u32; 3]) -> Option<u32> {
        self.triples.binary_search(&triple).ok().map(|kind| kind as u32)
    }

    /// The kind of the same edges, seen from their other end.
    #[inline]
    pub fn reverse(&self, kind: u32) -> u32 {
        self.reverse[kind as usize]
    }

    /// The label of the start, of the edge, and of the end.
    #[inline]
    pub fn triple(&self, kind: u32) -> [u32; 3] {
        self.triples[kind as usize]
    }

    /// The smaller of the two kinds of an edge: what a DFS code that starts with it starts with.
    #[inline]
    pub fn first(&self, kind: u32) -> u32 {
        kind.min(self.reverse(kind))
    }

    /// The kinds that start at label `label`: a range of numbers.
    #[inline]
    pub fn from_label(&self, label: u32) -> std::ops::Range<u32> {
        match self.starts.get(label as usize..label as usize + 2) {
            Some(bounds) => bounds[0]..bounds[1],
            None => 0..0,
        }
    }

    /// The kinds from label `start` to label `end`, ascending.
    pub fn between(&self, start: u32, end: u32) -> &[u32] {
        let range = self.from_label(start);
        let kinds = &self.by_ends[range.start as usize..range.end as usize];
        let end_of = |kind: &u32| self.triples[*kind as usize][2];
        let low = kinds.partition_point(|kind| end_of(kind) < end);
        let high = low + kinds[low..].partition_point(|kind| end_of(kind) == end);
        &kinds[low..high]
    }
}

/// One edge of a DFS code: between pattern vertices, which are numbered in order of discovery.
///
/// Forward (`to > from`) it discovers `to`; backward it closes a cycle from the vertex discovered last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Step {
    /// The vertex that the search stands on.
    pub from: u32,
    /// The vertex that the edge leads to.
    pub to: u32,
    /// The kind of the half-edge `from -> to`.
    pub kind: u32,
}

impl Step {
    /// Whether the edge discovers a vertex.
    #[inline]
    pub fn is_forward(self) -> bool {
        self.to > self.from
    }

    /// A number that orders the edges that may follow one and the same DFS code as gSpan does (Yan and Han 2002,
    /// definition 6): backward before forward; backward by target; forward from the deepest vertex on; then by kind.
    #[inline]
    pub fn rank(self) -> (bool, u32, u32) {
        let place = if self.is_forward() { u32::MAX - self.from } else { self.to };
        (self.is_forward(), place, self.kind)
    }
}

/// The rightmost path of a code: the vertices from vertex 0 to the one discovered last along forward edges.
pub fn rightmost_path(code: &[Step]) -> Vec<u32> {
    let mut path = vec![0];
    for step in code.iter().filter(|step| step.is_forward()) {
        while path.last() != Some(&step.from) {
            path.pop().expect("a code grows from its rightmost path");
        }
        path.push(step.to);
    }
    path
}

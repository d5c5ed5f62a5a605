//! The lists of a graph and the labels in them, by one thread.

use super::NO_ARC;
use super::rewired::RewiredEdge;
use crate::graph::Csr;

/// A graph with the labels of its edges, by place in its lists: from the list's vertex, and back.
pub(super) struct RewiredLists {
    pub csr: Csr,
    pub out: Vec<u32>,
    pub back: Vec<u32>,
}

/// An edge as one of its ends sees it.
#[derive(Clone, Copy, Default)]
struct HalfEdge {
    other: u32,
    out: u32,
    back: u32,
}

impl HalfEdge {
    /// As the other end sees it, which stands in the list of `end`.
    fn turned(self, end: u32) -> HalfEdge {
        HalfEdge { other: end, out: self.back, back: self.out }
    }
}

impl RewiredLists {
    /// The graph of these edges, none from a vertex to itself. Arcs both ways may be one edge or two.
    ///
    /// Lists are sorted by being turned round: once the halves stand by their other ends in whatever order, they are
    /// handed to the lists of these, the lowest end first.
    ///
    /// # Panics
    /// If an end is not below `n`, or an edge has only one.
    pub fn of(n: u32, edges: usize, edge: impl Fn(usize) -> RewiredEdge) -> RewiredLists {
        let starts = starts(n, edges, &edge);
        let mut unsorted = GrowingLists::new(&starts);
        for RewiredEdge { ends: (first, second), labels: (out, back) } in (0..edges).map(edge) {
            let half = HalfEdge { other: second, out, back };
            unsorted.push(first, half);
            unsorted.push(second, half.turned(first));
        }
        let mut sorted = GrowingLists::new(&starts);
        for end in 0..n {
            for half in unsorted.list(end) {
                sorted.push_or_merge(half.other, half.turned(end));
            }
        }
        sorted.into_graph(n)
    }
}

/// Where the list of each vertex starts that occurs so often as an end; and where the last one ends.
fn starts(n: u32, edges: usize, edge: &impl Fn(usize) -> RewiredEdge) -> Vec<u32> {
    let mut starts = vec![0; n as usize + 1];
    for RewiredEdge { ends: (first, second), .. } in (0..edges).map(edge) {
        assert!(first != second, "an edge from {first} to itself");
        for end in [first, second] {
            assert!(end < n, "vertex {end} in a graph of {n} vertices");
            starts[end as usize + 1] += 1;
        }
    }
    for v in 0..n as usize {
        starts[v + 1] += starts[v];
    }
    starts
}

/// Lists of halves that grow, each with room of its own.
struct GrowingLists<'s> {
    starts: &'s [u32],
    /// Where the next half of each list goes.
    next: Vec<u32>,
    halves: Vec<HalfEdge>,
}

impl<'s> GrowingLists<'s> {
    /// Empty lists, with room up to the start of the next one.
    fn new(starts: &'s [u32]) -> GrowingLists<'s> {
        let all = starts[starts.len() - 1] as usize;
        GrowingLists { starts, next: starts.to_vec(), halves: vec![HalfEdge::default(); all] }
    }

    /// The list of a vertex.
    fn list(&self, end: u32) -> &[HalfEdge] {
        let end = end as usize;
        &self.halves[self.starts[end] as usize..self.next[end] as usize]
    }

    fn push(&mut self, end: u32, half: HalfEdge) {
        let next = &mut self.next[end as usize];
        self.halves[*next as usize] = half;
        *next += 1;
    }

    /// The same in a list that ascends: of two arcs between the same vertices, which come one after the other, the
    /// second becomes a part of the first.
    fn push_or_merge(&mut self, end: u32, half: HalfEdge) {
        let next = self.next[end as usize];
        if next > self.starts[end as usize] {
            let last = &mut self.halves[next as usize - 1];
            if last.other == half.other {
                last.out = if last.out == NO_ARC { half.out } else { last.out };
                last.back = if last.back == NO_ARC { half.back } else { last.back };
                return;
            }
        }
        self.push(end, half);
    }

    /// The graph of these lists, each ascending.
    fn into_graph(self, n: u32) -> RewiredLists {
        let mut offsets = Vec::with_capacity(n as usize + 1);
        let [mut neighbors, mut out, mut back] = [(); 3].map(|()| Vec::with_capacity(self.halves.len()));
        offsets.push(0);
        for list in (0..n).map(|end| self.list(end)) {
            neighbors.extend(list.iter().map(|half| half.other));
            out.extend(list.iter().map(|half| half.out));
            back.extend(list.iter().map(|half| half.back));
            offsets.push(neighbors.len() as u64);
        }
        // SAFETY: each list is ascending, as its vertices handed themselves to it in their order, and without
        // duplicates, which are one by now; no edge leads from a vertex to itself, as checked; and each edge stands in
        // the lists of both its ends.
        let csr = unsafe { Csr::trusted(offsets, neighbors) };
        RewiredLists { csr, out, back }
    }
}

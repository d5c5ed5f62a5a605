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
        let halves = || {
            (0..edges).map(&edge).flat_map(|RewiredEdge { ends: (first, second), labels: (out, back) }| {
                assert!(first != second, "an edge from {first} to itself");
                let half = HalfEdge { other: second, out, back };
                [(first, half), (second, half.turned(first))]
            })
        };
        let starts = starts(n, halves().map(|(end, _)| end));
        let mut unsorted = vec![HalfEdge::default(); 2 * edges];
        hand_out(&starts, halves(), &mut unsorted);
        let mut sorted = vec![HalfEdge::default(); 2 * edges];
        let turned = (0..n)
            .zip(lists(&starts, &unsorted))
            .flat_map(|(end, list)| list.iter().map(move |&half| (half.other, half.turned(end))));
        hand_out(&starts, turned, &mut sorted);
        merged(n, lists(&starts, &sorted))
    }
}

/// Where the list of each vertex starts that occurs so often among `ends`; and where the last one ends.
fn starts(n: u32, ends: impl Iterator<Item = u32>) -> Vec<usize> {
    let mut starts = vec![0; n as usize + 1];
    for end in ends {
        assert!(end < n, "vertex {end} in a graph of {n} vertices");
        starts[end as usize + 1] += 1;
    }
    for v in 0..n as usize {
        starts[v + 1] += starts[v];
    }
    starts
}

/// The lists that start there.
fn lists<'h>(starts: &'h [usize], halves: &'h [HalfEdge]) -> impl Iterator<Item = &'h [HalfEdge]> {
    starts.windows(2).map(|range| &halves[range[0]..range[1]])
}

/// Puts halves into the lists of their ends, in the order in which they come.
fn hand_out(starts: &[usize], halves: impl Iterator<Item = (u32, HalfEdge)>, lists: &mut [HalfEdge]) {
    let mut next = starts.to_vec();
    for (end, half) in halves {
        let place = &mut next[end as usize];
        lists[*place] = half;
        *place += 1;
    }
}

/// The graph of these lists, each ascending; two arcs between the same vertices become one edge.
fn merged<'h>(n: u32, lists: impl Iterator<Item = &'h [HalfEdge]>) -> RewiredLists {
    let mut offsets = Vec::with_capacity(n as usize + 1);
    let (mut neighbors, mut out, mut back) = (Vec::new(), Vec::new(), Vec::new());
    offsets.push(0);
    for list in lists {
        for same in list.chunk_by(|one, next| one.other == next.other) {
            let label = |of: fn(&HalfEdge) -> u32| same.iter().map(of).find(|&label| label != NO_ARC);
            neighbors.push(same[0].other);
            out.push(label(|half| half.out).unwrap_or(NO_ARC));
            back.push(label(|half| half.back).unwrap_or(NO_ARC));
        }
        offsets.push(neighbors.len() as u64);
    }
    // SAFETY: each list is ascending, as its vertices handed themselves to it in their order, and without duplicates,
    // which are one by now; no edge leads from a vertex to itself, as checked; and each edge stands in the lists of
    // both its ends.
    let csr = unsafe { Csr::trusted(offsets, neighbors) };
    RewiredLists { csr, out, back }
}

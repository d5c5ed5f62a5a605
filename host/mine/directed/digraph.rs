//! Directed graphs of a few vertices, and which are the same but for the names of the vertices.

use std::collections::HashMap;
use std::sync::OnceLock;

use motherlode_device::kernels::directed::ties::{IN, OUT};
use parking_lot::{Mutex, MutexGuard};

use crate::catalog::permutations;

/// A directed graph on `0..k`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Digraph {
    k: usize,
    number: u32,
}

impl Digraph {
    /// Without an arc.
    pub fn new(k: usize) -> Digraph {
        Digraph { k, number: 0 }
    }

    /// With all arcs.
    pub fn complete(k: usize) -> Digraph {
        Digraph::new(k).pairs().fold(Digraph::new(k), |all, (u, v)| all.with(u, v))
    }

    /// The graph of such a number.
    pub fn of_number(k: usize, number: u32) -> Digraph {
        Digraph { k, number }
    }

    /// How many vertices it has.
    pub fn vertices(self) -> usize {
        self.k
    }

    /// The adjacency matrix, read row by row as binary digits, the first highest.
    pub fn number(self) -> u32 {
        self.number
    }

    fn bit(self, tail: usize, head: usize) -> u32 {
        1 << (self.k * self.k - 1 - (tail * self.k + head))
    }

    /// Whether it has an arc.
    pub fn has(self, tail: usize, head: usize) -> bool {
        self.number & self.bit(tail, head) != 0
    }

    /// With an arc more.
    #[must_use]
    pub fn with(self, tail: usize, head: usize) -> Digraph {
        Digraph { number: self.number | self.bit(tail, head), ..self }
    }

    /// Without an arc.
    #[must_use]
    fn without(self, tail: usize, head: usize) -> Digraph {
        Digraph { number: self.number & !self.bit(tail, head), ..self }
    }

    /// With two vertices joined, by a tie as kernels number them, from the first.
    #[must_use]
    pub fn tied(self, one: usize, other: usize, tie: usize) -> Digraph {
        let out = if tie == usize::from(IN) { self } else { self.with(one, other) };
        if tie == usize::from(OUT) { out } else { out.with(other, one) }
    }

    /// With ties: the vertices that each joins, and the tie from the first.
    #[must_use]
    pub fn with_ties(self, ties: &[(usize, usize, usize)]) -> Digraph {
        ties.iter().fold(self, |graph, &(u, v, tie)| graph.tied(u, v, tie))
    }

    /// The same graph, each vertex with another number.
    #[must_use]
    pub fn renumbered(self, number: impl Fn(usize) -> usize) -> Digraph {
        self.arcs().fold(Digraph::new(self.k), |all, (tail, head)| all.with(number(tail), number(head)))
    }

    /// The same graph, some of its vertices, given as bits, before the others.
    #[must_use]
    pub fn seen_from(self, first: u32) -> Digraph {
        let before = |bits: u32, v: usize| (bits & ((1 << v) - 1)).count_ones() as usize;
        self.renumbered(|v| match first >> v & 1 {
            1 => before(first, v),
            _ => first.count_ones() as usize + before(!first, v),
        })
    }

    fn pairs(self) -> impl Iterator<Item = (usize, usize)> {
        (0..self.k).flat_map(move |u| (0..self.k).filter(move |&v| v != u).map(move |v| (u, v)))
    }

    /// Its arcs, by tail and then by head.
    pub fn arcs(self) -> impl Iterator<Item = (usize, usize)> {
        self.pairs().filter(move |&(tail, head)| self.has(tail, head))
    }

    /// Whether there is a tie between two vertices.
    pub fn are_joined(self, u: usize, v: usize) -> bool {
        self.has(u, v) || self.has(v, u)
    }

    /// Whether it is in one part, whatever the directions.
    pub fn is_connected(self) -> bool {
        let (mut reached, mut found) = (0u32, 1u32);
        while reached != found {
            reached = found;
            let next = self.pairs().filter(|&(u, v)| reached >> u & 1 == 1 && self.are_joined(u, v));
            found |= next.fold(0, |next, (_, v)| next | 1 << v);
        }
        reached.count_ones() as usize == self.k
    }

    /// Its arcs in the language of patterns.
    pub fn text(self) -> String {
        let letter = |v: usize| char::from(b'a' + v as u8);
        let arcs: Vec<String> =
            self.arcs().map(|(tail, head)| format!("{}->{}", letter(tail), letter(head))).collect();
        arcs.join(", ")
    }

    /// The graphs that are left when a part is taken away, and in one part.
    pub fn without_one(self, part: DigraphPart) -> impl Iterator<Item = Digraph> {
        let left = move |(u, v): (usize, usize)| match part {
            DigraphPart::Arc => self.has(u, v).then(|| self.without(u, v)),
            DigraphPart::Tie => (u < v && self.are_joined(u, v)).then(|| self.without(u, v).without(v, u)),
        };
        self.pairs().filter_map(left).filter(|left| left.is_connected())
    }

    /// Such parts of it, each as the number of the graph that has no other.
    pub fn parts(self, part: DigraphPart) -> Vec<u32> {
        let of = |(u, v): (usize, usize)| match part {
            DigraphPart::Arc => self.number & self.bit(u, v),
            DigraphPart::Tie if u < v => self.number & (self.bit(u, v) | self.bit(v, u)),
            DigraphPart::Tie => 0,
        };
        self.pairs().map(of).filter(|&number| number != 0).collect()
    }

    /// How many such parts it has.
    pub fn count(self, part: DigraphPart) -> usize {
        match part {
            DigraphPart::Arc => self.arcs().count(),
            DigraphPart::Tie => self.pairs().filter(|&(u, v)| u < v && self.are_joined(u, v)).count(),
        }
    }
}

/// What is taken from a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DigraphPart {
    /// An arc.
    Arc,
    /// All arcs between two vertices.
    Tie,
}

/// The classes of the directed graphs of `k` vertices, as far as they were asked for: a class is called by the least
/// number of its graphs.
pub(crate) struct DirectedClasses {
    k: usize,
    renumberings: Vec<Vec<usize>>,
    known: HashMap<u32, u32>,
}

impl DirectedClasses {
    /// Those of `k` vertices, up to 5, which all jobs share.
    pub fn of(k: usize) -> MutexGuard<'static, DirectedClasses> {
        static CLASSES: [OnceLock<Mutex<DirectedClasses>>; 6] = [const { OnceLock::new() }; 6];
        let new = || Mutex::new(DirectedClasses { k, renumberings: permutations(k), known: HashMap::new() });
        CLASSES[k].get_or_init(new).lock()
    }

    /// The class of a graph.
    pub fn class(&mut self, graph: Digraph) -> u32 {
        debug_assert_eq!(graph.k, self.k);
        let DirectedClasses { renumberings, known, .. } = self;
        *known.entry(graph.number).or_insert_with(|| {
            let arcs: Vec<(usize, usize)> = graph.arcs().collect();
            let renumbered = |order: &Vec<usize>| {
                let renumber =
                    |all: Digraph, &(tail, head): &(usize, usize)| all.with(order[tail], order[head]);
                arcs.iter().fold(Digraph::new(graph.k), renumber).number
            };
            renumberings.iter().map(renumbered).min().expect("there is the identity")
        })
    }

    /// All classes of connected graphs, ascending.
    pub fn all(&mut self) -> Vec<u32> {
        let complete = Digraph::complete(self.k).number;
        let (mut all, mut last) = (vec![complete], vec![complete]);
        while !last.is_empty() {
            let less = |&number: &u32| Digraph::of_number(self.k, number).without_one(DigraphPart::Arc);
            let left: Vec<Digraph> = last.iter().flat_map(less).collect();
            last = left.into_iter().map(|graph| self.class(graph)).collect();
            last.sort_unstable();
            last.dedup();
            all.extend(&last);
        }
        all.sort_unstable();
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_classes_as_are_known() {
        // Connected directed graphs: https://oeis.org/A003085.
        for (k, count) in [(2, 2), (3, 13), (4, 199), (5, 9364)] {
            assert_eq!(DirectedClasses::of(k).all().len(), count, "{k} vertices");
        }
    }

    #[test]
    fn classes_have_the_numbers_of_mfinder() {
        assert_eq!(DirectedClasses::of(3).all(), [6, 12, 14, 36, 38, 46, 74, 78, 98, 102, 108, 110, 238]);
        let feed_forward = Digraph::new(3).with(1, 2).with(0, 2).with(1, 0);
        assert_eq!(DirectedClasses::of(3).class(feed_forward), 38);
        assert_eq!(Digraph::of_number(3, 38).text(), "b->a, c->a, c->b");
    }
}

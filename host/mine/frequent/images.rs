//! Where a pattern's vertices are sent.

use super::PreparedGraph;
use super::candidate::CandidatePattern;
use super::level::KnownPattern;
use super::wave::Settled;

/// For each vertex of a pattern the vertices of the graph that some match sends it to. Those of vertices that an
/// automorphism exchanges are the same.
#[derive(Clone, Debug)]
pub struct Images<'s> {
    prepared: &'s PreparedGraph,
    /// For each vertex of the pattern, the first place of its label, and the places that are images, a bit each.
    sets: Vec<(u32, &'s [u32])>,
}

impl<'s> Images<'s> {
    /// Those of a pattern of one edge.
    pub(super) fn of_edge(prepared: &'s PreparedGraph, pattern: &KnownPattern) -> Images<'s> {
        let kind = pattern.code[0].kind;
        let set = |kind: u32| {
            let label = prepared.kinds.triple(kind)[0];
            let start = prepared.set_starts[kind as usize] as usize;
            let words = &prepared.sets[start..start + prepared.words_of(label) as usize];
            (prepared.starts[label as usize], words)
        };
        Images { prepared, sets: [kind, prepared.kinds.reverse(kind)].map(set).into() }
    }

    /// Those of a candidate of a wave whose domains were settled to the end.
    pub(super) fn of_settled(
        prepared: &'s PreparedGraph,
        settled: &'s Settled,
        number: usize,
        candidate: &CandidatePattern,
    ) -> Images<'s> {
        let set = |&orbit: &u32| {
            let label = candidate.orbits[orbit as usize].label;
            (prepared.starts[label as usize], settled.words_of(number, orbit as usize))
        };
        Images { prepared, sets: candidate.orbit_of.iter().map(set).collect() }
    }

    /// Those of a vertex of the pattern, as vertices of the graph, ascending.
    ///
    /// # Panics
    /// When the pattern has no such vertex.
    pub fn of(&self, vertex: usize) -> Vec<u32> {
        let (start, words) = self.sets[vertex];
        let places = (start..).step_by(u32::BITS as usize).zip(words).flat_map(|(first, &word)| {
            (0..u32::BITS).filter(move |bit| word >> bit & 1 == 1).map(move |bit| first + bit)
        });
        let mut vertices: Vec<u32> = places.map(|place| self.prepared.vertices[place as usize]).collect();
        vertices.sort_unstable();
        vertices
    }

    /// Those of all vertices of the pattern, as [`of`](Self::of) gives them.
    pub fn all(&self) -> Vec<Vec<u32>> {
        (0..self.sets.len()).map(|vertex| self.of(vertex)).collect()
    }
}

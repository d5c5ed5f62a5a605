//! Where the tests count: at vertices, and at edges, in the same words.

use motherlode::graph::Csr;
use motherlode::mine::list::ListOptions;
use motherlode::mine::local::{
    Anchor, Graphlet, LocalCounts, Orbits, at_edges, at_vertices, graphlet_degrees,
    graphlet_degrees_of_edges, pairs,
};
use motherlode::mine::{MineError, Target};
use motherlode::pattern::Pattern;
use motherlode::plan::Induced;
use motherlode::runtime::Device;

/// What counts are asked for at each of: so many vertices that are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum At {
    /// Each vertex.
    Vertices = 1,
    /// Each edge.
    Edges = 2,
}

use At::{Edges, Vertices};

impl At {
    /// Each of them.
    pub const BOTH: [At; 2] = [Vertices, Edges];

    /// Those of a graph, in the order of their counts: the vertices of each, which rise.
    pub fn places(self, graph: &Csr) -> Vec<Vec<u32>> {
        match self {
            Vertices => (0..graph.n()).map(|v| vec![v]).collect(),
            Edges => graph.each_edge().map(|(u, v)| vec![u, v]).collect(),
        }
    }

    /// Those of a pattern: the vertices of each.
    pub fn members(self, pattern: &Pattern) -> Vec<Vec<usize>> {
        match self {
            Vertices => (0..pattern.vertices()).map(|v| vec![v]).collect(),
            Edges => pairs(pattern).into_iter().map(|(a, b)| vec![a, b]).collect(),
        }
    }

    /// The orbits of those of a pattern.
    pub fn orbits(self, pattern: &Pattern, induced: Induced) -> Orbits {
        match self {
            Vertices => Orbits::of_vertices(pattern, induced),
            Edges => Orbits::of_pairs(pattern, induced),
        }
    }

    /// What the library counts at each.
    pub fn local<'g>(
        self,
        graph: impl Into<Target<'g>>,
        pattern: &Pattern,
        device: &Device,
        options: &ListOptions,
    ) -> Result<LocalCounts, MineError> {
        match self {
            Vertices => at_vertices(graph, pattern, device, options),
            Edges => at_edges(graph, pattern, device, options),
        }
    }

    /// What it counts of all graphlets.
    pub fn graphlets(
        self,
        graph: &Csr,
        k: usize,
        device: &Device,
        options: &ListOptions,
    ) -> Result<Vec<Graphlet>, MineError> {
        match self {
            Vertices => graphlet_degrees(graph, k, device, options),
            Edges => graphlet_degrees_of_edges(graph, k, device, options),
        }
    }
}

/// The anchor of a place. Of an edge, either end may come first.
pub fn anchor(place: &[u32]) -> Anchor {
    match *place {
        [v] => Anchor::Vertex(v),
        [u, v] if v % 2 == 0 => Anchor::Edge(u, v),
        [u, v] => Anchor::Edge(v, u),
        _ => panic!("neither a vertex nor an edge: {place:?}"),
    }
}

/// How often maps take the places of a pattern to each of a graph.
pub struct Tally {
    members: Vec<Vec<usize>>,
    /// The orbits of the pattern's.
    pub orbits: Orbits,
    /// The graph's: the vertices of each.
    pub places: Vec<Vec<u32>>,
    /// For each place those of each orbit.
    pub counts: Vec<u64>,
}

impl Tally {
    /// None yet.
    pub fn new(at: At, graph: &Csr, pattern: &Pattern, induced: Induced) -> Tally {
        let (members, orbits) = (at.members(pattern), at.orbits(pattern, induced));
        let places = at.places(graph);
        Tally { counts: vec![0; places.len() * orbits.len()], members, orbits, places }
    }

    /// Adds a map from the pattern's vertices.
    pub fn add(&mut self, map: impl Fn(usize) -> u32) {
        for (member, orbit) in self.members.iter().zip(self.orbits.of()) {
            let place = self.places.binary_search(&image(member, &map)).expect("places go to places");
            self.counts[place * self.orbits.len() + orbit] += 1;
        }
    }

    /// The counts of matches, of which each was added so many times: as often at each place.
    pub fn of_matches(self, times: u64) -> Vec<u64> {
        assert!(self.counts.iter().all(|count| count % times == 0));
        self.counts.into_iter().map(|count| count / times).collect()
    }
}

/// Whether a map takes a place of a pattern to this one of a graph.
pub fn holds(at: At, pattern: &Pattern, map: impl Fn(usize) -> u32, place: &[u32]) -> bool {
    at.members(pattern).iter().any(|member| image(member, &map) == place)
}

/// Where a map takes a place of a pattern.
fn image(member: &[usize], map: impl Fn(usize) -> u32) -> Vec<u32> {
    let mut image: Vec<u32> = member.iter().map(|&v| map(v)).collect();
    image.sort_unstable();
    image
}

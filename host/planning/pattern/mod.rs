//! Patterns: their language, names, automorphisms.
//!
//! A [`Pattern`] is a small connected graph, on 2 to 12 vertices, that may ask for labels, directions, properties, and
//! absence. It is written by name or in the pattern language; `docs/patterns.md` explains both for users.
//!
//! | module | what is in it |
//! | --- | --- |
//! | `language` | patterns read and written |
//! | `parse` | how the language is read |
//! | `condition` | what is asked of properties |
//! | `names`, `file` | patterns that have names, and patterns in files |
//! | `limits` | how large patterns may be |
//! | `masks` | vertices as bits |
//! | `structure` | a pattern as numbers, for comparing and planning |
//! | [`automorphism`] | groups, orbits, isomorphism |

pub mod automorphism;
mod condition;
mod error;
mod file;
mod language;
mod limits;
mod link;
mod masks;
mod names;
mod parse;
#[doc(hidden)]
pub mod structure;

pub use automorphism::{Group, Permutation};
pub use condition::{Comparison, Condition, Test, Value};
#[doc(hidden)]
pub use condition::{MARK, asked};
pub use error::PatternError;
pub use limits::{MAX_ANTI_VERTICES, MAX_VERTICES};
#[doc(hidden)]
pub use link::alternatives;
pub use link::{Link, LinkKind};
#[doc(hidden)]
pub use masks::{all, bits};
pub use names::known_names;

/// A vertex of a pattern.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Vertex {
    /// Its name.
    pub name: String,
    /// The labels of which it must have one, as written; empty if any will do.
    pub labels: Vec<String>,
    /// What its properties must fulfil, all of it.
    pub conditions: Vec<Condition>,
}

impl Vertex {
    /// One of any labels.
    fn named(name: String) -> Vertex {
        Vertex { name, labels: Vec::new(), conditions: Vec::new() }
    }

    /// The labels of which one is asked, sorted; where there are conditions, one that stands for all of it.
    #[doc(hidden)]
    pub fn asked(&self) -> Vec<String> {
        asked(&self.labels, &self.conditions)
    }
}

/// A connected pattern of 2 to [`MAX_VERTICES`] vertices, numbered from 0.
///
/// Two patterns are equal when they say the same in the same order and in the same names; they may be isomorphic
/// without being equal.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pattern {
    /// Those that are matched, then those that must not exist.
    all: Vec<Vertex>,
    matched: usize,
    links: Vec<Link>,
    /// The ends of the links that are edges or arcs between matched vertices.
    edges: Vec<(usize, usize)>,
    adjacency: [u32; MAX_VERTICES],
}

impl Pattern {
    /// The pattern with these edges. Its vertices are all the numbers below the largest one that occurs, plus one;
    /// they are named `a`, `b`, `c`, … .
    ///
    /// # Errors
    /// [`PatternError::Vertices`], [`PatternError::SelfLoopAt`], [`PatternError::RepeatedEdgeAt`] or
    /// [`PatternError::Disconnected`].
    pub fn from_edges(edges: &[(usize, usize)]) -> Result<Self, PatternError> {
        let vertices = edges.iter().map(|&(u, v)| u.max(v).saturating_add(1)).max().unwrap_or(0);
        if !(2..=MAX_VERTICES).contains(&vertices) {
            return Err(PatternError::Vertices { vertices });
        }
        let named = |name: char| Vertex::named(name.into());
        let all: Vec<Vertex> = ('a'..).take(vertices).map(named).collect();
        let mut links: Vec<Link> = Vec::with_capacity(edges.len());
        for (index, &(u, v)) in edges.iter().enumerate() {
            let link = Link::edge(u, v);
            if u == v {
                return Err(PatternError::SelfLoopAt { index, vertex: all[u].name.clone() });
            }
            if links.iter().any(|known| !link.goes_with(known)) {
                let edge = (all[u].name.clone(), all[v].name.clone());
                return Err(PatternError::RepeatedEdgeAt { index, edge });
            }
            links.push(link);
        }
        Self::of_links(all, vertices, links)
    }

    /// The pattern of these links, which go with each other, between vertices that have one of these labels each, or
    /// any if there are none. They are named `a`, `b`, `c`, … .
    ///
    /// # Errors
    /// [`PatternError::Vertices`] or [`PatternError::Disconnected`].
    pub(crate) fn of_parts(labels: Vec<Vec<String>>, links: Vec<Link>) -> Result<Self, PatternError> {
        let vertices = labels.len();
        let named = |(name, labels): (char, Vec<String>)| Vertex { labels, ..Vertex::named(name.into()) };
        Self::of_links(('a'..).zip(labels).map(named).collect(), vertices, links)
    }

    /// A pattern of links that go with each other; the first `matched` vertices are those that are matched.
    fn of_links(all: Vec<Vertex>, matched: usize, links: Vec<Link>) -> Result<Self, PatternError> {
        if !(2..=MAX_VERTICES).contains(&matched) {
            return Err(PatternError::Vertices { vertices: matched });
        }
        let present = |link: &&Link| link.is_present() && link.from < matched && link.to < matched;
        let edges: Vec<(usize, usize)> = links.iter().filter(present).map(Link::ends).collect();
        let mut adjacency = [0; MAX_VERTICES];
        for &(u, v) in &edges {
            adjacency[u] |= 1 << v;
            adjacency[v] |= 1 << u;
        }
        let pattern = Self { all, matched, links, edges, adjacency };
        let parts = pattern.parts();
        if parts.len() > 1 {
            let name = |part: &u32| bits(*part).map(|v| pattern.name(v).to_owned()).collect();
            return Err(PatternError::Disconnected { parts: parts.iter().map(name).collect() });
        }
        Ok(pattern)
    }

    /// This pattern, whose vertices have these labels, in order, or none.
    #[doc(hidden)]
    pub fn labelled(mut self, labels: impl Iterator<Item = Option<String>>) -> Self {
        for (vertex, label) in self.all.iter_mut().zip(labels) {
            vertex.labels = label.into_iter().collect();
        }
        self
    }

    /// How many vertices are matched: 2 to 12.
    pub fn vertices(&self) -> usize {
        self.matched
    }

    /// The edges between matched vertices, as they were written; an arc from its tail to its head. A mutual pair of
    /// arcs stands here twice.
    pub fn edges(&self) -> &[(usize, usize)] {
        &self.edges
    }

    /// The links of [`edges`](Self::edges), in their order.
    #[doc(hidden)]
    pub fn edge_links(&self) -> impl Iterator<Item = &Link> {
        let matched = |link: &&Link| link.from < self.matched && link.to < self.matched;
        self.links.iter().filter(|link| link.is_present()).filter(matched)
    }

    /// All that was written of pairs of vertices. Vertices from [`vertices`](Self::vertices) on are anti-vertices.
    pub fn links(&self) -> &[Link] {
        &self.links
    }

    /// The vertices: those that are matched, and then the anti-vertices.
    pub fn all_vertices(&self) -> &[Vertex] {
        &self.all
    }

    /// The vertices that must be adjacent to `vertex`, as a mask.
    ///
    /// # Panics
    /// If `vertex` is not below 12.
    pub fn neighbors(&self, vertex: usize) -> u32 {
        self.adjacency[vertex]
    }

    /// Whether `u` and `v` must be adjacent.
    ///
    /// # Panics
    /// If `u` is not below 12.
    pub fn adjacent(&self, u: usize, v: usize) -> bool {
        v < MAX_VERTICES && self.adjacency[u] >> v & 1 == 1
    }

    /// The smallest degree of a vertex: at least 1.
    pub fn min_degree(&self) -> u32 {
        self.adjacency[..self.vertices()].iter().map(|mask| mask.count_ones()).min().unwrap_or(0)
    }

    /// The name of `vertex`, as written by the user.
    ///
    /// # Panics
    /// If the pattern has no such vertex.
    pub fn name(&self, vertex: usize) -> &str {
        &self.all[vertex].name
    }

    /// Whether the pattern is nothing but edges: no labels, no conditions, no directions, nothing that must be absent.
    pub fn is_plain(&self) -> bool {
        let plain = |link: &Link| link.kind == LinkKind::Edge && link.labels.is_empty();
        self.all.len() == self.matched
            && self.all.iter().all(|vertex| vertex.labels.is_empty())
            && self.links.iter().all(plain)
            && !self.has_conditions()
    }

    /// Whether it asks anything of properties.
    pub fn has_conditions(&self) -> bool {
        self.all.iter().any(|vertex| !vertex.conditions.is_empty())
            || self.links.iter().any(|link| !link.conditions.is_empty())
    }

    /// The names of the properties that it asks for; some may come several times.
    pub fn properties(&self) -> impl Iterator<Item = &str> {
        let of_vertices = self.all.iter().flat_map(|vertex| &vertex.conditions);
        let of_links = self.links.iter().flat_map(|link| &link.conditions);
        of_vertices.chain(of_links).map(|condition| condition.property.as_str())
    }

    /// This pattern with other labels in the place of labels and conditions, where a function tells some.
    #[doc(hidden)]
    pub fn without_conditions(
        &self,
        vertex: impl Fn(&Vertex) -> Option<Vec<String>>,
        link: impl Fn(&Link) -> Option<Vec<String>>,
    ) -> Self {
        let mut other = self.clone();
        for of in &mut other.all {
            if let Some(labels) = vertex(of) {
                (of.labels, of.conditions) = (labels, Vec::new());
            }
        }
        for of in &mut other.links {
            if let Some(labels) = link(of) {
                (of.labels, of.conditions) = (labels, Vec::new());
            }
        }
        other
    }

    /// Whether something must be absent: an edge, or a vertex.
    #[doc(hidden)]
    pub fn asks_for_absence(&self) -> bool {
        self.has_anti_vertices() || !self.links.iter().all(Link::is_present)
    }

    /// Whether vertices must be absent.
    pub(crate) fn has_anti_vertices(&self) -> bool {
        self.all.len() > self.matched
    }

    /// The connected components, as masks of vertices.
    fn parts(&self) -> Vec<u32> {
        let mut left = all(self.vertices());
        let mut parts = Vec::new();
        while left != 0 {
            let mut part = 1 << left.trailing_zeros();
            loop {
                let grown = bits(part).fold(part, |grown, v| grown | self.adjacency[v]);
                if grown == part {
                    break;
                }
                part = grown;
            }
            parts.push(part);
            left &= !part;
        }
        parts
    }
}

#[cfg(test)]
mod tests;

//! Patterns: their syntax, names, automorphisms.
//!
//! A [`Pattern`] is a small connected graph without labels, self-loops or parallel edges, on 2 to 8 vertices. It is
//! written by name or as edge text; `docs/patterns.md` lists both for users.

pub mod automorphism;
mod error;
mod names;
mod parse;

use std::fmt;
use std::str::FromStr;

use motherlode_device::plan::MAX_VERTICES;
use serde::Serialize;

pub use automorphism::{Group, Permutation};
pub use error::PatternError;
pub use names::known_names;

/// A connected undirected pattern of 2 to [`MAX_VERTICES`] vertices, numbered from 0.
///
/// Two patterns are equal when they have the same vertex names and the same edges in the same order; they may be
/// isomorphic without being equal.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pattern {
    names: Vec<String>,
    edges: Vec<(usize, usize)>,
    adjacency: [u32; MAX_VERTICES],
}

impl Pattern {
    /// Reads a name or edge text.
    ///
    /// ```
    /// use motherlode::pattern::Pattern;
    /// let house = Pattern::parse("a-b-c-d-a, a-e-b").unwrap();
    /// assert_eq!((house.vertices(), house.edges().len()), (5, 6));
    /// assert!(house.is_isomorphic(&Pattern::parse("house").unwrap()));
    /// assert_eq!(Pattern::parse(&house.to_string()).unwrap(), house);
    /// ```
    ///
    /// # Errors
    /// A [`PatternError`] that shows the place in `text`, or lists the names nearest to an unknown one.
    pub fn parse(text: &str) -> Result<Self, PatternError> {
        match names::lookup(text)? {
            Some(edges) => Self::from_edges(&edges),
            None => parse::edge_text(text),
        }
    }

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
        let names = ('a'..).take(vertices).map(String::from).collect();
        Self::with_names(names, edges.to_vec())
    }

    fn with_names(names: Vec<String>, edges: Vec<(usize, usize)>) -> Result<Self, PatternError> {
        let mut adjacency = [0; MAX_VERTICES];
        for (index, &(u, v)) in edges.iter().enumerate() {
            if u == v {
                return Err(PatternError::SelfLoopAt { index, vertex: names[u].clone() });
            }
            if adjacency[u] >> v & 1 == 1 {
                return Err(PatternError::RepeatedEdgeAt {
                    index,
                    edge: (names[u].clone(), names[v].clone()),
                });
            }
            adjacency[u] |= 1 << v;
            adjacency[v] |= 1 << u;
        }
        let pattern = Self { names, edges, adjacency };
        let parts = pattern.parts();
        if parts.len() > 1 {
            let name = |part: &u32| bits(*part).map(|v| pattern.names[v].clone()).collect();
            return Err(PatternError::Disconnected { parts: parts.iter().map(name).collect() });
        }
        Ok(pattern)
    }

    /// How many vertices there are: 2 to 8.
    pub fn vertices(&self) -> usize {
        self.names.len()
    }

    /// The edges, each once, as they were written.
    pub fn edges(&self) -> &[(usize, usize)] {
        &self.edges
    }

    /// The neighbours of `vertex`, as a mask of vertices.
    ///
    /// # Panics
    /// If `vertex` is not below 8.
    pub fn neighbors(&self, vertex: usize) -> u32 {
        self.adjacency[vertex]
    }

    /// Whether there is an edge between `u` and `v`.
    ///
    /// # Panics
    /// If `u` is not below 8.
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
        &self.names[vertex]
    }

    /// All automorphisms.
    pub fn automorphisms(&self) -> Group {
        Group::of(self)
    }

    /// Whether some renaming of the vertices turns one pattern into the other.
    pub fn is_isomorphic(&self, other: &Self) -> bool {
        self.edges.len() == other.edges.len() && automorphism::isomorphism(self, other).is_some()
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

impl FromStr for Pattern {
    type Err = PatternError;

    fn from_str(text: &str) -> Result<Self, PatternError> {
        Self::parse(text)
    }
}

/// Writes edge text, which [`Pattern::parse`] reads back to an equal pattern if it came from there.
impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, &(u, v)) in self.edges.iter().enumerate() {
            let separator = if index == 0 { "" } else { ", " };
            write!(f, "{separator}{}-{}", self.names[u], self.names[v])?;
        }
        Ok(())
    }
}

/// Serialised as edge text.
impl Serialize for Pattern {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// The numbers of the bits set in `mask`, rising.
pub(crate) fn bits(mask: u32) -> impl Iterator<Item = usize> {
    let mut left = mask;
    std::iter::from_fn(move || {
        (left != 0).then(|| {
            let bit = left.trailing_zeros() as usize;
            left &= left - 1;
            bit
        })
    })
}

/// The mask of the first `count` bits (`count` below 32).
pub(crate) fn all(count: usize) -> u32 {
    (1 << count) - 1
}

#[cfg(test)]
mod tests;

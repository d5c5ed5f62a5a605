//! What a match of a pattern is, and what is counted.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::pattern::Pattern;

/// Which subgraphs of the data graph match a pattern.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Induced {
    /// Those with the pattern's edges; there may be more edges between their vertices.
    #[default]
    Edge,
    /// Those with the pattern's edges and no others between their vertices.
    Vertex,
}

impl Induced {
    /// Both.
    pub const ALL: [Induced; 2] = [Induced::Edge, Induced::Vertex];

    /// `edge` or `vertex`.
    pub fn name(self) -> &'static str {
        match self {
            Induced::Edge => "edge",
            Induced::Vertex => "vertex",
        }
    }
}

impl fmt::Display for Induced {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Induced {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        by_name(Self::ALL, Self::name, name)
    }
}

/// Which maps of the pattern's vertices to vertices of the data graph are counted, and how often each.
///
/// All of them take edges to edges, and absent edges to absent edges. For a pattern with `a` automorphisms there are
/// `a` embeddings for each subgraph; every embedding is a homomorphism.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Semantics {
    /// Subgraphs: injective maps, those that differ by an automorphism of the pattern counted once. Automorphisms keep
    /// labels, directions and absent edges.
    #[default]
    Subgraphs,
    /// Injective maps: different vertices of the pattern go to different vertices of the graph.
    Embeddings,
    /// All maps: vertices of the pattern that are not adjacent may share a vertex of the graph.
    Homomorphisms,
}

impl Semantics {
    /// All.
    pub const ALL: [Semantics; 3] = [Semantics::Subgraphs, Semantics::Embeddings, Semantics::Homomorphisms];

    /// `subgraphs`, `embeddings` or `homomorphisms`.
    pub fn name(self) -> &'static str {
        match self {
            Semantics::Subgraphs => "subgraphs",
            Semantics::Embeddings => "embeddings",
            Semantics::Homomorphisms => "homomorphisms",
        }
    }

    /// Whether different vertices of the pattern must go to different vertices of the graph.
    pub fn injective(self) -> bool {
        self != Semantics::Homomorphisms
    }
}

impl fmt::Display for Semantics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Semantics {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        by_name(Self::ALL, Self::name, name)
    }
}

/// A name that is none of a few.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{name}` is not one of {known}")]
pub struct UnknownName {
    name: String,
    known: String,
}

fn by_name<T: Copy, const N: usize>(
    all: [T; N],
    name_of: fn(T) -> &'static str,
    name: &str,
) -> Result<T, UnknownName> {
    let found = all.into_iter().find(|&one| name_of(one) == name);
    found.ok_or_else(|| UnknownName { name: name.into(), known: all.map(name_of).join(", ") })
}

/// What a match is: which subgraphs match, and what of them is counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Matching {
    /// Whether absent edges of the pattern must be absent in the graph.
    pub induced: Induced,
    /// Which maps count.
    pub semantics: Semantics,
}

impl Matching {
    /// The least degree of a vertex of the graph that a match of `pattern` uses. Homomorphisms may fold the pattern, so
    /// that its vertices share their neighbours.
    pub fn least_degree(self, pattern: &Pattern) -> u32 {
        if self.semantics.injective() { pattern.min_degree() } else { 1 }
    }

    /// How often what is found of `pattern` counts: each subgraph is the image of as many injective maps as the pattern
    /// has automorphisms.
    pub fn maps_per_subgraph(self, pattern: &Pattern) -> u64 {
        match self.semantics {
            Semantics::Embeddings => pattern.automorphism_count_if(self.induced == Induced::Vertex),
            Semantics::Subgraphs | Semantics::Homomorphisms => 1,
        }
    }

    /// Whether matches of `pattern` are those of edges alone, each vertex of a match another.
    pub fn is_plain(self, pattern: &Pattern) -> bool {
        pattern.is_plain() && self.semantics.injective()
    }

    /// The same, and that they need not be induced.
    pub fn is_plain_and_open(self, pattern: &Pattern) -> bool {
        self.is_plain(pattern) && self.induced == Induced::Edge
    }
}

impl From<Semantics> for Matching {
    /// Edge-induced.
    fn from(semantics: Semantics) -> Self {
        Matching { induced: Induced::Edge, semantics }
    }
}

impl From<Induced> for Matching {
    /// Subgraphs.
    fn from(induced: Induced) -> Self {
        Matching { induced, semantics: Semantics::Subgraphs }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matches_go_by_name() {
        assert_eq!(["edge", "vertex"].map(str::parse), Induced::ALL.map(Ok));
        assert_eq!(["subgraphs", "embeddings", "homomorphisms"].map(str::parse), Semantics::ALL.map(Ok));
        let error = "induced".parse::<Induced>().unwrap_err().to_string();
        assert_eq!(error, "`induced` is not one of edge, vertex");
        assert_eq!(Semantics::Embeddings.to_string(), "embeddings");
    }
}

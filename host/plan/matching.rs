//! What a match of a pattern is, and what is counted.

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
    /// `edge` or `vertex`.
    pub fn name(self) -> &'static str {
        match self {
            Induced::Edge => "edge",
            Induced::Vertex => "vertex",
        }
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

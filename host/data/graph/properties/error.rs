//! What can be wrong with properties.

use thiserror::Error;

/// Why columns are no properties of a graph.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PropertyError {
    /// A column of another length.
    #[error("the {of} property `{name}` has {found} values, and there are {expected} {}", many(of))]
    Length {
        /// `vertex` or `edge`.
        of: &'static str,
        /// The property.
        name: String,
        /// Its values.
        found: usize,
        /// The vertices, or edges.
        expected: usize,
    },
    /// Two columns of one name.
    #[error("the {of} property `{name}` is given twice")]
    Twice {
        /// `vertex` or `edge`.
        of: &'static str,
        /// The property.
        name: String,
    },
    /// A property of edges that are not given.
    #[error("the edge property `{name}` has no edges: give their ends before it")]
    NoEdges {
        /// The property.
        name: String,
    },
    /// Edges given twice.
    #[error("the ends of the edges are given twice")]
    EdgesTwice,
    /// Lists of ends of different lengths.
    #[error("{from} edges have a first end, and {to} a second")]
    Ends {
        /// The first ends.
        from: usize,
        /// The second ends.
        to: usize,
    },
    /// A vertex that the graph does not have.
    #[error("edge {row} (from 0) names vertex {vertex}, and the graph has {vertices}, numbered from 0")]
    NoVertex {
        /// The edge's place.
        row: usize,
        /// The vertex.
        vertex: u32,
        /// The vertices of the graph.
        vertices: u32,
    },
    /// An edge that the graph does not have.
    #[error(
        "edge {row} (from 0) has properties, but the graph has no {} from vertex {from} to {to}",
        if *directed { "arc" } else { "edge" }
    )]
    NoEdge {
        /// The edge's place.
        row: usize,
        /// Its first vertex, as the graph numbers it.
        from: u32,
        /// Its second vertex.
        to: u32,
        /// Whether the graph is directed.
        directed: bool,
    },
    /// A mask of another length than its values.
    #[error("{values} values, and a mask of {mask} that says which are present")]
    Mask {
        /// The values.
        values: usize,
        /// The length of the mask.
        mask: usize,
    },
    /// A code without a text.
    #[error("value {row} (from 0) is text number {code}, and there are {texts}, numbered from 0")]
    Code {
        /// The value's place.
        row: usize,
        /// The code.
        code: u32,
        /// The texts.
        texts: usize,
    },
}

fn many(of: &str) -> &'static str {
    if of == "vertex" { "vertices" } else { "edges" }
}

//! Labels and directions that contradict each other.

use crate::graph::MAX_VERTICES;

/// Why labels and directions are not those of a graph.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AttributeError {
    /// A vertex without a label, where others have one.
    #[error("vertex {id} has no label, though others have; every vertex needs one")]
    NoVertexLabel {
        /// The vertex's id.
        id: String,
    },
    /// An edge without a label, where others have one.
    #[error("the edge from {from} to {to} has no label, though others have; every edge needs one")]
    NoEdgeLabel {
        /// The id of its first end.
        from: String,
        /// The id of its second end.
        to: String,
    },
    /// An edge that has different labels at its ends, in a format that lists it at both.
    #[error(
        "the edge from {from} to {to} is there twice, with the labels `{first}` and `{second}`; in this format an edge has one"
    )]
    TwoEdgeLabels {
        /// The id of its first end.
        from: String,
        /// The id of its second end.
        to: String,
        /// One label.
        first: String,
        /// The other.
        second: String,
    },
    /// The vertices cannot be numbered by u32.
    #[error("{vertices} vertices: at most {MAX_VERTICES} are supported")]
    TooManyVertices {
        /// The vertices.
        vertices: u64,
    },
}

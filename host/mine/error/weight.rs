//! What weights of vertices cannot be.

use super::nearest_of;

/// Weights of vertices that cannot be added up.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WeightError {
    /// A property that the graph does not have.
    #[error("the vertices have no property `{property}`{}", nearest_of(nearest))]
    NoProperty {
        /// The property.
        property: String,
        /// Properties of the graph, nearest first.
        nearest: Vec<String>,
    },
    /// A property that is no number.
    #[error("the vertex property `{property}` has {kind}, and weights are whole numbers")]
    Kind {
        /// The property.
        property: String,
        /// What its values are.
        kind: &'static str,
    },
    /// A vertex without a weight.
    #[error(
        "vertex {vertex} has {value} as its `{property}`: a weight is a whole number from 0 on, and each vertex needs one"
    )]
    NoWeight {
        /// The property.
        property: String,
        /// What the vertex is called.
        vertex: String,
        /// What it has.
        value: String,
    },
    /// Weights that are not one for each vertex.
    #[error("there are {found} weights, and the graph has {vertices} vertices")]
    Length {
        /// The weights.
        found: usize,
        /// The vertices.
        vertices: u32,
    },
    /// Weights whose sum is not known exactly.
    #[error("the weights of all vertices add up to 2^128 - 1 or more: give smaller ones")]
    TooLarge,
}

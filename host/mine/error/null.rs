//! What a null model cannot be made of.

use super::nearest_of;

/// A graph that a null model cannot be made of, or options that do not go together.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NullError {
    /// Something of directed graphs, asked of an undirected one.
    #[error(
        "mutual pairs are kept in directed graphs, and this one is undirected: read it as directed, or leave that out"
    )]
    Undirected,
    /// Labels, asked of a graph without.
    #[error(
        "the model goes by the labels of vertices, and the graph has none: give it labels, or take another model"
    )]
    NoLabels,
    /// An option that would have no effect.
    #[error("the model {model} {why}: leave out {option}")]
    NoEffect {
        /// The model's word.
        model: &'static str,
        /// What it does anyway.
        why: &'static str,
        /// What was asked for.
        option: &'static str,
    },
    /// A number of coordinates that is none of a place.
    #[error("places have one to three coordinates, and {found} were given")]
    Coordinates {
        /// How many were given.
        found: usize,
    },
    /// No bins, or too many.
    #[error("lengths are told apart in 1 to {most} bins, and {found} were asked for")]
    Bins {
        /// How many were asked for.
        found: u32,
        /// How many there may be.
        most: u32,
    },
    /// A property that the graph does not have.
    #[error("the vertices have no property `{property}`{}", nearest_of(nearest))]
    NoProperty {
        /// The property.
        property: String,
        /// Properties of the graph, nearest first.
        nearest: Vec<String>,
    },
    /// A property that is no number.
    #[error("the vertex property `{property}` has {kind}, and coordinates are numbers")]
    PropertyKind {
        /// The property.
        property: String,
        /// What its values are.
        kind: &'static str,
    },
    /// A vertex without a place.
    #[error("vertex {vertex} has no number as its `{property}`: a place is needed of each vertex")]
    NoPlace {
        /// The property.
        property: String,
        /// What the vertex is called.
        vertex: String,
    },
    /// More vertices than a slot tells apart.
    #[error("the graph has {vertices} vertices, and null models are made of up to 2^30")]
    TooManyVertices {
        /// The vertices of the graph.
        vertices: u64,
    },
    /// More edges than can be numbered.
    #[error(
        "the graph has {edges} edges, or arcs, and a null model has room for fewer than 2^30 (and gnp for some more than the graph has)"
    )]
    TooManyEdges {
        /// The edges of the graph.
        edges: u64,
    },
    /// Counts at vertices, beside those of graphs whose vertices are all alike.
    #[error(
        "to the model {model} all vertices are alike, so that each would be compared with the same numbers: take a model that keeps degrees, as switching, or blocks"
    )]
    VerticesAlike {
        /// The model's word.
        model: &'static str,
    },
    /// Edges that found no place.
    #[error(
        "{left} of the edges found no place: the graph is too dense to be drawn at random. Take a model that switches its edges"
    )]
    TooDense {
        /// How many.
        left: u64,
    },
}

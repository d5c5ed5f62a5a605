//! Where counts land: at the vertices of a graph, or at its edges. The host knows more of both (`mine::at`).

/// Vertices, or edges.
pub trait Places: Copy + Send + Sync + 'static {
    /// Whether each is a pair of vertices that are joined.
    const PAIRS: bool;
}

/// Each vertex is added to what is found with it.
#[derive(Clone, Copy, Debug)]
pub struct Vertices;

impl Places for Vertices {
    const PAIRS: bool = false;
}

/// Each edge is added to what is found with both of its ends.
#[derive(Clone, Copy, Debug)]
pub struct Edges;

impl Places for Edges {
    const PAIRS: bool = true;
}

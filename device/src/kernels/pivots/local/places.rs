//! What cliques are counted at.

/// What cliques are counted at: vertices, or edges.
pub(in crate::kernels) trait Places: Copy {
    /// Whether at edges: pairs of vertices that are joined.
    const PAIRS: bool;
}

/// Each vertex is added to what is found with it.
#[derive(Clone, Copy)]
pub(in crate::kernels) struct AtVertices;

impl Places for AtVertices {
    const PAIRS: bool = false;
}

/// Each edge is added to what is found with both of its ends.
#[derive(Clone, Copy)]
pub(in crate::kernels) struct AtEdges;

impl Places for AtEdges {
    const PAIRS: bool = true;
}

//! What came of reading a graph.

use super::LoadNote;

/// What was read, and what of it is not in the graph.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LoadReport {
    /// Lines of text, comments and empty lines among them; 0 for `.csr`.
    pub lines: u64,
    /// Lines that are comments.
    pub comments: u64,
    /// Edges as they stand in the file, self-loops and duplicates among them.
    pub edges_read: u64,
    /// Edges dropped because they join a vertex to itself.
    pub self_loops: u64,
    /// Edges dropped because they stand in the file already, in the same or the other direction.
    pub duplicates: u64,
    /// What whoever reads the file should know of it.
    pub notes: Vec<LoadNote>,
}

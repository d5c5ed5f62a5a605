//! How a database is read.

use super::DatabaseFormat;

/// How to read a database of graphs: by default in the format that the name or the content tells, undirected, to the
/// first error.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct DatabaseOptions {
    /// The format; without it, the file's name tells, else its first line.
    pub format: Option<DatabaseFormat>,
    /// Whether an edge is an arc from its first vertex to its second, of which two vertices may have one in each
    /// direction.
    pub directed: bool,
    /// Whether graphs that are wrong are left out, and reported.
    pub skip_bad: bool,
    /// Bytes that one task reads, about. The result does not depend on it.
    pub block_bytes: usize,
}

impl Default for DatabaseOptions {
    fn default() -> Self {
        DatabaseOptions { format: None, directed: false, skip_bad: false, block_bytes: 1 << 19 }
    }
}

impl DatabaseOptions {
    /// With the format, or `None` for what the name or the content tells.
    #[must_use]
    pub fn format(self, format: impl Into<Option<DatabaseFormat>>) -> Self {
        DatabaseOptions { format: format.into(), ..self }
    }

    /// With whether edges are arcs.
    #[must_use]
    pub fn directed(self, directed: bool) -> Self {
        DatabaseOptions { directed, ..self }
    }

    /// With whether graphs that are wrong are left out, and reported.
    #[must_use]
    pub fn skip_bad(self, skip_bad: bool) -> Self {
        DatabaseOptions { skip_bad, ..self }
    }

    /// With the bytes that one task reads, about.
    #[must_use]
    pub fn block_bytes(self, block_bytes: usize) -> Self {
        DatabaseOptions { block_bytes, ..self }
    }
}

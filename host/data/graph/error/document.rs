//! What can be wrong with a file that lists vertices, and edges between them, as GraphML, JSON and others do.

/// What is wrong at a line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DocumentProblem {
    /// What the parser of the format found wrong.
    #[error("not {format}: {reason}")]
    Syntax {
        /// The format.
        format: &'static str,
        /// What is wrong.
        reason: String,
    },
    /// A word, or a text between marks, beyond reason.
    #[error("{what} that is longer than 1 MiB starts here, which no name or value is")]
    TooLong {
        /// What is too long.
        what: &'static str,
    },
    /// Something else than what has to stand there.
    #[error("expected {expected}, found `{found}`")]
    Unexpected {
        /// What has to.
        expected: &'static str,
        /// What does, shortened.
        found: String,
    },
    /// An end before all is there.
    #[error("the file ends where {missing} should follow; it is cut off or damaged")]
    CutOff {
        /// What is missing.
        missing: &'static str,
    },
    /// A vertex that is there twice.
    #[error("vertex `{id}` is there twice")]
    RepeatedVertex {
        /// Its id, shortened.
        id: String,
    },
    /// A key of one vertex or edge that has two values.
    #[error("`{key}` is given twice here; which is meant?")]
    RepeatedKey {
        /// The key.
        key: &'static str,
    },
    /// An edge of a vertex that is not listed.
    #[error("an edge has the end `{id}`, which is not among the vertices of the file")]
    NoSuchVertex {
        /// Its id, shortened.
        id: String,
    },
    /// A second graph.
    #[error("a second graph starts here; give one graph a file")]
    SeveralGraphs,
    /// Far more vertices than there is content for.
    #[error("{vertices} vertices and only {entries} edges; is it damaged? Give such a graph as an edge list")]
    Sparse {
        /// The vertices.
        vertices: u64,
        /// The edges.
        entries: u64,
    },
    /// More or less than is announced.
    #[error(
        "this says that there are {said} {what}, and there are {found}; the file is cut off or damaged, or this is wrong"
    )]
    Sizes {
        /// Of what.
        what: &'static str,
        /// How many are announced.
        said: u64,
        /// How many there are.
        found: u64,
    },
    /// A part of a format that is not read.
    #[error("{what} are not read; {instead}")]
    Unsupported {
        /// Which part.
        what: &'static str,
        /// What to do.
        instead: &'static str,
    },
}

//! What can be wrong with a database of graphs.

use std::path::PathBuf;

/// An error of a file that should hold a database of graphs.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DatabaseError {
    /// The file cannot be opened or read.
    #[error("cannot read {}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why not.
        source: std::io::Error,
    },
    /// The format is neither named nor to be recognised.
    #[error(
        "{}: its format is not recognised. Supported are gSpan text, JSON Lines, SDF and SMILES; name \
         the format",
        path.display()
    )]
    UnknownFormat {
        /// The file.
        path: PathBuf,
    },
    /// Directions asked of a file that has none.
    #[error("{}: {format} has molecules, whose bonds have no directions; read it as undirected", path.display())]
    Undirected {
        /// The file.
        path: PathBuf,
        /// What the file is.
        format: &'static str,
    },
    /// A line is wrong.
    #[error("{}, line {line}{}: {problem}", path.display(), in_graph(graph))]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1.
        line: u64,
        /// What the input calls the graph in which the line stands, if it stands in one.
        graph: Option<String>,
        /// What is wrong.
        problem: Problem,
    },
    /// There are more vertices, or edges, than numbers for them.
    #[error("{}: there are more than {limit} {what} in all graphs together", path.display())]
    TooMany {
        /// The file.
        path: PathBuf,
        /// Of what: `vertices` or `edges`.
        what: &'static str,
        /// How many there may be.
        limit: u64,
    },
    /// Every graph is wrong, and was left out.
    #[error("{}: none of {count} graphs can be read; the first error is {first}", path.display())]
    AllBad {
        /// The file.
        path: PathBuf,
        /// How many there are.
        count: u64,
        /// What is wrong with the first.
        first: Box<DatabaseError>,
    },
    /// There is no graph at all.
    #[error("{}: there are no graphs in it", path.display())]
    Empty {
        /// The file.
        path: PathBuf,
    },
}

fn in_graph(graph: &Option<String>) -> String {
    graph.as_ref().map_or_else(String::new, |name| format!(", graph {name}"))
}

/// What is wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// The line does not have the form that its first letter or its place asks for.
    #[error("expected {expected}, found '{found}'")]
    Form {
        /// The form.
        expected: &'static str,
        /// The line, or the start of it.
        found: String,
    },
    /// The start of a file of one graph.
    #[error(
        "'{found}' is the start of one graph with its sizes, and not of a database of graphs, which start with 't # id'"
    )]
    OneGraph {
        /// The line.
        found: String,
    },
    /// A vertex or an edge before the first graph.
    #[error("'{found}' stands before the first 't' line")]
    OutsideGraph {
        /// The line.
        found: String,
    },
    /// A vertex is given twice.
    #[error("vertex {id} is given twice")]
    DuplicateVertex {
        /// The vertex.
        id: String,
    },
    /// An edge at a vertex that is not there.
    #[error("the edge's end {id} is not a vertex of this graph (vertices come before the edges at them)")]
    NoSuchVertex {
        /// The vertex.
        id: String,
    },
    /// An edge from a vertex to itself.
    #[error("the edge joins vertex {id} to itself: graphs must be simple")]
    Loop {
        /// The vertex.
        id: String,
    },
    /// An edge is given twice.
    #[error("there are two edges between vertices {u} and {v}: graphs must be simple")]
    ParallelEdge {
        /// One end, counted from 0 in the order of the graph's vertices.
        u: u32,
        /// The other end, likewise.
        v: u32,
    },
    /// An arc is given twice.
    #[error("there are two arcs from vertex {u} to vertex {v}: graphs must be simple")]
    ParallelArc {
        /// Where they start, counted from 0 in the order of the graph's vertices.
        u: u32,
        /// Where they end, likewise.
        v: u32,
    },
    /// A molecule that is not SMILES.
    #[error("'{found}' is not SMILES: {reason}")]
    Smiles {
        /// What is wrong with it.
        reason: String,
        /// The molecule, or the start of it.
        found: String,
    },
    /// A line that is not a graph as JSON.
    #[error(
        "not a graph as {{\"vertices\": [label, …], \"edges\": [[vertex, vertex, label], …]}}, with \"id\" and \"class\" \
         or without: {reason}"
    )]
    Json {
        /// What is wrong with it.
        reason: String,
    },
    /// A label that could not be written again.
    #[error("the label '{label}' is not one word: labels may not be empty or have blanks in them")]
    Label {
        /// The label.
        label: String,
    },
    /// A line or a word beyond reason.
    #[error("a {what} is longer than 1 MiB, which no name, label or value is")]
    TooLong {
        /// `line`, `word` or `text`.
        what: &'static str,
    },
    /// The text is not UTF-8.
    #[error("the line is not UTF-8 text")]
    NotUtf8,
    /// A part of the format that is not read.
    #[error("{what} is not supported: {instead}")]
    Unsupported {
        /// What.
        what: String,
        /// What to do.
        instead: &'static str,
    },
}

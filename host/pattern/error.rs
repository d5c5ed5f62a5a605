//! What can be wrong with a pattern.

use motherlode_device::plan::MAX_VERTICES;
use thiserror::Error;

/// A place in the text of a pattern, shown as the text with a mark under it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The whole text.
    pub text: String,
    /// The place: the number of characters before it.
    pub at: usize,
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // A line break or a tab would put the mark under another character.
        let line: String = self.text.chars().map(|c| if c.is_whitespace() { ' ' } else { c }).collect();
        write!(f, "at character {}\n  {line}\n  {:>width$}", self.at + 1, '^', width = self.at + 1)
    }
}

/// Why a text is not a pattern.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PatternError {
    /// Nothing but white space.
    #[error("the pattern is empty: give a name, like `triangle`, or edges, like `a-b, b-c, c-a`")]
    Empty,
    /// Neither a known name nor edges.
    #[error(
        "there is no pattern `{name}`: nearest are {}; or give edges, like `a-b, b-c, c-a`",
        list(nearest)
    )]
    UnknownName {
        /// What was asked for.
        name: String,
        /// Known names, nearest first.
        nearest: Vec<String>,
    },
    /// A known family, at a size that it does not have.
    #[error(
        "`{name}`: the number must be {smallest} to {largest}, as patterns have 2 to {MAX_VERTICES} vertices"
    )]
    Size {
        /// What was asked for.
        name: String,
        /// The smallest number.
        smallest: usize,
        /// The largest number.
        largest: usize,
    },
    /// Text that is not edge text.
    #[error("{expected} expected, {found} found, {place}")]
    Syntax {
        /// What could have stood there.
        expected: &'static str,
        /// What stands there.
        found: String,
        /// Where.
        place: Place,
    },
    /// An edge from a vertex to itself, in text.
    #[error("an edge from `{vertex}` to itself, which patterns do not have, {place}")]
    SelfLoop {
        /// The vertex.
        vertex: String,
        /// Where.
        place: Place,
    },
    /// An edge from a vertex to itself, in a list of edges.
    #[error("edge {index} leads from `{vertex}` to itself, which patterns do not have")]
    SelfLoopAt {
        /// The edge's place in the list, from 0.
        index: usize,
        /// The vertex.
        vertex: String,
    },
    /// An edge written twice, in text.
    #[error("the edge `{}-{}` is written twice, {place}", edge.0, edge.1)]
    RepeatedEdge {
        /// Its ends.
        edge: (String, String),
        /// Where it is repeated.
        place: Place,
    },
    /// An edge given twice, in a list of edges.
    #[error("edge {index} repeats the edge `{}-{}`", edge.0, edge.1)]
    RepeatedEdgeAt {
        /// The repetition's place in the list, from 0.
        index: usize,
        /// Its ends.
        edge: (String, String),
    },
    /// More vertices than patterns may have, in text.
    #[error("`{vertex}` would be vertex number {}: patterns have at most {MAX_VERTICES}, {place}", MAX_VERTICES + 1)]
    TooManyVertices {
        /// The first vertex that is too many.
        vertex: String,
        /// Where.
        place: Place,
    },
    /// A list of edges with too many vertices, or none.
    #[error("{vertices} vertices: patterns have 2 to {MAX_VERTICES}")]
    Vertices {
        /// How many.
        vertices: usize,
    },
    /// More than one connected component.
    #[error(
        "the pattern is not connected: no path leads from {}; count the parts one by one",
        parts.iter().map(|part| part.join(", ")).collect::<Vec<_>>().join(" to ")
    )]
    Disconnected {
        /// The vertices of each component.
        parts: Vec<Vec<String>>,
    },
}

fn list(names: &[String]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

//! What can be wrong with a pattern.

use std::path::PathBuf;

use thiserror::Error;

use super::limits::{MAX_ANTI_VERTICES, MAX_VERTICES};

/// A place in the text of a pattern, shown as the text with a mark under it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextPlace {
    /// The whole text.
    pub text: String,
    /// The place: the number of characters before it.
    pub at: usize,
}

impl std::fmt::Display for TextPlace {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let before: Vec<char> = self.text.chars().take(self.at).collect();
        let lines = before.iter().filter(|c| **c == '\n').count();
        let at = before.iter().rev().take_while(|c| **c != '\n').count();
        let line = self.text.split('\n').nth(lines).unwrap_or_default();
        // A tab would put the mark under another character.
        let line: String = line.chars().map(|c| if c.is_whitespace() { ' ' } else { c }).collect();
        if self.text.trim_end().contains('\n') {
            write!(f, "on line {}, ", lines + 1)?;
        }
        write!(f, "at character {}\n  {line}\n  {:>width$}", at + 1, '^', width = at + 1)
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
    /// Text that is not in the pattern language.
    #[error("{expected} expected, {found} found, {place}")]
    Syntax {
        /// What could have stood there.
        expected: &'static str,
        /// What stands there.
        found: String,
        /// Where.
        place: TextPlace,
    },
    /// An edge from a vertex to itself, in text.
    #[error("an edge from `{vertex}` to itself, which patterns do not have, {place}")]
    SelfLoop {
        /// The vertex.
        vertex: String,
        /// Where.
        place: TextPlace,
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
    #[error("the edge `{edge}` is written twice, {place}")]
    RepeatedEdge {
        /// The edge, as it was written again.
        edge: String,
        /// Where it is repeated.
        place: TextPlace,
    },
    /// Two things said of the same two vertices.
    #[error("`{edge}` contradicts `{earlier}`, as two vertices are joined in one way only, {place}")]
    Conflict {
        /// What was written later.
        edge: String,
        /// What was written before.
        earlier: String,
        /// Where the later one stands.
        place: TextPlace,
    },
    /// A label written twice in one set of labels.
    #[error("the label `{label}` is written twice, {place}")]
    RepeatedLabel {
        /// The label.
        label: String,
        /// Where it is repeated.
        place: TextPlace,
    },
    /// A label at a vertex that was mentioned before.
    #[error(
        "`{vertex}` was mentioned before: a vertex has its labels and conditions where it is first mentioned, {place}"
    )]
    LateLabel {
        /// The vertex.
        vertex: String,
        /// Where.
        place: TextPlace,
    },
    /// An anti-vertex that was mentioned as an ordinary vertex before.
    #[error(
        "`{vertex}` was mentioned before without `!`: an anti-vertex is one from its first mention on, {place}"
    )]
    LateAntiVertex {
        /// The vertex.
        vertex: String,
        /// Where.
        place: TextPlace,
    },
    /// A link between two anti-vertices.
    #[error("`{}` and `{}` are both anti-vertices: each is joined to ordinary vertices only, {place}", pair.0, pair.1)]
    AntiPair {
        /// The two.
        pair: (String, String),
        /// Where.
        place: TextPlace,
    },
    /// An anti-vertex without an edge.
    #[error(
        "the anti-vertex `{vertex}` has no edge, so that nearly every graph would have such a vertex, {place}"
    )]
    LooseAntiVertex {
        /// The vertex.
        vertex: String,
        /// Where it is first mentioned.
        place: TextPlace,
    },
    /// More anti-vertices than patterns may have.
    #[error("`{vertex}` would be anti-vertex number {}: patterns have at most {MAX_ANTI_VERTICES}, {place}", MAX_ANTI_VERTICES + 1)]
    TooManyAntiVertices {
        /// The first that is too many.
        vertex: String,
        /// Where.
        place: TextPlace,
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
        place: TextPlace,
    },
    /// A file with a pattern cannot be read.
    #[error("{path}: the pattern cannot be read: {reason}")]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system said.
        reason: String,
    },
    /// A file does not hold a pattern.
    #[error("{path}: {problem}")]
    InFile {
        /// The file.
        path: PathBuf,
        /// What is wrong with its text.
        problem: Box<PatternError>,
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

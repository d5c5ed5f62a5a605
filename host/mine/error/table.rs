//! What tables refuse.

use motherlode_device::kernels::table::MAX_LEVELS;

/// What cannot be done with a table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// Labels or directions of edges, or several labels of one vertex.
    #[error(
        "tables know graphs whose edges have no directions and one label at most, all the same, and whose vertices have one label at most; this graph has {what}"
    )]
    Attributes {
        /// What the graph has.
        what: &'static str,
    },
    /// A pattern that says more than tables know.
    #[error(
        "`{pattern}` cannot be asked as a table: patterns of up to {MAX_LEVELS} vertices can, with edges and one label a vertex, counted as subgraphs"
    )]
    Pattern {
        /// The pattern, in the pattern language.
        pattern: String,
    },
    /// One extension too many.
    #[error(
        "a row of a table has {MAX_LEVELS} vertices at most, or {} edges: it cannot be extended",
        MAX_LEVELS - 1
    )]
    Full,
    /// Vertices and edges in one table.
    #[error("a table is extended by vertices alone, or by edges alone")]
    Mixed,
    /// Patterns of one vertex.
    #[error("rows of one vertex have no pattern: extend the table first")]
    OneVertex,
    /// More codes than a key can tell apart.
    #[error(
        "the rows have too many different patterns to be told apart: keep fewer of them before the next extension"
    )]
    TooManyPatterns,
    /// A label that no vertex can have.
    #[error(
        "a step asks for the vertex label of code {code}, and the graph has {labels} labels, of codes from 1 on"
    )]
    Label {
        /// The code.
        code: u32,
        /// How many labels there are.
        labels: u32,
    },
    /// A step that asks for what the row does not have.
    #[error(
        "a step names place {place} of a row that has {places} vertices, or no place that the new vertex is adjacent to"
    )]
    Step {
        /// The place; or the number of places, if the step names none.
        place: u32,
        /// How many the row has.
        places: u32,
    },
}

//! What whoever reads a file should know of it, though it is no error.

use std::fmt;

use super::ExtraColumns;

/// Something about a file that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LoadNote {
    /// A `.csr` file of a version before checksums.
    NoChecksums,
    /// Attributes of vertices and edges, as weights and colours, that are left unread.
    AttributesLeft {
        /// What they are called: the first five, then `…` if there are more.
        names: Vec<String>,
    },
    /// Attributes in braces behind edges, as NetworkX writes them, which are not read.
    Attributes {
        /// Lines that have some.
        lines: u64,
    },
    /// Lines that were taken for those of an adjacency list, by their columns.
    AdjacencyList,
}

impl LoadNote {
    /// What to say of so many lines with attributes in braces: nothing where columns beyond the second were not wanted.
    pub(super) fn of_attributes(lines: u64, extra: ExtraColumns) -> Option<LoadNote> {
        (lines > 0 && extra != ExtraColumns::Ignore).then_some(LoadNote::Attributes { lines })
    }
}

impl fmt::Display for LoadNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoadNote::NoChecksums => f.write_str(
                "an old .csr file, without checksums: damage to ids or labels in it would not be noticed; write it anew",
            ),
            LoadNote::AttributesLeft { names } => {
                write!(f, "attributes of vertices or edges are left unread: {}", names.join(", "))
            }
            LoadNote::Attributes { lines } => {
                let (lines, have) = if *lines == 1 { ("1 line".to_owned(), "has") } else { (format!("{lines} lines"), "have") };
                write!(f, "{lines} {have} attributes in braces, which are left unread")
            }
            LoadNote::AdjacencyList => {
                f.write_str("lines of differing numbers of ids are read as a vertex and its neighbours each")
            }
        }
    }
}

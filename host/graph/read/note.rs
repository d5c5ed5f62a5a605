//! What whoever reads a file should know of it, though it is no error.

use std::fmt;

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
        }
    }
}

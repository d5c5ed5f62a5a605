//! What whoever reads a file should know of it, though it is no error.

use std::fmt;

/// Something about a file that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LoadNote {
    /// A `.csr` file of a version before checksums.
    NoChecksums,
}

impl fmt::Display for LoadNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoadNote::NoChecksums => f.write_str(
                "an old .csr file, without checksums: damage to ids or labels in it would not be noticed; write it anew",
            ),
        }
    }
}

//! What coloured motifs cannot be counted of.

use super::list;

/// A graph whose coloured motifs cannot be counted, or a size that is not served.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ColourError {
    /// Sizes beyond.
    #[error(
        "coloured motifs of {k} vertices are not counted: ask for 3 to 5. Larger patterns are counted one by one"
    )]
    Size {
        /// The vertices asked for.
        k: usize,
    },
    /// A graph without labels.
    #[error(
        "coloured motifs are of a graph whose vertices or edges have labels, and this one has none: give it labels, or count its plain motifs"
    )]
    NoLabels,
    /// Several labels where one is asked for.
    #[error(
        "coloured motifs tell {of} apart by one label each, and here one has {}: leave one of them",
        list(labels)
    )]
    SeveralLabels {
        /// `vertices` or `edges`.
        of: &'static str,
        /// The labels of one of them.
        labels: Vec<String>,
    },
    /// No label, where others have one: no pattern asks for that.
    #[error(
        "some {of} have labels, and some have none, which no pattern can ask for: give all a label, or none"
    )]
    SomeUnlabelled {
        /// `vertices` or `edges`.
        of: &'static str,
    },
    /// A label that no pattern can ask for.
    #[error("{of} have the label {label:?}, with the character NUL, which no pattern can ask for: rename it")]
    NulInLabel {
        /// `vertices` or `edges`.
        of: &'static str,
        /// The label.
        label: String,
    },
    /// More colours than keys tell apart.
    #[error(
        "{found} {of} occur, and coloured motifs of {k} vertices tell {most} apart: ask for fewer vertices, or join labels"
    )]
    TooMany {
        /// `labels of vertices` or `kinds of edges`.
        of: &'static str,
        /// How many occur.
        found: usize,
        /// How many are told apart.
        most: usize,
        /// The vertices of a motif.
        k: usize,
    },
    /// More counts than the memory has room for.
    #[error(
        "at least {counts} counts by colours have to be kept for coloured motifs of {k} vertices, and the memory has room for {most}: ask for fewer vertices, join labels, or give more memory"
    )]
    NoRoom {
        /// The vertices of a motif.
        k: usize,
        /// How many there are, at least.
        counts: u64,
        /// How many there is room for.
        most: u64,
    },
    /// More counts of random graphs than are kept.
    #[error(
        "{classes} coloured motifs occur in {samples} random graphs, which are more counts than are kept, {most}: ask for fewer random graphs or vertices, or join labels"
    )]
    TooManyCounts {
        /// How many classes occur.
        classes: u64,
        /// In how many random graphs.
        samples: u64,
        /// How many counts are kept.
        most: u64,
    },
}

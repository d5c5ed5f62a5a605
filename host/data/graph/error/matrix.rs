//! What can be wrong with a Matrix Market file.

/// What is wrong with a Matrix Market file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MatrixProblem {
    /// The first line is not a banner.
    #[error(
        "line 1: `{text}`: expected `%%MatrixMarket matrix coordinate pattern symmetric` or the like \
         (pattern, real or integer; general or symmetric)"
    )]
    Banner {
        /// The line, shortened.
        text: String,
    },
    /// A kind of matrix that is no graph.
    #[error("line 1: `{word}` is not supported; a graph is a `coordinate` matrix, {supported}")]
    Unsupported {
        /// The word in the banner.
        word: String,
        /// What may stand in its place.
        supported: &'static str,
    },
    /// Labels asked of a matrix without whole numbers.
    #[error("line 1: labels are whole numbers, so that an `integer` matrix is needed")]
    NoLabels,
    /// No line with the sizes.
    #[error("the size line (rows, columns, entries) is missing")]
    NoSize,
    /// A size line that is not three numbers.
    #[error("line {line}: `{text}`: expected three whole numbers: rows, columns, entries")]
    Size {
        /// The line, from 1.
        line: u64,
        /// The line, shortened.
        text: String,
    },
    /// Rows and columns differ.
    #[error("the matrix has {rows} rows and {columns} columns; the matrix of a graph is square")]
    Rectangular {
        /// Rows.
        rows: u64,
        /// Columns.
        columns: u64,
    },
    /// Rows without number.
    #[error(
        "the matrix has {rows} rows and only {entries} entries; drop the empty rows, for example by giving the entries as an \
         edge list"
    )]
    Hypersparse {
        /// Rows.
        rows: u64,
        /// Entries.
        entries: u64,
    },
    /// More or fewer entries than the header says.
    #[error("the size line says {expected} entries, but there are {found}; the file is cut off or damaged")]
    EntryCount {
        /// Entries by the header.
        expected: u64,
        /// Entries found.
        found: u64,
    },
}

//! What can go wrong between a file and a graph.

use std::{io, path::PathBuf};

use super::{CsrError, MAX_VERTICES};

/// Why a graph could not be read or written. Every message names the file, and the line or value at fault.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GraphError {
    /// There is no such file.
    #[error("{path}: no such file")]
    NotFound {
        /// The file.
        path: PathBuf,
    },
    /// The file may not be read.
    #[error("{path}: permission denied; check who may read the file (ls -l) and its folder")]
    PermissionDenied {
        /// The file.
        path: PathBuf,
    },
    /// A folder was given.
    #[error("{path}: is a directory; give a file in it")]
    Directory {
        /// The folder.
        path: PathBuf,
    },
    /// The operating system failed to read.
    #[error("{path}: reading failed: {source}")]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// Compressed data that cannot be decompressed.
    #[error(
        "{path}: the {compression} data is cut off or damaged: {source}; fetch or compress the file again"
    )]
    Compressed {
        /// The file.
        path: PathBuf,
        /// `gzip` or `zstd`.
        compression: &'static str,
        /// What the decompressor said.
        source: io::Error,
    },
    /// A compression or container that is recognised but not read.
    #[error("{path}: is {kind}, which is not read here; unpack it first, or use gzip or zstd")]
    UnsupportedContainer {
        /// The file.
        path: PathBuf,
        /// What it is.
        kind: &'static str,
    },
    /// There is not a byte in the input.
    #[error("{path}: is empty; expected a graph")]
    Empty {
        /// The file.
        path: PathBuf,
    },
    /// A line of text that is not what it has to be.
    #[error("{path}, line {line}: `{text}`: {problem}")]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: u64,
        /// The line's text, shortened.
        text: String,
        /// What is wrong with it.
        problem: LineProblem,
    },
    /// A Matrix Market file that is not as its header says, or says what is not supported.
    #[error("{path}: {problem}")]
    Matrix {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        problem: MatrixProblem,
    },
    /// Text without any edge.
    #[error(
        "{path}: no edges in {lines} lines ({comments} comments, {self_loops} self-loops); expected {expected}"
    )]
    NoEdges {
        /// The file.
        path: PathBuf,
        /// Lines read.
        lines: u64,
        /// Comments among them.
        comments: u64,
        /// Edges from a vertex to itself among them.
        self_loops: u64,
        /// How an edge is written.
        expected: &'static str,
    },
    /// The vertices cannot be numbered by u32.
    #[error("{path}: {vertices} vertices: at most {MAX_VERTICES} are supported")]
    TooManyVertices {
        /// The file.
        path: PathBuf,
        /// The vertices.
        vertices: u64,
    },
    /// A `.csr` file of another format, or another version of it.
    #[error("{path}: does not start with GPMCSR01 or GPMCSR02; is it a .csr file of this program?")]
    NotCsr {
        /// The file.
        path: PathBuf,
    },
    /// A `.csr` file of a length that its header rules out.
    #[error(
        "{path}: the header ({vertices} vertices, {neighbors} neighbours) needs {expected} bytes, but the file has {found}; \
         it is cut off or damaged"
    )]
    CsrLength {
        /// The file.
        path: PathBuf,
        /// Vertices by the header.
        vertices: u64,
        /// Neighbours by the header.
        neighbors: u64,
        /// Bytes that the header needs.
        expected: u128,
        /// Bytes that there are.
        found: u64,
    },
    /// A section at the end of a `.csr` file that is cut off or has the wrong length.
    #[error("{path}: section `{tag}` at byte {position}: {problem}")]
    CsrSection {
        /// The file.
        path: PathBuf,
        /// The section's tag.
        tag: String,
        /// Where it starts.
        position: u64,
        /// What is wrong.
        problem: &'static str,
    },
    /// Labels or directions in a `.csr` file that are not those of its graph.
    #[error(
        "{path}: {problem}; the file is damaged, or was written by a program that does not keep to the format"
    )]
    CsrAttributes {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        problem: &'static str,
    },
    /// Arrays in a `.csr` file that are no graph.
    #[error(
        "{path}: {source}; the file is damaged, or was written by a program that does not keep to the format"
    )]
    Csr {
        /// The file.
        path: PathBuf,
        /// The broken rule.
        source: CsrError,
    },
    /// Labels or directions that are not those of a graph.
    #[error("{path}: {source}")]
    Attributes {
        /// The file.
        path: PathBuf,
        /// What is wrong with them.
        source: AttributeError,
    },
    /// Directions asked of an input that has none.
    #[error(
        "{path}: {format} file has no directions; read it without --directed, or give arcs as an edge list"
    )]
    Undirected {
        /// The file.
        path: PathBuf,
        /// What the file is.
        format: &'static str,
    },
    /// A file of labels for a graph that has labels.
    #[error("{path}: the graph has vertex labels already; leave out --labels")]
    LabelledTwice {
        /// The file of labels.
        path: PathBuf,
    },
    /// A part of a graph in G2Miner's format that is not as the format wants it.
    #[error("{path}: is not a part of a graph in G2Miner's format: {problem}")]
    G2Miner {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        problem: &'static str,
    },
    /// A METIS file with too few lines.
    #[error(
        "{path}: the first line says {expected} vertices, but there are lines for {found}; it is cut off or damaged"
    )]
    MetisLength {
        /// The file.
        path: PathBuf,
        /// Vertices by the first line.
        expected: u64,
        /// Lines found.
        found: u64,
    },
    /// A METIS file with more or fewer neighbours than its first line says.
    #[error(
        "{path}: the first line says {expected} edges, each in two lines, but the lines have {found} neighbours; it is cut \
         off or damaged"
    )]
    MetisEdges {
        /// The file.
        path: PathBuf,
        /// Edges by the first line.
        expected: u64,
        /// Neighbours found.
        found: u64,
    },
    /// A format without a place for what a graph has.
    #[error("{path}: {format} has no place for {what}; write a .csr or a .lg file")]
    CannotHold {
        /// The file.
        path: PathBuf,
        /// The format.
        format: &'static str,
        /// What would be lost.
        what: &'static str,
    },
    /// The operating system failed to write.
    #[error("{path}: writing failed: {source}")]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

/// Why labels and directions are not those of a graph.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AttributeError {
    /// A vertex without a label, where others have one.
    #[error("vertex {id} has no label, though others have; every vertex needs one")]
    NoVertexLabel {
        /// The vertex's id.
        id: u64,
    },
    /// An edge without a label, where others have one.
    #[error("the edge from {from} to {to} has no label, though others have; every edge needs one")]
    NoEdgeLabel {
        /// The id of its first end.
        from: u64,
        /// The id of its second end.
        to: u64,
    },
    /// An edge that is there twice, with different labels.
    #[error(
        "the edge from {from} to {to} is there twice, with the labels `{first}` and `{second}`; an edge has one"
    )]
    TwoEdgeLabels {
        /// The id of its first end.
        from: u64,
        /// The id of its second end.
        to: u64,
        /// One label.
        first: String,
        /// The other.
        second: String,
    },
    /// The vertices cannot be numbered by u32.
    #[error("{vertices} vertices: at most {MAX_VERTICES} are supported")]
    TooManyVertices {
        /// The vertices.
        vertices: u64,
    },
}

/// What is wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LineProblem {
    /// One number only.
    #[error("one number, where an edge needs two vertex ids")]
    OneNumber,
    /// More than two columns.
    #[error(
        "more than two columns; if the rest is weights or time stamps, say that they be ignored (--extra-columns ignore)"
    )]
    ExtraColumns,
    /// A vertex or edge without a label, where it needs one.
    #[error("the {of} has no label, and needs one here")]
    NoLabel {
        /// `vertex` or `edge`.
        of: &'static str,
    },
    /// A vertex that is there twice.
    #[error("vertex {id} is there twice")]
    RepeatedVertex {
        /// Its id.
        id: u64,
    },
    /// An edge of a vertex that was not listed.
    #[error("there is no line `v {id} LABEL` before this one")]
    UnknownVertex {
        /// Its id.
        id: u64,
    },
    /// A second graph.
    #[error("a second graph starts here; give one graph a file")]
    SeveralGraphs,
    /// A line of a labelled graph that is neither vertex nor edge.
    #[error("expected `v ID LABEL` or `e FROM TO LABEL`")]
    NotARecord,
    /// More words than an edge has.
    #[error("more follows the label; expected two vertex ids and a label")]
    RecordColumns,
    /// A CSV file whose columns cannot be told.
    #[error("only one end of an edge is named; call the columns `source` and `target` (and `label`)")]
    CsvHeader,
    /// More columns in a CSV file than are read.
    #[error("columns beyond the two ends and the label; say that they be ignored (--extra-columns ignore)")]
    CsvColumns,
    /// What the reader of CSV found wrong.
    #[error("{reason}")]
    Csv {
        /// What is wrong.
        reason: String,
    },
    /// A METIS file's first line.
    #[error(
        "expected the sizes of a METIS graph: vertices, edges, and a format of up to three digits 0 or 1"
    )]
    MetisHeader,
    /// Several weights a vertex.
    #[error("several weights a vertex cannot be read as labels")]
    MetisWeights,
    /// A METIS line without a weight.
    #[error("the line ends where a weight should follow")]
    MetisShort,
    /// Lines after the last vertex.
    #[error("more follows the lines of all {vertices} vertices")]
    MetisMore {
        /// The vertices.
        vertices: u64,
    },
    /// A minus sign before a number.
    #[error("negative vertex id; ids are whole numbers from 0 to 18446744073709551615")]
    NegativeId,
    /// A number beyond u64.
    #[error("vertex id too large; the greatest is 18446744073709551615")]
    IdTooLarge,
    /// Something that is not a whole number.
    #[error("`{token}` is not a vertex id (a whole number); comments and headings start with #, % or //")]
    NotAnId {
        /// The text, shortened.
        token: String,
    },
    /// The beginning of another text format.
    #[error("looks like {format}, which is not read as an edge list")]
    OtherFormat {
        /// The format.
        format: &'static str,
    },
    /// Bytes that are not text.
    #[error("not text; expected a graph as text or a .csr file, plain or compressed by gzip or zstd")]
    Binary,
    /// A line beyond reason.
    #[error("longer than 1 MiB; expected two vertex ids a line")]
    TooLong,
    /// A Matrix Market entry without its columns.
    #[error("an entry of this matrix has {expected} columns")]
    EntryColumns {
        /// The columns by the header.
        expected: usize,
    },
    /// A Matrix Market entry whose value is not a number.
    #[error("`{token}` is not a number")]
    NotAValue {
        /// The text, shortened.
        token: String,
    },
    /// A Matrix Market entry outside the matrix.
    #[error("index {index} is outside the matrix; rows and columns go from 1 to {size}")]
    IndexOutOfRange {
        /// The index.
        index: u64,
        /// Rows, and columns.
        size: u64,
    },
}

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

impl GraphError {
    /// What a failure to open a file for reading means.
    pub(super) fn opening(path: PathBuf, source: io::Error) -> GraphError {
        match source.kind() {
            io::ErrorKind::NotFound => GraphError::NotFound { path },
            io::ErrorKind::PermissionDenied => GraphError::PermissionDenied { path },
            io::ErrorKind::IsADirectory => GraphError::Directory { path },
            _ => GraphError::Read { path, source },
        }
    }
}

/// A line or token for a message: shortened, and with what is not printable escaped.
pub(super) fn excerpt(text: &[u8]) -> String {
    const MOST: usize = 60;
    let shown = &text[..text.len().min(MOST)];
    let mut excerpt = String::new();
    for chunk in shown.utf8_chunks() {
        excerpt.extend(chunk.valid().chars().flat_map(|c| {
            let plain = (!c.is_control()).then_some(c);
            let escaped = c.is_control().then(|| c.escape_default());
            plain.into_iter().chain(escaped.into_iter().flatten())
        }));
        excerpt.push_str(&chunk.invalid().escape_ascii().to_string());
    }
    if text.len() > MOST {
        excerpt.push('…');
    }
    excerpt
}

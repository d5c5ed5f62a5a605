//! What can go wrong between a file and a graph.

mod attributes;
mod document;
mod line;
mod matrix;

use std::{io, path::PathBuf};

pub use attributes::AttributeError;
pub use document::DocumentProblem;
pub use line::LineProblem;
pub use matrix::MatrixProblem;

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
    /// What is no graph as text, and told by its first bytes.
    #[error("{path}: is {kind}, which is not read here; {instead}")]
    OtherKind {
        /// The file.
        path: PathBuf,
        /// What it is.
        kind: &'static str,
        /// What to do.
        instead: &'static str,
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
    /// A file of GraphML, JSON or another format that lists vertices and edges, which is not as it has to be.
    #[error("{path}{}: {problem}", in_line(*line))]
    Document {
        /// The file.
        path: PathBuf,
        /// The line, from 1; 0 if it is not known.
        line: u64,
        /// What is wrong.
        problem: DocumentProblem,
    },
    /// A Matrix Market file that is not as its header says, or says what is not supported.
    #[error("{path}: {problem}")]
    Matrix {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        problem: MatrixProblem,
    },
    /// Text that says nothing: neither edges nor vertices, and no comment.
    #[error("{path}: no edges in {lines} lines; expected {expected}")]
    NoEdges {
        /// The file.
        path: PathBuf,
        /// Lines read.
        lines: u64,
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
    #[error("{path}: does not start with GPMCSR01, GPMCSR02 or GPMCSR03; is it a .csr file of this program?")]
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
    /// A `.csr` file with fewer bytes than its header says.
    #[error(
        "{path}: is cut off: the header says {expected} bytes, and there are {found}; copy it again, or make it anew from the \
         graph that it was made of"
    )]
    CsrCutOff {
        /// The file.
        path: PathBuf,
        /// Bytes by the header; for a file that ends within it, those of the header.
        expected: u64,
        /// Bytes that there are.
        found: u64,
    },
    /// A `.csr` file with more bytes than its header says.
    #[error(
        "{path}: more follows after the {expected} bytes that the header says; copy it again, or make it anew from the graph \
         that it was made of"
    )]
    CsrTail {
        /// The file.
        path: PathBuf,
        /// Bytes by the header.
        expected: u64,
    },
    /// A part of a `.csr` file that its checksum does not agree with.
    #[error(
        "{path}: {part} is damaged: its checksum does not agree; copy the file again, or make it anew from the graph that it \
         was made of"
    )]
    CsrDamaged {
        /// The file.
        path: PathBuf,
        /// The header, or which section.
        part: String,
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
        source: Box<AttributeError>,
    },
    /// Directions asked of an input that has none.
    #[error("{path}: {format} file has no directions; read it as undirected, or give arcs as an edge list")]
    Undirected {
        /// The file.
        path: PathBuf,
        /// What the file is.
        format: &'static str,
    },
    /// A file of labels for a graph that has labels.
    #[error("{path}: the graph has vertex labels already; leave out the file of labels")]
    LabelledTwice {
        /// The file of labels.
        path: PathBuf,
    },
    /// A file of properties that are none of the graph.
    #[error("{path}: {source}")]
    Properties {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        source: Box<super::properties::PropertyError>,
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
    #[error("{path}: {format} has no place for {what}; write {}", holders(format))]
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

impl GraphError {
    /// What [`OtherKind`](Self::OtherKind) calls a file of molecules.
    pub const SDF_KIND: &str = "an SDF file";
    /// What it calls a file of molecules as SMILES.
    pub const SMILES_KIND: &str = "a file of SMILES, by its name";
    /// What it calls a file of many graphs, or of anything else, as JSON Lines.
    pub const JSON_LINES_KIND: &str = "JSON Lines";

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

/// `, line 5`; nothing if the line is not known.
fn in_line(line: u64) -> String {
    if line == 0 { String::new() } else { format!(", line {line}") }
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

/// The formats that hold what `format` does not.
fn holders(format: &str) -> &'static str {
    if format.contains(".lg") { "a .csr file" } else { "a .csr or a .lg file" }
}

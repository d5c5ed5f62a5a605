//! Readers: what a file is, is told by its first bytes.

mod blocks;
mod csr_file;
mod edge_list;
mod input;
mod matrix_market;
mod scan;

use std::{
    fmt, io,
    path::{Path, PathBuf},
    str::FromStr,
};

pub(super) use self::csr_file::{IDS_TAG, MAGIC};
use self::{
    blocks::TextError,
    input::{Input, Opened},
};
use super::{Graph, GraphError, build::TooManyIds};

/// A format of graph files. Each may be compressed by gzip or zstd.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Text, two vertex ids a line, as SNAP and many others give graphs. A line that starts with `#`, `%` or `//` is a
    /// comment; spaces, tabs, or a comma stand between the ids.
    EdgeList,
    /// Matrix Market's coordinate format; every row is a vertex.
    MatrixMarket,
    /// The program's own binary format, memory-mapped when it is a plain file. See `docs/formats.md`.
    Csr,
}

impl Format {
    const NAMES: [(&str, Format); 3] =
        [("edge-list", Format::EdgeList), ("matrix-market", Format::MatrixMarket), ("csr", Format::Csr)];
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = Format::NAMES.iter().find(|(_, format)| format == self).map_or("", |(name, _)| name);
        f.pad(name)
    }
}

impl FromStr for Format {
    type Err = String;

    fn from_str(name: &str) -> Result<Format, String> {
        let known = Format::NAMES.iter().find(|(known, _)| *known == name);
        known.map(|&(_, format)| format).ok_or_else(|| {
            format!("`{name}` is not a format; the formats are edge-list, matrix-market and csr")
        })
    }
}

/// What to do with what follows the two ids on a line of an edge list: weights or time stamps, as a rule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ExtraColumns {
    /// Refuse the file: it may not be an edge list at all.
    #[default]
    Refuse,
    /// Read the two ids and leave the rest.
    Ignore,
}

/// How to read a graph.
#[derive(Clone, Debug)]
pub struct LoadOptions {
    /// The format; without it, the content tells: `GPMCSR01` starts a `.csr` file, `%%MatrixMarket` a Matrix Market file,
    /// and any other text is an edge list.
    pub format: Option<Format>,
    /// What to do with more than two columns in an edge list.
    pub extra_columns: ExtraColumns,
    /// Bytes of text that a thread takes at once.
    pub block_bytes: usize,
}

impl Default for LoadOptions {
    fn default() -> Self {
        LoadOptions { format: None, extra_columns: ExtraColumns::Refuse, block_bytes: 1 << 20 }
    }
}

/// What was read, and what of it is not in the graph.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LoadReport {
    /// Lines of text, comments and empty lines among them; 0 for `.csr`.
    pub lines: u64,
    /// Lines that are comments.
    pub comments: u64,
    /// Edges as they stand in the file, self-loops and duplicates among them.
    pub edges_read: u64,
    /// Edges dropped because they join a vertex to itself.
    pub self_loops: u64,
    /// Edges dropped because they stand in the file already, in the same or the other direction.
    pub duplicates: u64,
}

/// Reads a graph from a file, or from standard input if `path` is `-`, in the current rayon pool.
///
/// gzip (of one or several members) and zstd are recognised by content. Text is read once, in blocks, which the threads
/// decompress in turn and parse in parallel; so pipes will do. A plain `.csr` file is memory-mapped; it must not be changed
/// while the graph is in use.
///
/// A vertex of an edge list that occurs in self-loops only is not in the graph.
///
/// # Errors
/// [`GraphError`], which says what is wrong, where, and what to do.
pub fn load(path: &Path, options: &LoadOptions) -> Result<Graph, GraphError> {
    let name = if path == Path::new("-") { PathBuf::from("standard input") } else { path.to_owned() };
    let mut graph = match input::open(path, &name)? {
        Opened::Csr(file) if options.format.is_none_or(|format| format == Format::Csr) => {
            csr_file::map(&file, &name)?
        }
        Opened::Csr(file) => read_input(Input::new(Box::new(file), &name)?, &name, options)?,
        Opened::Stream(stream) => read_input(Input::new(stream, &name)?, &name, options)?,
    };
    graph.source = Some(path.to_owned());
    Ok(graph)
}

/// Reads a graph from any reader, for example from bytes in memory; `name` stands for the file in messages.
///
/// # Errors
/// As [`load`].
pub fn read<'a>(
    reader: impl io::Read + Send + 'a,
    name: impl AsRef<Path>,
    options: &LoadOptions,
) -> Result<Graph, GraphError> {
    let name = name.as_ref();
    read_input(Input::new(Box::new(reader), name)?, name, options)
}

fn read_input(input: Input<'_>, name: &Path, options: &LoadOptions) -> Result<Graph, GraphError> {
    let format = match options.format {
        Some(format) => format,
        None => input.format(name)?,
    };
    match format {
        Format::EdgeList => edge_list::read(input, name, options),
        Format::MatrixMarket => matrix_market::read(input, name, options),
        Format::Csr => csr_file::read(input, name),
    }
}

/// Gives failures the name of the file.
struct Named<'a> {
    path: &'a Path,
    compression: Option<&'static str>,
}

impl Named<'_> {
    fn io(&self, source: io::Error) -> GraphError {
        let path = self.path.to_owned();
        match self.compression {
            Some(compression) => GraphError::Compressed { path, compression, source },
            None => GraphError::opening(path, source),
        }
    }

    fn text(&self, error: TextError) -> GraphError {
        match error {
            TextError::Read(source) => self.io(source),
            TextError::Line { line, text, problem } => {
                GraphError::Line { path: self.path.to_owned(), line, text, problem }
            }
        }
    }

    fn too_many(&self, TooManyIds(vertices): TooManyIds) -> GraphError {
        GraphError::TooManyVertices { path: self.path.to_owned(), vertices }
    }
}

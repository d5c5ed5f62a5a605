//! Readers: what a file is, is told by its first bytes, or, for METIS and G2Miner, by its name.

mod blocks;
mod csr_attributes;
mod csr_file;
mod csv;
mod edge_list;
mod g2miner;
mod input;
mod labelled_edges;
mod lines;
mod matrix_market;
mod metis;
mod records;
mod scan;
mod vertex_labels;

use std::{
    fmt, io,
    path::{Path, PathBuf},
    str::FromStr,
};

pub(super) use self::csr_attributes::{ARCS_TAG, EDGE_NAMES_TAG, EDGES_TAG, VERTEX_NAMES_TAG, VERTICES_TAG};
pub(super) use self::csr_file::{ATTRIBUTED_MAGIC, IDS_TAG, MAGIC};
use self::{
    blocks::TextError,
    input::{Input, OpenedInput},
};
use super::{Graph, GraphBuilder, GraphError, build::TooManyIds};

/// A format of graph files. Each may be compressed by gzip or zstd.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GraphFormat {
    /// Text, two vertex ids a line, as SNAP and many others give graphs. A line that starts with `#`, `%` or `//` is a
    /// comment; spaces, tabs, or a comma stand between the ids.
    EdgeList,
    /// Matrix Market's coordinate format; every row is a vertex.
    MatrixMarket,
    /// The program's own binary format, memory-mapped when it is a plain file. See `docs/formats.md`.
    Csr,
    /// Lines `v id label` and `e from to label`: GraMi's `.lg`, and gSpan's text with one graph.
    Labelled,
    /// An edge list as CSV with a header, which may have a column of labels.
    Csv,
    /// METIS's graph format; weights are read as labels.
    Metis,
    /// G2Miner's binary format, given by its `.meta.txt` file.
    G2Miner,
}

impl GraphFormat {
    const NAMES: [(&str, GraphFormat); 7] = [
        ("edge-list", GraphFormat::EdgeList),
        ("matrix-market", GraphFormat::MatrixMarket),
        ("csr", GraphFormat::Csr),
        ("lg", GraphFormat::Labelled),
        ("csv", GraphFormat::Csv),
        ("metis", GraphFormat::Metis),
        ("g2miner", GraphFormat::G2Miner),
    ];

    /// What the name of a file tells where the content cannot: METIS and G2Miner.
    fn of_name(path: &Path) -> Option<GraphFormat> {
        let name = path.to_str()?;
        let name = name.strip_suffix(".gz").or_else(|| name.strip_suffix(".zst")).unwrap_or(name);
        if g2miner::is_meta(path) {
            return Some(GraphFormat::G2Miner);
        }
        [".metis", ".graph"].iter().any(|ending| name.ends_with(ending)).then_some(GraphFormat::Metis)
    }
}

impl fmt::Display for GraphFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = GraphFormat::NAMES.iter().find(|(_, format)| format == self).map_or("", |(name, _)| name);
        f.pad(name)
    }
}

impl FromStr for GraphFormat {
    type Err = String;

    fn from_str(name: &str) -> Result<GraphFormat, String> {
        let known = GraphFormat::NAMES.iter().find(|(known, _)| *known == name);
        known.map(|&(_, format)| format).ok_or_else(|| {
            format!("`{name}` is not a format; the formats are edge-list, matrix-market, csr, lg, csv, metis and g2miner")
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
    /// Read the third column as the edge's label; in a Matrix Market file, the value.
    Label,
}

/// How to read a graph: by default an undirected one, without labels of its edges.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct LoadOptions {
    /// The format; without it, the content tells (see `docs/formats.md`), or, for METIS and G2Miner, the name.
    pub format: Option<GraphFormat>,
    /// What to do with more than two columns in an edge list.
    pub extra_columns: ExtraColumns,
    /// Whether an edge is an arc from its first vertex to its second.
    pub directed: bool,
    /// A file with the labels of the vertices: lines of an id and its labels.
    pub labels: Option<PathBuf>,
    /// Bytes of text that a thread takes at once.
    pub block_bytes: usize,
}

impl Default for LoadOptions {
    fn default() -> Self {
        LoadOptions {
            format: None,
            extra_columns: ExtraColumns::Refuse,
            directed: false,
            labels: None,
            block_bytes: 1 << 20,
        }
    }
}

impl LoadOptions {
    /// With the format, or `None` for what the content or the name tells.
    #[must_use]
    pub fn format(self, format: impl Into<Option<GraphFormat>>) -> Self {
        LoadOptions { format: format.into(), ..self }
    }

    /// With what to do with more than two columns in an edge list.
    #[must_use]
    pub fn extra_columns(self, extra_columns: ExtraColumns) -> Self {
        LoadOptions { extra_columns, ..self }
    }

    /// With whether an edge is an arc from its first vertex to its second.
    #[must_use]
    pub fn directed(self, directed: bool) -> Self {
        LoadOptions { directed, ..self }
    }

    /// With a file with the labels of the vertices, or `None`.
    #[must_use]
    pub fn labels(self, labels: impl Into<Option<PathBuf>>) -> Self {
        LoadOptions { labels: labels.into(), ..self }
    }

    /// With the bytes of text that a thread takes at once.
    #[must_use]
    pub fn block_bytes(self, block_bytes: usize) -> Self {
        LoadOptions { block_bytes, ..self }
    }

    fn builder(&self) -> GraphBuilder {
        if self.directed { GraphBuilder::directed() } else { GraphBuilder::undirected() }
    }

    /// Whether an edge list is read for more than who is adjacent to whom.
    fn attributes_edges(&self) -> bool {
        self.directed || self.extra_columns == ExtraColumns::Label
    }

    /// Gives the vertices of a graph the labels that [`labels`](Self::labels) names, if it does.
    ///
    /// # Errors
    /// As [`load`].
    pub fn label(&self, graph: &mut Graph) -> Result<(), GraphError> {
        self.labels.as_ref().map_or(Ok(()), |path| vertex_labels::apply(graph, path))
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
        _ if options.format.or_else(|| GraphFormat::of_name(path)) == Some(GraphFormat::G2Miner) => {
            g2miner::load(path, options)?
        }
        OpenedInput::Csr(file) if options.format.is_none_or(|format| format == GraphFormat::Csr) => {
            directed_as_asked(csr_file::map(&file, &name)?, &name, options)?
        }
        OpenedInput::Csr(file) => read_input(Input::new(Box::new(file), &name)?, &name, options)?,
        OpenedInput::Stream(stream) => read_input(Input::new(stream, &name)?, &name, options)?,
    };
    options.label(&mut graph)?;
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
    let mut graph = read_input(Input::new(Box::new(reader), name)?, name, options)?;
    options.label(&mut graph)?;
    Ok(graph)
}

fn read_input(input: Input<'_>, name: &Path, options: &LoadOptions) -> Result<Graph, GraphError> {
    let format = match options.format {
        Some(format) => format,
        None => match (input.format(name)?, GraphFormat::of_name(name)) {
            (GraphFormat::EdgeList, Some(format)) => format,
            (format, _) => format,
        },
    };
    let graph = match format {
        GraphFormat::EdgeList if options.attributes_edges() => labelled_edges::read(input, name, options),
        GraphFormat::EdgeList => edge_list::read(input, name, options),
        GraphFormat::MatrixMarket => matrix_market::read(input, name, options),
        GraphFormat::Csr => csr_file::read(input, name),
        GraphFormat::Labelled => records::read(input, name, options),
        GraphFormat::Csv => csv::read(input, name, options),
        GraphFormat::Metis => metis::read(input, name, options),
        GraphFormat::G2Miner => {
            let problem = "it is read from several files; give its .meta.txt file by name";
            Err(GraphError::G2Miner { path: name.to_owned(), problem })
        }
    }?;
    directed_as_asked(graph, name, options)
}

/// Directions cannot be made up: a file that is undirected is not read as directed.
fn directed_as_asked(graph: Graph, name: &Path, options: &LoadOptions) -> Result<Graph, GraphError> {
    if options.directed && !graph.attributes.is_directed() {
        return Err(GraphError::Undirected { path: name.to_owned(), format: "this .csr" });
    }
    Ok(graph)
}

/// The graph of all that was read of a text of so many lines and comments, which holds edges as `expected`. It may have no
/// edges, or no vertices; a text that says nothing at all is no graph.
fn finish(
    builder: GraphBuilder,
    name: &Path,
    (lines, comments): (u64, u64),
    expected: &'static str,
) -> Result<Graph, GraphError> {
    if builder.is_empty() && comments == 0 {
        return Err(GraphError::NoEdges { path: name.to_owned(), lines, expected });
    }
    built(builder, name, (lines, comments))
}

/// The graph of all that was read of a text of so many lines and comments.
fn built(builder: GraphBuilder, name: &Path, (lines, comments): (u64, u64)) -> Result<Graph, GraphError> {
    let wrong = |source| GraphError::Attributes { path: name.to_owned(), source };
    let mut graph = builder.build().map_err(wrong)?;
    (graph.report.lines, graph.report.comments) = (lines, comments);
    Ok(graph)
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

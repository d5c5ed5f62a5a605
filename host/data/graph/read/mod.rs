//! Readers: what a file is, is told by its first bytes, or, for METIS, G2Miner and others, by its name.

mod adjacency_list;
mod blocks;
mod counted;
mod csr_attributes;
mod csr_file;
mod csr_names;
mod csr_sections;
mod csv;
mod csv_records;
mod dimacs;
mod document;
mod edge_lines;
mod edge_list;
mod fields;
mod file_name;
mod format;
mod formats;
mod g2miner;
mod gml;
mod graph6;
mod graphml;
mod input;
mod json_text;
mod labelled_edges;
mod layout;
mod lines;
mod matrix_market;
mod metis;
mod named_edges;
mod node_link;
mod note;
mod other_kinds;
mod pajek;
mod properties;
mod records;
mod scan;
mod sizes;
mod tell;
mod vertex_labels;
mod words;

use std::{
    collections::BTreeSet,
    io,
    path::{Path, PathBuf},
};

pub(super) use self::csr_attributes::{
    ARCS_TAG, EDGE_NAMES_TAG, EDGE_SETS_TAG, EDGES_TAG, VERTEX_NAMES_TAG, VERTICES_TAG,
};
pub(super) use self::csr_file::IDS_TAG;
pub(super) use self::csr_names::NAMES_TAG;
pub(super) use self::csr_sections::{CHECKED_MAGIC, HEAD_BYTES, HEADER_BYTES, NEIGHBORS_TAG, OFFSETS_TAG};
pub use self::format::{Directions, Format};
pub use self::formats::GraphFormat;
pub use self::note::LoadNote;
pub(super) use self::scan::is_number_like;
use self::{
    blocks::TextError,
    input::{Input, OpenedInput},
    layout::Layout,
};
pub(crate) use self::{
    file_name::uncompressed, input::BYTE_ORDER_MARK, scan::newlines, words::MOST_WORD_BYTES,
};
use super::{AttributeError, Graph, GraphBuilder, GraphError, build::TooManyIds, error::excerpt};

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
    /// The format; without it, the content tells (see `docs/formats.md`), or, for some, the name.
    pub format: Option<GraphFormat>,
    /// What to do with more than two columns in an edge list.
    pub extra_columns: ExtraColumns,
    /// Whether ids are names, even where the first are numbers. Without it, the first edge of an edge list or a CSV file
    /// tells.
    pub names: bool,
    /// Whether an edge is an arc from its first vertex to its second.
    pub directed: bool,
    /// A file with the labels of the vertices: lines of an id and its labels.
    pub labels: Option<PathBuf>,
    /// A file with properties of the vertices: CSV with a header, an id and values a line.
    pub vertex_properties: Option<PathBuf>,
    /// A file with properties of the edges: CSV with a header, two ids and values a line. Several lines for the same
    /// vertices are several edges.
    pub edge_properties: Option<PathBuf>,
    /// The properties that are read of those in the files, by name; all, without it.
    pub properties: Option<BTreeSet<String>>,
    /// Bytes of text that a thread takes at once.
    pub block_bytes: usize,
}

impl Default for LoadOptions {
    fn default() -> Self {
        LoadOptions {
            format: None,
            extra_columns: ExtraColumns::Refuse,
            names: false,
            directed: false,
            labels: None,
            vertex_properties: None,
            edge_properties: None,
            properties: None,
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

    /// With whether ids are names, even where the first are numbers.
    #[must_use]
    pub fn names(self, names: bool) -> Self {
        LoadOptions { names, ..self }
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

    /// With a file with properties of the vertices, or `None`.
    #[must_use]
    pub fn vertex_properties(self, file: impl Into<Option<PathBuf>>) -> Self {
        LoadOptions { vertex_properties: file.into(), ..self }
    }

    /// With a file with properties of the edges, or `None`.
    #[must_use]
    pub fn edge_properties(self, file: impl Into<Option<PathBuf>>) -> Self {
        LoadOptions { edge_properties: file.into(), ..self }
    }

    /// With the properties that are read, or `None` for all that are in the files. Others take no memory, and no condition can ask for
    /// them.
    #[must_use]
    pub fn properties(self, names: impl Into<Option<BTreeSet<String>>>) -> Self {
        LoadOptions { properties: names.into(), ..self }
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

    /// Gives a graph the labels and the properties in the files that these options name, if they do.
    ///
    /// # Errors
    /// [`GraphError`], which says what is wrong, where, and what to do.
    pub fn label(&self, graph: &mut Graph) -> Result<(), GraphError> {
        self.labels.as_ref().map_or(Ok(()), |path| vertex_labels::apply(graph, path))?;
        properties::apply(graph, self)
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
    /// What whoever reads the file should know of it.
    pub notes: Vec<LoadNote>,
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
    let format = options.format.or_else(|| GraphFormat::of_name(path));
    let load_files = format.and_then(|format| format.declaration().load);
    let mut graph = match (input::open(path, &name)?, load_files) {
        (_, Some(load)) => load(path, options)?,
        (OpenedInput::Csr(file), None) if options.format.is_none_or(|format| format == GraphFormat::Csr) => {
            directed_as_asked(csr_file::map(&file, &name)?, &name, options)?
        }
        (OpenedInput::Csr(file), None) => read_input(Input::new(Box::new(file), &name)?, &name, options)?,
        (OpenedInput::Stream(stream), None) => read_input(Input::new(stream, &name)?, &name, options)?,
    };
    options.label(&mut graph)?;
    graph.source = Some(path.to_owned());
    Ok(graph)
}

/// Reads a graph from any reader, for example from bytes in memory; `name` stands for the file in messages.
///
/// # Errors
/// [`GraphError`], which says what is wrong, where, and what to do.
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

fn read_input(mut input: Input<'_>, name: &Path, options: &LoadOptions) -> Result<Graph, GraphError> {
    let format = options.format.map_or_else(|| tell::format(&mut input, name), Ok)?;
    let graph = (format.declaration().read)(input, name, options)?;
    directed_as_asked(graph, name, options)
}

/// Bytes that tell how a text is laid out.
const FIRST_LINES: usize = 1 << 16;
/// Bytes of comments after which nothing is told by what follows.
const MOST_COMMENTS: usize = 1 << 26;

/// Reads lines of ids, whatever their layout.
fn read_edges(mut input: Input<'_>, name: &Path, options: &LoadOptions) -> Result<Graph, GraphError> {
    match layout_of(&mut input, name, options)? {
        Layout::Numbers if options.attributes_edges() => labelled_edges::read(input, name, options),
        Layout::Numbers => edge_list::read(input, name, options),
        Layout::Names(separator) => named_edges::read(input, name, separator, options),
        Layout::Adjacency(separator) => {
            let mut graph = adjacency_list::read(input, name, separator, options)?;
            let told = options.format == Some(GraphFormat::AdjacencyList);
            graph.report.notes.extend((!told).then_some(LoadNote::AdjacencyList));
            Ok(graph)
        }
    }
}

fn layout_of(input: &mut Input<'_>, name: &Path, options: &LoadOptions) -> Result<Layout, GraphError> {
    let named = input.named(name);
    let mut bytes = FIRST_LINES;
    loop {
        let (lines, is_whole) = input.first_lines(bytes).map_err(|error| named.io(error))?;
        if is_whole || bytes >= MOST_COMMENTS || layout::has_data(lines) {
            let bad = |bad: layout::BadStart<'_>| GraphError::Line {
                path: name.to_owned(),
                line: bad.line,
                text: excerpt(bad.text),
                problem: bad.problem,
            };
            return layout::of(lines, is_whole, options).map_err(bad);
        }
        bytes *= 4;
    }
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
    let wrong = |source| GraphError::Attributes { path: name.to_owned(), source: Box::new(source) };
    let mut graph = builder.build().map_err(wrong)?;
    (graph.report.lines, graph.report.comments) = (lines, comments);
    Ok(graph)
}

/// A graph of a format that lists each edge at both its ends, which must say the same of it.
fn with_single_labels(graph: Graph, name: &Path) -> Result<Graph, GraphError> {
    let clash = |edges: &super::attributes::EdgeAttributes| {
        let place = edges.out.iter().position(|&code| edges.labels.labels_of(code).count() > 1)?;
        let from = graph.csr.offsets().partition_point(|&start| start <= place as u64) as u32 - 1;
        let mut labels = edges.labels.names_of(edges.out[place]).map(str::to_owned);
        Some(AttributeError::TwoEdgeLabels {
            from: graph.ids.get(from).shown(),
            to: graph.ids.get(graph.csr.neighbors_all()[place]).shown(),
            first: labels.next()?,
            second: labels.next()?,
        })
    };
    match graph.attributes.edges.as_deref().and_then(clash) {
        Some(source) => Err(GraphError::Attributes { path: name.to_owned(), source: Box::new(source) }),
        None => Ok(graph),
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

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
mod extra_columns;
mod fields;
mod file_name;
mod finish;
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
mod named;
mod named_edges;
mod node_link;
mod note;
mod numbered_edges;
mod open;
mod options;
mod other_kinds;
mod pajek;
mod properties;
mod records;
mod report;
mod scan;
mod sizes;
mod tell;
mod vertex_labels;
mod words;

use std::io;
use std::path::{Path, PathBuf};

pub(super) use self::csr_attributes::{
    ARCS_TAG, EDGE_NAMES_TAG, EDGE_SETS_TAG, EDGES_TAG, VERTEX_NAMES_TAG, VERTICES_TAG,
};
pub(super) use self::csr_file::IDS_TAG;
pub(super) use self::csr_names::NAMES_TAG;
pub(super) use self::csr_sections::{CHECKED_MAGIC, HEAD_BYTES, HEADER_BYTES, NEIGHBORS_TAG, OFFSETS_TAG};
pub use self::extra_columns::ExtraColumns;
pub use self::format::{Directions, Format};
pub use self::formats::GraphFormat;
use self::input::Input;
pub use self::note::LoadNote;
use self::open::{OpenedInput, open};
pub use self::options::LoadOptions;
pub use self::report::LoadReport;
pub(super) use self::scan::is_number_like;
pub(crate) use self::{
    file_name::uncompressed, input::BYTE_ORDER_MARK, scan::newlines, words::MOST_WORD_BYTES,
};
use super::{Graph, GraphError};

/// Reads a graph from a file, or from standard input if `path` is `-`, in the current rayon pool.
///
/// gzip (of one or several members) and zstd are recognised by content. Text is read once, in blocks, which the threads
/// decompress in turn and parse in parallel; so pipes will do. A plain `.csr` file is memory-mapped; it must not be
/// changed while the graph is in use.
///
/// A vertex of an edge list that occurs in self-loops only is not in the graph.
///
/// # Errors
/// [`GraphError`], which says what is wrong, where, and what to do.
pub fn load(path: &Path, options: &LoadOptions) -> Result<Graph, GraphError> {
    let name = if path == Path::new("-") { PathBuf::from("standard input") } else { path.to_owned() };
    let format = options.format.or_else(|| GraphFormat::of_name(path));
    let load_files = format.and_then(|format| format.declaration().load);
    let mut graph = match (open(path, &name)?, load_files) {
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

/// Directions cannot be made up: a file that is undirected is not read as directed.
fn directed_as_asked(graph: Graph, name: &Path, options: &LoadOptions) -> Result<Graph, GraphError> {
    if options.directed && !graph.attributes.is_directed() {
        return Err(GraphError::Undirected { path: name.to_owned(), format: "this .csr" });
    }
    Ok(graph)
}

impl LoadOptions {
    /// Gives a graph the labels and the properties in the files that these options name, if they do.
    ///
    /// # Errors
    /// [`GraphError`], which says what is wrong, where, and what to do.
    pub fn label(&self, graph: &mut Graph) -> Result<(), GraphError> {
        self.labels.as_ref().map_or(Ok(()), |path| vertex_labels::apply(graph, path))?;
        properties::apply(graph, self)
    }
}

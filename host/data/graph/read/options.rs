//! How a graph is read.

use std::collections::BTreeSet;
use std::path::PathBuf;

use super::{ExtraColumns, GraphFormat};
use crate::graph::GraphBuilder;

/// How to read a graph: by default an undirected one, without labels of its edges.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct LoadOptions {
    /// The format; without it, the content tells (see `docs/formats.md`), or, for some, the name.
    pub format: Option<GraphFormat>,
    /// What to do with more than two columns in an edge list.
    pub extra_columns: ExtraColumns,
    /// Whether ids are names, even where the first are numbers. Without it, the first edge of an edge list or a CSV
    /// file tells.
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

    /// With the properties that are read, or `None` for all that are in the files. Others take no memory, and no
    /// condition can ask for them.
    #[must_use]
    pub fn properties(self, names: impl Into<Option<BTreeSet<String>>>) -> Self {
        LoadOptions { properties: names.into(), ..self }
    }

    /// With the bytes of text that a thread takes at once.
    #[must_use]
    pub fn block_bytes(self, block_bytes: usize) -> Self {
        LoadOptions { block_bytes, ..self }
    }

    /// What a graph is built with that is read so.
    pub(super) fn builder(&self) -> GraphBuilder {
        if self.directed { GraphBuilder::directed() } else { GraphBuilder::undirected() }
    }

    /// Whether an edge list is read for more than who is adjacent to whom.
    pub(super) fn attributes_edges(&self) -> bool {
        self.directed || self.extra_columns == ExtraColumns::Label
    }
}

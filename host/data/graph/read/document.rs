//! What the readers have in common of files that list vertices, and edges between them, as GraphML, JSON and others do.

use std::io;
use std::path::Path;

use super::finish::finish;
use super::named::Named;
use super::note::LoadNote;
use super::{ExtraColumns, LoadOptions};
use crate::graph::error::excerpt;
use crate::graph::{DocumentProblem, Graph, GraphBuilder, GraphError, MAX_VERTICES, VertexId};

/// Why a file could not be read.
pub(super) enum Failure {
    Read(io::Error),
    /// What is wrong, and in which line.
    At(u64, DocumentProblem),
    TooManyVertices(u64),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Read(error)
    }
}

impl Failure {
    pub(super) fn in_file(self, named: &Named<'_>) -> GraphError {
        let path = named.path.to_owned();
        match self {
            Failure::Read(error) => named.io(error),
            Failure::At(line, problem) => GraphError::Document { path, line, problem },
            Failure::TooManyVertices(vertices) => GraphError::TooManyVertices { path, vertices },
        }
    }
}

/// A graph that is being read.
pub(super) struct Document {
    builder: GraphBuilder,
    /// Whether arcs are asked for.
    directed: bool,
    /// Whether it is known that attributes are left.
    ignores_attributes: bool,
    /// Whether the file has any.
    has_arcs: bool,
    /// Ends of edges that were not listed before, and the lines of the edges.
    unlisted: Vec<(String, u64)>,
    pub(super) attributes: LeftAttributes,
}

impl Document {
    pub(super) fn new(options: &LoadOptions) -> Document {
        Document {
            builder: options.builder(),
            directed: options.directed,
            ignores_attributes: options.extra_columns == ExtraColumns::Ignore,
            has_arcs: false,
            unlisted: Vec::new(),
            attributes: LeftAttributes::default(),
        }
    }

    /// Adds a vertex, which must be new.
    pub(super) fn vertex<'n>(&mut self, id: impl Into<VertexId<'n>>, line: u64) -> Result<(), Failure> {
        let id = id.into();
        if self.builder.has_vertex(id) {
            return Err(Failure::At(line, DocumentProblem::RepeatedVertex { id: id.shown() }));
        }
        self.builder.vertex(id, &[]);
        Ok(())
    }

    /// Adds the vertices `first`, `first + 1`, …: `count` of them.
    pub(super) fn consecutive(&mut self, first: u64, count: u64) -> Result<(), Failure> {
        if count > MAX_VERTICES {
            return Err(Failure::TooManyVertices(count));
        }
        self.builder.consecutive(first, count);
        Ok(())
    }

    /// Adds an edge of vertices that are listed before or after it.
    pub(super) fn unchecked_edge(&mut self, from: &str, to: &str, is_arc: bool, line: u64) {
        for end in [from, to] {
            if !self.builder.has_vertex(end) {
                self.unlisted.push((end.to_owned(), line));
            }
        }
        self.edge(from, to, is_arc);
    }

    /// Adds an edge of vertices that are there. Where arcs are asked for, an edge that is none is one each way.
    pub(super) fn edge<'n, 'm>(
        &mut self,
        from: impl Into<VertexId<'n>>,
        to: impl Into<VertexId<'m>>,
        is_arc: bool,
    ) {
        let (from, to) = (from.into(), to.into());
        self.each_way((from, to), is_arc, |builder, from, to| builder.edge(from, to));
    }

    /// Adds an edge with a label, of vertices that are there. Where arcs are asked for, an edge that is none is one
    /// each way.
    pub(super) fn labelled_edge(&mut self, from: u64, to: u64, label: &str, is_arc: bool) {
        let ends = (VertexId::Number(from), VertexId::Number(to));
        self.each_way(ends, is_arc, |builder, from, to| builder.labelled_edge(from, to, label));
    }

    fn each_way(
        &mut self,
        (from, to): (VertexId<'_>, VertexId<'_>),
        is_arc: bool,
        add: impl Fn(&mut GraphBuilder, VertexId<'_>, VertexId<'_>),
    ) {
        self.has_arcs |= is_arc;
        add(&mut self.builder, from, to);
        if self.directed && !is_arc && from != to {
            add(&mut self.builder, to, from);
        }
    }

    /// How many edges were added.
    pub(super) fn edges(&self) -> u64 {
        self.builder.edges()
    }

    /// The graph. `arcs` says whether the file is directed, if that does not go by edges; `format` is what it is.
    pub(super) fn graph(
        self,
        arcs: Option<bool>,
        (lines, comments): (u64, u64),
        (name, format): (&Path, &'static str),
        expected: &'static str,
    ) -> Result<Graph, GraphError> {
        let path = || name.to_owned();
        if let Some((id, line)) =
            self.unlisted.into_iter().find(|(id, _)| !self.builder.has_vertex(id.as_str()))
        {
            let problem = DocumentProblem::NoSuchVertex { id: excerpt(id.as_bytes()) };
            return Err(GraphError::Document { path: path(), line, problem });
        }
        if self.directed && !arcs.unwrap_or(self.has_arcs) {
            return Err(GraphError::Undirected { path: path(), format });
        }
        let mut graph = finish(self.builder, name, (lines, comments), expected)?;
        graph.report.notes.extend(self.attributes.note().filter(|_| !self.ignores_attributes));
        Ok(graph)
    }
}

/// Checks that a file whose vertices take no room in it has as many as its edges make likely.
pub(super) fn check_sparsity(vertices: u64, entries: u64, line: u64) -> Result<(), Failure> {
    const ALWAYS_FINE: u64 = 1_000_000;
    const AN_EDGE: u64 = 1000;
    if vertices > ALWAYS_FINE && vertices / AN_EDGE > entries {
        return Err(Failure::At(line, DocumentProblem::Sparse { vertices, entries }));
    }
    Ok(())
}

/// What attributes that are left unread are called.
#[derive(Default)]
pub(super) struct LeftAttributes(Vec<String>);

impl LeftAttributes {
    /// The most names that are told.
    const TOLD: usize = 5;

    pub(super) fn add(&mut self, name: &str) {
        if self.0.len() <= Self::TOLD && !self.0.iter().any(|known| known == name) {
            self.0.push(excerpt(name.as_bytes()));
        }
    }

    fn note(mut self) -> Option<LoadNote> {
        if self.0.len() > Self::TOLD {
            self.0[Self::TOLD] = "…".to_owned();
        }
        (!self.0.is_empty()).then_some(LoadNote::AttributesLeft { names: self.0 })
    }
}

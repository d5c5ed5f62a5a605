//! Labels of vertices from a file of their own: lines of an id and its labels.

use std::sync::Arc;

use std::collections::HashMap;
use std::path::Path;

use super::input::{self, Input, OpenedInput};
use super::lines::{Lines, label};
use super::scan::{columns, id, is_binary};
use crate::graph::attributes::VertexLabels;
use crate::graph::{AttributeError, Graph, GraphError, LineProblem, VertexId};

/// Gives the vertices of `graph` the labels in a file. Lines for ids that the graph does not have are left: a graph has no
/// vertices without edges, but its file of labels may.
pub(super) fn apply(graph: &mut Graph, path: &Path) -> Result<(), GraphError> {
    if graph.attributes.vertices.is_some() {
        return Err(GraphError::LabelledTwice { path: path.to_owned() });
    }
    let input = match input::open(path, path)? {
        OpenedInput::Csr(_) => {
            return Err(GraphError::UnsupportedContainer { path: path.to_owned(), kind: "a .csr file" });
        }
        OpenedInput::Stream(stream) => Input::new(stream, path)?,
    };
    let named = input.named(path);
    let mut lines = Lines::new(input.into_reader(), named, 0);
    let vertices = graph.ids.lookup(graph.csr.n());
    let mut given: HashMap<u32, Vec<String>> = HashMap::new();
    while lines.advance()? {
        let text = lines.text();
        if text.is_empty() || text.starts_with(b"#") || text.starts_with(b"%") {
            continue;
        }
        let (id, labels) = line(text, graph.ids.names().is_some())
            .map_err(|problem| lines.problem(if is_binary(text) { LineProblem::Binary } else { problem }))?;
        let vertex = vertices.find(id);
        if vertex.and_then(|vertex| given.insert(vertex, labels)).is_some() {
            return Err(lines.problem(LineProblem::RepeatedVertex { id: id.shown() }));
        }
    }
    let missing = |source| GraphError::Attributes { path: path.to_owned(), source };
    let of_vertex = |v: u32| {
        let id = || graph.ids.get(v).shown();
        given.get(&v).map(Vec::as_slice).ok_or_else(|| AttributeError::NoVertexLabel { id: id() })
    };
    let labels: Vec<&[String]> =
        (0..graph.csr.n()).map(of_vertex).collect::<Result<_, _>>().map_err(missing)?;
    Arc::make_mut(&mut graph.attributes).vertices = Some(VertexLabels::of_names(&labels));
    Ok(())
}

fn line(text: &[u8], by_name: bool) -> Result<(VertexId<'_>, Vec<String>), LineProblem> {
    let mut columns = columns(text);
    let first = columns.next().unwrap_or_default();
    let vertex = if by_name { VertexId::Name(label(first)?) } else { VertexId::Number(id(first)?) };
    let labels = columns.map(|column| label(column).map(str::to_owned)).collect::<Result<Vec<_>, _>>()?;
    if labels.iter().all(String::is_empty) {
        return Err(LineProblem::NoLabel { of: "vertex" });
    }
    Ok((vertex, labels))
}

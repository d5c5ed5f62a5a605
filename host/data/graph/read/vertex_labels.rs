//! Labels of vertices from a file of their own: lines of an id and labels of it.

use std::sync::Arc;

use std::collections::HashMap;
use std::path::Path;

use super::fields::Separator;
use super::input::Input;
use super::lines::Lines;
use super::named_edges::text;
use super::open::{OpenedInput, open};
use super::scan::{id, is_word};
use crate::graph::attributes::VertexLabels;
use crate::graph::{AttributeError, Graph, GraphError, LineProblem, VertexId, VertexLookup};

/// Gives the vertices of `graph` the labels in a file. Lines for ids that the graph does not have are left: a graph has
/// no vertices without edges, but its file of labels may.
pub(super) fn apply(graph: &mut Graph, path: &Path) -> Result<(), GraphError> {
    if graph.attributes.vertices.is_some() {
        return Err(GraphError::LabelledTwice { path: path.to_owned() });
    }
    let input = match open(path, path)? {
        OpenedInput::Csr(_) => {
            return Err(GraphError::UnsupportedContainer { path: path.to_owned(), kind: "a .csr file" });
        }
        OpenedInput::Stream(stream) => Input::new(stream, path)?,
    };
    let given = labels_by_vertex(graph, input, path)?;
    let missing = |source| GraphError::Attributes { path: path.to_owned(), source: Box::new(source) };
    let of_vertex = |v: u32| {
        let id = || graph.ids.get(v).shown();
        given.get(&v).map(Vec::as_slice).ok_or_else(|| AttributeError::NoVertexLabel { id: id() })
    };
    let labels: Vec<&[String]> =
        (0..graph.csr.n()).map(of_vertex).collect::<Result<_, _>>().map_err(missing)?;
    Arc::make_mut(&mut graph.attributes).vertices = Some(VertexLabels::of_names(&labels));
    Ok(())
}

/// The labels of each vertex that the file has: those of all its lines.
fn labels_by_vertex(
    graph: &Graph,
    input: Input<'_>,
    path: &Path,
) -> Result<HashMap<u32, Vec<String>>, GraphError> {
    let by_name = graph.ids.names().is_some();
    let vertices = graph.ids.lookup(graph.csr.n());
    let named = input.named(path);
    let mut lines = Lines::new(input.into_reader(), named, 0);
    let (mut separator, mut heading) = (None, None);
    let mut given: HashMap<u32, Vec<String>> = HashMap::new();
    while lines.advance_to_text()? {
        let line = lines.text();
        if line.is_empty() || line.starts_with(b"#") || line.starts_with(b"%") {
            continue;
        }
        let text = text(line).map_err(|problem| lines.problem(problem))?;
        let is_first = separator.is_none();
        // Labels of numbers may stand behind a comma and have blanks between, in one file.
        let separator =
            *separator.get_or_insert_with(|| if by_name { Separator::of(text) } else { Separator::Blank });
        match add(text, separator, by_name, &vertices, &mut given) {
            Ok(()) => {}
            // A word above ids that are numbers is a heading. One above names is the id of no vertex, and left as such.
            Err(LineProblem::NotAnId { token }) if is_first && is_word(token.as_bytes()) => {
                heading = Some(lines.problem(LineProblem::NotAnId { token }));
            }
            Err(problem) => return Err(lines.problem(problem)),
        }
    }
    match heading {
        Some(error) if given.is_empty() => Err(error),
        _ => Ok(given),
    }
}

/// Adds the labels in a line to those of its vertex, if the graph has it.
fn add(
    line: &str,
    separator: Separator,
    by_name: bool,
    vertices: &VertexLookup<'_>,
    given: &mut HashMap<u32, Vec<String>>,
) -> Result<(), LineProblem> {
    let fields = separator.split(line)?;
    let (first, labels) = fields.split_first().ok_or(LineProblem::NoName)?;
    let id = if by_name { first.name()? } else { VertexId::Number(id(first.text.as_bytes())?) };
    if labels.iter().all(|label| label.text.is_empty()) {
        return Err(LineProblem::NoLabel { of: "vertex" });
    }
    if let Some(vertex) = vertices.find(id) {
        given.entry(vertex).or_default().extend(labels.iter().map(|label| label.text.to_string()));
    }
    Ok(())
}

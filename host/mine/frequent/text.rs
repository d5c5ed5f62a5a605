//! Patterns as text: gSpan's form, or a JSON object on a line.

use std::io::{self, Write};

use serde_json::{Value, json};

use super::{CollectedSubgraph, PreparedGraph};
use crate::graph::{VertexId, VertexIds};
use crate::transactions::{PatternFormat, json_code};
use motherlode_data::transactions::as_word;

/// Writes patterns with the names that the graph has for labels and vertices.
#[derive(Clone, Copy, Debug)]
pub struct SubgraphText<'g> {
    prepared: &'g PreparedGraph,
    ids: &'g VertexIds,
    format: PatternFormat,
    /// Whether all names of vertices' labels, and of edges', are whole numbers.
    numbers: [bool; 2],
}

impl<'g> SubgraphText<'g> {
    /// In one of the formats, with these ids for the vertices of the graph.
    ///
    /// In gSpan's, a support that is no more than a lower bound has a comment on the next line, `# at least`; an arc
    /// goes from the first vertex of its line to the second; and the images of vertex 2, if they are known, are a line
    /// `x 2` with their ids. In JSON Lines, the field `at_least` is true; an arc has a sixth element, `out` or `in`, as
    /// it is seen from the first vertex; and `images` has a list for each vertex.
    pub fn new(prepared: &'g PreparedGraph, ids: &'g VertexIds, format: PatternFormat) -> Self {
        let all = |names: &[String]| names.iter().all(|name| name.parse::<i64>().is_ok());
        let numbers = [all(prepared.vertex_labels()), all(prepared.edge_labels())];
        SubgraphText { prepared, ids, format, numbers }
    }

    /// Writes pattern number `number`.
    ///
    /// # Errors
    /// When `out` fails.
    pub fn write(&self, out: &mut impl Write, number: u64, pattern: &CollectedSubgraph) -> io::Result<()> {
        match self.format {
            PatternFormat::GSpan => self.write_gspan(out, number, pattern),
            PatternFormat::JsonLines => self.write_json(out, number, pattern),
        }
    }

    fn write_gspan(&self, out: &mut impl Write, number: u64, pattern: &CollectedSubgraph) -> io::Result<()> {
        let kinds = self.prepared.kinds();
        writeln!(out, "t # {number} * {}", pattern.support)?;
        if !pattern.exact {
            writeln!(out, "# at least")?;
        }
        for (vertex, label) in pattern.labels(kinds).into_iter().enumerate() {
            writeln!(out, "v {vertex} {}", as_word(&self.prepared.vertex_labels()[label as usize]))?;
        }
        for step in &pattern.code {
            let name = as_word(&self.prepared.edge_labels()[kinds.edge_label(step.kind) as usize]);
            let [from, to] = kinds.ends(step);
            writeln!(out, "e {from} {to} {name}")?;
        }
        for (vertex, images) in pattern.images.iter().flatten().enumerate() {
            write!(out, "x {vertex}")?;
            for &image in images {
                match self.ids.get(image) {
                    VertexId::Number(number) => write!(out, " {number}")?,
                    VertexId::Name(name) => write!(out, " {}", as_word(name))?,
                }
            }
            writeln!(out)?;
        }
        writeln!(out)
    }

    fn write_json(&self, out: &mut impl Write, number: u64, pattern: &CollectedSubgraph) -> io::Result<()> {
        let kinds = self.prepared.kinds();
        let [vertices, edges] = [self.prepared.vertex_labels(), self.prepared.edge_labels()];
        let vertex = |label: u32| value(&vertices[label as usize], self.numbers[0]);
        let edge = |label: u32| value(&edges[label as usize], self.numbers[1]);
        let code = json_code(kinds, &pattern.code, vertex, edge);
        let mut line = json!({ "id": number, "support": pattern.support, "code": code });
        if !pattern.exact {
            line["at_least"] = true.into();
        }
        if let Some(images) = &pattern.images {
            let of_vertex = |images: &Vec<u32>| images.iter().map(|&v| self.id(v)).collect::<Vec<Value>>();
            line["images"] = images.iter().map(of_vertex).collect::<Vec<_>>().into();
        }
        writeln!(out, "{line}")
    }

    /// The id of a vertex of the graph.
    fn id(&self, v: u32) -> Value {
        match self.ids.get(v) {
            VertexId::Number(number) => number.into(),
            VertexId::Name(name) => name.into(),
        }
    }
}

/// A label as JSON: a number if all labels are.
fn value(name: &str, numbers: bool) -> Value {
    match numbers.then(|| name.parse::<i64>()) {
        Some(Ok(number)) => number.into(),
        _ => name.into(),
    }
}

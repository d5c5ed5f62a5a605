//! Patterns as text: gSpan's form, or a JSON object on a line.

use std::io::{self, Write};

use serde_json::{Value, json};

use super::{FrequentSubgraph, PreparedGraph};
use crate::dfs_code::Step;
use crate::mine::transactions::{PatternFormat, vertex_labels};
use crate::transactions::as_word;

/// Writes patterns with the names that the graph has for labels.
#[derive(Clone, Copy, Debug)]
pub struct SubgraphText<'g> {
    prepared: &'g PreparedGraph,
    format: PatternFormat,
    /// Whether all names of vertices' labels, and of edges', are whole numbers.
    numbers: [bool; 2],
}

impl<'g> SubgraphText<'g> {
    /// In one of the formats. In gSpan's, a support that is no more than a lower bound has a comment on the next line, `# at least`; in
    /// JSON Lines, the field `at_least` is true.
    pub fn new(prepared: &'g PreparedGraph, format: PatternFormat) -> Self {
        let all = |names: &[String]| names.iter().all(|name| name.parse::<i64>().is_ok());
        SubgraphText {
            prepared,
            format,
            numbers: [all(prepared.vertex_labels()), all(prepared.edge_labels())],
        }
    }

    /// Writes pattern number `number`.
    ///
    /// # Errors
    /// When `out` fails.
    pub fn write(&self, out: &mut impl Write, number: u64, found: &FrequentSubgraph<'_>) -> io::Result<()> {
        match self.format {
            PatternFormat::GSpan => self.write_gspan(out, number, found),
            PatternFormat::JsonLines => self.write_json(out, number, found),
        }
    }

    fn write_gspan(&self, out: &mut impl Write, number: u64, found: &FrequentSubgraph<'_>) -> io::Result<()> {
        writeln!(out, "t # {number} * {}", found.support)?;
        if !found.exact {
            writeln!(out, "# at least")?;
        }
        for (vertex, label) in vertex_labels(found.kinds, found.code).into_iter().enumerate() {
            writeln!(out, "v {vertex} {}", as_word(&self.prepared.vertex_labels()[label as usize]))?;
        }
        for step in found.code {
            let [_, label, _] = found.kinds.triple(step.kind);
            let name = as_word(&self.prepared.edge_labels()[label as usize]);
            writeln!(out, "e {} {} {name}", step.from, step.to)?;
        }
        writeln!(out)
    }

    fn write_json(&self, out: &mut impl Write, number: u64, found: &FrequentSubgraph<'_>) -> io::Result<()> {
        let [vertices, edges] = [self.prepared.vertex_labels(), self.prepared.edge_labels()];
        let step = |step: &Step| {
            let [from, edge, to] = found.kinds.triple(step.kind);
            let vertex = |label: u32| value(&vertices[label as usize], self.numbers[0]);
            json!([
                step.from,
                step.to,
                vertex(from),
                value(&edges[edge as usize], self.numbers[1]),
                vertex(to)
            ])
        };
        let code: Vec<Value> = found.code.iter().map(step).collect();
        let mut pattern = json!({ "id": number, "support": found.support, "code": code });
        if !found.exact {
            pattern["at_least"] = true.into();
        }
        writeln!(out, "{pattern}")
    }
}

/// A label as JSON: a number if all labels are.
fn value(name: &str, numbers: bool) -> Value {
    match numbers.then(|| name.parse::<i64>()) {
        Some(Ok(number)) => number.into(),
        _ => name.into(),
    }
}

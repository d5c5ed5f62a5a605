//! Patterns as text: gSpan's form, or a JSON object on a line.

use std::io::{self, Write};

use serde_json::{Value, json};

use super::{Classes, FrequentPattern};
use crate::dfs_code::{Kinds, Step};
use motherlode_data::transactions::{Database, Labels, as_word};

/// How patterns are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PatternFormat {
    /// `t # number * support`, a `v` line for each vertex, an `e` line for each edge in the order of the minimum DFS
    /// code, and an `x` line of the supporting graphs if they are known. An arc goes from the first vertex of its line
    /// to the second. Blanks in the names of graphs become underscores.
    #[default]
    GSpan,
    /// A line with `id`, `support`, `code` (the minimum DFS code: from, to, and the labels of from, edge and to), and
    /// `graphs` if they are known. An arc has a sixth element, `out` or `in`, as it is seen from the first vertex.
    JsonLines,
}

/// Writes patterns with the names that the input gave to labels and graphs.
#[derive(Clone, Copy, Debug)]
pub struct PatternText<'d> {
    /// Where the names are.
    pub database: &'d Database,
    /// The form.
    pub format: PatternFormat,
    /// The classes, for patterns to be written with their supports in each and their growth rate, where the graphs are
    /// known: as a comment, or as fields `classes` and `growth` (whose `rate` is `null` where it is infinite).
    pub classes: Option<&'d Classes>,
    /// Whether the graphs are written, where they are known.
    pub graphs: bool,
}

impl PatternText<'_> {
    /// Writes pattern number `number`.
    ///
    /// # Errors
    /// When `out` fails.
    pub fn write(&self, out: &mut impl Write, number: u64, found: &FrequentPattern<'_>) -> io::Result<()> {
        match self.format {
            PatternFormat::GSpan => self.write_gspan(out, number, found),
            PatternFormat::JsonLines => self.write_json(out, number, found),
        }
    }

    /// Writes a frequent vertex: a pattern without an edge.
    ///
    /// # Errors
    /// When `out` fails.
    pub fn write_vertex(
        &self,
        out: &mut impl Write,
        number: u64,
        label: u32,
        support: u32,
    ) -> io::Result<()> {
        let labels = self.database.vertex_labels();
        match self.format {
            PatternFormat::GSpan => writeln!(out, "t # {number} * {support}\nv 0 {}\n", labels.name(label)),
            PatternFormat::JsonLines => {
                writeln!(
                    out,
                    "{}",
                    json!({ "id": number, "support": support, "vertex": value(labels, label), "code": [] })
                )
            }
        }
    }

    fn write_gspan(&self, out: &mut impl Write, number: u64, found: &FrequentPattern<'_>) -> io::Result<()> {
        let FrequentPattern { code, kinds, support, graphs, .. } = *found;
        writeln!(out, "t # {number} * {support}")?;
        for (vertex, label) in vertex_labels(kinds, code).iter().enumerate() {
            writeln!(out, "v {vertex} {}", self.database.vertex_labels().name(*label))?;
        }
        for step in code {
            let [from, to] = kinds.ends(step);
            let label = self.database.edge_labels().name(kinds.edge_label(step.kind));
            writeln!(out, "e {from} {to} {label}")?;
        }
        if let (Some(classes), Some(graphs)) = (self.classes, graphs) {
            let supports = classes.supports(graphs);
            let growth = classes.growth(&supports);
            write!(out, "# growth {} {:.4};", as_word(&classes.names()[growth.class]), growth.rate)?;
            for ((name, size), support) in classes.names().iter().zip(classes.sizes()).zip(supports) {
                write!(out, " {} {support}/{size}", as_word(name))?;
            }
            writeln!(out)?;
        }
        if let Some(graphs) = graphs.filter(|_| self.graphs) {
            write!(out, "x")?;
            graphs.iter().try_for_each(|graph| write!(out, " {}", as_word(self.database.name(*graph))))?;
            writeln!(out)?;
        }
        writeln!(out)
    }

    fn write_json(&self, out: &mut impl Write, number: u64, found: &FrequentPattern<'_>) -> io::Result<()> {
        let (vertices, edges) = (self.database.vertex_labels(), self.database.edge_labels());
        let code =
            json_code(found.kinds, found.code, |label| value(vertices, label), |label| value(edges, label));
        let mut pattern = json!({ "id": number, "support": found.support, "code": code });
        if let (Some(classes), Some(graphs)) = (self.classes, found.graphs) {
            let supports = classes.supports(graphs);
            let growth = classes.growth(&supports);
            pattern["growth"] = json!({ "class": classes.names()[growth.class], "rate": growth.rate });
            pattern["classes"] =
                classes.names().iter().cloned().zip(supports.into_iter().map(Value::from)).collect();
        }
        if let Some(graphs) = found.graphs.filter(|_| self.graphs) {
            pattern["graphs"] = graphs.iter().map(|graph| self.database.name(*graph)).collect();
        }
        writeln!(out, "{pattern}")
    }
}

/// A label as JSON: a number if all labels are.
fn value(labels: &Labels, id: u32) -> Value {
    match labels.is_numeric().then(|| labels.name(id).parse::<i64>()) {
        Some(Ok(number)) => number.into(),
        _ => labels.name(id).into(),
    }
}

/// A code as JSON, with what its labels are as such.
pub(crate) fn json_code(
    kinds: &Kinds,
    code: &[Step],
    vertex: impl Fn(u32) -> Value,
    edge: impl Fn(u32) -> Value,
) -> Vec<Value> {
    let step = |step: &Step| {
        let [from, _, to] = kinds.triple(step.kind);
        let edge = edge(kinds.edge_label(step.kind));
        let mut parts = vec![step.from.into(), step.to.into(), vertex(from), edge, vertex(to)];
        if kinds.is_directed() {
            parts.push(if kinds.leads_back(step.kind) { "in" } else { "out" }.into());
        }
        Value::Array(parts)
    };
    code.iter().map(step).collect()
}

/// The label of each vertex of a code.
pub fn vertex_labels(kinds: &Kinds, code: &[Step]) -> Vec<u32> {
    let first = code.first().map(|step| kinds.triple(step.kind)[0]);
    let others = code.iter().filter(|step| step.is_forward()).map(|step| kinds.triple(step.kind)[2]);
    first.into_iter().chain(others).collect()
}

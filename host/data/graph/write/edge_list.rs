//! Edge lists.

use std::io::{self, Write};

use super::edges::write_edges;
use super::{Writer, names};
use crate::graph::attributes::NO_ARC;
use crate::graph::{Graph, GraphFormat};

pub(super) const WRITER: Writer = Writer {
    format: GraphFormat::EdgeList,
    endings: &["el", "txt", "tsv", "edges"],
    words: "are edge lists",
    title: "an edge list",
    write,
    cannot_hold,
};

fn cannot_hold(graph: &Graph) -> Option<&'static str> {
    let attributes = graph.attributes();
    let spaced = |name: &String| name.is_empty() || name.contains([' ', '\t', ',', '\n', '\r']);
    if attributes.vertices.is_some() {
        return Some("labels of vertices");
    }
    if names_break_lines(graph) {
        return Some("names with line breaks or control characters in them");
    }
    let spaces = attributes.edge_labels().is_some_and(|labels| labels.names().iter().any(spaced));
    spaces.then_some("labels with white space or commas in them")
}

fn write(graph: &Graph, writer: &mut dyn Write) -> io::Result<()> {
    if graph.attributes().edges.is_some() { write_arcs(graph, writer) } else { write_plain(graph, writer) }
}

/// Each edge once, under the original ids.
fn write_plain(graph: &Graph, writer: &mut dyn Write) -> io::Result<()> {
    writeln!(writer, "# {} vertices, {} edges, each once", graph.csr().n(), graph.csr().edges())?;
    write_edges(graph, writer, |line, v, w| {
        names::put(line, graph.ids(), v);
        line.push(b'\t');
        names::put(line, graph.ids(), w);
    })
}

/// Whether there are names that end a line, or have what is not text.
fn names_break_lines(graph: &Graph) -> bool {
    let breaks = |byte: u8| b"\n\r".contains(&byte) || byte.is_ascii_control() && !byte.is_ascii_whitespace();
    graph.ids().names().is_some_and(|names| names.iter().any(|name| name.bytes().any(breaks)))
}

/// Each arc, or each edge once, with its label if it has one, under the original ids; with several labels, a line for
/// each.
fn write_arcs(graph: &Graph, writer: &mut dyn Write) -> io::Result<()> {
    let (csr, ids) = (graph.csr(), graph.ids());
    let Some(edges) = &graph.attributes().edges else { return Ok(()) };
    let kind = if edges.back.is_some() { "arcs, from first to second" } else { "edges, each once" };
    writeln!(writer, "# {} vertices; {kind}", csr.n())?;
    let mut line = Vec::new();
    for v in 0..csr.n() {
        for (place, &w) in (csr.offsets()[v as usize] as usize..).zip(csr.neighbors(v)) {
            let label = edges.out[place];
            if label == NO_ARC || (edges.back.is_none() && w < v) {
                continue;
            }
            line.clear();
            names::put(&mut line, ids, v);
            line.push(b'\t');
            names::put(&mut line, ids, w);
            let mut labels = edges.labels.names_of(label).peekable();
            if labels.peek().is_none() {
                line.push(b'\n');
                writer.write_all(&line)?;
            }
            for name in labels {
                writer.write_all(&line)?;
                writeln!(writer, "\t{name}")?;
            }
        }
    }
    Ok(())
}

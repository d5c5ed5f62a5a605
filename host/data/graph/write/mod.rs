//! Writers.

mod csr_file;
mod names;
mod output;
mod records;
mod text;

use std::io;

pub use output::{Compression, OutputFormat, save};

use super::attributes::NO_ARC;
use super::{Graph, GraphFormat};

/// Writes a graph in a format, uncompressed.
///
/// # Errors
/// What the writer reports.
pub fn write(graph: &Graph, format: GraphFormat, mut writer: impl io::Write) -> io::Result<()> {
    match format {
        GraphFormat::Csr => csr_file::write(graph, &mut writer),
        _ if cannot_hold(graph, format).is_some() => Err(io::Error::other(format!(
            "the format has no place for {}",
            cannot_hold(graph, format).unwrap_or_default()
        ))),
        GraphFormat::EdgeList if graph.attributes().edges.is_some() => write_arcs(graph, &mut writer),
        GraphFormat::EdgeList => text::write_edge_list(graph, &mut writer),
        GraphFormat::MatrixMarket => text::write_matrix_market(graph, &mut writer),
        GraphFormat::Labelled => records::write(graph, &mut writer),
        GraphFormat::AdjacencyList
        | GraphFormat::Csv
        | GraphFormat::Metis
        | GraphFormat::G2Miner
        | GraphFormat::GraphMl
        | GraphFormat::Gml
        | GraphFormat::NodeLink
        | GraphFormat::Graph6
        | GraphFormat::Pajek
        | GraphFormat::Dimacs => Err(io::Error::other("this format is read only")),
    }
}

/// What of a graph would be lost in a format; nothing if it can hold all.
pub(super) fn cannot_hold(graph: &Graph, format: GraphFormat) -> Option<&'static str> {
    let attributes = graph.attributes();
    let spaced = |name: &String| name.is_empty() || name.contains([' ', '\t', ',', '\n', '\r']);
    match format {
        GraphFormat::Csr => None,
        GraphFormat::Labelled if graph.ids().names().is_some() => Some("names of vertices"),
        GraphFormat::Labelled => records::misses(attributes),
        _ if attributes.vertices.is_some() => Some("labels of vertices"),
        GraphFormat::EdgeList if names_break_lines(graph) => {
            Some("names with line breaks or control characters in them")
        }
        GraphFormat::EdgeList
            if attributes.edge_labels().is_some_and(|labels| labels.names().iter().any(spaced)) =>
        {
            Some("labels with white space or commas in them")
        }
        GraphFormat::EdgeList => None,
        _ if attributes.edges.is_some() => Some("directions and labels of edges"),
        _ => None,
    }
}

/// Whether there are names that end a line, or have what is not text.
fn names_break_lines(graph: &Graph) -> bool {
    let breaks = |byte: u8| b"\n\r".contains(&byte) || byte.is_ascii_control() && !byte.is_ascii_whitespace();
    graph.ids().names().is_some_and(|names| names.iter().any(|name| name.bytes().any(breaks)))
}

/// Each arc, or each edge once, with its label if it has one, under the original ids; with several labels, a line for each.
fn write_arcs(graph: &Graph, writer: &mut impl io::Write) -> io::Result<()> {
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

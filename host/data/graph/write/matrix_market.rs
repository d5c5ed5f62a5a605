//! Matrix Market's coordinate format.

use std::io::{self, Write};

use super::edges::write_edges;
use super::{Writer, names};
use crate::graph::{Graph, GraphFormat, VertexIds};

pub(super) const WRITER: Writer = Writer {
    format: GraphFormat::MatrixMarket,
    endings: &["mtx"],
    words: "is Matrix Market",
    title: "a Matrix Market file",
    write,
    cannot_hold,
};

fn cannot_hold(graph: &Graph) -> Option<&'static str> {
    let attributes = graph.attributes();
    let edges = attributes.edges.is_some().then_some("directions and labels of edges");
    if attributes.vertices.is_some() { Some("labels of vertices") } else { edges }
}

/// The lower triangle, under the vertices' numbers from 1: the format has no place for other ids.
fn write(graph: &Graph, writer: &mut dyn Write) -> io::Result<()> {
    let (n, edges, rows) = (graph.csr().n(), graph.csr().edges(), VertexIds::consecutive(1));
    writeln!(writer, "%%MatrixMarket matrix coordinate pattern symmetric\n{n} {n} {edges}")?;
    write_edges(graph, writer, |line, v, w| {
        names::put(line, &rows, w);
        line.push(b' ');
        names::put(line, &rows, v);
    })
}

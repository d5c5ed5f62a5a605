//! Lines `v id label` and `e from to label`, as GraMi's `.lg`.

use std::io::{self, Write};

use super::Writer;
use crate::graph::attributes::NO_ARC;
use crate::graph::{Attributes, Graph, GraphFormat};

pub(super) const WRITER: Writer = Writer {
    format: GraphFormat::Labelled,
    endings: &["lg"],
    words: "is GraMi's format for graphs with labels",
    title: "a .lg file",
    write,
    cannot_hold,
};

fn cannot_hold(graph: &Graph) -> Option<&'static str> {
    let named = graph.ids().names().is_some();
    if named { Some("names of vertices") } else { misses(graph.attributes()) }
}

/// What a graph's labels lack for this format, or what of them could not be told apart.
fn misses(attributes: &Attributes) -> Option<&'static str> {
    let words =
        |names: &[String]| names.iter().all(|name| !name.is_empty() && !name.contains(char::is_whitespace));
    let edge_names = attributes.edge_labels().map(|labels| labels.names());
    match (&attributes.vertices, edge_names) {
        (None, _) => Some("vertices without labels"),
        (_, None) => Some("edges without labels"),
        (Some(vertices), Some(edges)) if !words(vertices.labels.names()) || !words(edges) => {
            Some("labels with white space in them")
        }
        _ => None,
    }
}

/// Every vertex with its labels, then each edge once, or each arc, for each label that it has, under the original ids.
fn write(graph: &Graph, writer: &mut dyn Write) -> io::Result<()> {
    let (csr, ids, attributes) = (graph.csr(), graph.ids(), graph.attributes());
    let (Some(vertices), Some(edges)) = (&attributes.vertices, &attributes.edges) else {
        return Err(io::Error::other("a graph without labels"));
    };
    writeln!(writer, "# t 1")?;
    for v in 0..csr.n() {
        write!(writer, "v {}", ids.get(v))?;
        vertices
            .of(v)
            .iter()
            .try_for_each(|&code| write!(writer, " {}", vertices.labels.names()[code as usize]))?;
        writeln!(writer)?;
    }
    for v in 0..csr.n() {
        for (place, &w) in (csr.offsets()[v as usize] as usize..).zip(csr.neighbors(v)) {
            let label = edges.out[place];
            if label != NO_ARC && (edges.back.is_some() || v < w) {
                let mut names = edges.labels.names_of(label);
                names.try_for_each(|name| writeln!(writer, "e {} {} {name}", ids.get(v), ids.get(w)))?;
            }
        }
    }
    Ok(())
}

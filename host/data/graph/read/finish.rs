//! From what a reader has built to its graph.

use std::path::Path;

use crate::graph::attributes::EdgeAttributes;
use crate::graph::{AttributeError, Graph, GraphBuilder, GraphError};

/// The graph of all that was read of a text of so many lines and comments, which holds edges as `expected`. It may have
/// no edges, or no vertices; a text that says nothing at all is no graph.
pub(super) fn finish(
    builder: GraphBuilder,
    name: &Path,
    (lines, comments): (u64, u64),
    expected: &'static str,
) -> Result<Graph, GraphError> {
    if builder.is_empty() && comments == 0 {
        return Err(GraphError::NoEdges { path: name.to_owned(), lines, expected });
    }
    built(builder, name, (lines, comments))
}

/// The graph of all that was read of a text of so many lines and comments.
pub(super) fn built(
    builder: GraphBuilder,
    name: &Path,
    (lines, comments): (u64, u64),
) -> Result<Graph, GraphError> {
    let wrong = |source| GraphError::Attributes { path: name.to_owned(), source: Box::new(source) };
    let mut graph = builder.build().map_err(wrong)?;
    (graph.report.lines, graph.report.comments) = (lines, comments);
    Ok(graph)
}

/// A graph of a format that lists each edge at both its ends, which must say the same of it.
pub(super) fn with_single_labels(graph: Graph, name: &Path) -> Result<Graph, GraphError> {
    let clash = |edges: &EdgeAttributes| {
        let place = edges.out.iter().position(|&code| edges.labels.labels_of(code).count() > 1)?;
        let from = graph.csr.offsets().partition_point(|&start| start <= place as u64) as u32 - 1;
        let mut labels = edges.labels.names_of(edges.out[place]).map(str::to_owned);
        Some(AttributeError::TwoEdgeLabels {
            from: graph.ids.get(from).shown(),
            to: graph.ids.get(graph.csr.neighbors_all()[place]).shown(),
            first: labels.next()?,
            second: labels.next()?,
        })
    };
    match graph.attributes.edges.as_deref().and_then(clash) {
        Some(source) => Err(GraphError::Attributes { path: name.to_owned(), source: Box::new(source) }),
        None => Ok(graph),
    }
}

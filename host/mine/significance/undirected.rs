//! Samples for counts that look at no directions.

use crate::graph::Graph;
use crate::null::{NullModel, NullOptions};
use crate::{AttributeMismatch, MineError};

/// What samples are to be like where directions are not looked at: the graph, without all that it says beside who is
/// joined, if the model looks at nothing else.
///
/// # Errors
/// [`AttributeMismatch::DirectedNull`] for a directed graph and a model that looks at labels or properties.
pub fn undirected(graph: &Graph, options: &NullOptions) -> Result<Graph, MineError> {
    let of_attributes = matches!(options.model, NullModel::Blocks | NullModel::Distance { .. });
    match (of_attributes || options.within_labels, graph.attributes().is_directed()) {
        (false, _) => Ok(Graph::new(graph.csr().clone(), graph.ids().clone())),
        (true, false) => Ok(graph.clone()),
        (true, true) => Err(AttributeMismatch::DirectedNull.into()),
    }
}

//! What a job runs on: a graph, with or without labels and directions.

use std::sync::Arc;

use crate::graph::{Attributes, Csr, Graph};

/// A graph to mine. Jobs take `&Csr` or `&Graph`.
#[derive(Clone, Copy, Debug)]
pub struct Target<'g> {
    /// Who is adjacent to whom.
    pub csr: &'g Csr,
    /// Labels and directions, if there are any.
    pub attributes: Option<&'g Arc<Attributes>>,
}

impl<'g> Target<'g> {
    /// Labels and directions, if there are any.
    pub(super) fn labels(self) -> Option<&'g Attributes> {
        self.attributes.map(|attributes| &**attributes)
    }
}

impl<'g> From<&'g Csr> for Target<'g> {
    fn from(csr: &'g Csr) -> Self {
        Target { csr, attributes: None }
    }
}

impl<'g> From<&'g Graph> for Target<'g> {
    fn from(graph: &'g Graph) -> Self {
        let attributes = Some(graph.shared_attributes()).filter(|attributes| !attributes.is_empty());
        Target { csr: graph.csr(), attributes }
    }
}

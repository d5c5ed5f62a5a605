//! The properties of a graph, which must be of its vertices and edges.

use rayon::prelude::*;

use super::{Properties, PropertyError, check_length};
use crate::graph::attributes::{Attributes, NO_ARC};
use crate::graph::{Csr, Graph};

impl Graph {
    /// Whether there is an edge between two vertices; in a directed graph, an arc from the first to the second.
    pub(crate) fn leads(&self, from: u32, to: u32) -> bool {
        leads(&self.csr, &self.attributes, from, to)
    }

    /// The graph with these properties, in the place of others that it may have.
    ///
    /// # Errors
    /// When they are not of as many vertices ([`PropertyError::Length`]), or of edges that the graph does not have
    /// ([`PropertyError::NoVertex`], [`PropertyError::NoEdge`]).
    pub fn with_properties(mut self, properties: Properties) -> Result<Graph, PropertyError> {
        properties.check(&self.csr, &self.attributes)?;
        std::sync::Arc::make_mut(&mut self.attributes).properties = Some(properties);
        Ok(self)
    }
}

impl Properties {
    /// That these are properties of a graph.
    fn check(&self, csr: &Csr, attributes: &Attributes) -> Result<(), PropertyError> {
        for (name, values) in self.vertices.columns() {
            check_length("vertex", name, values.len(), csr.n() as usize)?;
        }
        let is_edge = |from, to| from < csr.n() && to < csr.n() && leads(csr, attributes, from, to);
        let wrong = self.par_ends().position_first(|(from, to)| from != to && !is_edge(from, to));
        match wrong {
            None => Ok(()),
            Some(row) => {
                let (from, to) = (self.from[row], self.to[row]);
                Err(match from.max(to) >= csr.n() {
                    true => PropertyError::NoVertex { row, vertex: from.max(to), vertices: csr.n() },
                    false => PropertyError::NoEdge { row, from, to, directed: attributes.is_directed() },
                })
            }
        }
    }
}

/// Whether there is an edge between two vertices; in a directed graph, an arc from the first to the second.
fn leads(csr: &Csr, attributes: &Attributes, from: u32, to: u32) -> bool {
    let directed = attributes.edges.as_ref().filter(|edges| edges.back.is_some());
    let at = |place| csr.offsets()[from as usize] as usize + place;
    let place = csr.neighbors(from).binary_search(&to);
    place.is_ok_and(|place| directed.is_none_or(|edges| edges.out[at(place)] != NO_ARC))
}

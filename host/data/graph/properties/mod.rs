//! Properties of vertices and of edges: columns of numbers, text, or true and false.
//!
//! Several edges between the same two vertices, each with properties of its own, are one edge of a graph; its
//! properties are several rows.
//!
//! ```
//! # use motherlode_data as motherlode;
//! use motherlode::graph::Csr;
//! use motherlode::graph::{Graph, properties::{PropertyColumn, Properties}};
//!
//! let properties = Properties::default()
//!     .vertex("kind", PropertyColumn::texts([Some("GABA"), None, Some("ACh")]))?
//!     .edges(vec![0, 0, 1], vec![1, 1, 2])?
//!     .edge("weight", PropertyColumn::integers(vec![3, 5, 1]))?;
//! let graph = Graph::from(Csr::from_edges(3, &[(0, 1), (1, 2)])).with_properties(properties)?;
//! # Ok::<(), motherlode::graph::properties::PropertyError>(())
//! ```

mod column;
mod error;
mod fit;
mod table;

use rayon::prelude::*;

#[doc(hidden)]
pub use column::{MISSING, Values};
pub use column::{Number, PropertyColumn, PropertyValue};
pub use error::PropertyError;
pub use table::PropertyTable;

/// Properties of the vertices of a graph, and of its edges.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Properties {
    vertices: PropertyTable,
    /// The ends of each edge.
    from: Vec<u32>,
    to: Vec<u32>,
    edges: PropertyTable,
    has_edges: bool,
}

impl Properties {
    /// Adds a property of the vertices: a value for each, in the order of their numbers in the graph.
    ///
    /// # Errors
    /// [`PropertyError::Twice`].
    pub fn vertex(mut self, name: impl Into<String>, values: PropertyColumn) -> Result<Self, PropertyError> {
        self.vertices.add("vertex", name.into(), values)?;
        Ok(self)
    }

    /// Adds the edges: edge `i` leads from vertex `from[i]` to `to[i]`, by their numbers in the graph; in an undirected
    /// graph it may be given either way. The same two vertices may come several times. Edges from a vertex to itself,
    /// which graphs do not have, are passed over.
    ///
    /// # Errors
    /// [`PropertyError::Ends`], [`PropertyError::EdgesTwice`].
    pub fn edges(self, from: Vec<u32>, to: Vec<u32>) -> Result<Self, PropertyError> {
        if self.has_edges {
            return Err(PropertyError::EdgesTwice);
        }
        if from.len() != to.len() {
            return Err(PropertyError::Ends { from: from.len(), to: to.len() });
        }
        Ok(Properties { from, to, has_edges: true, ..self })
    }

    /// Adds a property of the edges: a value for each, in their order.
    ///
    /// # Errors
    /// [`PropertyError::NoEdges`], [`PropertyError::Length`], [`PropertyError::Twice`].
    pub fn edge(mut self, name: impl Into<String>, values: PropertyColumn) -> Result<Self, PropertyError> {
        let name = name.into();
        if !self.has_edges {
            return Err(PropertyError::NoEdges { name });
        }
        check_length("edge", &name, values.len(), self.from.len())?;
        self.edges.add("edge", name, values)?;
        Ok(self)
    }

    /// Notes what properties of vertices are called that were not read.
    pub(crate) fn leave_vertex(&mut self, names: Vec<String>) {
        self.vertices.leave(names);
    }

    /// Notes what properties of edges are called that were not read.
    pub(crate) fn leave_edge(&mut self, names: Vec<String>) {
        self.edges.leave(names);
    }

    /// The properties of the vertices.
    pub fn of_vertices(&self) -> &PropertyTable {
        &self.vertices
    }

    /// The properties of the edges.
    pub fn of_edges(&self) -> &PropertyTable {
        &self.edges
    }

    /// The ends of each edge that has properties.
    pub fn ends(&self) -> impl ExactSizeIterator<Item = (u32, u32)> {
        self.from.iter().copied().zip(self.to.iter().copied())
    }

    /// The ends of each edge that has properties, shared out among threads.
    #[doc(hidden)]
    pub fn par_ends(&self) -> impl IndexedParallelIterator<Item = (u32, u32)> {
        (&self.from, &self.to).into_par_iter().map(|(&from, &to)| (from, to))
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.vertices.is_empty() && self.edges.is_empty()
    }

    /// Those of the vertices, for a graph of other edges.
    pub(crate) fn of_vertices_alone(&self) -> Properties {
        Properties { vertices: self.vertices.clone(), ..Properties::default() }
    }

    /// What is said of the part of a graph that `vertices` (ascending) induce: vertex `i` of it is `vertices[i]`.
    pub(crate) fn of_part(&self, vertices: &[u32]) -> Properties {
        let new = |old: u32| vertices.binary_search(&old).ok().map(|new| new as u32);
        let rows: Vec<(usize, u32, u32)> = self
            .par_ends()
            .enumerate()
            .filter_map(|(row, (from, to))| Some((row, new(from)?, new(to)?)))
            .collect();
        let kept: Vec<usize> = rows.iter().map(|&(row, ..)| row).collect();
        let old: Vec<usize> = vertices.iter().map(|&old| old as usize).collect();
        Properties {
            vertices: self.vertices.of_rows(&old),
            from: rows.iter().map(|&(_, from, _)| from).collect(),
            to: rows.iter().map(|&(_, _, to)| to).collect(),
            edges: self.edges.of_rows(&kept),
            has_edges: self.has_edges,
        }
    }
}

fn check_length(of: &'static str, name: &str, found: usize, expected: usize) -> Result<(), PropertyError> {
    match found == expected {
        true => Ok(()),
        false => Err(PropertyError::Length { of, name: name.to_owned(), found, expected }),
    }
}

#[cfg(test)]
mod tests;

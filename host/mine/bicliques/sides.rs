//! The two sides of a graph.

use crate::graph::Csr;
use crate::graph::attributes::Attributes;

/// Which vertices of a graph are on its left side; all others are on the right one, and edges lead from one to the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sides {
    left: Vec<bool>,
    right: Vec<bool>,
}

/// An edge within a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the vertices {} and {} are joined, and both on the {} side", ends[0], ends[1], side(*is_left))]
pub struct SameSide {
    /// Its ends, as they are numbered in the graph.
    pub ends: [u32; 2],
    /// Which side that is.
    pub is_left: bool,
}

fn side(is_left: bool) -> &'static str {
    if is_left { "left" } else { "right" }
}

impl Sides {
    /// With the vertices on the left for which `left` says so.
    ///
    /// # Errors
    /// An edge within a side: the first.
    ///
    /// # Panics
    /// If `left` has not an element for each vertex.
    pub fn new(graph: &Csr, left: Vec<bool>) -> Result<Sides, SameSide> {
        assert_eq!(left.len(), graph.n() as usize, "vertices of a graph, and what is said of them");
        for u in 0..graph.n() {
            let is_left = left[u as usize];
            if let Some(&v) = graph.neighbors(u).iter().find(|&&v| left[v as usize] == is_left) {
                return Err(SameSide { ends: [u, v], is_left });
            }
        }
        let right = left.iter().map(|is_left| !is_left).collect();
        Ok(Sides { left, right })
    }

    /// With the vertices on the left from which arcs lead: the first column of an edge list that was read with its directions. None in a graph without directions.
    ///
    /// # Errors
    /// An arc to a vertex from which another leads: it is in both columns.
    pub fn of_columns(graph: &Csr, attributes: &Attributes) -> Option<Result<Sides, SameSide>> {
        let edges = attributes.edges.as_ref().filter(|_| attributes.is_directed())?;
        let mut left = vec![false; graph.n() as usize];
        edges.arcs(graph).for_each(|(_, tail, _)| left[tail as usize] = true);
        Some(Sides::new(graph, left))
    }

    /// For each vertex whether it is on the left.
    pub fn left(&self) -> &[bool] {
        &self.left
    }

    /// For each vertex whether it is on the right.
    pub fn right(&self) -> &[bool] {
        &self.right
    }

    /// How many vertices each side has.
    pub fn sizes(&self) -> [u64; 2] {
        [&self.left, &self.right].map(|side| side.iter().filter(|&&is_there| is_there).count() as u64)
    }
}

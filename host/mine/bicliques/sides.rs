//! The two sides of a graph.

use crate::error::nearest;
use crate::graph::Csr;
use crate::graph::attributes::Attributes;

/// Which vertices of a graph are on its left side; all others are on the right one, and edges lead from one to the
/// other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sides {
    left: Vec<bool>,
    right: Vec<bool>,
}

/// Why a graph has no such sides.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SidesError {
    /// An edge within a side.
    #[error("the vertices {} and {} are joined, and both on the {} side", ends[0], ends[1], side(*is_left))]
    SameSide {
        /// Its ends, as they are numbered in the graph.
        ends: [u32; 2],
        /// Which side that is.
        is_left: bool,
    },
    /// A side told by a label, in a graph without.
    #[error("the side of label `{label}` is asked for, but the graph has no vertex labels")]
    NoLabels {
        /// The label.
        label: String,
    },
    /// A label that no vertex has.
    #[error("no vertex has the label `{label}`; nearest are {}", nearest.join(", "))]
    UnknownLabel {
        /// The label.
        label: String,
        /// Labels of the graph, nearest first.
        nearest: Vec<String>,
    },
    /// Sides told by columns, in a graph without directions.
    #[error("the columns are asked for, but the graph is undirected: read it as directed")]
    NoColumns,
}

fn side(is_left: bool) -> &'static str {
    if is_left { "left" } else { "right" }
}

impl Sides {
    /// With the vertices on the left for which `left` says so.
    ///
    /// # Errors
    /// [`SidesError::SameSide`]: the first edge within a side.
    ///
    /// # Panics
    /// If `left` has not an element for each vertex.
    pub fn new(graph: &Csr, left: Vec<bool>) -> Result<Sides, SidesError> {
        assert_eq!(left.len(), graph.n() as usize, "vertices of a graph, and what is said of them");
        for u in 0..graph.n() {
            let is_left = left[u as usize];
            if let Some(&v) = graph.neighbors(u).iter().find(|&&v| left[v as usize] == is_left) {
                return Err(SidesError::SameSide { ends: [u, v], is_left });
            }
        }
        let right = left.iter().map(|is_left| !is_left).collect();
        Ok(Sides { left, right })
    }

    /// With the vertices on the left that have a label.
    ///
    /// # Errors
    /// An edge within a side; a label that no vertex has.
    pub fn of_label(graph: &Csr, attributes: &Attributes, label: &str) -> Result<Sides, SidesError> {
        let Some(labels) = &attributes.vertices else {
            return Err(SidesError::NoLabels { label: label.to_owned() });
        };
        let Some(code) = labels.labels.code(label) else {
            let nearest = nearest(label, labels.labels.names().to_vec());
            return Err(SidesError::UnknownLabel { label: label.to_owned(), nearest });
        };
        Sides::new(graph, (0..graph.n()).map(|v| labels.of(v).contains(&code)).collect())
    }

    /// With the vertices on the left from which arcs lead: the first column of an edge list that was read with its
    /// directions.
    ///
    /// # Errors
    /// An arc to a vertex from which another leads: that is in both columns. A graph without directions.
    pub fn of_columns(graph: &Csr, attributes: &Attributes) -> Result<Sides, SidesError> {
        let edges = attributes.edges.as_ref().filter(|_| attributes.is_directed());
        let edges = edges.ok_or(SidesError::NoColumns)?;
        let mut left = vec![false; graph.n() as usize];
        edges.arcs(graph).for_each(|(_, tail, _)| left[tail as usize] = true);
        Sides::new(graph, left)
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

//! What stands in a column.

use crate::graph::{VertexIds, VertexNames};

/// A column of a table. Its values are numbers; where they stand for vertices that have names, the names are written.
#[derive(Clone, Debug)]
pub struct Column {
    /// What it is called.
    pub name: String,
    /// What is written for each value; if nothing, the value itself.
    pub names: Option<VertexNames>,
}

impl Column {
    /// A column of numbers.
    pub fn numbers(name: impl Into<String>) -> Column {
        Column { name: name.into(), names: None }
    }

    /// A column of vertices, whose values are those of [`vertex_value`](Self::vertex_value).
    pub fn vertices(name: impl Into<String>, ids: &VertexIds) -> Column {
        Column { name: name.into(), names: ids.names().cloned() }
    }

    /// The value that stands for vertex `v` in a column of vertices: its id, or its number if it has a name.
    ///
    /// # Panics
    /// If `v` is not a vertex and the ids are listed.
    #[inline]
    pub fn vertex_value(ids: &VertexIds, v: u32) -> u64 {
        ids.numbers().map_or(u64::from(v), |numbers| numbers.get(v))
    }
}

//! The vertices' names in the input.

use super::storage::ArrayStorage;

/// The original id of each vertex: what the input called it.
#[derive(Clone, Debug)]
pub struct VertexIds(Ids);

#[derive(Clone, Debug)]
enum Ids {
    /// Vertex `v` was `first + v`.
    Consecutive { first: u64 },
    /// One id per vertex.
    Listed(ArrayStorage<u64>),
}

impl VertexIds {
    /// Vertex `v` was called `first + v`.
    pub fn consecutive(first: u64) -> VertexIds {
        VertexIds(Ids::Consecutive { first })
    }

    /// Vertex `v` was called `ids[v]`.
    pub fn listed(ids: Vec<u64>) -> VertexIds {
        VertexIds::stored(ids.into())
    }

    pub(super) fn stored(ids: ArrayStorage<u64>) -> VertexIds {
        VertexIds(Ids::Listed(ids))
    }

    /// The original id of vertex `v`.
    ///
    /// # Panics
    /// If `v` is not a vertex and the ids are listed.
    #[inline]
    pub fn get(&self, v: u32) -> u64 {
        match &self.0 {
            Ids::Consecutive { first } => first + u64::from(v),
            Ids::Listed(ids) => ids[v as usize],
        }
    }

    /// Whether each vertex was called by its number.
    pub fn is_identity(&self) -> bool {
        matches!(self.0, Ids::Consecutive { first: 0 })
    }
}

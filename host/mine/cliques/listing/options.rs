//! Which maximal cliques to list.

use crate::Context;
use crate::list::Position;
use crate::place::VertexOrder;

/// Which maximal cliques to list: by default all.
///
/// ```
/// # mod motherlode { pub use motherlode_mine as mine; }
/// use motherlode::mine::MaximalCliqueOptions;
///
/// let options = MaximalCliqueOptions::default().least(3).containing([7]).limit(10);
/// assert_eq!(options.containing, [7]);
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct MaximalCliqueOptions {
    /// The fewest vertices of a clique.
    pub least: u32,
    /// Vertices that each is to have: cliques through a vertex, or an edge.
    pub containing: Vec<u32>,
    /// Only so many of the largest; of those that are as large as the least of these, the first.
    pub top: Option<u64>,
    /// Only the first so many.
    pub limit: Option<u64>,
    /// The place after which to begin, as [`MaximalCliqueLister::position`](crate::MaximalCliqueLister::position) told
    /// it of a listing with the same options, but for the limit, which is of those behind it. Not with `top`.
    pub from: Position,
    /// How the vertices are ordered for the search, which decides in what order the cliques come.
    pub order: VertexOrder,
    /// Stops the job, and hears how far it has come.
    pub context: Context,
}

impl Default for MaximalCliqueOptions {
    fn default() -> Self {
        MaximalCliqueOptions {
            least: 1,
            containing: Vec::new(),
            top: None,
            limit: None,
            from: Position::default(),
            order: VertexOrder::Degeneracy,
            context: Context::default(),
        }
    }
}

setters! { MaximalCliqueOptions:
    /// With the fewest vertices of a clique.
    least: u32,
    /// With a place after which to begin.
    from: Position,
    /// With an order of the vertices.
    order: VertexOrder,
    /// With who stops the job and hears how far it has come.
    context: Context,
}

impl MaximalCliqueOptions {
    /// With vertices that each is to have.
    #[must_use]
    pub fn containing(self, vertices: impl Into<Vec<u32>>) -> Self {
        MaximalCliqueOptions { containing: vertices.into(), ..self }
    }

    /// With how many of the largest to list, or `None` for all.
    #[must_use]
    pub fn top(self, top: impl Into<Option<u64>>) -> Self {
        MaximalCliqueOptions { top: top.into(), ..self }
    }

    /// With how many to list, or `None` for all.
    #[must_use]
    pub fn limit(self, limit: impl Into<Option<u64>>) -> Self {
        MaximalCliqueOptions { limit: limit.into(), ..self }
    }
}

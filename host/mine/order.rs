//! The order of the vertices, by which a graph is oriented.

/// How vertices are numbered before cliques are counted: an edge then stands in the list of its greater end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum VertexOrder {
    /// By falling degree: found at once.
    #[default]
    Degree,
    /// Near a degeneracy order, reversed: no list is longer than 1.1 times the degeneracy, or hardly any (see
    /// [`peel`](motherlode_device::kernels::prepare::peel)). It takes a few hundred rounds over the graph.
    Degeneracy,
}

impl VertexOrder {
    /// The order that serves best where cliques of `k` vertices are counted.
    pub fn for_cliques(k: u32) -> Self {
        if k >= LEAST_FOR_DEGENERACY { VertexOrder::Degeneracy } else { VertexOrder::Degree }
    }
}

/// From here on, cliques take so much longer than the rounds that shorter lists repay them.
const LEAST_FOR_DEGENERACY: u32 = 6;

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
    /// As they are given, for jobs that go over all lists once: nothing is renumbered.
    Given,
}

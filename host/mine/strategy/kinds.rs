//! The ways of counting, by name.

use super::formula::Formula;

/// How to count a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// Without a plan, from what is known of vertices, edges and triangles.
    Direct(Direct),
    /// From the counts of all connected patterns with as many vertices, not induced: for an induced one.
    Census,
    /// From the homomorphisms of the pattern's quotients ([`decomposition`](crate::plan::decomposition)); over a plan,
    /// where that is expected to cost less on the graph.
    Decomposition,
    /// From the edge-induced counts of the patterns that contain it, for a pattern that asks for absent edges; over a
    /// plan, where that is expected to cost less on the graph.
    Supergraphs,
    /// The walk over a plan.
    Walk,
    /// The walk over a plan on the views of a graph: for labels, directions, absence, homomorphisms and large patterns.
    AttributedWalk,
}

/// How to count a pattern of edges alone that need not be induced, without a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direct {
    /// A clique of so many vertices.
    Cliques(u32),
    /// The 4-cycle.
    Wedges,
    /// A formula.
    Formula(Formula),
}

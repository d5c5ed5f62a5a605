//! What the planner knows of a graph.

/// Statistics of a graph whose vertices are numbered as the walk sees them (by falling degree).
///
/// The lower degree of `v` counts its neighbours smaller than `v` (of higher degree, as ids go by falling degree); the
/// upper degree the others.
#[derive(Clone, Debug, PartialEq)]
pub struct GraphStats {
    /// Vertices.
    pub vertices: u64,
    /// Undirected edges.
    pub edges: u64,
    /// The largest degree.
    pub max_degree: u32,
    /// The largest lower degree.
    pub max_lower: u32,
    /// The largest upper degree.
    pub max_upper: u32,
    /// Sums over vertices of degree to the power 1, 2, 3, 4.
    pub degree_powers: [f64; 4],
    /// Sums over vertices of lower degree to the power 1, 2, 3, 4.
    pub lower_powers: [f64; 4],
    /// Sums over vertices of upper degree to the power 1, 2, 3, 4.
    pub upper_powers: [f64; 4],
    /// Triangles: exact or estimated.
    pub triangles: f64,
}

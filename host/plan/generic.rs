//! The graph that plans are made for when there is none.

use crate::graph::GraphStats;

/// Statistics of R-MAT.
pub fn generic_stats() -> GraphStats {
    GraphStats {
        vertices: 1000,
        edges: 10000,
        max_degree: 300,
        max_lower: 50,
        max_upper: 290,
        degree_powers: [20000.0, 8e5, 6e7, 1e10],
        lower_powers: [10000.0, 2e5, 6e6, 1e8],
        upper_powers: [10000.0, 4e5, 3e7, 6e9],
        triangles: 20000.0,
    }
}

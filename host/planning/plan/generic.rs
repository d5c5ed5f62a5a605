//! The graph that plans are made for when there is none.

use crate::graph::GraphStats;

/// The statistics of a typical graph whose degrees follow a power law: R-MAT at scale 16 with edge factor 16, the
/// graph of `motherlode generate rmat --scale 16`.
///
/// It has 46,763 vertices, 909,918 edges, 15,601,545 triangles and 5,520,342,383 4-cycles; the largest degree is 9,603.
pub fn generic_stats() -> GraphStats {
    GraphStats {
        vertices: 46_763,
        edges: 909_918,
        max_degree: 9_603,
        max_lower: 251,
        max_upper: 9_603,
        degree_powers: [1_819_836.0, 1_242_539_060.0, 3_337_473_597_942.0, 1.666_999_725_793_81e16],
        lower_powers: [909_918.0, 67_444_774.0, 7_958_433_798.0, 1_146_558_004_438.0],
        upper_powers: [909_918.0, 984_655_074.0, 3_116_558_248_338.0, 1.632_538_617_157_091_6e16],
        triangles: 15_601_545.0,
        four_cycles: 5_520_342_383.0,
    }
}

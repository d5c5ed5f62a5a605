//! Sums over the edges, vertices and triangles of a graph, as they have been found.

use motherlode_device::kernels::edge_counts::fives::edges::EDGE_SUMS;
use motherlode_device::kernels::edge_counts::fives::triangles::TRIANGLE_SUMS;
use motherlode_device::kernels::edge_counts::fives::vertices::VERTEX_SUMS;
use motherlode_device::kernels::edge_counts::sums::{EdgeSum, SUMS};

/// The sums over the edges.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EdgeSums {
    pub(super) values: [u128; SUMS],
    pub(super) with_cycles: bool,
}

impl EdgeSums {
    /// One of the sums.
    pub fn get(&self, sum: EdgeSum) -> u128 {
        debug_assert!(self.with_cycles || sum != EdgeSum::TrianglesByCycles);
        self.values[sum as usize]
    }
}

/// The sums that the counts of patterns of five vertices follow from, as far as they have been found.
#[derive(Debug, Default)]
pub(super) struct FiveSums {
    pub edges: Option<FiveEdgeSums>,
    pub vertices: Option<[u128; VERTEX_SUMS]>,
    pub triangles: Option<[u128; TRIANGLE_SUMS]>,
}

/// Those over the edges.
#[derive(Clone, Copy, Debug)]
pub(super) struct FiveEdgeSums {
    pub values: [u128; EDGE_SUMS],
    pub with_cycles: bool,
}

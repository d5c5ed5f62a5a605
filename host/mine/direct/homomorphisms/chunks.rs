//! How many vertices and edges are drawn at a time, and by how many blocks.

use motherlode_device::kernels::homomorphisms::triangles::SumApexes;

use crate::direct::on_device::{OnDevice, WARPS};
use crate::runtime::{Grid, RuntimeError};

/// Vertices that a block of one lane draws at a time.
const SCALAR_CHUNK: u32 = 16;
/// Vertices that a warp draws at a time.
const CHUNK: u32 = 4;
/// Edges that a block of one lane, and a warp, draw at a time, at least: those of a hub would keep a warp busy long
/// after the others are done.
const SCALAR_EDGES: u32 = 256;
const EDGES: u32 = 8;
/// In so many draws, at most, blocks of one lane draw the edges of a hub: each of them goes through the hub's list.
const SCALAR_DRAWS: u32 = 64;

/// The blocks that add up over triangles.
pub(super) fn triangle_grid(on: &OnDevice) -> Result<Grid, RuntimeError> {
    let draws = (2 * on.outline().edges() as u64).div_ceil(u64::from(edge_chunk(on)) * u64::from(WARPS));
    on.device().grid::<SumApexes>(WARPS, 0, draws)
}

/// How many vertices a warp draws at a time.
pub(super) fn chunk(on: &OnDevice) -> u32 {
    if on.tuning.scalar { SCALAR_CHUNK } else { CHUNK }
}

/// How many edges a warp draws at a time.
pub(super) fn edge_chunk(on: &OnDevice) -> u32 {
    let most_neighbors = on.outline().degrees.runs().next().map_or(0, |(degree, _)| degree);
    if on.tuning.scalar { scalar_edge_chunk(most_neighbors) } else { EDGES }
}

/// How many edges a block of one lane draws at a time, where no vertex has more neighbours.
fn scalar_edge_chunk(most_neighbors: u32) -> u32 {
    SCALAR_EDGES.max(most_neighbors.div_ceil(SCALAR_DRAWS))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Elements of a hub's list that are gone through to draw its edges.
    fn steps(neighbors: u32) -> u64 {
        u64::from(neighbors) * u64::from(neighbors.div_ceil(scalar_edge_chunk(neighbors)))
    }

    #[test]
    fn steps_of_a_hub_grow_with_its_degree_and_not_with_its_square() {
        for neighbors in [20_000, 300_000, 10_000_000] {
            assert!(steps(2 * neighbors) <= 2 * steps(neighbors) + 10_000, "{neighbors}");
        }
        assert_eq!(scalar_edge_chunk(1_000), SCALAR_EDGES);
    }
}

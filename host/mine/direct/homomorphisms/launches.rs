//! A table over neighbours or triangles each, made by one kernel, whose tasks are vertices or edges.

use core::sync::atomic::AtomicU64;

use motherlode_device::kernels::homomorphisms::neighbors::{NeighborSumArgs, SumNeighbors};
use motherlode_device::kernels::homomorphisms::triangles::{ApexSumArgs, SumApexes};
use motherlode_device::memory::Slice;

use super::made::{Made, Words};
use crate::direct::on_device::{OnDevice, WARPS};
use crate::plan::decomposition::tables::{Neighbors, Triangles};
use crate::runtime::{Grid, Lend, RuntimeError};

/// Vertices that a block of one lane draws at a time.
const SCALAR_CHUNK: u32 = 16;
/// Vertices that a warp draws at a time.
const CHUNK: u32 = 4;
/// Edges that a block of one lane, and a warp, draw at a time, at least: those of a hub would keep a warp busy long after the others are done.
const SCALAR_EDGES: u32 = 256;
const EDGES: u32 = 8;
/// In so many draws, at most, blocks of one lane draw the edges of a hub: each of them goes through the hub's list.
const SCALAR_DRAWS: u32 = 64;

/// What a kernel draws from.
#[derive(Clone, Copy)]
pub(super) struct Queue<'a> {
    /// One counter, from 0 up.
    pub counter: Slice<'a, AtomicU64>,
    /// Where its tasks end.
    pub end: u64,
}

/// The sums over the neighbours of all vertices.
pub(super) fn neighbors(
    made: &Made<'_, '_>,
    table: &Neighbors,
    lend: &Lend<'_>,
    Queue { counter, end }: Queue<'_>,
) -> Result<Words, RuntimeError> {
    let (on, n) = (made.on(), made.on().outline().n() as usize);
    let (along, weights) = (made.at_edges(&table.along)?, made.at_vertices(&table.weights)?);
    let (mut sums, chunk) = (made.room(n)?, chunk(on));
    let grid = on.device().grid::<SumNeighbors>(WARPS, 0, (n as u64).div_ceil(WARPS.into()))?;
    let args = NeighborSumArgs {
        graph: on.whole(lend),
        along: along.view(lend),
        weights: weights.view(lend),
        sums: lend.scratch(&mut sums),
        queue: counter,
        end,
        chunk,
    };
    lend.launch::<SumNeighbors>(grid, &args)?;
    Ok(sums)
}

/// The sums over the triangles at all edges.
pub(super) fn triangles(
    made: &Made<'_, '_>,
    table: &Triangles,
    lend: &Lend<'_>,
    Queue { counter, end }: Queue<'_>,
) -> Result<Words, RuntimeError> {
    let (on, edges) = (made.on(), 2 * made.on().outline().edges());
    let (first, apex) = (made.at_edges(&table.first)?, made.at_vertices(&table.apex)?);
    // The kernel reads it at the end of the edge.
    let second = made.at_edges_back(&table.second)?;
    let (mut sums, grid) = (made.room(edges)?, triangle_grid(on)?);
    let mut rooms = made.rooms.borrow_mut();
    let places = rooms.places(grid, on)?;
    let args = ApexSumArgs {
        graph: on.whole(lend),
        first: first.view(lend),
        apex: apex.view(lend),
        second: second.view(lend),
        sums: lend.scratch(&mut sums),
        places: lend.atomics(places),
        queue: counter,
        end,
        chunk: edge_chunk(on),
    };
    lend.launch::<SumApexes>(grid, &args)?;
    Ok(sums)
}

/// The blocks that add up over triangles.
pub(super) fn triangle_grid(on: &OnDevice) -> Result<Grid, RuntimeError> {
    let draws = (2 * on.outline().edges() as u64).div_ceil(u64::from(edge_chunk(on)) * u64::from(WARPS));
    on.device().grid::<SumApexes>(WARPS, 0, draws)
}

/// How many vertices a warp draws at a time.
fn chunk(on: &OnDevice) -> u32 {
    if on.tuning.scalar { SCALAR_CHUNK } else { CHUNK }
}

/// How many edges a warp draws at a time.
fn edge_chunk(on: &OnDevice) -> u32 {
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

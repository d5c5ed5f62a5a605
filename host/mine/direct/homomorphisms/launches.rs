//! A table over neighbours or triangles each, made by one kernel, whose tasks are vertices or edges.

use core::sync::atomic::AtomicU64;

use motherlode_device::kernels::homomorphisms::neighbors::{NeighborSumArgs, SumNeighbors};
use motherlode_device::kernels::homomorphisms::triangles::{ApexSumArgs, SumApexes};
use motherlode_device::memory::Slice;

use super::chunks::{chunk, edge_chunk, triangle_grid};
use super::made::{Made, TableWords};
use crate::direct::on_device::WARPS;
use crate::plan::decomposition::tables::{Neighbors, Triangles};
use crate::runtime::{Lend, RuntimeError};

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
) -> Result<TableWords, RuntimeError> {
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
) -> Result<TableWords, RuntimeError> {
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

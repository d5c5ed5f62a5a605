//! The table of closed walks of five edges: what it reads, and the launch.

use motherlode_device::kernels::homomorphisms::closed_walks::{ClosedWalkArgs, SHARED_BYTES, SumClosedWalks};
use motherlode_device::kernels::homomorphisms::numbers::WORDS;
use motherlode_device::kernels::homomorphisms::products::{AddNumbers, AddNumbersArgs};
use motherlode_device::kernels::homomorphisms::rows;

use super::launches::Queue;
use super::made::{Made, TableWords, numbers};
use super::rooms::RowRoom;
use crate::plan::decomposition::tables::VertexProduct;
use crate::runtime::{Lend, RuntimeError};

// The blocks are those that push a row each.
const _: () = assert!(SHARED_BYTES <= rows::SHARED_BYTES);

/// The closed walks at all edges, of vertices at which `inside` is 1.
pub(super) fn at_edges(
    made: &Made<'_, '_>,
    inside: &VertexProduct,
    lend: &Lend<'_>,
    Queue { counter, end }: Queue<'_>,
) -> Result<TableWords, RuntimeError> {
    let (on, inside) = (made.on(), made.at_vertices(inside)?);
    let (n, edges) = (on.outline().n() as usize, 2 * on.outline().edges());
    let mut sums = made.rooms.borrow_mut().zeros(WORDS * edges, on.device())?;
    let mut rooms = made.rooms.borrow_mut();
    let room = rooms.rows(n, 1, on.device())?;
    let grid = room.grid(1);
    let RowRoom { values, seen, met, .. } = room;
    let args = ClosedWalkArgs {
        graph: on.whole(lend),
        inside: inside.view(lend),
        sums: lend.atomics(&sums),
        values: lend.atomics(values),
        joined: lend.atomics(seen),
        met: lend.scratch(met),
        queue: counter,
        end,
        chunk: 1,
    };
    lend.launch::<SumClosedWalks>(grid, &args)?;
    drop(rooms);
    // Each walk stands at one of the two directions.
    let turned = made.turned(&sums)?;
    // SAFETY: two tables over the edges, the second of which no launch to come reads before this one has written it.
    let lend = unsafe { on.lend() };
    let args = AddNumbersArgs { more: numbers(&turned, &lend), sums: lend.scratch(&mut sums) };
    on.launch_all::<AddNumbers>(&lend, &args)?;
    Ok(sums)
}

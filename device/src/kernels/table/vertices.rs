//! Extension by any neighbour.

use super::Extend;
use super::output::NewRow;
use super::planned::is_edge;
use super::rows::RowsInHand;
use super::tasks::extend_tasks;
use crate::sets::{IdRange, batch_each};
use crate::simt::{Block, Warp};

/// Extends each row by its neighbours, so that each connected set of vertices gets one row in the end.
///
/// Of the orders of a set of vertices, the one is kept that begins with the smallest, and goes on with the smallest
/// neighbour of what it has. So a neighbour may follow a row if it is greater than the first vertex, and greater than
/// all that come after the first of its neighbours in the row (Arabesque, section 5.1). Candidates are, for each place,
/// the neighbours of the vertex there that have no neighbour at an earlier one.
///
/// Shared memory: [`shared_bytes`](super::shared_bytes). Bound by the searches, in lists that come from the caches.
#[cuda_std::kernel]
pub unsafe fn extend_vertices<B: Block>(block: B, args: &Extend<'_>) {
    let warp = block.warp();
    let levels = args.chain.levels as usize;
    let rows = RowsInHand::new(block);
    extend_tasks(block, args, rows, |writer, first, own| {
        let mut place = 0;
        while place < levels {
            let mut keys: &[u32] = &[];
            if own.is_some() {
                let vertex = |place| rows.vertex(place, warp.lane());
                let bound = (place + 1..levels).map(vertex).fold(vertex(0), u32::max);
                keys = args.graph.neighbors(vertex(place));
                keys = &keys[IdRange::ALL.above(bound).positions(keys)];
            }
            batch_each(warp, keys, &[], |owner, key, _| {
                let is_first = |key: &u32| {
                    let mut earlier = (0..place).map(|place| rows.vertex(place, owner));
                    earlier.all(|vertex| vertex != *key && !is_edge(&args.graph, vertex, *key))
                };
                let row = |vertex| NewRow { vertex, parent: first + owner, join: 0 };
                writer.push(key.filter(is_first).map(row));
            });
            place += 1;
        }
    });
}

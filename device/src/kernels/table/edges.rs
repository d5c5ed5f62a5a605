//! Extension by any adjacent edge.

use super::output::NewRow;
use super::rows::RowsInHand;
use super::tasks::extend_tasks;
use super::{Extend, NONE};
use crate::sets::batch_each;
use crate::simt::{Block, Warp};

/// Extends each row by its adjacent edges, so that each connected set of edges gets one row in the end.
///
/// The first level of the table has the vertices, and the second the edges from each to greater ones. Edges are ordered
/// by their smaller and then their greater vertex. Of the orders of a set of edges the one is kept that begins with the
/// smallest, and goes on with the smallest edge that is adjacent to what it has: an edge may follow a row if it is
/// greater than the first one, and than all that come after the first one that it is adjacent to (Arabesque, section
/// 5.1).
///
/// Shared memory: [`shared_bytes`](super::shared_bytes). Bound by device memory, and by the looks at the row's edges.
#[cuda_std::kernel]
pub unsafe fn extend_edges<B: Block>(block: B, args: &Extend<'_>) {
    let warp = block.warp();
    let levels = args.chain.levels as usize;
    let rows = RowsInHand::new(block);
    extend_tasks(block, args, rows, |writer, first, own| {
        let most = warp.max(own.map_or(0, |_| rows.vertices(warp.lane())));
        let mut place = 0;
        while place < most as usize {
            let has = own.is_some() && place < rows.vertices(warp.lane()) as usize;
            let keys = if has { args.graph.neighbors(rows.vertex(place, warp.lane())) } else { &[] };
            batch_each(warp, keys, &[], |owner, key, _| {
                let row = key.and_then(|key| follow(rows, levels, owner, place, key));
                writer.push(row.map(|(vertex, join)| NewRow { vertex, parent: first + owner, join }));
            });
            place += 1;
        }
    });
}

/// What the edge from the vertex at `place` of the row of lane `owner` to `key` adds to the row, if it may follow: its
/// new vertex, and the places that it joins.
#[inline(always)]
fn follow<W: Warp>(
    rows: RowsInHand<'_, W>,
    levels: usize,
    owner: u32,
    place: usize,
    key: u32,
) -> Option<(u32, u32)> {
    let count = rows.vertices(owner) as usize;
    let vertex = |place: usize| rows.vertex(place, owner);
    let other = (0..count).position(|place| vertex(place) == key).unwrap_or(count);
    // An edge between two vertices of the row is met at the first of them.
    if other < place {
        return None;
    }
    let ordered = |u: u32, v: u32| (u.min(v), u.max(v));
    let edge = ordered(vertex(place), key);
    let mut adjacent = levels == 1;
    let mut level = 1;
    while level < levels {
        let (a, b) = rows.join(level, owner);
        let earlier = ordered(vertex(a), vertex(b));
        if earlier == edge || (adjacent || level == 1) && edge < earlier {
            return None;
        }
        adjacent |= a == place || b == place || a == other || b == other;
        level += 1;
    }
    if levels == 1 && key < vertex(0) {
        return None;
    }
    let joins = place as u32 | (other as u32) << 16;
    Some((if other == count { key } else { NONE }, joins))
}

//! Filling the matrix of a root.

use core::sync::atomic::Ordering::Relaxed;

use super::room::{CliqueArgs, CliqueRoom};
use super::source::ListSource;
use crate::kernels::triangles::hubs::bit;
use crate::kernels::triangles::shared::ThreadTeam;
use crate::simt::{Block, Warp};

/// Copies the list of the root at a position, fills the matrix with the edges among it, and returns the list. A
/// collective of the block, which may read matrix and list when it returns.
///
/// Row `i` holds the bits below `i`: a warp takes it. A hub's row is picked from the hubs' rows, 32 bits a ballot.
/// The row of another vertex is the source's to fill.
#[inline(always)]
pub(in crate::kernels) fn build<'r, 'a, B: Block, S: ListSource<'a>>(
    block: B,
    args: &CliqueArgs<'a>,
    room: &CliqueRoom<'r>,
    source: S,
    position: u32,
) -> &'r [u32] {
    let warp = block.warp();
    let team = ThreadTeam::block(block);
    let neighbors = source.list(args, position);
    assert!(
        neighbors.len() <= args.shape.longest as usize,
        "a root whose list is longer than its launch allows"
    );
    // The last root's matrix and list may still be in use.
    block.sync();
    if block.thread() == 0 {
        room.ticket.store(0, Relaxed);
        room.waiting.store(0, Relaxed);
        room.tickets[0].store(0, Relaxed);
    }
    // SAFETY: each element is written by one thread, and read after the barrier only.
    team.share(neighbors.len(), |i| unsafe { room.list.write(i, neighbors[i]) });
    if S::MARKS {
        room.marks.set::<B::Warp>(team, neighbors);
    }
    block.sync();
    // SAFETY: just written, and not again before the next call's barrier.
    let list = unsafe { room.list.written(neighbors.len()) };
    let mut i = block.warp_index();
    while (i as usize) < list.len() {
        fill_row(warp, args, room, source, list, position, i);
        i += block.warps();
    }
    block.sync();
    if S::MARKS {
        room.marks.clear(team, list);
    }
    list
}

/// Fills row `i`.
#[inline(always)]
fn fill_row<'a, W: Warp, S: ListSource<'a>>(
    warp: W,
    args: &CliqueArgs<'a>,
    room: &CliqueRoom<'_>,
    source: S,
    list: &[u32],
    position: u32,
    i: u32,
) {
    // SAFETY: `put` asks for positions below `i`, which is within the list.
    let at = |j: u32| unsafe { *list.get_unchecked(j as usize) };
    let v = at(i);
    if v < args.hubs.count {
        let row = args.hubs.row(v);
        // SAFETY: row `i` belongs to this warp until the block meets, and the matrix has a row for each of the list.
        unsafe { room.matrix.put(warp, i, |j| bit(row, at(j)) == 1) };
        return;
    }
    // SAFETY: as above.
    unsafe { source.fill_row(warp, args, room, list, position, i) };
}

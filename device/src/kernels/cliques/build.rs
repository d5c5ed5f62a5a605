//! Filling the matrix of a root.

use core::sync::atomic::Ordering::Relaxed;

use super::room::{CliqueArgs, CliqueRoom};
use crate::kernels::triangles::hubs::bit;
use crate::kernels::triangles::shared::Team;
use crate::sets::{contains, lower_bound};
use crate::simt::{Block, Warp};

/// How many elements of a list are streamed at the cost of searching it for one vertex.
const SEARCH: usize = 16;

/// Copies the list of `root`, fills the matrix with the edges among it, and returns the list. A collective of the
/// block, which may read matrix and list when it returns.
///
/// Row `i` holds the bits below `i`: a warp takes it. A hub's row is picked from the hubs' rows, 32 bits a ballot.
/// The list of another vertex is streamed past the marks, or searched, as its length says.
#[inline(always)]
pub(super) fn build<'r, B: Block>(
    block: B,
    args: &CliqueArgs<'_>,
    room: &CliqueRoom<'r>,
    root: u32,
) -> &'r [u32] {
    let warp = block.warp();
    let team = Team::block(block);
    let neighbors = args.graph.list(root);
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
    room.marks.set::<B::Warp>(team, neighbors);
    block.sync();
    // SAFETY: just written, and not again before the next call's barrier.
    let list = unsafe { room.list.written(neighbors.len()) };
    let mut i = block.warp_index();
    while (i as usize) < list.len() {
        fill_row(warp, args, room, list, i);
        i += block.warps();
    }
    block.sync();
    room.marks.clear(team, list);
    list
}

/// Fills row `i`.
#[inline(always)]
fn fill_row<W: Warp>(warp: W, args: &CliqueArgs<'_>, room: &CliqueRoom<'_>, list: &[u32], i: u32) {
    // SAFETY: `put` and `test` ask for positions below `i`, which is within the list.
    let at = |j: u32| unsafe { *list.get_unchecked(j as usize) };
    let v = at(i);
    if v < args.hubs.count {
        let row = args.hubs.row(v);
        // SAFETY: row `i` belongs to this warp until the block meets, and the matrix has a row for each of the list.
        unsafe { room.matrix.put(warp, i, |j| bit(row, at(j)) == 1) };
        return;
    }
    let other = args.graph.list(v);
    if i as usize * SEARCH < other.len() {
        // SAFETY: as above.
        unsafe { room.matrix.put(warp, i, |j| contains(other, at(j))) };
        return;
    }
    // SAFETY: as above.
    unsafe { room.matrix.clear(warp, i) };
    warp.sync();
    let before = &list[..i as usize];
    Team::warp(warp).share(other.len(), |o| {
        let w = other[o];
        if room.marks.contains(w, list) {
            // SAFETY: as above. Marked and smaller than `v`, `w` stands before `i` in the list.
            unsafe { room.matrix.set::<W>(i, lower_bound(before, w) as u32) };
        }
    });
}

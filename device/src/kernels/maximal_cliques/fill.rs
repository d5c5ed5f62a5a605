//! Rows of bits of the greater neighbours of a root: which vertices of its list they are joined to.

use core::sync::atomic::Ordering::Relaxed;

use super::room::{MaximalCliqueArgs, MaximalCliqueRoom};
use crate::kernels::cliques::matrix::{WORD, word_of, words};
use crate::kernels::cliques::search::size;
use crate::kernels::triangles::hubs::bit;
use crate::kernels::triangles::shared::ThreadTeam;
use crate::sets::{contains, lower_bound};
use crate::simt::{Block, Warp};

/// How many elements of a list are streamed at the cost of searching it for one vertex.
const SEARCH: usize = 16;

/// Fills a row for each neighbour of a root that is greater than the root and joined to some of its list, and returns
/// how many rows there are; of these, some may be empty. A collective of the block, which may read the rows when it
/// returns.
///
/// Each greater neighbour's list is gone through once for each root in it: that is as much as for counting triangles.
#[inline(always)]
pub(super) fn fill_excluded<B: Block>(
    block: B,
    args: &MaximalCliqueArgs<'_>,
    room: &MaximalCliqueRoom<'_>,
    (root, list): (u32, &[u32]),
) -> u32 {
    let (warp, team) = (block.warp(), ThreadTeam::block(block));
    let greater = &args.whole.neighbors(root)[args.whole.smaller(root)..];
    assert!(
        greater.len() <= args.excluded as usize,
        "a root with more greater neighbors than its launch allows"
    );
    // The list's marks were cleared after the block met.
    block.sync();
    room.cliques.marks.set::<B::Warp>(team, list);
    room.among.reset(block);
    block.sync();
    let mut row = next_row(warp, room);
    let mut i = block.warp_index() as usize;
    while i < greater.len() {
        // SAFETY: the row is this warp's, as there is one for each greater neighbour, and for each warp one that it has
        // in hand.
        if unsafe { fill_row(warp, args, room, list, greater[i], row) } {
            row = next_row(warp, room);
        }
        i += block.warps() as usize;
    }
    // SAFETY: as above. Nothing is joined to what was in hand last.
    unsafe { room.excluded.put_words(warp, row, words(list.len() as u32), |_| 0) };
    block.sync();
    room.cliques.marks.clear(team, list);
    room.cliques.waiting.load(Relaxed)
}

/// A row that no other warp has. A collective.
#[inline(always)]
fn next_row<W: Warp>(warp: W, room: &MaximalCliqueRoom<'_>) -> u32 {
    let mut row = 0;
    if warp.lane() == 0 {
        row = room.cliques.waiting.fetch_add(1, Relaxed);
    }
    warp.shuffle(row, 0)
}

/// Fills a row: which of `list` are neighbours of `v`, which is greater than all of them. Returns whether any are. A
/// collective.
///
/// # Safety
/// The row is this warp's.
#[inline(always)]
unsafe fn fill_row<W: Warp>(
    warp: W,
    args: &MaximalCliqueArgs<'_>,
    room: &MaximalCliqueRoom<'_>,
    list: &[u32],
    v: u32,
    row: u32,
) -> bool {
    let length = list.len() as u32;
    // SAFETY: `word_of` asks for places of the list.
    let at = |j: u32| unsafe { *list.get_unchecked(j as usize) };
    // Lanes may still be reading what was here.
    warp.sync();
    let other = args.cliques.graph.list(v);
    if v < args.cliques.hubs.count {
        let bits = args.cliques.hubs.row(v);
        // SAFETY: the caller's promise.
        unsafe { put_row(warp, room, row, length, |j| bit(bits, at(j)) == 1) };
    } else if list.len() * SEARCH < other.len() {
        // SAFETY: the caller's promise.
        unsafe { put_row(warp, room, row, length, |j| contains(other, at(j))) };
    } else {
        // SAFETY: the caller's promise.
        unsafe { room.excluded.put_words(warp, row, words(length), |_| 0) };
        warp.sync();
        ThreadTeam::warp(warp).share(other.len(), |o| {
            let w = other[o];
            if room.cliques.marks.contains(w, list) {
                // SAFETY: the caller's promise. What is marked is in the list.
                unsafe { room.excluded.set::<W>(row, lower_bound(list, w) as u32) };
            }
        });
    }
    warp.sync();
    // SAFETY: just written.
    size(warp, unsafe { room.excluded.row(row, words(length)) }) > 0
}

/// Writes a row of so many bits. A collective.
///
/// # Safety
/// The row is this warp's, whose lanes meet before they read.
#[inline(always)]
unsafe fn put_row<W: Warp>(
    warp: W,
    room: &MaximalCliqueRoom<'_>,
    row: u32,
    length: u32,
    test: impl Fn(u32) -> bool,
) {
    for word in 0..words(length) {
        let bits = word_of(warp, word as u32 * WORD, length, &test);
        if warp.lane() == 0 {
            // SAFETY: the caller's promise; one lane writes.
            unsafe { room.excluded.write(row, word, bits) };
        }
    }
}

//! Triangles among few vertices, by one warp in its registers: how many there are, and at each vertex.

use super::matrix::{Matrix, WORD};
use super::room::CliqueRoom;
use crate::simt::{Block, WIDE_LANES, Warp};

/// The most vertices: one for each lane.
pub(super) const MOST: u32 = WIDE_LANES;

/// This lane's share of the triangles among the `count <= MOST` vertices of `set`.
#[inline(always)]
pub(super) fn triangles<B: Block>(block: B, room: &CliqueRoom<'_>, set: &[u64], count: u32) -> u64 {
    let warp = block.warp();
    let place = place(block, room, set, count);
    // The neighbours of this lane's vertex that stand before it.
    let mut own = 0;
    let mut sum = 0;
    for i in 1..count {
        let row = row(warp, room.matrix, place, i);
        if warp.lane() == i {
            own = row;
        }
        // The lanes of the row have their own by now.
        if row >> warp.lane() & 1 == 1 {
            sum += (row & own).count_ones();
        }
    }
    u64::from(sum)
}

/// For each of the `count <= MOST` vertices of `set`, in a lane of its own: its bit in the set, and twice the triangles
/// among them that it is in. Other lanes have none.
#[inline(always)]
pub(super) fn twice_at_each<B: Block>(
    block: B,
    room: &CliqueRoom<'_>,
    set: &[u64],
    count: u32,
) -> (u32, u32) {
    let warp = block.warp();
    let place = place(block, room, set, count);
    let mut own = 0;
    for i in 1..count {
        let row = row(warp, room.matrix, place, i);
        own |= if warp.lane() == i { row } else { (row >> warp.lane() & 1) << i };
    }
    let mut twice = 0;
    for i in 0..count {
        let row = warp.shuffle(own, i);
        if own >> i & 1 == 1 {
            twice += (row & own).count_ones();
        }
    }
    (place, twice)
}

/// The neighbours of the vertex in lane `i` that stand before it.
#[inline(always)]
fn row<W: Warp>(warp: W, matrix: Matrix<'_>, place: u32, i: u32) -> u32 {
    let at = warp.shuffle(place, i);
    // SAFETY: the bit is below the row's own, and `build` wrote the row before the block met.
    warp.ballot(warp.lane() < i && unsafe { matrix.bit(at, place) })
}

/// Which bit of `set` is the one of this lane's vertex; nothing in lanes from `count` on.
#[inline(always)]
fn place<B: Block>(block: B, room: &CliqueRoom<'_>, set: &[u64], count: u32) -> u32 {
    let (warp, places) = (block.warp(), room.places);
    let own = (block.warp_index() * MOST) as usize;
    let mut before = 0;
    // All lanes have read what the last row left.
    warp.sync();
    for half in 0..2 * set.len() as u32 {
        let bits = (set[half as usize / 2] >> (half % 2 * u32::BITS)) as u32;
        if bits >> warp.lane() & 1 == 1 {
            let rank = before + (bits & warp.lanes_below()).count_ones();
            // SAFETY: the set has at most `MOST` bits, and each is written by one lane.
            unsafe { places.write(own + rank as usize, half * (WORD / 2) + warp.lane()) };
        }
        before += bits.count_ones();
    }
    warp.sync();
    // SAFETY: just written.
    if warp.lane() < count { unsafe { places.read(own + warp.lane() as usize) } } else { 0 }
}

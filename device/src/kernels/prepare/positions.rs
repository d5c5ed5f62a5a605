//! Sharing out the elements of an array, and of lists that stand one after another.

use core::ops::Range;

use crate::simt::{Block, Warp};

/// Positions that a warp takes at a time, from lists that stand one after another.
pub const CHUNK: u64 = 1 << 11;

/// Calls `visit` with every number below `count`, each in one thread of the grid.
#[inline(always)]
pub(in crate::kernels) fn for_each<B: Block>(block: B, count: usize, mut visit: impl FnMut(usize)) {
    let stride = block.count() as usize * block.threads() as usize;
    let mut index = block.index() as usize * block.threads() as usize + block.thread() as usize;
    while index < count {
        visit(index);
        index += stride;
    }
}

/// Calls `visit` with the chunks of `count` positions that fall to this warp: their numbers, and their positions.
#[inline(always)]
pub(in crate::kernels) fn for_each_chunk<B: Block>(
    block: B,
    count: u64,
    mut visit: impl FnMut(usize, Range<u64>),
) {
    let mut chunk = u64::from(block.grid_warp());
    while chunk * CHUNK < count {
        visit(chunk as usize, chunk * CHUNK..count.min((chunk + 1) * CHUNK));
        chunk += u64::from(block.grid_warps());
    }
}

/// Calls `visit` with a range of positions, `LANES` at a time: whether the lane has one, the position, the list that it
/// lies in, and its place in that list. All lanes call `visit` together, so that it may call collectives.
///
/// `offsets` are the starts of the lists, and their end. Lists without elements come after all others: then a position
/// and the next are in one list or in neighbouring ones, and a lane finds its own in a search over `LANES` starts.
#[inline(always)]
pub(in crate::kernels) fn walk<W: Warp>(
    warp: W,
    offsets: &[u64],
    positions: Range<u64>,
    mut visit: impl FnMut(bool, u64, usize, u64),
) {
    let last = offsets.len() - 2;
    let mut list = offsets.partition_point(|&start| start <= positions.start) - 1;
    let mut start = positions.start;
    while start < positions.end {
        let position = start + u64::from(warp.lane());
        let has = position < positions.end;
        let mut low = list;
        if has && offsets[low + 1] <= position {
            // Lane 0 may be in the list after that of the last lane before.
            let mut high = last.min(list + warp.lane() as usize + 1);
            while low < high {
                let middle = (low + high).div_ceil(2);
                if offsets[middle] <= position {
                    low = middle;
                } else {
                    high = middle - 1;
                }
            }
        }
        visit(has, position, low, position.wrapping_sub(offsets[low]));
        start += u64::from(W::LANES);
        // As long as there are more positions, the last lane had one.
        list = warp.shuffle(low as u32, W::LANES - 1) as usize;
    }
}

/// Calls `visit` with each list that has some of a range of positions, and which of its positions these are: [`walk`]
/// for one lane. There is a position.
#[inline(always)]
pub(in crate::kernels) fn walk_lists(
    offsets: &[u64],
    positions: Range<u64>,
    mut visit: impl FnMut(usize, Range<u64>),
) {
    let mut list = offsets.partition_point(|&start| start <= positions.start) - 1;
    let mut start = positions.start;
    while start < positions.end {
        let end = positions.end.min(offsets[list + 1]);
        visit(list, start..end);
        start = end;
        list += 1;
    }
}

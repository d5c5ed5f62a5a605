//! Dropping what has left from the lists.

use core::sync::atomic::Ordering::Relaxed;

use super::PeelTrussesArgs;
use crate::simt::{Block, Warp};

/// Drops the edges that left before a round from all lists.
///
/// Thread mapping: a warp for each list, a lane for each element of a row. A row is read before any of it is written,
/// and nothing is written behind what has been read.
#[inline(always)]
pub(super) fn pack<B: Block>(block: B, args: &PeelTrussesArgs<'_>, round: u32) {
    let (warp, lanes) = (block.warp(), B::Warp::LANES as usize);
    let mut vertex = block.grid_warp() as usize;
    while vertex < args.lengths.len() as usize {
        let start = args.offsets[vertex] as usize;
        let length = args.list_length(vertex as u32) as usize;
        let (mut kept, mut first) = (0, 0);
        while first < length {
            let place = start + first + warp.lane() as usize;
            let has = first + (warp.lane() as usize) < length;
            let (mut neighbor, mut edge, mut stays) = (0, 0, false);
            if has {
                // SAFETY: within the list of a vertex that is this warp's alone, which was written before; what is
                // written of it below has been read before by the lane that it belongs to.
                (neighbor, edge) = unsafe { (args.lists.read(place), args.edges.read(place)) };
                let left = args.queues.round(edge).load(Relaxed);
                stays = left == 0 || left >= round;
            }
            let votes = warp.ballot(stays);
            if stays {
                let to = start + kept + (votes & warp.lanes_below()).count_ones() as usize;
                // SAFETY: no element of the list has this place but this one, and all lanes have read theirs before the
                // vote.
                unsafe {
                    args.lists.write(to, neighbor);
                    args.edges.write(to, edge);
                }
            }
            kept += votes.count_ones() as usize;
            first += lanes;
        }
        warp.sync();
        if warp.lane() == 0 {
            // SAFETY: the vertex is this warp's alone, and all its lanes have read the length.
            unsafe { args.lengths.write(vertex, kept as u32) };
        }
        vertex += block.grid_warps() as usize;
    }
}

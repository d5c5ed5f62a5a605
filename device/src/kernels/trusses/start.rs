//! Lists with the numbers of the edges, and all edges ready to leave.

use core::sync::atomic::Ordering::Relaxed;

use cust_core::DeviceCopy;

use super::PeelTrussesArgs;
use crate::graph::GraphView;
use crate::kernels::prepare::lists::length;
use crate::kernels::prepare::positions::{for_each, for_each_chunk, walk};
use crate::kernels::triangles::Oriented;
use crate::memory::Slice;
use crate::sets::lower_bound;
use crate::simt::Block;

/// What [`start_trusses`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct StartTrussesArgs<'a> {
    /// The graph; vertices without neighbours come after all others.
    pub whole: GraphView<'a>,
    /// The same, oriented: the places in its lists are the numbers of the edges.
    pub oriented: Oriented<'a>,
    /// The triangles through each edge, or the butterflies.
    pub counts: Slice<'a, u32>,
    /// Written: the lists, and what the queues have at the start.
    pub trusses: PeelTrussesArgs<'a>,
}

layout!(StartTrussesArgs<'_>: 344, trusses: 96);

/// Writes the lists of all neighbours with the numbers of the edges to them, and gets all edges ready to leave.
///
/// Thread mapping: a warp for a chunk of positions in the lists, a lane for each; one that leads to a greater vertex is
/// searched for in the list of that.
#[cuda_std::kernel(max_threads = 256)]
pub unsafe fn start_trusses<B: Block>(block: B, args: &StartTrussesArgs<'_>) {
    let (trusses, queues) = (&args.trusses, &args.trusses.queues);
    let offsets = args.whole.offsets.get();
    for_each(block, trusses.lengths.len() as usize, |v| {
        // SAFETY: within the array, and no other thread has this vertex.
        unsafe { trusses.lengths.write(v, length(offsets, v)) };
    });
    for_each_chunk(block, args.whole.neighbors.length(), |_, positions| {
        walk(block.warp(), offsets, positions, |has, position, list, place| {
            if !has {
                return;
            }
            // SAFETY: a position in the lists.
            let neighbor = unsafe { *args.whole.neighbors.get().get_unchecked(position as usize) };
            let own = list as u32;
            let edge = if neighbor < own {
                let edge = args.oriented.start(own) + place;
                // SAFETY: an edge, at which was counted.
                let count = unsafe { *args.counts.get().get_unchecked(edge as usize) };
                queues.number(edge as u32).store(count, Relaxed);
                queues.staying(0, edge).store(edge as u32, Relaxed);
                // SAFETY: there is an end for each edge, and this is the one position that leads from it to the smaller
                // one.
                unsafe { trusses.greater.write(edge as usize, own) };
                edge
            } else {
                args.oriented.start(neighbor) + lower_bound(args.oriented.list(neighbor), own) as u64
            };
            // SAFETY: the arrays have an element for each position, which is this lane's alone.
            unsafe {
                trusses.lists.write(position as usize, neighbor);
                trusses.edges.write(position as usize, edge as u32);
            }
        });
    });
}

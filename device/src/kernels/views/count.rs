//! How much of a graph is in a class, and in a view.

use core::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

use cust_core::DeviceCopy;

use super::{QueryGraph, ViewTest};
use crate::kernels::prepare::positions::{for_each, for_each_chunk, walk, walk_lists};
use crate::memory::{Scratch, Slice};
use crate::simt::{Block, Warp};

/// What [`count_class`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct CountClassArgs<'a> {
    /// `n + 1` starts of lists.
    pub offsets: Slice<'a, u64>,
    /// By vertex, the classes that it is in.
    pub masks: Slice<'a, u32>,
    /// Grow by the number of vertices in the class, and by the sum of their degrees.
    pub sums: Slice<'a, AtomicU64>,
    /// The first grows by the classes that have a vertex in common with this one.
    pub overlaps: Slice<'a, AtomicU32>,
    /// The class.
    pub class: u32,
}

/// What [`count_view`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct CountViewArgs<'a> {
    /// The graph.
    pub graph: QueryGraph<'a>,
    /// Written: for each chunk of the graph's lists how many of its neighbours the view has.
    pub counts: Scratch<'a, u32>,
    /// The view.
    pub view: ViewTest,
}

layout!(CountClassArgs<'_>: 72, class: 64);
layout!(CountViewArgs<'_>: 136, view: 112);

/// Sums over the vertices of a class.
///
/// Thread mapping: a thread for each vertex, striding by the grid. Reads 12 bytes a vertex.
#[cuda_std::kernel(max_threads = 256)]
pub unsafe fn count_class<B: Block>(block: B, args: &CountClassArgs<'_>) {
    let (offsets, masks) = (args.offsets.get(), args.masks.get());
    let (mut vertices, mut degrees) = (0u32, 0);
    for_each(block, (offsets.len() - 1).min(masks.len()), |v| {
        if masks[v] >> args.class & 1 == 1 {
            vertices += 1;
            degrees += offsets[v + 1] - offsets[v];
            if masks[v] & !args.overlaps[0].load(Relaxed) != 0 {
                args.overlaps[0].fetch_or(masks[v], Relaxed);
            }
        }
    });
    let warp = block.warp();
    let (vertices, degrees) = (warp.sum_u64(vertices.into()), warp.sum_u64(degrees));
    if warp.lane() == 0 && vertices > 0 {
        args.sums[0].fetch_add(vertices, Relaxed);
        args.sums[1].fetch_add(degrees, Relaxed);
    }
}

/// Counts, in each chunk of the lists, the neighbours that a view has.
///
/// Thread mapping: a warp for each chunk, striding by the grid, a lane for each position. Bound by looking up the
/// classes of the neighbours, at random, which mostly lie in the L2 cache. A single lane goes list by list, and skips
/// those of vertices that are not in the view's class.
#[cuda_std::kernel(max_threads = 256)]
pub unsafe fn count_view<B: Block>(block: B, args: &CountViewArgs<'_>) {
    let (warp, graph) = (block.warp(), args.graph);
    for_each_chunk(block, graph.neighbors.length(), |chunk, positions| {
        let mut kept = 0;
        if B::Warp::LANES == 1 {
            walk_lists(graph.offsets.get(), positions, |v, positions| {
                graph.each_neighbor(&args.view, v, positions, |_| kept += 1);
            });
        } else {
            walk(warp, graph.offsets.get(), positions, |has, position, v, _| {
                kept += u32::from(has && graph.neighbor(&args.view, v, position).is_some());
            });
        }
        let kept = warp.sum(kept);
        assert!((chunk as u64) < args.counts.len(), "more chunks than counts");
        if warp.lane() == 0 {
            // SAFETY: within the array, as just checked, and the chunk is this warp's.
            unsafe { args.counts.write(chunk, kept) };
        }
    });
}

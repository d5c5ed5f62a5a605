//! Classes without the vertices that lack a neighbour which every match would need.

use core::sync::atomic::{AtomicU32, Ordering::Relaxed};

use cust_core::DeviceCopy;

use super::{QueryGraph, ViewTest};
use crate::memory::{Scratch, Slice};
use crate::simt::{Block, Warp};

/// What a vertex needs to stand for one vertex of the pattern: a neighbour in each of some views.
#[repr(C)]
#[derive(Clone, Copy, Debug, DeviceCopy)]
pub struct NeededViews {
    /// The class of the pattern's vertex.
    pub class: u32,
    /// Where the views start in [`PruneClassesArgs::views`].
    pub first: u32,
    /// Where they end.
    pub end: u32,
}

/// What [`prune_classes`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct PruneClassesArgs<'a> {
    /// The graph.
    pub graph: QueryGraph<'a>,
    /// For each vertex of the pattern whose class is pruned, what it needs.
    pub needs: Slice<'a, NeededViews>,
    /// The views that they name.
    pub views: Slice<'a, ViewTest>,
    /// Written: by vertex, the classes that it stays in.
    pub masks: Scratch<'a, u32>,
    /// The first becomes 1 if a vertex leaves a class.
    pub changed: Slice<'a, AtomicU32>,
    /// The classes that something is said of in `needs`.
    pub pruned: u32,
}

layout!(NeededViews: 12, end: 8);
layout!(PruneClassesArgs<'_>: 168, pruned: 160);

/// Takes vertices out of classes that they are in: for no vertex of the pattern in that class do they have all the
/// neighbours that it needs. Other classes than those in `pruned` stay whole.
///
/// Thread mapping: a warp for each vertex, striding by the grid, whose lanes look through its list until one has found
/// a neighbour for the view that is looked at. Bound by the latency of these looks, for which 4 blocks of 64 registers
/// a thread are enough: left to itself, the assembler spills to have a fifth.
#[cuda_std::kernel(max_threads = 256, min_blocks = 4)]
pub unsafe fn prune_classes<B: Block>(block: B, args: &PruneClassesArgs<'_>) {
    let (warp, graph) = (block.warp(), args.graph);
    let n = graph.vertices();
    assert!(n as u64 <= args.masks.len(), "more vertices than masks");
    let mut v = block.grid_warp() as usize;
    while v < n {
        let mask = graph.masks[v];
        let mut kept = mask & !args.pruned;
        for need in args.needs.get() {
            let class = 1 << need.class;
            if mask & !kept & class != 0 {
                let views = &args.views.get()[need.first as usize..need.end as usize];
                if views.iter().all(|view| leads_somewhere(warp, &graph, view, v)) {
                    kept |= class;
                }
            }
        }
        if warp.lane() == 0 {
            // SAFETY: within the array, as checked, and the vertex is this warp's.
            unsafe { args.masks.write(v, kept) };
            if kept != mask {
                args.changed[0].store(1, Relaxed);
            }
        }
        v += block.grid_warps() as usize;
    }
}

/// Whether a view has a neighbour of `v`.
#[inline(always)]
fn leads_somewhere<W: Warp>(warp: W, graph: &QueryGraph<'_>, view: &ViewTest, v: usize) -> bool {
    let (mut start, end) = (graph.offsets[v], graph.offsets[v + 1]);
    while start < end {
        let position = start + u64::from(warp.lane());
        if warp.any(position < end && graph.neighbor(view, v, position).is_some()) {
            return true;
        }
        start += u64::from(W::LANES);
    }
    false
}

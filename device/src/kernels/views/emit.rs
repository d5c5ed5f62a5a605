//! The lists of a view.

use core::ops::Range;

use cust_core::DeviceCopy;

use super::{QueryGraph, ViewTest};
use crate::kernels::prepare::positions::{for_each, for_each_chunk, walk, walk_lists};
use crate::memory::{Scratch, Slice};
use crate::simt::{Block, Warp};

/// What [`emit_view`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct EmitViewArgs<'a> {
    /// The graph.
    pub graph: QueryGraph<'a>,
    /// For each chunk of the graph's lists, where the neighbours that the view has of it begin in `neighbors`.
    pub places: Slice<'a, u64>,
    /// Written: `n + 1` starts of the view's lists in `neighbors`.
    pub offsets: Scratch<'a, u64>,
    /// Written, from the first of `places` up to `end`: the lists.
    pub neighbors: Scratch<'a, u32>,
    /// Where the last list ends.
    pub end: u64,
    /// The view.
    pub view: ViewTest,
}

layout!(EmitViewArgs<'_>: 176, end: 144, view: 152);

/// Writes the lists of a view.
///
/// Thread mapping: a warp for each chunk of the graph's lists, striding by the grid, a lane for each position; a ballot
/// gives the places within a row of lanes. A list starts where the lane of its first position stands. Those without
/// neighbours in the graph are written by a thread for each vertex. A single lane goes list by list.
#[cuda_std::kernel(max_threads = 256)]
pub unsafe fn emit_view<B: Block>(block: B, args: &EmitViewArgs<'_>) {
    let (warp, graph) = (block.warp(), args.graph);
    let total = graph.neighbors.length();
    assert!(args.offsets.len() > graph.vertices() as u64, "fewer starts than lists");
    assert!(args.end <= args.neighbors.len(), "more neighbours than places for them");
    for_each_chunk(block, total, |chunk, positions| {
        let next = args.places.get()[chunk];
        if B::Warp::LANES == 1 {
            emit_alone(args, next, positions)
        } else {
            emit(warp, args, next, positions)
        }
    });
    let offsets = graph.offsets.get();
    for_each(block, offsets.len(), |v| {
        if offsets[v] == total {
            // SAFETY: at most the number of vertices, below the number of starts, as checked; the lists that start here
            // are empty, and no lane above writes their starts.
            unsafe { args.offsets.write(v, args.end) };
        }
    });
}

/// Writes what the view has at some positions, whose first place is `next`, a lane for each position.
#[inline(always)]
fn emit<W: Warp>(warp: W, args: &EmitViewArgs<'_>, mut next: u64, positions: Range<u64>) {
    let graph = args.graph;
    walk(warp, graph.offsets.get(), positions, |has, position, v, at| {
        let neighbor = if has { graph.neighbor(&args.view, v, position) } else { None };
        let kept = warp.ballot(neighbor.is_some());
        let place = next + u64::from((kept & warp.lanes_below()).count_ones());
        if has && at == 0 {
            // SAFETY: `v` is a vertex, and there are more starts, as checked; this position is this lane's.
            unsafe { args.offsets.write(v, place) };
        }
        if let Some(neighbor) = neighbor {
            assert!(place < args.end, "more neighbours than were counted");
            // SAFETY: within the array, as just checked; the places of a chunk are its own, by the sums of the counts,
            // and those of a row of lanes differ.
            unsafe { args.neighbors.write(place as usize, neighbor) };
        }
        next += u64::from(kept.count_ones());
    });
}

/// [`emit`] for one lane, list by list.
#[inline(always)]
fn emit_alone(args: &EmitViewArgs<'_>, mut next: u64, positions: Range<u64>) {
    let offsets = args.graph.offsets.get();
    walk_lists(offsets, positions, |v, positions| {
        if positions.start == offsets[v] {
            // SAFETY: `v` is a vertex, and there are more starts, as checked; this position is this lane's.
            unsafe { args.offsets.write(v, next) };
        }
        args.graph.each_neighbor(&args.view, v, positions, |neighbor| {
            assert!(next < args.end, "more neighbours than were counted");
            // SAFETY: within the array, as just checked; the places of a chunk are its own, by the sums of the counts.
            unsafe { args.neighbors.write(next as usize, neighbor) };
            next += 1;
        });
    });
}

//! Adding up what several devices have counted at the edges, each of its share of the roots.

use cust_core::DeviceCopy;

use crate::memory::{Scratch, Slice};
use crate::simt::Block;

/// What [`add_triangles`] and [`add_cycles`] take.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct AddCountsArgs<'a, T: DeviceCopy> {
    /// For each edge, what another device has counted.
    pub more: Slice<'a, T>,
    /// For each edge, what this one has: read, and written with the sum.
    pub counts: Scratch<'a, T>,
}

layout!(AddCountsArgs<'_, u32>: 32, counts: 16);
layout!(AddCountsArgs<'_, u64>: 32, counts: 16);

/// Adds the triangles that another device has counted at the edges. A sum is that of a whole graph, and so within its
/// type.
///
/// A thread for each edge, striding by the grid. Bound by device memory: 12 bytes an edge.
#[cuda_std::kernel]
pub unsafe fn add_triangles<B: Block>(block: B, args: &AddCountsArgs<'_, u32>) {
    add(block, args, u32::wrapping_add);
}

/// Adds the 4-cycles that another device has counted at the edges. A sum is that of a whole graph, and so within its
/// type.
///
/// A thread for each edge, striding by the grid. Bound by device memory: 24 bytes an edge.
#[cuda_std::kernel]
pub unsafe fn add_cycles<B: Block>(block: B, args: &AddCountsArgs<'_, u64>) {
    add(block, args, u64::wrapping_add);
}

#[inline(always)]
fn add<B: Block, T: DeviceCopy>(block: B, args: &AddCountsArgs<'_, T>, sum: impl Fn(T, T) -> T) {
    let more = args.more.get();
    assert!(args.counts.len() == more.len() as u64, "counts of two graphs");
    let stride = block.count() as usize * block.threads() as usize;
    let mut edge = block.index() as usize * block.threads() as usize + block.thread() as usize;
    while let Some(&more) = more.get(edge) {
        // SAFETY: both arrays have as many elements, so this is within the counts, which are written; no other thread
        // of the grid has this edge.
        unsafe { args.counts.write(edge, sum(args.counts.read(edge), more)) };
        edge += stride;
    }
}

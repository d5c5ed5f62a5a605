//! Where lists start.

use cust_core::DeviceCopy;

use super::positions::for_each;
use crate::memory::{Scratch, Slice};
use crate::simt::Block;

/// The length of a list, by the starts of all.
#[inline(always)]
pub(in crate::kernels) fn length(offsets: &[u64], list: usize) -> u32 {
    (offsets[list + 1] - offsets[list]) as u32
}

/// What [`list_starts`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct ListStartsArgs<'a> {
    /// For each element the list that it belongs to, ascending.
    pub lists: Slice<'a, u32>,
    /// Written: for each list where it starts, and at the end how many elements there are.
    pub offsets: Scratch<'a, u64>,
}

/// What [`split_lists`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct SplitListsArgs<'a> {
    /// `n + 1` starts of the lists of all neighbours.
    pub offsets: Slice<'a, u64>,
    /// `n + 1` starts of the lists of smaller neighbours.
    pub lower: Slice<'a, u64>,
    /// Written: for each of `n` vertices the position of its first greater neighbour.
    pub splits: Scratch<'a, u64>,
    /// Written: `n + 1` starts of the lists of greater neighbours.
    pub upper: Scratch<'a, u64>,
}

layout!(ListStartsArgs<'_>: 32, offsets: 16);
layout!(SplitListsArgs<'_>: 64, upper: 48);

/// Finds where each list starts.
///
/// Thread mapping: a thread for each list, striding by the grid, with a binary search over the elements. Bound by the
/// latency of the last steps, as the first ones are the same for all and stay in the cache.
#[cuda_std::kernel(max_threads = 256)]
pub unsafe fn list_starts<B: Block>(block: B, args: &ListStartsArgs<'_>) {
    let lists = args.lists.get();
    for_each(block, args.offsets.len() as usize, |list| {
        let start = lists.partition_point(|&of| (of as usize) < list);
        // SAFETY: within the array, and no other thread has this index.
        unsafe { args.offsets.write(list, start as u64) };
    });
}

/// Splits the lists of all neighbours, which are ascending, into smaller and greater ones.
///
/// Thread mapping: a thread for each vertex, striding by the grid. Reads 16 bytes a vertex, writes 16.
#[cuda_std::kernel(max_threads = 256)]
pub unsafe fn split_lists<B: Block>(block: B, args: &SplitListsArgs<'_>) {
    let (offsets, lower) = (args.offsets.get(), args.lower.get());
    let n = args.splits.len() as usize;
    assert!(args.upper.len() as usize > n, "arrays too short for the vertices");
    for_each(block, n + 1, |v| {
        let before = offsets[v] - lower[v];
        // SAFETY: within the arrays, as `v <= n`, and below `n` for the splits; no other thread has this index.
        unsafe {
            args.upper.write(v, before);
            if v < n {
                args.splits.write(v, offsets[v] + u64::from(length(lower, v)));
            }
        }
    });
}

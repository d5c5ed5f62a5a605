//! What a walk needs to know of the lists of a view.

use core::sync::atomic::{AtomicU32, Ordering::Relaxed};

use cust_core::DeviceCopy;

use crate::kernels::prepare::positions::for_each;
use crate::memory::{Scratch, Slice};
use crate::simt::Block;

/// What [`longest_list`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct LongestListArgs<'a> {
    /// `n + 1` starts of lists.
    pub offsets: Slice<'a, u64>,
    /// The first becomes the length of the longest list, if it is less.
    pub longest: Slice<'a, AtomicU32>,
}

/// What [`split_tasks`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct SplitTasksArgs<'a> {
    /// `n + 1` starts of lists in `neighbors`.
    pub offsets: Slice<'a, u64>,
    /// Lists, ascending.
    pub neighbors: Slice<'a, u32>,
    /// Written: by vertex, where its first task lies in `neighbors`.
    pub first: Scratch<'a, u64>,
    /// Written: by vertex, how many tasks it has.
    pub lengths: Scratch<'a, u32>,
    /// 1 if only neighbours greater than the vertex are tasks.
    pub above: u32,
    /// 1 if only those smaller than it are.
    pub below: u32,
}

layout!(LongestListArgs<'_>: 32, longest: 16);
layout!(SplitTasksArgs<'_>: 72, below: 68);

/// Finds the length of the longest list.
///
/// Thread mapping: a thread for each list, striding by the grid.
#[cuda_std::kernel(max_threads = 256)]
pub unsafe fn longest_list<B: Block>(block: B, args: &LongestListArgs<'_>) {
    let (offsets, longest) = (args.offsets.get(), &args.longest[0]);
    for_each(block, offsets.len() - 1, |v| {
        let length = (offsets[v + 1] - offsets[v]) as u32;
        if length > longest.load(Relaxed) {
            longest.fetch_max(length, Relaxed);
        }
    });
}

/// Finds the tasks of a walk whose tasks are edges: which stretch of each vertex's list.
///
/// Thread mapping: a thread for each list, striding by the grid, which searches its own vertex.
#[cuda_std::kernel(max_threads = 256)]
pub unsafe fn split_tasks<B: Block>(block: B, args: &SplitTasksArgs<'_>) {
    let offsets = args.offsets.get();
    let n = offsets.len() - 1;
    assert!(n as u64 <= args.first.len().min(args.lengths.len()), "more lists than places for their tasks");
    for_each(block, n, |v| {
        let (start, end) = (offsets[v], offsets[v + 1]);
        let list = &args.neighbors.get()[start as usize..end as usize];
        let split = start + list.partition_point(|&w| (w as usize) < v) as u64;
        let first = if args.above == 1 { split } else { start };
        let end = if args.below == 1 { split } else { end };
        // SAFETY: within both arrays, as checked, and no other thread has this list.
        unsafe {
            args.first.write(v, first);
            args.lengths.write(v, (end - first) as u32);
        }
    });
}

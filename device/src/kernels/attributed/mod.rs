//! Counting the matches of patterns with labels, directions and absence, and of those that are large.
//!
//! # Computes
//! The number of embeddings of an [`AttributedWalk`] in the [`Views`] of a graph, exactly, in 128 bits.
//!
//! # Requires
//! Views that list, for each vertex that a level may take, what the plan means by them; vertices numbered as the plan's
//! bounds expect; buffers of the size that the longest lists of the views allow. All are the host's to see to, in
//! `mine::attributed`.
//!
//! # Thread mapping
//! As the unlabelled walk ([`count`](crate::kernels::count)): persistent warps draw chunks of tasks; the last level that
//! is walked is taken a warp at a time, a candidate a lane.
//!
//! | last level walked | kernel | a task |
//! | --- | --- | --- |
//! | 0, 1 | [`shallow`] | a vertex or an edge of the first view, a lane each |
//! | 2 and on | [`walk`] | an edge, a warp each |
//!
//! # Sources
//! Lists by label, in place of tests by label, follow the partitioned graphs of Zeng et al. (GSI, ICDE 2020); anti-vertices
//! Jamshidi et al. (Peregrine, EuroSys 2020, section 3).

pub mod leaf;
pub mod shallow;
pub mod walk;

use core::mem::offset_of;
use core::sync::atomic::AtomicU64;

use cust_core::DeviceCopy;

use crate::attributed::{AttributedWalk, Views};
use crate::memory::{Scratch, Slice};

/// What the kernels take.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct AttributedArgs<'a> {
    /// The graph.
    pub views: Views<'a>,
    /// `n + 1` sums, ascending from 0: the tasks of `v_0 = v` are `starts[v]..starts[v + 1]`. Not read if only level 0
    /// is walked.
    pub starts: Slice<'a, u64>,
    /// `n` positions in the neighbours of the views: that of the `v_1` of the first task of `v_0 = v`.
    pub first: Slice<'a, u64>,
    /// One counter, from 0 up: the next task.
    pub queue: Slice<'a, AtomicU64>,
    /// [`TOTALS`](crate::kernels::count::tally::TOTALS) sums, zero at the start.
    pub totals: Slice<'a, AtomicU64>,
    /// The buffers: for each warp of the grid, `plan.buffers` times `capacity` vertices. Only `walk` uses them.
    pub buffers: Scratch<'a, u32>,
    /// Vertices in a buffer.
    pub capacity: u64,
    /// The number of tasks.
    pub end: u64,
    /// Tasks drawn at a time.
    pub chunk: u32,
    /// The plan, by value.
    pub plan: AttributedWalk,
}

const _: () = {
    assert!(offset_of!(AttributedArgs<'_>, starts) == 40 && offset_of!(AttributedArgs<'_>, buffers) == 104);
    assert!(offset_of!(AttributedArgs<'_>, chunk) == 136 && offset_of!(AttributedArgs<'_>, plan) == 140);
    // Drivers before CUDA 12.1 take no more.
    assert!(size_of::<AttributedArgs<'_>>() <= 4096);
};

impl AttributedArgs<'_> {
    /// The ends of task `task`, which lies in `starts[low]..starts[high]`.
    #[inline(always)]
    fn edge(&self, task: u64, low: u32, high: u32) -> (u32, u32) {
        let root = self.root(task, low, high);
        let (starts, first) = (self.starts.get(), self.first.get());
        // SAFETY: `root` is a vertex, `starts` has one element more than there are vertices and `first` one for
        // each; the host made them so that the task's place lies in the list of `root`.
        unsafe {
            let place = *first.get_unchecked(root as usize) + (task - *starts.get_unchecked(root as usize));
            (root, *self.views.neighbors.get().get_unchecked(place as usize))
        }
    }

    /// The last vertex `v` in `low..high` with `starts[v] <= task`.
    #[inline(always)]
    fn root(&self, task: u64, mut low: u32, mut high: u32) -> u32 {
        let starts = self.starts.get();
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            // SAFETY: `middle < high`, at most the number of vertices, and `starts` has one element more.
            if unsafe { *starts.get_unchecked(middle as usize) } <= task {
                low = middle;
            } else {
                high = middle;
            }
        }
        low
    }
}

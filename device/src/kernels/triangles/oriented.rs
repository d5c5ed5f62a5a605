//! The oriented graph, and the order in which its vertices are taken as roots.

use core::ops::Range;

use cust_core::DeviceCopy;

use crate::graph::GraphView;
use crate::memory::Slice;

/// A graph whose every edge stands once, in the list of its greater end.
///
/// `n` vertices, numbered so that lists are short: by falling degree, or by a degeneracy order reversed. The list of
/// `v` is `neighbors[offsets[v]..offsets[v + 1]]`: its neighbours smaller than `v`, ascending.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct Oriented<'a> {
    /// `n + 1` starts of lists, ascending; the last is the length of `neighbors`.
    pub offsets: Slice<'a, u64>,
    /// The lists, one after another: as many elements as there are edges.
    pub neighbors: Slice<'a, u32>,
}

impl<'a> Oriented<'a> {
    /// Vertices.
    #[inline(always)]
    pub fn vertices(&self) -> u32 {
        (self.offsets.len() - 1) as u32
    }

    /// Where the list of `v` starts in the neighbours: the number of its first edge.
    #[inline(always)]
    pub(crate) fn start(&self, v: u32) -> u64 {
        debug_assert!(v < self.vertices());
        // SAFETY: `v < n`, and `offsets` has `n + 1` elements.
        unsafe { *self.offsets.get().get_unchecked(v as usize) }
    }

    /// The neighbours of `v` that are smaller than `v`, ascending.
    #[inline(always)]
    pub(crate) fn list(&self, v: u32) -> &'a [u32] {
        let Oriented { offsets, neighbors } = *self;
        GraphView { offsets, neighbors, splits: Slice::empty() }.neighbors(v)
    }
}

/// The roots of a job, dealt in tasks: the host puts the longest lists first and gives tasks about equal work.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct Roots<'a> {
    /// The roots, each once.
    pub vertices: Slice<'a, u32>,
    /// Ascending positions in `vertices`, one more than there are tasks: task `t` is `starts[t]..starts[t + 1]`.
    pub starts: Slice<'a, u32>,
}

impl<'a> Roots<'a> {
    /// How many tasks there are.
    #[inline(always)]
    pub fn tasks(&self) -> u64 {
        self.starts.len() as u64 - 1
    }

    /// The roots of consecutive tasks.
    #[inline(always)]
    pub fn of(&self, tasks: Range<u64>) -> &'a [u32] {
        let starts = self.starts.get();
        &self.vertices.get()[starts[tasks.start as usize] as usize..starts[tasks.end as usize] as usize]
    }
}

layout!(Oriented<'_>: 32, neighbors: 16);
layout!(Roots<'_>: 32, starts: 16);

//! Counting the embeddings of any pattern: the general engine.
//!
//! # Computes
//! The number of embeddings of a [`WalkPlan`] in a graph, exactly, in 128 bits. The walk itself is generic over the
//! lists that it reads and over what is done with what it finds (`leaf::Visit`): the kernels of
//! [`attributed`](super::attributed) and [`list`](super::list) are the same walk.
//!
//! # Requires
//! Vertices numbered as the plan's bounds expect (the host numbers them by falling degree), and buffers of the size
//! that the plan's bounds allow: both are the host's to see to, in `mine::walk`.
//!
//! # Thread mapping
//! Persistent warps draw chunks of tasks from a queue. The last level that is walked is taken a warp at a time, a
//! candidate a lane, and each lane counts what its candidate leaves ([`leaf`]). There is a kernel for each place
//! where that level can be, so that shallow patterns do not pay for the registers of deep ones:
//!
//! | last level walked | kernel | a task | patterns |
//! | --- | --- | --- | --- |
//! | 0 | [`roots`] | a vertex, a lane each | edge, stars |
//! | 1 | [`edges`] | an edge, a lane each | triangle, diamond, … |
//! | 2 and on | [`walk`] | an edge, a warp each | everything else |
//! | 2 and on | [`tree`] | an edge, a warp each | several patterns at once, their common prefixes walked once |
//! | 2 and on | [`in_matrix`] | as [`walk`] and [`combined`] | the same, in graphs of few vertices |
//! | any but 0 | [`combined`] | an edge, a lane or a warp each | those whose last vertices are drawn from several sets |
//!
//! # Sources
//! The walk over hoisted candidate sets, symmetry breaking by bounds and the edge-parallel tasks follow Chen and
//! Arvind (G2Miner, OSDI 2022, sections 5 and 6); the counted last level, GraphPi (Shi et al., SC 2020, section IV-D).

pub mod combined;
mod descent;
pub mod edges;
mod frames;
pub mod in_matrix;
pub mod leaf;
mod pick;
pub mod roots;
pub mod split;
pub mod tally;
pub mod tree;
pub mod walk;

use core::mem::offset_of;
use core::sync::atomic::AtomicU64;

use cust_core::DeviceCopy;

use crate::graph::GraphView;
use crate::lists::{Lists, Views};
use crate::memory::{Scratch, Slice};
use crate::plan::{AttributedWalk, WalkPlan};
use crate::sets;
use crate::tree::WalkTree;
use split::Split;

/// What a walk takes: lists of type `G`, and of type `P` a plan, or several.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct WalkArgs<'a, G, P> {
    /// The graph.
    pub graph: G,
    /// `n + 1` sums, ascending from 0: the tasks of `v_0 = v` are `starts[v]..starts[v + 1]`. Not read if only level 0
    /// is walked.
    pub starts: Slice<'a, u64>,
    /// `n` positions in the graph's neighbours, or more: that of the `v_1` of the first task of `v_0 = v`.
    pub first: Slice<'a, u64>,
    /// One counter, from 0 up: the next task.
    pub queue: Slice<'a, AtomicU64>,
    /// [`tally::TOTALS`] sums for each pattern, zero at the start. Only counting uses them.
    pub totals: Slice<'a, AtomicU64>,
    /// The buffers: for each warp of the grid, `plan.buffers` times `capacity` vertices. Not read by `roots` and
    /// `edges`.
    pub buffers: Scratch<'a, u32>,
    /// Vertices in a buffer.
    pub capacity: u64,
    /// The number of tasks.
    pub end: u64,
    /// Tasks drawn at a time.
    pub chunk: u32,
    /// `n`, the number of vertices.
    pub vertices: u32,
    /// Which tasks are split, where a warp takes one: `starts` counts their parts. `first` is that of the edges.
    pub split: Split,
    /// The plan, by value: kernels read it from parameter memory, which costs no more than a register.
    pub plan: P,
}

/// What the kernels for plain patterns take.
pub type CountArgs<'a> = WalkArgs<'a, GraphView<'a>, WalkPlan>;
/// What the kernels for several plain patterns at once take.
pub type TreeArgs<'a> = WalkArgs<'a, GraphView<'a>, WalkTree>;
/// What the kernels for patterns that are not plain take.
pub type AttributedArgs<'a> = WalkArgs<'a, Views<'a>, AttributedWalk>;

const _: () = {
    assert!(offset_of!(AttributedArgs<'_>, starts) == 40 && offset_of!(AttributedArgs<'_>, buffers) == 104);
    assert!(offset_of!(AttributedArgs<'_>, chunk) == 136 && offset_of!(AttributedArgs<'_>, plan) == 152);
    assert!(size_of::<CountArgs<'_>>() == (160 + size_of::<WalkPlan>()).next_multiple_of(8));
    assert!(offset_of!(CountArgs<'_>, starts) == 48 && offset_of!(CountArgs<'_>, buffers) == 112);
    assert!(offset_of!(CountArgs<'_>, chunk) == 144 && offset_of!(CountArgs<'_>, plan) == 160);
    // The parameters of a kernel: 4 KiB on every card.
    assert!(size_of::<TreeArgs<'_>>() <= 4096);
};

impl<'a, G, P> WalkArgs<'a, G, P> {
    /// The same over other lists.
    pub fn with_graph<H>(self, graph: H) -> WalkArgs<'a, H, P> {
        let WalkArgs {
            starts,
            first,
            queue,
            totals,
            buffers,
            capacity,
            end,
            chunk,
            vertices,
            split,
            plan,
            ..
        } = self;
        WalkArgs { graph, starts, first, queue, totals, buffers, capacity, end, chunk, vertices, split, plan }
    }
}

impl<'a, G: Lists<'a>, P> WalkArgs<'a, G, P> {
    /// The ends of task `task`, which lies in `starts[low]..starts[high]`.
    #[inline(always)]
    pub(in crate::kernels) fn edge(&self, task: u64, low: u32, high: u32) -> (u32, u32) {
        let root = self.root(task, low, high);
        let starts = self.starts.get();
        let first = self.first.get();
        // SAFETY: `root` is a vertex, `starts` has one element more than there are vertices and `first` one for
        // each; the host made them so that the task's place lies in the list of `root`.
        unsafe {
            let place = *first.get_unchecked(root as usize) + (task - *starts.get_unchecked(root as usize));
            (root, *self.graph.entries().get_unchecked(place as usize))
        }
    }

    /// The ends of task `task`, where `root` is the first end of this task or of one before it, and becomes that of
    /// this.
    #[inline(always)]
    pub(in crate::kernels) fn next_edge(&self, task: u64, root: &mut u32) -> (u32, u32) {
        while self.starts[*root as usize + 1] <= task {
            *root += 1;
        }
        self.edge(task, *root, *root + 1)
    }

    /// The ends of task `task`, and which part of their edge it is: 0 if the edge is not split. `root` is the first end
    /// of this task or of one before it, and becomes that of this.
    #[inline(always)]
    fn next_part(&self, task: u64, root: &mut u32) -> (u32, u32, u32) {
        while self.starts[*root as usize + 1] <= task {
            *root += 1;
        }
        let first = *root;
        if !G::PLAIN || first >= self.split.hubs {
            let (first, second) = self.edge(task, first, first + 1);
            return (first, second, 0);
        }
        // The edges to hubs are the first ones of the root's that are tasks, and the first of its list.
        // SAFETY: the root is a vertex, and plain patterns have one view.
        let list = unsafe { self.graph.list(0, first) };
        let entries = self.graph.entries();
        let before = self.first[first as usize] - (list.as_ptr() as u64 - entries.as_ptr() as u64) / 4;
        let hubs = (sets::lower_bound(list, self.split.hubs) as u64).saturating_sub(before);
        let (edge, part) = self.split.edge(task - self.starts[first as usize], hubs);
        // SAFETY: the root has as many tasks as its edges have parts, and they lie in its list from `before` on.
        (first, unsafe { *list.get_unchecked((before + edge) as usize) }, part)
    }

    /// The last vertex `v` in `low..high` with `starts[v] <= task`.
    #[inline(always)]
    pub(in crate::kernels) fn root(&self, task: u64, mut low: u32, mut high: u32) -> u32 {
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

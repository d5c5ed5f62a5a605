//! The triangles of each edge, as a list of third vertices.

use core::sync::atomic::AtomicU64;

use cust_core::DeviceCopy;

use crate::graph::GraphView;
use crate::kernels::queue::draw_block;
use crate::kernels::triangles::MarksShape;
use crate::kernels::triangles::marks::Marks;
use crate::kernels::triangles::shared::{Arena, ThreadTeam, bytes_of};
use crate::memory::{Scratch, Slice};
use crate::sets::{gallop, lower_bound};
use crate::simt::{Block, Warp};

/// For each edge, in the order of the oriented graph, the vertices that are joined to both of its ends.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct TriangleLists<'a> {
    /// Where the list of each edge starts, ascending; one more than there are edges, the last is the length of
    /// `thirds`.
    pub starts: Slice<'a, u64>,
    /// The lists, one after another, each ascending: three elements for each triangle.
    pub thirds: Slice<'a, u32>,
    /// For each neighbour in the whole graph, the number of the edge to it.
    pub numbers: Slice<'a, u64>,
}

layout!(TriangleLists<'_>: 48, thirds: 16, numbers: 32);

impl<'a> TriangleLists<'a> {
    /// Where the list of an edge starts, and how long it is.
    #[inline(always)]
    pub(super) fn place(&self, edge: u64) -> (u64, u32) {
        let starts = self.starts.get();
        debug_assert!((edge as usize) < starts.len() - 1);
        // SAFETY: the number of an edge, of which there is one less than starts.
        let (start, end) =
            unsafe { (*starts.get_unchecked(edge as usize), *starts.get_unchecked(edge as usize + 1)) };
        (start, (end - start) as u32)
    }

    /// How many triangles an edge is in.
    #[inline(always)]
    pub(super) fn triangles(&self, edge: u64) -> u32 {
        self.place(edge).1
    }

    /// The number of the edge to the neighbour at `position` of the whole graph.
    #[inline(always)]
    pub(super) fn number(&self, position: u64) -> u64 {
        let numbers = self.numbers.get();
        debug_assert!((position as usize) < numbers.len());
        // SAFETY: a position of the whole graph's neighbours, each of which has a number.
        unsafe { *numbers.get_unchecked(position as usize) }
    }

    /// The list of an edge.
    #[inline(always)]
    pub(super) fn of(&self, edge: u64) -> &'a [u32] {
        let (start, length) = self.place(edge);
        self.part(start, length)
    }

    /// A part of a list, from a position in `thirds`.
    #[inline(always)]
    pub(super) fn part(&self, start: u64, length: u32) -> &'a [u32] {
        let (start, thirds) = (start as usize, self.thirds.get());
        debug_assert!(start + length as usize <= thirds.len());
        // SAFETY: a part of a list, which lies within the thirds.
        unsafe { thirds.get_unchecked(start..start + length as usize) }
    }
}

/// Finds ascending elements of an ascending list, each from where the one before it was.
pub(super) struct Seek<'a> {
    list: &'a [u32],
    at: usize,
}

impl<'a> Seek<'a> {
    /// From the start of the list.
    #[inline(always)]
    pub(super) fn new(list: &'a [u32]) -> Self {
        Seek { list, at: 0 }
    }

    /// The position of the first element that is at least `key`.
    #[inline(always)]
    pub(super) fn find<W: Warp>(&mut self, key: u32) -> usize {
        if W::LANES > 1 {
            // The lanes of a warp are as far apart as there are lanes, and bisect in step.
            return lower_bound(self.list, key);
        }
        self.at += gallop(&self.list[self.at..], key);
        self.at
    }
}

/// The vertex whose list an element at `position` of all lists is in.
#[inline(always)]
pub(crate) fn owner(starts: Slice<'_, u64>, position: u64) -> u32 {
    // The last start that is not beyond the position: behind it stand starts that are, and the end of all lists is one.
    let (mut low, mut high) = (0, starts.get().len() - 1);
    while high - low > 1 {
        let middle = low.midpoint(high);
        if starts[middle] <= position {
            low = middle;
        } else {
            high = middle;
        }
    }
    low as u32
}

/// What [`list_triangles`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct ListTrianglesArgs<'a> {
    /// The graph.
    pub graph: GraphView<'a>,
    /// The number of the first edge of each vertex, which are those to smaller neighbours, and that of all edges.
    pub edges: Slice<'a, u64>,
    /// Where the list of each edge starts: the sums of the triangles through the edges before it, and of all.
    pub starts: Slice<'a, u64>,
    /// The lists: written.
    pub thirds: Scratch<'a, u32>,
    /// For each neighbour, the number of the edge to it: written.
    pub numbers: Scratch<'a, u64>,
    /// One counter, from 0 up: the next root.
    pub queue: Slice<'a, AtomicU64>,
    /// The shape of a block's marks.
    pub marks: MarksShape,
    /// How many roots a block draws at a time.
    pub chunk: u32,
}

layout!(ListTrianglesArgs<'_>: 144, thirds: 80, chunk: 136);

impl ListTrianglesArgs<'_> {
    /// Bytes of shared memory that the kernel needs, with marks of that shape.
    pub const fn shared_bytes(marks: MarksShape) -> usize {
        bytes_of::<u64>(1) + bytes_of::<u32>(marks.words() as usize)
    }
}

/// Writes the list of each edge, and the numbers of the edges.
///
/// A block takes a root, and marks its neighbours; a warp takes an edge to a greater one, whose list is the shorter
/// one, and streams it past the marks. Shared memory: [`ListTrianglesArgs::shared_bytes`]. Bound by the caches: an
/// element for each neighbour of an edge's greater end.
#[cuda_std::kernel(max_threads = 256)]
pub unsafe fn list_triangles<B: Block>(block: B, args: &ListTrianglesArgs<'_>) {
    // SAFETY: once, and shared memory is used in no other way.
    let mut arena = unsafe { Arena::new(block) };
    let slot = arena.take::<u64>(1);
    let team = ThreadTeam::block(block);
    let marks = Marks::new(arena.atomics(args.marks.words() as usize), args.marks, team);
    let n = args.graph.vertices();
    while let Some(roots) = draw_block(block, slot, &args.queue[0], args.chunk, n.into()) {
        for root in roots.start as u32..roots.end as u32 {
            let list = args.graph.neighbors(root);
            let first = args.graph.smaller(root);
            if first == list.len() {
                continue;
            }
            marks.set::<B::Warp>(team, list);
            block.sync();
            let mut i = first + block.warp_index() as usize;
            while i < list.len() {
                list_edge(block.warp(), args, &marks, root, i);
                i += block.warps() as usize;
            }
            block.sync();
            marks.clear(team, list);
            block.sync();
        }
    }
}

/// Writes the list of the edge between `root`, whose neighbours are marked, and the `i`-th of them, a greater one, and
/// its number.
#[inline(always)]
fn list_edge<W: Warp>(warp: W, args: &ListTrianglesArgs<'_>, marks: &Marks<'_>, root: u32, i: usize) {
    let list = args.graph.neighbors(root);
    let greater = list[i];
    let other = args.graph.neighbors(greater);
    let back = lower_bound(other, root);
    let edge = args.edges[greater as usize] as usize + back;
    if warp.lane() == 0 {
        let start = |v: u32| args.graph.offsets[v as usize] as usize;
        // SAFETY: two positions of the neighbours, each of which has a number; this warp alone has the edge.
        unsafe {
            args.numbers.write(start(root) + i, edge as u64);
            args.numbers.write(start(greater) + back, edge as u64);
        }
    }
    let (mut next, end) = (args.starts[edge], args.starts[edge + 1]);
    if next == end {
        return;
    }
    let mut base = 0;
    while base < other.len() {
        let third = other.get(base + warp.lane() as usize).copied();
        let found = third.filter(|&third| marks.contains(third, list));
        let votes = warp.ballot(found.is_some());
        let place = next + u64::from((votes & warp.lanes_below()).count_ones());
        if let Some(third) = found
            && place < end
        {
            // SAFETY: within the list of this edge, which lies within the thirds; this warp alone has the edge, and
            // each lane its place.
            unsafe { args.thirds.write(place as usize, third) };
        }
        next += u64::from(votes.count_ones());
        base += W::LANES as usize;
    }
}

//! The graph among the smaller neighbours of each root, as a bit matrix: for one lane.

use cust_core::DeviceCopy;

use crate::kernels::cliques::matrix::{Matrix, stride, words};
use crate::kernels::edge_counts::roots::RankedRoots;
use crate::kernels::edge_counts::triangles::common;
use crate::kernels::triangles::MarksShape;
use crate::kernels::triangles::hubs::bit;
use crate::kernels::triangles::marks::Marks;
use crate::kernels::triangles::shared::{Arena, ThreadTeam, bytes_of};
use crate::memory::Slice;
use crate::simt::{Block, Warp};

/// The roots of a graph, and how they are dealt: what the kernels take that make their matrices.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct RootMatrices<'a> {
    /// The roots, and what finds the edges of their triangles.
    pub roots: RankedRoots<'a>,
    /// The triangles through each edge, in the order of the graph's neighbours.
    pub triangles: Slice<'a, u32>,
    /// The longest list of a root.
    pub longest: u32,
}

/// What a warp needs for one root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RootShape {
    /// The shape of its marks.
    pub marks: MarksShape,
    /// The longest list of a root.
    pub longest: u32,
}

layout!(RootMatrices<'_>: 152, triangles: 128, longest: 144);

impl RootShape {
    /// Bytes of shared memory that the matrices of a block of so many warps need.
    pub const fn shared_bytes(self, warps: u32) -> usize {
        let warps = warps as usize;
        bytes_of::<u32>(self.marks.words() as usize * warps) + bytes_of::<u64>(self.matrix_words() * warps)
    }

    const fn matrix_words(self) -> usize {
        self.longest as usize * stride(self.longest) as usize
    }
}

/// A root that a warp works on.
pub(super) struct RootMatrix<'r, 'a, W> {
    pub warp: W,
    pub all: &'r RootMatrices<'a>,
    pub vertex: u32,
    /// Its smaller neighbours.
    pub list: &'a [u32],
    marks: &'r Marks<'a>,
    /// At least as many rows as the list has vertices.
    matrix: Matrix<'a>,
}

/// What is done with the edges of a row.
pub(super) trait VisitEdges {
    /// Takes an edge, and the place in the list of its smaller end. To be inlined always: a closure that is called in
    /// two places need not be, and is compiled for the oldest CPU then.
    fn edge(&mut self, edge: usize, place: usize);
}

impl<F: FnMut(usize, usize)> VisitEdges for F {
    #[inline(always)]
    fn edge(&mut self, edge: usize, place: usize) {
        self(edge, place);
    }
}

impl<'a> RootMatrices<'a> {
    /// What a warp needs.
    #[inline(always)]
    pub fn shape(&self) -> RootShape {
        RootShape { marks: self.roots.marks, longest: self.longest }
    }

    /// Calls `visit` with the roots that a warp draws, whose matrices are still to be filled. The warp's lanes come
    /// there together.
    #[inline(always)]
    pub(super) fn each_root<B: Block>(
        &self,
        block: B,
        arena: &mut Arena<'a>,
        mut visit: impl FnMut(&RootMatrix<'_, 'a, B::Warp>),
    ) {
        let warp = block.warp();
        let shape = self.shape();
        let (marks, matrix) = (shape.marks.words() as usize, shape.matrix_words() as u64);
        let (warps, index) = (block.warps() as usize, block.warp_index() as usize);
        let all = arena.atomics(marks * warps);
        let rows = arena.take::<u64>(matrix as usize * warps).part(index as u64 * matrix, matrix);
        let marks = Marks::new(&all[index * marks..][..marks], shape.marks, ThreadTeam::warp(warp));
        let matrix = Matrix::new(rows, stride(shape.longest));
        warp.sync();
        self.roots.draw(warp, |vertex| {
            let list = self.roots.graph.list(vertex);
            assert!(list.len() <= shape.longest as usize, "a list longer than the longest");
            marks.set::<B::Warp>(ThreadTeam::warp(warp), list);
            warp.sync();
            visit(&RootMatrix { warp, all: self, vertex, list, marks: &marks, matrix });
            warp.sync();
            marks.clear(ThreadTeam::warp(warp), list);
            warp.sync();
        });
    }
}

impl<'a, W: Warp> RootMatrix<'_, 'a, W> {
    /// Rows of the matrix.
    #[inline(always)]
    pub fn size(&self) -> u32 {
        self.list.len() as u32
    }

    /// How many triangles the edge from the root to each of its list is in.
    #[inline(always)]
    pub fn triangles(&self) -> &'a [u32] {
        &self.all.triangles.get()[self.all.roots.graph.start(self.vertex) as usize..][..self.list.len()]
    }

    /// Fills the matrix, both ways round. Calls `met` with this lane's share of the edges that it finds, each once: a
    /// triangle with the root for each.
    #[inline(always)]
    pub fn fill(&self, mut met: impl FnMut(usize)) {
        let size = self.size();
        for i in 0..size {
            // SAFETY: the matrix has that row, with that many words, and belongs to this warp.
            unsafe { self.matrix.put_words(self.warp, i, words(size), |_| 0) };
        }
        self.warp.sync();
        for i in 1..size {
            self.each_below(i, |edge, j| {
                met(edge);
                // SAFETY: both are in the list, whose rows were cleared before the warp met; it meets again before any
                // is read.
                unsafe {
                    self.matrix.set::<W>(i, j as u32);
                    self.matrix.set::<W>(j as u32, i);
                }
            });
        }
        self.warp.sync();
    }

    /// Visits this lane's share of the edges from vertex `i` of the list to those before it there.
    #[inline(always)]
    pub fn each_below(&self, i: u32, mut visitor: impl VisitEdges) {
        let RootMatrix { warp, all, list, .. } = self;
        let v = list[i as usize];
        let (other, start) = (all.roots.graph.list(v), all.roots.graph.start(v) as usize);
        let before = &list[..i as usize];
        if v < all.roots.hubs.count && before.len() <= other.len() {
            let row = all.roots.hubs.row(v);
            ThreadTeam::warp(*warp).share(before.len(), |j| {
                if bit(row, before[j]) == 1 {
                    visitor.edge(all.roots.edge_of_hub(v, before[j]) as usize, j);
                }
            });
        } else {
            common(*warp, other, before, self.marks, list, |place, j| visitor.edge(start + place, j));
        }
    }

    /// Row `i`.
    ///
    /// # Safety
    /// The matrix was filled, and has that row.
    #[inline(always)]
    pub unsafe fn row(&self, i: u32) -> &'a [u64] {
        // SAFETY: the caller's promise: the warp met after it filled the matrix, and writes no more before the next root.
        unsafe { self.matrix.row(i, words(self.size())) }
    }
}

/// How many vertices two rows have in common.
#[inline(always)]
pub(super) fn in_common(one: &[u64], other: &[u64]) -> u64 {
    one.iter().zip(other).map(|(a, b)| u64::from((a & b).count_ones())).sum()
}

//! Sums at each vertex over its triangles, from a bit matrix for each root.
//!
//! What [`sum_opposites`](crate::kernels::edge_counts::opposites::sum_opposites) and
//! [`count_4_cliques_at_vertices`](crate::kernels::cliques::at_vertices::count_4_cliques_at_vertices) add up, in one
//! go: for one lane.

use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

use cust_core::DeviceCopy;

use crate::kernels::cliques::matrix::{Matrix, WORD, stride, words};
use crate::kernels::edge_counts::ranks::rank;
use crate::kernels::edge_counts::triangles::common;
use crate::kernels::queue::draw;
use crate::kernels::triangles::hubs::bit;
use crate::kernels::triangles::marks::Marks;
use crate::kernels::triangles::shared::{Arena, Team, bytes_of};
use crate::kernels::triangles::{HubRows, MarksShape, Oriented, Roots};
use crate::memory::Slice;
use crate::simt::{Block, Warp};

/// What [`sum_roots`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct RootsArgs<'a> {
    /// The graph.
    pub graph: Oriented<'a>,
    /// Rows of its hubs.
    pub hubs: HubRows<'a>,
    /// The rows' ranks, by [`rank_hubs`](crate::kernels::edge_counts::ranks::rank_hubs).
    pub ranks: Slice<'a, u16>,
    /// The triangles through each edge, in the order of the graph's neighbours.
    pub triangles: Slice<'a, u32>,
    /// The vertices with at least two smaller neighbours.
    pub roots: Roots<'a>,
    /// One counter, from 0 up: the next task of `roots`.
    pub queue: Slice<'a, AtomicU64>,
    /// A sum for each vertex, zero before the first launch: over its triangles, the further triangles through the
    /// opposite edge.
    pub opposites: Slice<'a, AtomicU64>,
    /// A sum for each vertex, zero before the first launch: three for each 4-clique that the vertex is in.
    pub cliques: Slice<'a, AtomicU64>,
    /// What a warp needs.
    pub shape: RootShape,
}

/// What a warp needs for one root.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, DeviceCopy)]
pub struct RootShape {
    /// The shape of its marks.
    pub marks: MarksShape,
    /// The longest list of a root.
    pub longest: u32,
}

layout!(RootsArgs<'_>: 184, shape: 168);
layout!(RootShape: 12);

impl RootShape {
    /// Bytes of shared memory that a block of so many warps needs.
    pub const fn shared_bytes(self, warps: u32) -> usize {
        let warps = warps as usize;
        bytes_of::<u32>(self.marks.words() as usize * warps) + bytes_of::<u64>(self.matrix_words() * warps)
    }

    const fn matrix_words(self) -> usize {
        self.longest as usize * stride(self.longest) as usize
    }
}

/// Adds up the further triangles through the edges opposite to each vertex, and the 4-cliques at it.
///
/// Requires that no sum passes 64 bits: with `m` edges and degrees up to `D` none over opposite edges is beyond `m D`;
/// three times the 4-cliques at each vertex must be below 2^64.
///
/// A warp takes a root and makes the bit matrix of the graph among its list, both ways round: a triangle with the root
/// for each bit below the diagonal, whose third edge is met there. A lane takes a row: its bits are the triangles at
/// the row's vertex, and those of the AND of two rows the 4-cliques on one. Shared memory: [`RootShape::shared_bytes`].
/// Bound by filling the matrices.
#[cuda_std::kernel(max_threads = 256)]
pub unsafe fn sum_roots<B: Block>(block: B, args: &RootsArgs<'_>) {
    let warp = block.warp();
    // SAFETY: once, and shared memory is used in no other way.
    let mut arena = unsafe { Arena::new(block) };
    let (marks, matrix) = (args.shape.marks.words() as usize, args.shape.matrix_words() as u64);
    let (warps, index) = (block.warps() as usize, block.warp_index() as usize);
    let all = arena.atomics(marks * warps);
    let rows = arena.take::<u64>(matrix as usize * warps).part(index as u64 * matrix, matrix);
    let marks = Marks::new(&all[index * marks..][..marks], args.shape.marks, Team::warp(warp));
    let matrix = Matrix::new(rows, stride(args.shape.longest));
    warp.sync();
    while let Some(tasks) = draw(warp, &args.queue[0], 1, args.roots.tasks()) {
        for &vertex in args.roots.of(tasks) {
            let list = args.graph.list(vertex);
            assert!(list.len() <= args.shape.longest as usize, "a list longer than the longest");
            Root { warp, args, vertex, list, marks: &marks, matrix }.sum();
        }
    }
}

/// A root that a warp works on.
struct Root<'r, 'a, W> {
    warp: W,
    args: &'r RootsArgs<'a>,
    vertex: u32,
    list: &'a [u32],
    marks: &'r Marks<'a>,
    /// At least as many rows as the list has vertices.
    matrix: Matrix<'a>,
}

impl<W: Warp> Root<'_, '_, W> {
    /// Adds what the triangles and 4-cliques come to whose greatest vertex this is.
    #[inline(always)]
    fn sum(&self) {
        let (team, list) = (Team::warp(self.warp), self.list);
        let size = list.len() as u32;
        self.marks.set::<W>(team, list);
        for i in 0..size {
            // SAFETY: the matrix has that row, with that many words, and belongs to this warp.
            unsafe { self.matrix.put_words(self.warp, i, words(size), |_| 0) };
        }
        self.warp.sync();
        let mut others = 0;
        for i in 1..size {
            others += self.fill(i);
        }
        self.warp.sync();
        let mut cliques = 0;
        team.share(list.len(), |i| {
            let (others, twice) = self.row(i as u32, size);
            // Twice the triangles of this vertex in the matrix: each is a 4-clique, on three triangles of the vertex.
            self.add(list[i], others, twice / 2 * 3);
            cliques += twice;
        });
        let (others, cliques) = (self.warp.sum_u64(others), self.warp.sum_u64(cliques));
        if self.warp.lane() == 0 {
            // Each triangle of the matrix has been met six times.
            self.add(self.vertex, others, cliques / 2);
        }
        self.warp.sync();
        self.marks.clear(team, list);
        self.warp.sync();
    }

    /// Fills row `i` below the diagonal, and its column above; returns this lane's share of the further triangles
    /// through the edges that it meets.
    #[inline(always)]
    fn fill(&self, i: u32) -> u64 {
        let Root { warp, args, list, .. } = self;
        let v = list[i as usize];
        let (other, start) = (args.graph.list(v), args.graph.start(v) as usize);
        let before = &list[..i as usize];
        let mut sum = 0;
        let mut hit = |place: usize, j: usize| {
            sum += u64::from(args.triangles[start + place]) - 1;
            // SAFETY: both are in the list, whose rows were cleared before the warp met; it meets again before any is
            // read.
            unsafe {
                self.matrix.set::<W>(i, j as u32);
                self.matrix.set::<W>(j as u32, i);
            }
        };
        if v < args.hubs.count && before.len() <= other.len() {
            let row = args.hubs.row(v);
            Team::warp(*warp).share(before.len(), |j| {
                if bit(row, before[j]) == 1 {
                    hit(rank(&args.hubs, args.ranks, v, before[j]) as usize, j);
                }
            });
        } else {
            common(*warp, other, before, self.marks, list, hit);
        }
        sum
    }

    /// Adds to the sums of a vertex.
    #[inline(always)]
    fn add(&self, vertex: u32, others: u64, cliques: u64) {
        for (sums, term) in [(self.args.opposites, others), (self.args.cliques, cliques)] {
            if term > 0 {
                sums[vertex as usize].fetch_add(term, Relaxed);
            }
        }
    }

    /// The further triangles through the edges from the root to the neighbours of the vertex of row `i` of `size`, and
    /// twice the triangles of the matrix that it is in.
    #[inline(always)]
    fn row(&self, i: u32, size: u32) -> (u64, u64) {
        let first = self.args.graph.start(self.vertex) as usize;
        let triangles = &self.args.triangles.get()[first..][..size as usize];
        // SAFETY: the matrix was filled before the warp met, and nobody writes until it meets again.
        let row = |i: u32| unsafe { self.matrix.row(i, words(size)) };
        let own = row(i);
        let (mut others, mut twice) = (0, 0);
        for (at, &word) in own.iter().enumerate() {
            let mut left = word;
            while left != 0 {
                let j = at as u32 * WORD + left.trailing_zeros();
                left &= left - 1;
                others += u64::from(triangles[j as usize]) - 1;
                let common = own.iter().zip(row(j)).map(|(a, b)| (a & b).count_ones());
                twice += u64::from(common.sum::<u32>());
            }
        }
        (others, twice)
    }
}

//! Sums over the triangles for patterns of five vertices.

use core::sync::atomic::AtomicU64;

use cust_core::DeviceCopy;

use crate::kernels::count::tally::Tally;
use crate::kernels::edge_counts::ranks::rank;
use crate::kernels::edge_counts::roots::{RankedRoot, RankedRoots};
use crate::kernels::edge_counts::sums::store;
use crate::kernels::edge_counts::triangles::common;
use crate::kernels::triangles::hubs::bit;
use crate::kernels::triangles::marks::Marks;
use crate::kernels::triangles::shared::ThreadTeam;
use crate::memory::Slice;
use crate::simt::{Block, Warp};

/// What [`sum_triangles`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct SumTrianglesArgs<'a> {
    /// The roots, and what finds the edges of their triangles.
    pub roots: RankedRoots<'a>,
    /// The vertices' degrees.
    pub degrees: Slice<'a, u32>,
    /// The triangles through each edge, in the order of the graph's neighbours.
    pub triangles: Slice<'a, u32>,
    /// [`TRIANGLE_SUMS`] times [`TOTALS`](crate::kernels::count::tally::TOTALS) sums, zero at the start: those of
    /// [`TriangleSum`], in its order.
    pub totals: Slice<'a, AtomicU64>,
}

layout!(SumTrianglesArgs<'_>: 176, degrees: 128, totals: 160);

/// The sums over all triangles and each of their vertices, with `t` triangles through an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub enum TriangleSum {
    /// `(d - 2) (t - 1)`, with the vertex's degree and its opposite edge.
    DegreesByOpposite,
    /// `(t - 1) (t' - 1)`, with the vertex's two edges.
    EdgeProducts,
    /// How many neighbours of the vertex are smaller than all of the triangle.
    SmallerNeighbors,
}

/// How many sums there are.
pub const TRIANGLE_SUMS: usize = 3;

/// Adds up [`TriangleSum`]s over the triangles.
///
/// Thread mapping: a warp a root `u`, a lane a third vertex; no atomics. Shared memory:
/// [`shared_bytes`](crate::kernels::triangles::count::shared_bytes). Bound by the caches: three numbers of edges a
/// triangle.
#[cuda_std::kernel(max_threads = 256, min_blocks = 2)]
pub unsafe fn sum_triangles<B: Block>(block: B, args: &SumTrianglesArgs<'_>) {
    let warp = block.warp();
    let mut sums = LaneSums { by_opposite: Tally::new(), products: Tally::new(), smaller: Tally::new() };
    let visit = |root: &RankedRoot<'_, '_, B::Warp>| {
        for i in 1..root.hubs {
            sums.with_hub(warp, args, root.vertex, i);
        }
        root.beyond_hubs(|marks| {
            for i in root.hubs.max(1)..root.list.len() {
                sums.with_other(warp, args, root.vertex, i, marks);
            }
        });
    };
    // SAFETY: the only use of shared memory in this kernel.
    unsafe { args.roots.each(block, visit) };
    store(warp, sums.by_opposite, args.totals, TriangleSum::DegreesByOpposite as usize);
    store(warp, sums.products, args.totals, TriangleSum::EdgeProducts as usize);
    store(warp, sums.smaller, args.totals, TriangleSum::SmallerNeighbors as usize);
}

/// What a lane has added up.
struct LaneSums {
    by_opposite: Tally,
    products: Tally,
    smaller: Tally,
}

impl LaneSums {
    /// The triangles of `root` and the `i`-th of its list, a hub.
    #[inline(always)]
    fn with_hub<W: Warp>(&mut self, warp: W, args: &SumTrianglesArgs<'_>, root: u32, i: usize) {
        let list = args.roots.graph.list(root);
        let (v, row) = (list[i], args.roots.hubs.row(list[i]));
        let pair = EdgeTerms::new(args, root, i);
        ThreadTeam::warp(warp).share(i, |j| {
            let w = list[j];
            if bit(row, w) == 1 {
                let place = rank(&args.roots.hubs, args.roots.ranks, v, w) as usize;
                self.add(args, &pair, w, place, j);
            }
        });
    }

    /// The triangles of `root` and the `i`-th of its list, which is marked.
    #[inline(always)]
    fn with_other<W: Warp>(
        &mut self,
        warp: W,
        args: &SumTrianglesArgs<'_>,
        root: u32,
        i: usize,
        marks: &Marks<'_>,
    ) {
        let list = args.roots.graph.list(root);
        let (other, pair) = (args.roots.graph.list(list[i]), EdgeTerms::new(args, root, i));
        common(warp, other, &list[..i], marks, list, |place, j| self.add(args, &pair, list[j], place, j));
    }

    /// The triangle of a pair with `w`, which stands at `in_v` in the list of `v` and at `in_u` in that of `u`.
    #[inline(always)]
    fn add(&mut self, args: &SumTrianglesArgs<'_>, pair: &EdgeTerms, w: u32, in_v: usize, in_u: usize) {
        // One triangle is this one.
        let (uv, uw) = (pair.others, u64::from(args.triangles[pair.start_u + in_u] - 1));
        let vw = u64::from(args.triangles[pair.start_v + in_v] - 1);
        self.by_opposite.add(pair.degree_u * vw);
        self.by_opposite.add(pair.degree_v * uw);
        self.by_opposite.add(u64::from(args.degrees[w as usize] - 2) * uv);
        self.products.add(uv * uw);
        self.products.add(uv * vw);
        self.products.add(uw * vw);
        // `w` is the smallest: what stands before it in a list is smaller than all three, and so is all of its own.
        self.smaller.add((args.roots.graph.list(w).len() + in_v + in_u) as u64);
    }
}

/// An edge `(u, v)` with `v < u`, and what the terms of its triangles need.
struct EdgeTerms {
    /// Where the lists of its ends start.
    start_u: usize,
    start_v: usize,
    /// The degrees of its ends, less 2.
    degree_u: u64,
    degree_v: u64,
    /// The triangles through it, less 1.
    others: u64,
}

impl EdgeTerms {
    /// The edge of `u` and the `i`-th of its list. It may be in no triangle: then its numbers are not used.
    #[inline(always)]
    fn new(args: &SumTrianglesArgs<'_>, u: u32, i: usize) -> Self {
        let (v, start_u) = (args.roots.graph.list(u)[i], args.roots.graph.start(u) as usize);
        let less = |number: u32, less: u32| u64::from(number.wrapping_sub(less));
        EdgeTerms {
            start_u,
            start_v: args.roots.graph.start(v) as usize,
            degree_u: less(args.degrees[u as usize], 2),
            degree_v: less(args.degrees[v as usize], 2),
            others: less(args.triangles[start_u + i], 1),
        }
    }
}

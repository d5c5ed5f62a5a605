//! Sums over the triangles of how many 4-cliques each is in.

use core::mem::offset_of;
use core::sync::atomic::AtomicU64;

use cust_core::DeviceCopy;

use crate::graph::GraphView;

use super::lists::TriangleLists;
use super::triangles::{Triangle, Triangles, each_triangle};
use crate::kernels::count::tally::Tally;
use crate::kernels::edge_counts::sums::store;
use crate::kernels::triangles::MarksShape;
use crate::memory::Slice;
use crate::simt::Block;

/// What [`sum_cliques`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct CliqueSumArgs<'a> {
    /// The graph.
    pub graph: GraphView<'a>,
    /// The number of the first edge of each vertex, which are those to smaller neighbours, and that of all edges.
    pub edges: Slice<'a, u64>,
    /// The triangles of its edges.
    pub lists: TriangleLists<'a>,
    /// The vertices' degrees.
    pub degrees: Slice<'a, u32>,
    /// One counter, from 0 up: the next edge.
    pub queue: Slice<'a, AtomicU64>,
    /// [`CLIQUE_SUMS`] times [`TOTALS`](crate::kernels::count::tally::TOTALS) sums, zero before the first launch: those of
    /// [`CliqueSum`], in its order.
    pub totals: Slice<'a, AtomicU64>,
    /// How many edges there are, from the first on.
    pub end: u64,
    /// The shape of a warp's marks.
    pub marks: MarksShape,
    /// How many edges a warp draws at a time.
    pub chunk: u32,
}

const _: () = {
    assert!(size_of::<CliqueSumArgs<'_>>() == 184);
    assert!(offset_of!(CliqueSumArgs<'_>, end) == 160 && offset_of!(CliqueSumArgs<'_>, chunk) == 176);
};

/// The sums over all triangles, with `q` 4-cliques on a triangle, `d` the degrees of its vertices and `t` the triangles through its
/// edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub enum CliqueSum {
    /// `q`: four times the 4-cliques.
    Cliques,
    /// `q (q - 1) / 2`.
    Pairs,
    /// `q`, times the sum of `d - 3`.
    ByDegrees,
    /// `q`, times the sum of `t - 2`.
    ByTriangles,
}

/// How many sums there are.
pub const CLIQUE_SUMS: usize = 4;

/// Adds up [`CliqueSum`]s over the triangles.
///
/// Thread mapping: a warp an edge, and the triangles of which no other edge is in more. Shared memory:
/// [`shared_bytes`](crate::kernels::triangles::count::shared_bytes). Bound by the caches: an element for each triangle at the edge with the
/// fewest of each triangle, at most.
#[cuda_std::kernel(max_threads = 256, min_blocks = 2)]
pub unsafe fn sum_cliques<B: Block>(block: B, args: &CliqueSumArgs<'_>) {
    let all = Triangles {
        graph: args.graph,
        edges: args.edges,
        lists: args.lists,
        queue: &args.queue.get()[0],
        end: args.end,
        marks: args.marks,
        chunk: args.chunk,
    };
    let mut sums = Sums {
        cliques: Tally::new(),
        pairs: Tally::new(),
        by_degrees: Tally::new(),
        by_triangles: Tally::new(),
    };
    let add = |sums: &mut Sums, triangle: &Triangle, cliques| sums.add(args.degrees, triangle, cliques);
    each_triangle(block, &all, &mut sums, add, |_, _, _| {});
    let warp = block.warp();
    store(warp, sums.cliques, args.totals, CliqueSum::Cliques as usize);
    store(warp, sums.pairs, args.totals, CliqueSum::Pairs as usize);
    store(warp, sums.by_degrees, args.totals, CliqueSum::ByDegrees as usize);
    store(warp, sums.by_triangles, args.totals, CliqueSum::ByTriangles as usize);
}

/// What a lane has added up.
struct Sums {
    cliques: Tally,
    pairs: Tally,
    by_degrees: Tally,
    by_triangles: Tally,
}

impl Sums {
    #[inline(always)]
    fn add(&mut self, degrees: Slice<'_, u32>, triangle: &Triangle, cliques: u64) {
        if cliques == 0 {
            return;
        }
        let degrees: u64 = triangle.vertices.map(|v| u64::from(degrees[v as usize])).iter().sum();
        let triangles: u64 = triangle.triangles.map(u64::from).iter().sum();
        self.cliques.add(cliques);
        self.pairs.add(cliques * (cliques - 1) / 2);
        // Each end has the other three vertices of a 4-clique, and each edge the other two.
        self.by_degrees.add_product(cliques, degrees - 9);
        self.by_triangles.add_product(cliques, triangles - 6);
    }
}

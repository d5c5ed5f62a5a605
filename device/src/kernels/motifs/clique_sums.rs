//! Sums over the triangles of how many 4-cliques each is in.

use core::mem::offset_of;
use core::sync::atomic::AtomicU64;

use cust_core::DeviceCopy;

use super::lists::{Seek, TriangleLists, owner};
use crate::graph::GraphView;
use crate::kernels::count::tally::Tally;
use crate::kernels::edge_counts::sums::store;
use crate::kernels::queue::draw;
use crate::kernels::triangles::MarksShape;
use crate::kernels::triangles::marks::Marks;
use crate::kernels::triangles::shared::Team;
use crate::memory::Slice;
use crate::simt::{Block, Warp};

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
/// A warp takes an edge, marks its list, and streams past the marks the shorter list of the other two edges of each triangle in which it
/// has the longest. Shared memory: [`shared_bytes`](crate::kernels::triangles::count::shared_bytes). Bound by the caches: an element
/// for each triangle at the edge with the fewest of each triangle, at most.
#[cuda_std::kernel(max_threads = 256)]
pub unsafe fn sum_cliques<B: Block>(block: B, args: &CliqueSumArgs<'_>) {
    let warp = block.warp();
    let team = Team::warp(warp);
    // SAFETY: the only use of shared memory in this kernel.
    let marks = unsafe { Marks::of_warp(block, args.marks) };
    warp.sync();
    let mut sums = Sums {
        cliques: Tally::new(),
        pairs: Tally::new(),
        by_degrees: Tally::new(),
        by_triangles: Tally::new(),
    };
    while let Some(edges) = draw(warp, &args.queue[0], args.chunk, args.end) {
        let mut greater = owner(args.edges, edges.start);
        for edge in edges {
            while edge >= args.edges[greater as usize + 1] {
                greater += 1;
            }
            let thirds = args.lists.of(edge);
            if thirds.len() < 2 {
                // A 4-clique has two at least.
                continue;
            }
            marks.set::<B::Warp>(team, thirds);
            warp.sync();
            let nth = edge - args.edges[greater as usize];
            let smaller = args.graph.neighbors(greater)[nth as usize];
            sums.add(warp, args, &marks, (edge, [greater, smaller]));
            warp.sync();
            marks.clear(team, thirds);
            warp.sync();
        }
    }
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
    /// The triangles that have the most at this edge, whose list is marked.
    #[inline(always)]
    fn add<W: Warp>(
        &mut self,
        warp: W,
        args: &CliqueSumArgs<'_>,
        marks: &Marks<'_>,
        (edge, ends): (u64, [u32; 2]),
    ) {
        let (lists, thirds) = (&args.lists, args.lists.of(edge));
        let mut others = ends.map(|end| Others::new(args, end));
        let mut base = 0;
        while base < thirds.len() {
            let third = thirds.get(base + warp.lane() as usize).copied();
            let triangle = third.and_then(|third| {
                let edges = others.each_mut().map(|others| others.to::<W>(args, third));
                Triangle::with_most_at(args, [edge, edges[0], edges[1]], [ends[0], ends[1], third])
            });
            let (start, length) = triangle.as_ref().map_or((0, 0), |triangle| triangle.shortest);
            for i in 0..(W::LANES as usize).min(thirds.len() - base) {
                let length = warp.shuffle(length, i as u32);
                if length == 0 {
                    continue;
                }
                let list = lists.part(warp.shuffle_u64(start, i as u32), length);
                let mut hits = 0;
                Team::warp(warp).share(list.len(), |j| hits += u32::from(marks.contains(list[j], thirds)));
                let cliques = u64::from(warp.sum(hits));
                if let Some(triangle) = triangle.as_ref().filter(|_| warp.lane() as usize == i && cliques > 0)
                {
                    self.cliques.add(cliques);
                    self.pairs.add(cliques * (cliques - 1) / 2);
                    // Each end has the other three vertices of a 4-clique, and each edge the other two.
                    self.by_degrees.add_product(cliques, triangle.degrees - 9);
                    self.by_triangles.add_product(cliques, triangle.triangles - 6);
                }
            }
            base += W::LANES as usize;
        }
    }
}

/// A triangle, as seen from the edge with the most.
struct Triangle {
    /// The shortest list of its edges: where it starts, and its length.
    shortest: (u64, u32),
    /// The sum of its vertices' degrees.
    degrees: u64,
    /// The sum of the triangles through its edges.
    triangles: u64,
}

impl Triangle {
    /// A triangle by its edges and its vertices; `None` if another edge than the first is in more triangles, or in as many and is a
    /// later one.
    #[inline(always)]
    fn with_most_at(args: &CliqueSumArgs<'_>, edges: [u64; 3], vertices: [u32; 3]) -> Option<Triangle> {
        let own = args.lists.triangles(edges[0]);
        let [first, second] = [edges[1], edges[2]].map(|other| args.lists.place(other));
        let most = (own, edges[0]);
        if (first.1, edges[1]) > most || (second.1, edges[2]) > most {
            return None;
        }
        let degree = |v: u32| u64::from(args.degrees[v as usize]);
        Some(Triangle {
            shortest: if first.1 < second.1 { first } else { second },
            degrees: vertices.map(degree).iter().sum(),
            triangles: u64::from(own) + u64::from(first.1) + u64::from(second.1),
        })
    }
}

/// The edges from an end of an edge to the third vertices of its triangles.
struct Others<'a> {
    /// The position of the end's first neighbour.
    first: u64,
    neighbors: Seek<'a>,
}

impl<'a> Others<'a> {
    #[inline(always)]
    fn new(args: &CliqueSumArgs<'a>, end: u32) -> Self {
        Others { first: args.graph.offsets[end as usize], neighbors: Seek::new(args.graph.neighbors(end)) }
    }

    /// The number of the edge to `third`; the thirds that are asked for ascend.
    #[inline(always)]
    fn to<W: Warp>(&mut self, args: &CliqueSumArgs<'_>, third: u32) -> u64 {
        args.lists.number(self.first + self.neighbors.find::<W>(third) as u64)
    }
}

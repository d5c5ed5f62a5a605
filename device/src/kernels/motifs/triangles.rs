//! Going through the triangles, each once, with the 4-cliques that it is in.

use core::sync::atomic::AtomicU64;

use cust_core::DeviceCopy;

use super::lists::{Seek, TriangleLists, owner};
use crate::graph::GraphView;
use crate::kernels::queue::draw;
use crate::kernels::triangles::MarksShape;
use crate::kernels::triangles::marks::Marks;
use crate::kernels::triangles::shared::ThreadTeam;
use crate::memory::Slice;
use crate::sets::each_in_turn;
use crate::simt::{Block, Warp};

/// The triangles of a graph, and how they are dealt: what the kernels take that go through them.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct DealtTriangles<'a> {
    /// The graph.
    pub graph: GraphView<'a>,
    /// The number of the first edge of each vertex, which are those to smaller neighbours, and that of all edges.
    pub edges: Slice<'a, u64>,
    /// The triangles of its edges.
    pub lists: TriangleLists<'a>,
    /// One counter, from 0 up: the next edge.
    pub queue: Slice<'a, AtomicU64>,
    /// How many edges there are, from the first on.
    pub end: u64,
    /// The shape of a warp's marks.
    pub marks: MarksShape,
    /// How many edges a warp draws at a time.
    pub chunk: u32,
}

layout!(DealtTriangles<'_>: 152, end: 128, chunk: 144);

/// A triangle, as seen from the edge that is in the most triangles; of several, from the last.
pub(super) struct Triangle {
    /// The ends of that edge, and the third vertex.
    pub vertices: [u32; 3],
    /// The edges opposite to them.
    pub opposite: [u64; 3],
    /// How many triangles each of these is in.
    pub triangles: [u32; 3],
    /// The shorter list of the other two edges: where it starts, and its length.
    shorter: (u64, u32),
}

/// Calls `visit` with each triangle and the number of 4-cliques that it is in, by one lane; and `done` after those that
/// are seen from one edge, with the edge and its ends, by all lanes. Triangles whose edges are in no other are left
/// out.
///
/// A warp takes an edge, marks its list, and streams past the marks the shorter list of the other two edges of each
/// triangle that is seen from there. Shared memory: [`shared_bytes`](crate::kernels::triangles::count::shared_bytes).
#[inline(always)]
pub(super) fn each_triangle<B: Block, S>(
    block: B,
    all: &DealtTriangles<'_>,
    state: &mut S,
    visit: impl Fn(&mut S, &Triangle, u64),
    done: impl Fn(&mut S, u64, [u32; 2]),
) {
    each_triangle_with_fourths::<B, S, false>(block, all, state, visit, |_, _| (), done);
}

/// Calls `visit` with each triangle and the number of 4-cliques that it is in, by one lane; and `done` after those that
/// are seen from one edge, with the edge and its ends, by all lanes. Triangles whose edges are in no other are left
/// out. If `FOURTHS` is set, it also calls `fourth`, by one lane, for each triangle in several 4-cliques: with the
/// fourth vertex of each, and how many these are.
#[inline(always)]
pub(super) fn each_triangle_with_fourths<B: Block, S, const FOURTHS: bool>(
    block: B,
    all: &DealtTriangles<'_>,
    state: &mut S,
    visit: impl Fn(&mut S, &Triangle, u64),
    fourth: impl Fn(u32, u32),
    done: impl Fn(&mut S, u64, [u32; 2]),
) {
    let warp = block.warp();
    // A 4-clique has two at least, and who has the most has one alone only if all have.
    each_edge::<B, 2>(block, all, |marks, edge, ends| {
        let seen = |triangle: &Triangle, cliques| visit(state, triangle, cliques);
        all.at_edge::<B::Warp, FOURTHS>(warp, marks, (edge, ends), seen, &fourth);
        done(state, edge, ends);
    });
}

/// Calls `visit` with the edges that a warp draws, which are in at least `LEAST` triangles, with their ends, and marks
/// of the vertices that are joined to both. The warp's lanes come there together.
#[inline(always)]
pub(super) fn each_edge<B: Block, const LEAST: usize>(
    block: B,
    all: &DealtTriangles<'_>,
    mut visit: impl FnMut(&Marks<'_>, u64, [u32; 2]),
) {
    let warp = block.warp();
    let team = ThreadTeam::warp(warp);
    // SAFETY: the only use of shared memory in a kernel that calls this once.
    let marks = unsafe { Marks::of_warp(block, all.marks) };
    warp.sync();
    while let Some(edges) = draw(warp, &all.queue[0], all.chunk, all.end) {
        let mut greater = owner(all.edges, edges.start);
        for edge in edges {
            while edge >= all.edges[greater as usize + 1] {
                greater += 1;
            }
            let thirds = all.lists.of(edge);
            if thirds.len() < LEAST {
                continue;
            }
            marks.set::<B::Warp>(team, thirds);
            warp.sync();
            let nth = edge - all.edges[greater as usize];
            visit(&marks, edge, [greater, all.graph.neighbors(greater)[nth as usize]]);
            warp.sync();
            marks.clear(team, thirds);
            warp.sync();
        }
    }
}

impl<'a> DealtTriangles<'a> {
    /// The triangles that are seen from this edge, whose list is marked.
    #[inline(always)]
    fn at_edge<W: Warp, const FOURTHS: bool>(
        &self,
        warp: W,
        marks: &Marks<'_>,
        (edge, ends): (u64, [u32; 2]),
        mut visit: impl FnMut(&Triangle, u64),
        fourth: impl Fn(u32, u32),
    ) {
        let thirds = self.lists.of(edge);
        let mut beside = ends.map(|end| Beside::new(&self.graph, end));
        let mut base = 0;
        while base < thirds.len() {
            if W::LANES > 1 {
                // They go on from nowhere, and take registers.
                beside = ends.map(|end| Beside::new(&self.graph, end));
            }
            let third = thirds.get(base + warp.lane() as usize).copied();
            let triangle = third.and_then(|third| self.seen_from::<W>(edge, ends, &mut beside, third));
            let (start, length) = triangle.as_ref().map_or((0, 0), |triangle| triangle.shorter);
            let list = self.lists.part(start, length);
            let cliques = marked(warp, marks, thirds, list);
            if FOURTHS {
                let several = if cliques > 1 { list } else { &[] };
                each_in_turn(warp, several, |turn| {
                    let hits = warp.shuffle(cliques, turn.owner);
                    if let Some(v) = turn.element
                        && marks.contains(v, thirds)
                    {
                        fourth(v, hits);
                    }
                });
            }
            if let Some(triangle) = &triangle {
                visit(triangle, cliques.into());
            }
            base += W::LANES as usize;
        }
    }

    /// The triangle of an edge and a third vertex; `None` if another of its edges is in more triangles, or in as many
    /// and is a later one.
    #[inline(always)]
    fn seen_from<W: Warp>(
        &self,
        edge: u64,
        ends: [u32; 2],
        beside: &mut [Beside<'a>; 2],
        third: u32,
    ) -> Option<Triangle> {
        let most = (self.lists.triangles(edge), edge);
        let less = |beside: &mut Beside<'a>| {
            let other = beside.to::<W>(&self.lists, third);
            let place = self.lists.place(other);
            ((place.1, other) < most).then_some((other, place))
        };
        // Most triangles are seen from elsewhere by their first edge: the second is looked for only if need be.
        let (first, of_first) = less(&mut beside[0])?;
        let (second, of_second) = less(&mut beside[1])?;
        Some(Triangle {
            vertices: [ends[0], ends[1], third],
            opposite: [second, first, edge],
            triangles: [of_second.1, of_first.1, most.0],
            shorter: if of_first.1 < of_second.1 { of_first } else { of_second },
        })
    }
}

/// How many of this lane's list are marked, which those of `all` are. A collective.
#[inline(always)]
pub(super) fn marked<W: Warp>(warp: W, marks: &Marks<'_>, all: &[u32], list: &[u32]) -> u32 {
    let mut hits = 0;
    if W::LANES == 1 {
        list.iter().for_each(|&v| hits += u32::from(marks.contains(v, all)));
    } else {
        each_in_turn(warp, list, |turn| {
            let hit = turn.element.is_some_and(|v| marks.contains(v, all));
            hits += turn.own(warp.ballot(hit));
        });
    }
    hits
}

/// The edges from an end of an edge to the third vertices of its triangles.
pub(super) struct Beside<'a> {
    /// The position of the end's first neighbour.
    first: u64,
    neighbors: Seek<'a>,
}

impl<'a> Beside<'a> {
    #[inline(always)]
    pub(super) fn new(graph: &GraphView<'a>, end: u32) -> Self {
        Beside { first: graph.offsets[end as usize], neighbors: Seek::new(graph.neighbors(end)) }
    }

    /// The number of the edge to `third`; the thirds that are asked for ascend.
    #[inline(always)]
    pub(super) fn to<W: Warp>(&mut self, lists: &TriangleLists<'_>, third: u32) -> u64 {
        lists.number(self.first + self.neighbors.find::<W>(third) as u64)
    }
}

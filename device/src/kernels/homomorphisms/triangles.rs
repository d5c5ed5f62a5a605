//! Sums over the triangles at each edge.

use core::ops::Range;
use core::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

use cust_core::DeviceCopy;

use super::numbers::{Numbers, sum_over_lanes, write};
use crate::graph::GraphView;
use crate::kernels::motifs::lists::owner;
use crate::kernels::queue::draw;
use crate::kernels::triangles::shared::ThreadTeam;
use crate::memory::{Scratch, Slice};
use crate::sets::lower_bound;
use crate::simt::{Block, Warp};

/// What [`sum_apexes`] takes, for `n` vertices and lists of `m` neighbours in all.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct ApexSumArgs<'a> {
    /// The graph.
    pub graph: GraphView<'a>,
    /// At the edges `(u, x)`.
    pub first: Numbers<'a>,
    /// At the vertices `x`.
    pub apex: Numbers<'a>,
    /// At the edges `(v, x)`: seen from the second end, as from the first.
    pub second: Numbers<'a>,
    /// Written: `m` numbers.
    pub sums: Scratch<'a, u64>,
    /// Where blocks are one lane, `n` places for each block of the grid, zero at the start and at the end; else
    /// nothing.
    pub places: Slice<'a, AtomicU32>,
    /// One counter, from 0 up: the next edge, a position in the neighbours of `graph`.
    pub queue: Slice<'a, AtomicU64>,
    /// Where the edges end.
    pub end: u64,
    /// How many edges a warp draws at a time.
    pub chunk: u32,
}

layout!(ApexSumArgs<'_>: 160, sums: 96, chunk: 152);

/// At each edge `(u, v)`, in both directions, the sum of `first(u, x) · apex(x) · second(v, x)` over the vertices `x`
/// that are joined to both.
///
/// Both directions are done together, by whoever draws the one to the greater end. Where vertices are numbered by
/// falling degree, its list is the shorter one, whose elements are looked for in the other.
///
/// Thread mapping: a warp an edge, a lane an element of the list of its greater end. It takes no shared memory. Bound
/// by the caches: a search for each of these elements. A lone lane writes down where the elements of the other list
/// stand, and looks there.
#[cuda_std::kernel(max_threads = 256, min_blocks = 3)]
pub unsafe fn sum_apexes<B: Block>(block: B, args: &ApexSumArgs<'_>) {
    let (warp, graph) = (block.warp(), &args.graph);
    let n = if B::Warp::LANES == 1 { u64::from(graph.vertices()) } else { 0 };
    let places = args.places.part(u64::from(block.index()) * n, n).get();
    while let Some(edges) = draw(warp, &args.queue[0], args.chunk, args.end) {
        let (mut u, mut next) = (owner(graph.offsets, edges.start), edges.start);
        while next < edges.end {
            while next >= graph.offsets[u as usize + 1] {
                u += 1;
            }
            let first = graph.offsets[u as usize];
            let end = edges.end.min(graph.offsets[u as usize + 1]);
            let list = graph.neighbors(u);
            let greater = next.max(first + lower_bound(list, u) as u64)..end;
            if greater.start < greater.end {
                EdgesOfVertex { warp, args, end: u, first, list, places }.sum(greater);
            }
            next = end;
        }
    }
}

/// Edges of a vertex.
struct EdgesOfVertex<'r, 'a, W> {
    warp: W,
    args: &'r ApexSumArgs<'a>,
    /// The end that they have in common.
    end: u32,
    /// The position of its first neighbour.
    first: u64,
    list: &'a [u32],
    /// For a lone lane: all zero before and after.
    places: &'a [AtomicU32],
}

impl<W: Warp> EdgesOfVertex<'_, '_, W> {
    /// Adds up over the triangles at each of the edges at these positions, and writes that in both directions.
    #[inline(always)]
    fn sum(&self, edges: Range<u64>) {
        if W::LANES == 1 {
            // Counted from 1.
            (1..).zip(self.list).for_each(|(place, &x)| self.place(x).store(place, Relaxed));
        }
        for edge in edges {
            self.sum_at(edge);
        }
        if W::LANES == 1 {
            self.list.iter().for_each(|&x| self.place(x).store(0, Relaxed));
        }
    }

    #[inline(always)]
    fn sum_at(&self, edge: u64) {
        let (warp, ApexSumArgs { graph, first, second, apex, .. }) = (self.warp, self.args);
        let other = self.list[(edge - self.first) as usize];
        let (of_other, start) = (graph.neighbors(other), graph.offsets[other as usize]);
        let (mut there, mut back) = (0u128, 0u128);
        ThreadTeam::warp(warp).share(of_other.len(), |i| {
            if let Some(place) = self.find(of_other[i]) {
                let (here, beyond) = (self.first + place as u64, start + i as u64);
                let apex = apex.at(of_other[i].into());
                let both =
                    |one: u64, other: u64| first.at(one).wrapping_mul(second.at(other)).wrapping_mul(apex);
                there = there.wrapping_add(both(here, beyond));
                back = back.wrapping_add(both(beyond, here));
            }
        });
        let (there, back) = (sum_over_lanes(warp, there), sum_over_lanes(warp, back));
        if warp.lane() == 0 {
            let turned = start + lower_bound(of_other, self.end) as u64;
            // SAFETY: positions of two neighbours, for each of which there is a number; this warp alone drew the edge.
            unsafe {
                write(self.args.sums, edge, there);
                write(self.args.sums, turned, back);
            }
        }
    }

    /// Where a vertex stands in the list.
    #[inline(always)]
    fn find(&self, x: u32) -> Option<usize> {
        if W::LANES == 1 {
            return (self.place(x).load(Relaxed) as usize).checked_sub(1);
        }
        let place = lower_bound(self.list, x);
        (self.list.get(place) == Some(&x)).then_some(place)
    }

    #[inline(always)]
    fn place(&self, x: u32) -> &AtomicU32 {
        debug_assert!((x as usize) < self.places.len());
        // SAFETY: a vertex, for each of which a lone lane has a place.
        unsafe { self.places.get_unchecked(x as usize) }
    }
}

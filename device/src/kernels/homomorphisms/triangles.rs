//! Sums over the triangles at each edge.

use core::mem::offset_of;
use core::sync::atomic::AtomicU64;

use cust_core::DeviceCopy;

use super::numbers::{Numbers, sum_over_lanes, write};
use crate::graph::GraphView;
use crate::kernels::motifs::lists::owner;
use crate::kernels::queue::draw;
use crate::kernels::triangles::shared::Team;
use crate::memory::{Scratch, Slice};
use crate::sets::{gallop, lower_bound};
use crate::simt::{Block, Warp};

/// What [`sum_apexes`] takes, for lists of `m` neighbours in all.
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
    /// One counter, from 0 up: the next edge `(u, v)`, a position in the neighbours of `graph`.
    pub queue: Slice<'a, AtomicU64>,
    /// Where the edges end.
    pub end: u64,
    /// How many edges a warp draws at a time.
    pub chunk: u32,
}

const _: () = {
    assert!(size_of::<ApexSumArgs<'_>>() == 144);
    assert!(offset_of!(ApexSumArgs<'_>, sums) == 96 && offset_of!(ApexSumArgs<'_>, chunk) == 136);
};

/// At each edge `(u, v)`, in both directions, the sum of `first(u, x) · apex(x) · second(v, x)` over the vertices `x` that are joined to
/// both.
///
/// Thread mapping: a warp takes an edge, a lane an element of the shorter list, which it looks for in the longer. It takes
/// no shared memory. Bound by the caches: a search for each element of the shorter list, twice an edge.
#[cuda_std::kernel(max_threads = 256)]
pub unsafe fn sum_apexes<B: Block>(block: B, args: &ApexSumArgs<'_>) {
    let (warp, graph) = (block.warp(), &args.graph);
    while let Some(edges) = draw(warp, &args.queue[0], args.chunk, args.end) {
        let mut u = owner(graph.offsets, edges.start);
        for edge in edges {
            while edge >= graph.offsets[u as usize + 1] {
                u += 1;
            }
            let v = graph.neighbors.get()[edge as usize];
            let (from_u, of_u) = (graph.offsets[u as usize], graph.neighbors(u));
            let (from_v, of_v) = (graph.offsets[v as usize], graph.neighbors(v));
            let mut sum = 0u128;
            common(warp, of_u, of_v, |at_u, at_v| {
                let ways =
                    args.first.at(from_u + at_u as u64).wrapping_mul(args.second.at(from_v + at_v as u64));
                sum = sum.wrapping_add(ways.wrapping_mul(args.apex.at(of_u[at_u].into())));
            });
            let sum = sum_over_lanes(warp, sum);
            if warp.lane() == 0 {
                // SAFETY: a position of a neighbour, for each of which there is a number; this warp alone drew it.
                unsafe { write(args.sums, edge, sum) };
            }
        }
    }
}

/// Calls `visit` with a lane's share of the elements that two ascending lists have in common: their positions in both.
#[inline(always)]
fn common<W: Warp>(warp: W, one: &[u32], other: &[u32], mut visit: impl FnMut(usize, usize)) {
    let other_is_shorter = other.len() < one.len();
    let (short, long) = if other_is_shorter { (other, one) } else { (one, other) };
    let mut from = 0;
    Team::warp(warp).share(short.len(), |i| {
        let found = if W::LANES == 1 {
            // A lane that has all elements finds each near the one before it.
            from += gallop(&long[from..], short[i]);
            from
        } else {
            lower_bound(long, short[i])
        };
        if long.get(found) == Some(&short[i]) {
            let (at_one, at_other) = if other_is_shorter { (found, i) } else { (i, found) };
            visit(at_one, at_other);
        }
    });
}

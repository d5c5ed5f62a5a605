//! Products of tables, tables seen from the other ends of their edges, and the sum of a table.

use core::sync::atomic::AtomicU64;

use cust_core::DeviceCopy;

use super::numbers::{Numbers, WORDS, add, read, sum_over_lanes, write};
use crate::graph::GraphView;
use crate::memory::{Scratch, Slice};
use crate::sets::lower_bound;
use crate::simt::{Block, Warp};

/// What [`multiply_numbers`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct MultiplyArgs<'a> {
    /// A table.
    pub one: Numbers<'a>,
    /// Another.
    pub other: Numbers<'a>,
    /// Written: their product, of as many numbers.
    pub product: Scratch<'a, u64>,
}

layout!(MultiplyArgs<'_>: 48, product: 32);

/// Multiplies two tables, number by number.
///
/// Thread mapping: a lane a number, striding over the grid. It takes no shared memory. Bound by the memory.
#[cuda_std::kernel(max_threads = 256)]
pub unsafe fn multiply_numbers<B: Block>(block: B, args: &MultiplyArgs<'_>) {
    strided(block, args.product.len() / WORDS as u64, |place| {
        let product = args.one.at(place).wrapping_mul(args.other.at(place));
        // SAFETY: below the number of the product's numbers; no other lane has this one.
        unsafe { write(args.product, place, product) };
    });
}

/// What [`add_numbers`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct AddNumbersArgs<'a> {
    /// A table.
    pub more: Numbers<'a>,
    /// Added to: another one, of as many numbers.
    pub sums: Scratch<'a, u64>,
}

layout!(AddNumbersArgs<'_>: 32, sums: 16);

/// Adds a table to another, number by number.
///
/// Thread mapping: a lane a number, striding over the grid. It takes no shared memory. Bound by the memory.
#[cuda_std::kernel(max_threads = 256)]
pub unsafe fn add_numbers<B: Block>(block: B, args: &AddNumbersArgs<'_>) {
    strided(block, args.sums.len() / WORDS as u64, |place| {
        // SAFETY: below the number of the table's numbers; no other lane has this one.
        unsafe { write(args.sums, place, read(args.sums, place).wrapping_add(args.more.at(place))) };
    });
}

/// What [`turn_edges`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct TurnArgs<'a> {
    /// The graph.
    pub graph: GraphView<'a>,
    /// A table over its edges, in both directions.
    pub table: Numbers<'a>,
    /// Written: at each edge `(u, v)` what the table has at `(v, u)`.
    pub turned: Scratch<'a, u64>,
}

layout!(TurnArgs<'_>: 80, turned: 64);

/// Turns a table over edges around.
///
/// Thread mapping: a warp a vertex, a lane an edge from it. It takes no shared memory. Bound by the caches: a search an
/// edge.
#[cuda_std::kernel(max_threads = 256)]
pub unsafe fn turn_edges<B: Block>(block: B, args: &TurnArgs<'_>) {
    let (warp, graph) = (block.warp(), &args.graph);
    let mut u = u64::from(block.grid_warp());
    while u < u64::from(graph.vertices()) {
        let (first, neighbors) = (graph.offsets[u as usize], graph.neighbors(u as u32));
        let mut i = warp.lane() as usize;
        while i < neighbors.len() {
            let v = neighbors[i];
            let back = graph.offsets[v as usize] + lower_bound(graph.neighbors(v), u as u32) as u64;
            // SAFETY: a position of a neighbour, for each of which there is a number; no other lane has this one.
            unsafe { write(args.turned, first + i as u64, args.table.at(back)) };
            i += B::Warp::LANES as usize;
        }
        u += u64::from(block.grid_warps());
    }
}

/// What [`sum_numbers`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct NumberSumArgs<'a> {
    /// A table.
    pub table: Numbers<'a>,
    /// How many numbers it has.
    pub count: u64,
    /// One number, which the sum is added to.
    pub sum: Slice<'a, AtomicU64>,
}

layout!(NumberSumArgs<'_>: 40, sum: 24);

/// Adds up a table.
///
/// Thread mapping: a lane a number, striding over the grid. It takes no shared memory. Bound by the memory.
#[cuda_std::kernel(max_threads = 256)]
pub unsafe fn sum_numbers<B: Block>(block: B, args: &NumberSumArgs<'_>) {
    let mut sum = 0u128;
    strided(block, args.count, |place| sum = sum.wrapping_add(args.table.at(place)));
    let sum = sum_over_lanes(block.warp(), sum);
    if block.warp().lane() == 0 {
        add(&args.sum, 0, sum);
    }
}

/// Calls `visit` with a lane's share of the numbers below `count`.
#[inline(always)]
pub(super) fn strided<B: Block>(block: B, count: u64, mut visit: impl FnMut(u64)) {
    let lanes = u64::from(B::Warp::LANES);
    let mut place = u64::from(block.grid_warp()) * lanes + u64::from(block.warp().lane());
    while place < count {
        visit(place);
        place += u64::from(block.grid_warps()) * lanes;
    }
}

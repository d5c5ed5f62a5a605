//! Products over the edges: of the triangles through an edge, by their ties, and the degrees of its ends.

use core::sync::atomic::AtomicU64;

use cust_core::DeviceCopy;

use super::products::{self, OfKind, Products};
use super::ties::WEDGES;
use super::ties::{IN, MUTUAL, TIES};
use crate::kernels::motifs::lists::owner;
use crate::kernels::queue::draw;
use crate::kernels::triangles::Oriented;
use crate::kernels::triangles::shared::Arena;
use crate::memory::Slice;
use crate::simt::{Block, Warp};

/// The numbers of an edge: how many wedges of each kind join its ends, the ties of the first and of the second by kind,
/// and a one.
pub const NUMBERS: usize = WEDGES + 2 * TIES + 1;
/// Where the ties of the first end stand among them.
pub const FIRST: usize = WEDGES;
/// Where those of the second stand.
pub const SECOND: usize = FIRST + TIES;
/// Where the one stands.
pub const ONE: usize = SECOND + TIES;
/// The kinds of edges: of one arc, which leads from the first end to the second, and mutual ones.
pub const KINDS: usize = 2;
/// How many sums there are: for each kind those of [`products`].
pub const SUMS: usize = KINDS * products::sums(NUMBERS);

/// What [`sum_edge_products`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct EdgeProductsArgs<'a> {
    /// The graph.
    pub graph: Oriented<'a>,
    /// The tie of each edge, from its greater end, in the order of the graph's neighbours.
    pub ties: Slice<'a, u8>,
    /// How many ties each vertex has, by kind: [`TIES`] numbers.
    pub degrees: Slice<'a, u32>,
    /// How many wedges of each kind join the ends of each edge, the greater one first: [`WEDGES`] numbers.
    pub wedges: Slice<'a, u32>,
    /// One counter, from 0 up: the next edge.
    pub queue: Slice<'a, AtomicU64>,
    /// [`SUMS`] times [`TOTALS`](crate::kernels::count::tally::TOTALS) sums, zero at the start.
    pub totals: Slice<'a, AtomicU64>,
    /// How many edges there are, from the first on.
    pub end: u64,
    /// How many edges a warp draws at a time.
    pub chunk: u32,
}

layout!(EdgeProductsArgs<'_>: 128, wedges: 64, chunk: 120);

/// Bytes of shared memory that [`sum_edge_products`] needs for a block of so many warps.
pub const fn shared_bytes(warps: u32) -> usize {
    products::shared_bytes(NUMBERS, KINDS, warps)
}

/// Adds up the products of each two of the numbers of an edge, for each kind of edges.
///
/// Thread mapping: a warp some edges at a time, whose numbers it has in shared memory; a lane some sums. Shared memory:
/// [`shared_bytes`]. Bound by arithmetic: a multiplication for each sum and edge.
#[cuda_std::kernel(max_threads = 256, min_blocks = 2)]
pub unsafe fn sum_edge_products<B: Block>(block: B, args: &EdgeProductsArgs<'_>) {
    let warp = block.warp();
    // SAFETY: once, and shared memory is used in no other way.
    let mut arena = unsafe { Arena::new(block) };
    let mut products = Products::<NUMBERS, KINDS>::new(block, &mut arena);
    while let Some(edges) = draw(warp, &args.queue[0], args.chunk, args.end) {
        let mut first = edges.start;
        while first < edges.end {
            let edge = first + u64::from(warp.lane());
            products.push(warp, (edge < edges.end).then(|| numbers(args, edge)));
            first += u64::from(B::Warp::LANES);
        }
    }
    products.store(warp, args.totals);
}

/// The numbers of an edge, and its kind.
#[inline(always)]
fn numbers(args: &EdgeProductsArgs<'_>, edge: u64) -> OfKind<NUMBERS> {
    let greater = owner(args.graph.offsets, edge) as usize;
    let smaller = args.graph.neighbors[edge as usize] as usize;
    let tie = args.ties[edge as usize];
    // Of one arc the first end is the tail.
    let is_turned = tie == IN;
    let (first, second) = if is_turned { (smaller, greater) } else { (greater, smaller) };
    let mut numbers = [0; NUMBERS];
    numbers[ONE] = 1;
    for of_first in 0..TIES {
        numbers[FIRST + of_first] = args.degrees[TIES * first + of_first];
        numbers[SECOND + of_first] = args.degrees[TIES * second + of_first];
        for of_second in 0..TIES {
            let (of_greater, of_smaller) =
                if is_turned { (of_second, of_first) } else { (of_first, of_second) };
            let there = edge as usize * WEDGES + TIES * of_greater + of_smaller;
            numbers[TIES * of_first + of_second] = args.wedges[there];
        }
    }
    (numbers, usize::from(tie == MUTUAL))
}

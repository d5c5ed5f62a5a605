//! Sums of products of tables, many at once: at each vertex of tables over the vertices, or at each edge of tables over
//! the edges and at its ends.

use core::num::Wrapping;
use core::ops::{Add, Mul};

use cust_core::DeviceCopy;

use super::numbers::{Numbers, read, write};
use crate::graph::GraphView;
use crate::kernels::triangles::shared::ThreadTeam;
use crate::memory::{Scratch, Slice};
use crate::sets::lower_bound;
use crate::simt::Block;

/// The most tables that products of one launch have as factors.
pub const MOST_TABLES: usize = 32;

/// The most factors of a product: a byte each.
pub const MOST_FACTORS: usize = size_of::<u64>();

/// A product of tables, and how often a sum takes it.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, DeviceCopy)]
pub struct ProductTerm {
    /// The factors: from the lowest byte on, the places of tables, counted from 1, and where they are read at an edge
    /// ([`ReadAt`]). Of none, the product is 1.
    pub factors: u64,
    /// How often; a number below zero is for what is subtracted.
    pub times: i64,
}

/// What [`combine_numbers`] takes, for `s` sums.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct CombineArgs<'a> {
    /// Tables over vertices. Those that no term names say nothing.
    pub tables: [Numbers<'a>; MOST_TABLES],
    /// For each sum where its terms begin, and where they all end: `s + 1` numbers that do not fall.
    pub starts: Slice<'a, u32>,
    /// The terms of one sum after the other. No factor is beyond the tables that are there.
    pub terms: Slice<'a, ProductTerm>,
    /// Added to: for each of the vertices, `s` numbers of `words` words, the lower one first.
    pub sums: Scratch<'a, u64>,
    /// The first vertex.
    pub first: u64,
    /// How many vertices.
    pub count: u64,
    /// The words of a sum: 2, or 1 for sums modulo 2^64.
    pub words: u32,
}

/// Where a factor is read of a sum at an edge `(u, v)`: the two upper bits of its byte. At a vertex there is but one
/// place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum ReadAt {
    /// At `u`, of a table over the vertices.
    First = 0,
    /// At `v`, of a table over the vertices.
    Second = 1,
    /// At `(u, v)`, of a table over the edges.
    Edge = 2,
    /// At `(v, u)`, of a table over the edges.
    Turned = 3,
}

/// Bits of a factor's byte that say which table it is.
const TABLE_BITS: u32 = 6;

impl ReadAt {
    /// The byte of a factor: the `table`-th, counted from 0, read there.
    pub const fn factor(self, table: usize) -> u8 {
        (self as u8) << TABLE_BITS | (table as u8 + 1)
    }
}

/// What [`combine_edges`] takes, for `s` sums.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct CombineEdgesArgs<'a> {
    /// Tables over vertices, or over edges in both directions, as terms read them. Those that no term names say
    /// nothing.
    pub tables: [Numbers<'a>; MOST_TABLES],
    /// For each sum where its terms begin, and where they all end: `s + 1` numbers that do not fall.
    pub starts: Slice<'a, u32>,
    /// The terms of one sum after the other. No factor is beyond the tables that are there.
    pub terms: Slice<'a, ProductTerm>,
    /// The graph.
    pub graph: GraphView<'a>,
    /// For each vertex the number of its first edge to a smaller one, and how many edges there are.
    pub edges: Slice<'a, u64>,
    /// Added to: for each of the vertices and each edge to a smaller one, `s` numbers of `words` words, the lower one
    /// first.
    pub sums: Scratch<'a, u64>,
    /// The first vertex.
    pub first: u64,
    /// How many vertices.
    pub count: u64,
    /// The words of a sum: 2, or 1 for sums modulo 2^64.
    pub words: u32,
}

layout!(ProductTerm: 16);
layout!(CombineArgs<'_>: 584, sums: 544, words: 576);
layout!(CombineEdgesArgs<'_>: 648, graph: 544, sums: 608, words: 640);

const _: () = assert!(MOST_TABLES < 1 << TABLE_BITS);

/// At each vertex `v`, for each sum, adds up `times · Π factor(v)` over its terms.
///
/// Thread mapping: a warp a vertex, striding over the grid, a lane a sum. It takes no shared memory. Bound by the
/// latency of the caches: the numbers of a vertex are read again for each sum.
#[cuda_std::kernel(max_threads = 256)]
pub unsafe fn combine_numbers<B: Block>(block: B, args: &CombineArgs<'_>) {
    let sums = args.starts.len() - 1;
    let mut vertex = u64::from(block.grid_warp());
    while vertex < args.count {
        ThreadTeam::warp(block.warp()).share(sums, |sum| {
            let at = |factor: u8| table(&args.tables, factor).at(args.first + vertex);
            // SAFETY: there is a number of so many words for each vertex and sum, and this lane alone has it.
            unsafe { add_terms(args.sums, vertex as usize * sums + sum, args.words, args.of_sum(sum), at) };
        });
        vertex += u64::from(block.grid_warps());
    }
}

/// At each edge between `u` and a smaller `v`, for each sum, adds up `times · Π factor` over its terms, as read at `(u,
/// v)` and at `(v, u)`: an edge is in a place whichever way around it lies there.
///
/// Thread mapping: a warp a vertex, striding over the grid, a lane an edge. It takes no shared memory. Bound by the
/// caches: a search an edge, and the numbers at its ends and in both directions, read again for each sum.
#[cuda_std::kernel(max_threads = 256, min_blocks = 2)]
pub unsafe fn combine_edges<B: Block>(block: B, args: &CombineEdgesArgs<'_>) {
    let (graph, sums) = (&args.graph, args.starts.len() - 1);
    let first_edge = args.edges[args.first as usize];
    let mut vertex = u64::from(block.grid_warp());
    while vertex < args.count {
        let u = args.first + vertex;
        let edges = args.edges[u as usize]..args.edges[u as usize + 1];
        ThreadTeam::warp(block.warp()).share((edges.end - edges.start) as usize, |i| {
            let neighbor = graph.neighbors(u as u32)[i];
            let along = graph.offsets[u as usize] + i as u64;
            let v = u64::from(neighbor);
            let back =
                graph.offsets[neighbor as usize] + lower_bound(graph.neighbors(neighbor), u as u32) as u64;
            let row = (edges.start - first_edge) as usize + i;
            for sum in 0..sums {
                for (u, v, along, back) in [(u, v, along, back), (v, u, back, along)] {
                    let at = |factor: u8| {
                        // A choice, as an array would stand in memory.
                        let place = match factor >> TABLE_BITS {
                            0 => u,
                            1 => v,
                            2 => along,
                            _ => back,
                        };
                        table(&args.tables, factor).at(place)
                    };
                    // SAFETY: there is a number of so many words for each edge and sum, and this lane alone has it.
                    unsafe { add_terms(args.sums, row * sums + sum, args.words, args.of_sum(sum), at) };
                }
            }
        });
        vertex += u64::from(block.grid_warps());
    }
}

impl CombineArgs<'_> {
    /// The terms of a sum.
    #[inline(always)]
    fn of_sum(&self, sum: usize) -> &[ProductTerm] {
        &self.terms.get()[self.starts[sum] as usize..self.starts[sum + 1] as usize]
    }
}

impl CombineEdgesArgs<'_> {
    /// The terms of a sum.
    #[inline(always)]
    fn of_sum(&self, sum: usize) -> &[ProductTerm] {
        &self.terms.get()[self.starts[sum] as usize..self.starts[sum + 1] as usize]
    }
}

/// The table that a factor names.
#[inline(always)]
fn table<'t, 'a>(tables: &'t [Numbers<'a>; MOST_TABLES], factor: u8) -> &'t Numbers<'a> {
    let table = (factor & ((1 << TABLE_BITS) - 1)) as usize - 1;
    debug_assert!(table < MOST_TABLES);
    // SAFETY: no factor is beyond the tables.
    unsafe { tables.get_unchecked(table) }
}

/// Adds terms to a sum of one word or two, given what a factor is.
///
/// # Safety
/// There is such a number, which no other thread reads or writes.
#[inline(always)]
unsafe fn add_terms(
    sums: Scratch<'_, u64>,
    place: usize,
    words: u32,
    terms: &[ProductTerm],
    at: impl Fn(u8) -> u128,
) {
    // SAFETY: the caller's promise.
    unsafe {
        if words == 1 {
            let more = added_up(terms, at, |number| Wrapping(number as u64));
            sums.write(place, (Wrapping(sums.read(place)) + more).0);
        } else {
            let more = added_up(terms, at, Wrapping);
            write(sums, place as u64, (Wrapping(read(sums, place as u64)) + more).0);
        }
    }
}

/// The sum of terms, in numbers that `of` makes of those of the tables.
#[inline(always)]
fn added_up<N>(terms: &[ProductTerm], at: impl Fn(u8) -> u128, of: impl Fn(u128) -> N) -> N
where
    N: Mul<Output = N> + Add<Output = N>,
{
    let mut sum = of(0);
    for term in terms {
        // A negative number is taken for what it is modulo 2^128.
        let (mut product, mut factors) = (of(i128::from(term.times) as u128), term.factors);
        while factors != 0 {
            product = product * of(at(factors as u8));
            factors >>= 8;
        }
        sum = sum + product;
    }
    sum
}

//! Sums of products of tables over vertices, many at once.

use core::mem::offset_of;
use core::num::Wrapping;
use core::ops::{Add, Mul};

use cust_core::DeviceCopy;

use super::numbers::{Numbers, read, write};
use crate::kernels::triangles::shared::Team;
use crate::memory::{Scratch, Slice};
use crate::simt::Block;

/// The most tables that products of one launch have as factors.
pub const MOST_TABLES: usize = 32;

/// The most factors of a product: a byte each.
pub const MOST_FACTORS: usize = size_of::<u64>();

/// A product of tables, and how often a sum takes it.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, DeviceCopy)]
pub struct ProductTerm {
    /// The factors: from the lowest byte on, the places of tables, counted from 1. Of none, the product is 1.
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

const _: () = {
    assert!(size_of::<ProductTerm>() == 16 && size_of::<CombineArgs<'_>>() == 584);
    assert!(offset_of!(CombineArgs<'_>, sums) == 544 && offset_of!(CombineArgs<'_>, words) == 576);
    assert!(MOST_TABLES <= u8::MAX as usize);
};

/// At each vertex `v`, for each sum, adds up `times · Π factor(v)` over its terms.
///
/// Thread mapping: a warp a vertex, striding over the grid, a lane a sum. It takes no shared memory. Bound by the latency of the caches: the
/// numbers of a vertex are read again for each sum.
#[cuda_std::kernel(max_threads = 256)]
pub unsafe fn combine_numbers<B: Block>(block: B, args: &CombineArgs<'_>) {
    let sums = args.starts.len() - 1;
    let mut vertex = u64::from(block.grid_warp());
    while vertex < args.count {
        Team::warp(block.warp()).share(sums, |sum| {
            let place = vertex as usize * sums + sum;
            let terms = &args.terms.get()[args.starts[sum] as usize..args.starts[sum + 1] as usize];
            // SAFETY: there is a number of so many words for each vertex and sum, and this lane alone has it.
            unsafe {
                if args.words == 1 {
                    let low = |number: u128| Wrapping(number as u64);
                    let more = added_up(terms, &args.tables, args.first + vertex, low);
                    args.sums.write(place, (Wrapping(args.sums.read(place)) + more).0);
                } else {
                    let more = added_up(terms, &args.tables, args.first + vertex, Wrapping);
                    write(args.sums, place as u64, (Wrapping(read(args.sums, place as u64)) + more).0);
                }
            }
        });
        vertex += u64::from(block.grid_warps());
    }
}

/// The sum of terms at a vertex, in numbers that `of` makes of those of the tables.
#[inline(always)]
fn added_up<N>(
    terms: &[ProductTerm],
    tables: &[Numbers<'_>; MOST_TABLES],
    vertex: u64,
    of: impl Fn(u128) -> N,
) -> N
where
    N: Mul<Output = N> + Add<Output = N>,
{
    let mut sum = of(0);
    for term in terms {
        // A negative number is taken for what it is modulo 2^128.
        let (mut product, mut factors) = (of(i128::from(term.times) as u128), term.factors);
        while factors != 0 {
            let table = (factors & 0xFF) as usize - 1;
            debug_assert!(table < MOST_TABLES);
            // SAFETY: no factor is beyond the tables.
            let table = unsafe { tables.get_unchecked(table) };
            product = product * of(table.at(vertex));
            factors >>= 8;
        }
        sum = sum + product;
    }
    sum
}

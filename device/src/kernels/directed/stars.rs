//! Stars by their ties.

use core::sync::atomic::AtomicU64;

use cust_core::DeviceCopy;

use super::ties::TIES;
use crate::kernels::count::tally::{TOTALS, Tally};
use crate::memory::Slice;
use crate::simt::Block;

/// The most leaves of a star that is counted.
pub const MOST_LEAVES: u32 = 3;

/// How many kinds of stars there are of so many leaves.
pub const fn stars(leaves: u32) -> usize {
    ((leaves + 1) * (leaves + 2) / 2) as usize
}

/// The leaves of a kind of stars, by tie: the first kind has mutual ones alone, then come those with more arcs in, and
/// then with more out.
#[inline(always)]
pub const fn star(leaves: u32, kind: usize) -> [u32; TIES] {
    let (mut outs, mut left) = (0, kind as u32);
    while left > leaves - outs {
        left -= leaves - outs + 1;
        outs += 1;
    }
    [outs, left, leaves - outs - left]
}

/// What [`sum_stars`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct SumStarsArgs<'a> {
    /// How many ties each vertex has, by kind: [`TIES`] numbers.
    pub degrees: Slice<'a, u32>,
    /// [`stars`] times [`TOTALS`] sums, zero at the start.
    pub totals: Slice<'a, AtomicU64>,
    /// How many leaves a star has: 2 or [`MOST_LEAVES`].
    pub leaves: u32,
}

layout!(SumStarsArgs<'_>: 40, leaves: 32);

/// Counts the stars of each kind: at a vertex, the ways to choose leaves of each tie.
///
/// Thread mapping: a thread a vertex, striding by the grid, once for each kind. Bound by the cache: 12 bytes a vertex
/// and kind.
#[cuda_std::kernel(max_threads = 256)]
pub unsafe fn sum_stars<B: Block>(block: B, args: &SumStarsArgs<'_>) {
    assert!(args.leaves <= MOST_LEAVES, "products of more may pass 128 bits");
    let (vertices, _) = args.degrees.get().as_chunks::<TIES>();
    for kind in 0..stars(args.leaves) {
        let star = star(args.leaves, kind);
        let mut tally = Tally::new();
        let mut v = block.index() as usize * block.threads() as usize + block.thread() as usize;
        while v < vertices.len() {
            add_ways(&mut tally, vertices[v], star);
            v += block.count() as usize * block.threads() as usize;
        }
        tally.store(block.warp(), &args.totals.get()[kind * TOTALS..(kind + 1) * TOTALS]);
    }
}

/// Counts the ways to choose the leaves of a star of so many ties: at most three.
#[inline(always)]
fn add_ways(tally: &mut Tally, of: [u32; TIES], leaves: [u32; TIES]) {
    let ways = |tie: usize| match leaves[tie] {
        0 => 1,
        1 => u64::from(of[tie]),
        _ => u64::from(of[tie]) * u64::from(of[tie].saturating_sub(1)) / 2,
    };
    match leaves {
        [MOST_LEAVES, ..] => tally.add_choices(of[0], MOST_LEAVES),
        [_, MOST_LEAVES, _] => tally.add_choices(of[1], MOST_LEAVES),
        [.., MOST_LEAVES] => tally.add_choices(of[2], MOST_LEAVES),
        [0, ..] => tally.add_product(ways(1), ways(2)),
        [_, 0, _] => tally.add_product(ways(0), ways(2)),
        [.., 0] => tally.add_product(ways(0), ways(1)),
        // One leaf of each tie: the product of two such numbers is within 64 bits.
        _ => tally.add_product(ways(0) * ways(1), ways(2)),
    }
}

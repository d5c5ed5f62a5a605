//! Sums over the triangles of how many 4-cliques each is in.

use core::mem::offset_of;
use core::sync::atomic::AtomicU64;

use cust_core::DeviceCopy;

use super::triangles::{Triangle, Triangles, each_triangle};
use crate::kernels::count::tally::Tally;
use crate::kernels::edge_counts::sums::store;
use crate::kernels::triangles::marks::Marks;
use crate::kernels::triangles::shared::{Arena, bytes_of};
use crate::kernels::triangles::{MarksShape, count};
use crate::memory::{Scratch, Slice};
use crate::simt::{Block, Warp};

/// What [`sum_cliques`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct CliqueSumArgs<'a> {
    /// What is gone through.
    pub triangles: Triangles<'a>,
    /// The vertices' degrees.
    pub degrees: Slice<'a, u32>,
    /// [`CLIQUE_SUMS`] times [`TOTALS`](crate::kernels::count::tally::TOTALS) sums, zero before the first launch: those of
    /// [`CliqueSum`], in its order.
    pub totals: Slice<'a, AtomicU64>,
}

const _: () = {
    assert!(size_of::<CliqueSumArgs<'_>>() == 184);
    assert!(offset_of!(CliqueSumArgs<'_>, degrees) == 152 && offset_of!(CliqueSumArgs<'_>, totals) == 168);
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

impl CliqueSum {
    const ALL: [CliqueSum; CLIQUE_SUMS] =
        [CliqueSum::Cliques, CliqueSum::Pairs, CliqueSum::ByDegrees, CliqueSum::ByTriangles];
}

/// How many sums there are.
pub const CLIQUE_SUMS: usize = 4;

/// Bytes of shared memory that [`sum_cliques`] needs for a block of `warps` warps.
pub const fn shared_bytes(marks: MarksShape, warps: u32) -> usize {
    count::shared_bytes(marks, warps) + bytes_of::<u64>(warps as usize * OF_WARP)
}

/// Lanes of a warp, at most.
const LANES: usize = 32;
/// Words of a warp's sums: two for each of a lane's.
const OF_WARP: usize = 2 * CLIQUE_SUMS * LANES;

/// Adds up [`CliqueSum`]s over the triangles.
///
/// Thread mapping: a warp an edge, and the triangles of which no other edge is in more. Shared memory: [`shared_bytes`]. Bound by the
/// caches: an element for each triangle at the edge with the fewest of each triangle, at most.
#[cuda_std::kernel(max_threads = 256, min_blocks = 3)]
pub unsafe fn sum_cliques<B: Block>(block: B, args: &CliqueSumArgs<'_>) {
    // SAFETY: once, and shared memory is used in no other way.
    let mut arena = unsafe { Arena::new(block) };
    let marks = Marks::in_arena(block, args.triangles.marks, &mut arena);
    let mut sums = Sums::in_arena(block, &mut arena);
    let add = |sums: &mut Sums<'_, B::Warp>, triangle: &Triangle, cliques| {
        sums.add(args.degrees, triangle, cliques);
    };
    each_triangle(block, &args.triangles, &marks, &mut sums, add, |_, _, _| {});
    for sum in CliqueSum::ALL {
        store(block.warp(), Tally::of(sums.get(sum)), args.totals, sum as usize);
    }
}

/// What a lane has added up, in shared memory: 128 bits each, which would take a fifth of its registers.
struct Sums<'a, W> {
    warp: W,
    /// The lower halves of each of the warp's sums, and the upper halves.
    words: Scratch<'a, u64>,
}

impl<'a, W: Warp> Sums<'a, W> {
    /// Nothing yet.
    #[inline(always)]
    fn in_arena<B: Block<Warp = W>>(block: B, arena: &mut Arena<'a>) -> Self {
        let all = arena.take(block.warps() as usize * OF_WARP);
        let words = all.part(u64::from(block.warp_index()) * OF_WARP as u64, OF_WARP as u64);
        let mut sums = Sums { warp: block.warp(), words };
        CliqueSum::ALL.into_iter().for_each(|sum| sums.put(sum, 0));
        sums
    }

    /// What is known of a triangle that is in so many 4-cliques.
    #[inline(always)]
    fn add(&mut self, degrees: Slice<'_, u32>, triangle: &Triangle, cliques: u64) {
        if cliques == 0 {
            return;
        }
        let degrees: u64 = triangle.vertices.map(|v| u64::from(degrees[v as usize])).iter().sum();
        let triangles: u64 = triangle.triangles.map(u64::from).iter().sum();
        let product = |a: u64, b: u64| u128::from(a) * u128::from(b);
        // No sum passes 128 bits: a graph has fewer than 2^64 triangles through the edges of a lane, and none of these numbers is above
        // 2^64.
        let mut more = |sum, amount| {
            let before = self.get(sum);
            self.put(sum, before + amount);
        };
        more(CliqueSum::Cliques, cliques.into());
        more(CliqueSum::Pairs, (cliques * (cliques - 1) / 2).into());
        // Each end has the other three vertices of a 4-clique, and each edge the other two.
        more(CliqueSum::ByDegrees, product(cliques, degrees - 9));
        more(CliqueSum::ByTriangles, product(cliques, triangles - 6));
    }

    /// One of this lane's sums.
    #[inline(always)]
    fn get(&self, sum: CliqueSum) -> u128 {
        // SAFETY: words of this lane alone, which `in_arena` wrote.
        let [low, high] = self.places(sum).map(|at| unsafe { self.words.read(at) });
        u128::from(high) << 64 | u128::from(low)
    }

    #[inline(always)]
    fn put(&mut self, sum: CliqueSum, value: u128) {
        let [low, high] = self.places(sum);
        // SAFETY: words of this lane alone.
        unsafe {
            self.words.write(low, value as u64);
            self.words.write(high, (value >> 64) as u64);
        }
    }

    /// Where the halves of one of this lane's sums stand, beside those of the other lanes.
    #[inline(always)]
    fn places(&self, sum: CliqueSum) -> [usize; 2] {
        let low = 2 * sum as usize * LANES + self.warp.lane() as usize;
        [low, low + LANES]
    }
}

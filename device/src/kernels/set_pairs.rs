//! Set operations over many pairs of lists, for measuring them.

use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

use cust_core::DeviceCopy;

use crate::memory::{Scratch, Slice};
use crate::sets;
use crate::simt::{Block, Warp};

/// What the kernels of this module take.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct SetPairsArgs<'a> {
    /// The lists, one after the other, each ascending.
    pub elements: Slice<'a, u32>,
    /// `2 p + 1` starts of lists, and their end: pair `i` is lists `2 i` and `2 i + 1`.
    pub starts: Slice<'a, u64>,
    /// Room for the longest list, for each warp of the grid.
    pub out: Scratch<'a, u32>,
    /// One number: the sizes of all results are added to it.
    pub total: Slice<'a, AtomicU64>,
    /// Elements of the longest list.
    pub longest: u64,
}

layout!(SetPairsArgs<'_>: 72, longest: 64);

/// Adds up the sizes of the intersections, which are not written.
///
/// Thread mapping: a warp for each pair, striding by the grid.
#[cuda_std::kernel(max_threads = 256)]
pub unsafe fn pairs_intersect_count<B: Block>(block: B, args: &SetPairsArgs<'_>) {
    over_pairs(block, args, |warp, a, b, _| sets::intersect_count(warp, a, b));
}

/// Writes the intersections, and adds up their sizes.
///
/// Thread mapping: a warp for each pair, striding by the grid.
#[cuda_std::kernel(max_threads = 256)]
pub unsafe fn pairs_intersect<B: Block>(block: B, args: &SetPairsArgs<'_>) {
    over_pairs(block, args, |warp, a, b, out| {
        assert!(a.len().min(b.len()) as u64 <= out.len(), "less room than the shorter list needs");
        // SAFETY: the room suffices, as just checked, and is this warp's alone.
        unsafe { sets::intersect(warp, a, b, out) }
    });
}

/// Writes the differences of the first list of each pair and the second, and adds up their sizes.
///
/// Thread mapping: a warp for each pair, striding by the grid.
#[cuda_std::kernel(max_threads = 256)]
pub unsafe fn pairs_difference<B: Block>(block: B, args: &SetPairsArgs<'_>) {
    over_pairs(block, args, |warp, a, b, out| {
        assert!(a.len() as u64 <= out.len(), "less room than the list needs");
        // SAFETY: the room suffices, as just checked, and is this warp's alone.
        unsafe { sets::difference(warp, a, b, out) }
    });
}

/// Calls `operation` with each pair and the warp's room, and adds up what it returns.
#[inline(always)]
fn over_pairs<B: Block>(
    block: B,
    args: &SetPairsArgs<'_>,
    operation: impl Fn(B::Warp, &[u32], &[u32], Scratch<'_, u32>) -> u32,
) {
    let (warp, starts, elements) = (block.warp(), args.starts.get(), args.elements.get());
    let out = args.out.part(u64::from(block.grid_warp()) * args.longest, args.longest);
    let pairs = (starts.len() - 1) / 2;
    let (mut pair, mut total) = (block.grid_warp() as usize, 0u64);
    while pair < pairs {
        let list = |i: usize| &elements[starts[i] as usize..starts[i + 1] as usize];
        total += u64::from(operation(warp, list(2 * pair), list(2 * pair + 1), out));
        pair += block.grid_warps() as usize;
    }
    if warp.lane() == 0 && total > 0 {
        args.total[0].fetch_add(total, Relaxed);
    }
}

//! The hubs' adjacency as rows of bits: for heavy vertices a row is shorter than a list, and answers at once.

use core::sync::atomic::{AtomicU32, Ordering::Relaxed};

use cust_core::DeviceCopy;

use super::oriented::Oriented;
use crate::memory::Slice;
use crate::simt::{Block, Warp};

/// Bits in a word of a row.
pub const WORD: u32 = u32::BITS;

/// For each of the first `count` vertices, which smaller vertices are its neighbours.
///
/// Row `v` has `v` bits in `ceil(v / 32)` words; bit `w % 32` of word `w / 32` says whether `w < v` is a neighbour.
/// The rows stand one after another, [`row_start`] says where.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct HubRows<'a> {
    /// All rows: `row_start(count)` words.
    pub words: Slice<'a, u32>,
    /// How many vertices have a row: at most [`MOST_HUBS`].
    pub count: u32,
}

/// The most vertices that may have a row: so that a position fits in 32 bits.
pub const MOST_HUBS: u32 = 1 << 16;

/// Where row `v` starts: the words of the rows before it.
#[inline(always)]
pub const fn row_start(v: u32) -> u32 {
    // Rows 1 to 32 have a word, rows 33 to 64 have two, and so on.
    let before = v.saturating_sub(1);
    let (full, rest) = (before / WORD, before % WORD);
    (full + 1) * (WORD / 2 * full + rest)
}

/// Words in row `v`.
#[inline(always)]
pub const fn row_words(v: u32) -> u32 {
    v.div_ceil(WORD)
}

impl<'a> HubRows<'a> {
    /// Row `v`, for `v < count`.
    #[inline(always)]
    pub(crate) fn row(&self, v: u32) -> &'a [u32] {
        debug_assert!(v < self.count);
        let start = row_start(v) as usize;
        // SAFETY: the host made `words` for `count` rows, and `v` is one of them.
        unsafe { self.words.get().get_unchecked(start..start + row_words(v) as usize) }
    }
}

/// Whether `w`, smaller than the row's vertex, is in `row`.
#[inline(always)]
pub(crate) fn bit(row: &[u32], w: u32) -> u32 {
    debug_assert!(((w / WORD) as usize) < row.len());
    // SAFETY: a row has a word for each vertex smaller than its own.
    let word = unsafe { *row.get_unchecked((w / WORD) as usize) };
    word >> (w % WORD) & 1
}

/// What [`fill_hubs`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct FillHubsArgs<'a> {
    /// The graph.
    pub graph: Oriented<'a>,
    /// The rows, all zero: `row_start(count)` words.
    pub words: Slice<'a, AtomicU32>,
    /// How many vertices have a row: at most [`MOST_HUBS`] and the number of vertices.
    pub count: u32,
}

layout!(HubRows<'_>: 24, count: 16);
layout!(FillHubsArgs<'_>: 56, count: 48);

/// Sets the bits of the hubs' rows.
///
/// Thread mapping: a warp a row, a lane a neighbour. Bound by the atomics, one for each edge between hubs.
#[cuda_std::kernel]
pub unsafe fn fill_hubs<B: Block>(block: B, args: &FillHubsArgs<'_>) {
    let warp = block.warp();
    let words = args.words.get();
    let mut v = block.grid_warp();
    while v < args.count {
        let start = row_start(v) as usize;
        for &w in args.graph.list(v).iter().skip(warp.lane() as usize).step_by(B::Warp::LANES as usize) {
            set_bit::<B::Warp>(&words[start + (w / WORD) as usize], w % WORD);
        }
        v += block.grid_warps();
    }
}

/// Sets a bit that other lanes of the warp, or with lanes other threads, may be setting neighbours of.
#[inline(always)]
pub(crate) fn set_bit<W: Warp>(word: &AtomicU32, bit: u32) {
    if W::LANES == 1 {
        // Rows are not shared between warps, and a locked instruction costs twenty plain ones.
        word.store(word.load(Relaxed) | 1 << bit, Relaxed);
    } else {
        word.fetch_or(1 << bit, Relaxed);
    }
}

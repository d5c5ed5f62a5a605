//! The ties of hubs as rows of bits, two for each vertex.

use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

use cust_core::DeviceCopy;

use super::ties::TIES;
use crate::kernels::triangles::Oriented;
use crate::kernels::triangles::hubs::{WORD, row_start, row_words};
use crate::kernels::triangles::shared::ThreadTeam;
use crate::memory::Slice;
use crate::sets::lower_bound;
use crate::simt::{Block, Warp};

/// For each of the first `count` vertices, its ties to smaller vertices.
///
/// The rows are as long, and stand as, those of [`HubRows`](crate::kernels::triangles::HubRows), but in words of two
/// halves: the lower one has the bits of the vertices that an arc leads to, the upper one those of the vertices that
/// one comes from.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct TieRows<'a> {
    /// All rows: `row_start(count)` words.
    pub words: Slice<'a, u64>,
    /// How many vertices have a row: at most [`MOST_HUBS`](crate::kernels::triangles::hubs::MOST_HUBS).
    pub count: u32,
}

impl<'a> TieRows<'a> {
    /// Rows of no vertex.
    pub const fn none() -> Self {
        TieRows { words: Slice::empty(), count: 0 }
    }

    /// Row `v`, for `v < count`.
    #[inline(always)]
    pub(super) fn row(&self, v: u32) -> &'a [u64] {
        debug_assert!(v < self.count);
        let start = row_start(v) as usize;
        // SAFETY: the host made `words` for `count` rows, and `v` is one of them.
        unsafe { self.words.get().get_unchecked(start..start + row_words(v) as usize) }
    }

    /// How many vertices of a list have a row: the first ones.
    #[inline(always)]
    pub(super) fn of_list(&self, list: &[u32]) -> usize {
        if self.count == 0 { 0 } else { lower_bound(list, self.count) }
    }

    /// The tie from `v` to `w`, as a word with the first bit alone, if the greater one has a row and there is one.
    #[inline(always)]
    pub(super) fn tie(&self, v: u32, w: u32) -> u64 {
        let (greater, smaller) = (v.max(w), v.min(w));
        if greater >= self.count {
            return 0;
        }
        let (row, word) = (self.row(greater), (smaller / WORD) as usize);
        debug_assert!(word < row.len());
        // SAFETY: a row has a word for each vertex smaller than its own, and no two of these are the same.
        let bits = unsafe { *row.get_unchecked(word) } >> (smaller % WORD) & (1 | 1 << WORD);
        // As the smaller one sees it, an arc to it is one from the other.
        if greater == v { bits } else { bits.rotate_left(WORD) }
    }
}

/// A tie as it stands in a word, in both halves of it.
#[inline(always)]
pub(super) const fn halves_of(tie: u8, bit: u32) -> [u32; 2] {
    let arcs = tie as u32 + 1;
    [(arcs & 1) << bit, (arcs >> 1) << bit]
}

/// The tie at a bit of a word, if there is one.
#[inline(always)]
pub(super) fn tie_at(word: u64, bit: u32) -> Option<u8> {
    let arcs = (word >> bit & 1) as u8 + 2 * (word >> (WORD + bit) & 1) as u8;
    arcs.checked_sub(1)
}

/// The bits of a word that have each tie.
#[inline(always)]
pub(super) const fn by_tie(word: u64) -> [u32; TIES] {
    let (to, from) = (word as u32, (word >> WORD) as u32);
    [to & !from, from & !to, to & from]
}

/// The bits of a word that have a tie, of whatever kind.
// No closure over an array: what maps arrays is not compiled for the instructions that the CPU's copies of kernels may
// use, and would be called.
#[inline(always)]
pub(super) const fn any_tie(word: u64) -> u32 {
    word as u32 | (word >> WORD) as u32
}

/// What [`fill_tie_rows`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct FillTieRowsArgs<'a> {
    /// The graph.
    pub graph: Oriented<'a>,
    /// The tie of each edge, from its greater end, in the order of the graph's neighbours.
    pub ties: Slice<'a, u8>,
    /// The rows, all zero: `row_start(count)` words.
    pub words: Slice<'a, AtomicU64>,
    /// How many vertices have a row: at most [`MOST_HUBS`](crate::kernels::triangles::hubs::MOST_HUBS) and the number
    /// of vertices.
    pub count: u32,
}

layout!(TieRows<'_>: 24, count: 16);
layout!(FillTieRowsArgs<'_>: 72, ties: 32, count: 64);

/// Sets the bits of the hubs' ties.
///
/// Thread mapping: a warp a row, a lane a neighbour. Bound by the atomics, one for each edge between hubs.
#[cuda_std::kernel]
pub unsafe fn fill_tie_rows<B: Block>(block: B, args: &FillTieRowsArgs<'_>) {
    let words = args.words.get();
    let mut v = block.grid_warp();
    while v < args.count {
        let (list, first) = (args.graph.list(v), args.graph.start(v) as usize);
        let start = row_start(v) as usize;
        ThreadTeam::warp(block.warp()).share(list.len(), |i| {
            let w = list[i];
            let [to, from] = halves_of(args.ties[first + i], w % WORD);
            let (word, bits) = (&words[start + (w / WORD) as usize], u64::from(to) | u64::from(from) << WORD);
            if B::Warp::LANES == 1 {
                // No two warps share a row, and a locked instruction costs more than plain ones.
                word.store(word.load(Relaxed) | bits, Relaxed);
            } else {
                word.fetch_or(bits, Relaxed);
            }
        });
        v += block.grid_warps();
    }
}

//! How many wedges of each kind lead to each far end, where these are a window of vertices: packed counters in shared memory.

use core::array::from_fn;
use core::ops::Range;
use core::sync::atomic::{AtomicU32, Ordering::Relaxed};

use super::cycles::NUMBERS;
use super::far_ends::several;
use super::products::Products;
use super::triangles::WEDGES;
use crate::kernels::cycles::table::add;
use crate::kernels::triangles::shared::{Arena, Team};
use crate::simt::{Block, Warp};

/// The fewest neighbours of a root whose wedges are counted here: with fewer there are few far ends, and a list of them is gone through sooner than all counters.
const LEAST_DEGREE: usize = 32;

/// Counters for the vertices of a window, of 8 or 16 bits each: no more wedges lead to a far end than the root has neighbours.
#[derive(Clone, Copy)]
pub(super) struct PackedEnds<'a> {
    /// For each kind of wedges as many words, all zero but while a window is counted.
    words: &'a [AtomicU32],
    stride: u32,
    /// The bits of a counter, as a power of two.
    log_bits: u32,
    /// How many vertices may have a counter.
    most: u32,
    /// The window.
    first: u32,
    end: u32,
}

impl<'a> PackedEnds<'a> {
    /// Counters of zero, when the block has met.
    #[inline(always)]
    pub(super) fn new<B: Block + 'a>(block: B, arena: &mut Arena<'a>, stride: u32) -> Self {
        let words = arena.atomics(WEDGES * stride as usize);
        Team::block(block).share(words.len(), |at| words[at].store(0, Relaxed));
        PackedEnds { words, stride, log_bits: 0, most: 0, first: 0, end: 0 }
    }

    /// The counters for a root of so many neighbours: of none, if these are too few or too many.
    #[inline(always)]
    pub(super) fn of_root(&self, degree: usize) -> Self {
        let log_bits = if u8::try_from(degree).is_ok() { 3 } else { 4 };
        let fits = degree >= LEAST_DEGREE && u16::try_from(degree).is_ok();
        let most = if fits { self.stride << (u32::BITS.ilog2() - log_bits) } else { 0 };
        PackedEnds { log_bits, most, ..*self }
    }

    /// The counters for the first vertices of a window.
    #[inline(always)]
    pub(super) fn from(&self, window: Range<u32>) -> Self {
        let end = window.end.min(window.start.saturating_add(self.most));
        PackedEnds { first: window.start, end, ..*self }
    }

    /// The first vertex of the window without a counter.
    #[inline(always)]
    pub(super) fn end(&self) -> u32 {
        self.end
    }

    /// Counts a wedge to a far end of the window.
    #[inline(always)]
    pub(super) fn meet<W: Warp>(&self, v: u32, wedge: usize) {
        let at = v - self.first;
        let word = wedge * self.stride as usize + (at >> (u32::BITS.ilog2() - self.log_bits)) as usize;
        add::<W>(&self.words[word], 1 << ((at << self.log_bits) % u32::BITS));
    }

    /// Adds what was counted to the products, and makes it zero. A collective.
    #[inline(always)]
    pub(super) fn add_all<B: Block>(&self, block: B, products: &mut Products<'_, NUMBERS, 1>) {
        let (warp, lanes) = (block.warp(), B::Warp::LANES);
        let in_word = u32::BITS >> self.log_bits;
        let words = (self.end - self.first).div_ceil(in_word);
        let mut first = block.warp_index() * lanes;
        while first < words {
            let at = first + warp.lane();
            let counts = if at < words { self.take(at) } else { [0; WEDGES] };
            for place in 0..in_word {
                let count = |word: u32| {
                    word >> (place << self.log_bits) & (u32::MAX >> (u32::BITS - (1 << self.log_bits)))
                };
                products.push(warp, several(counts.map(count)));
            }
            first += block.warps() * lanes;
        }
    }

    /// The words of each kind at a place, which become zero.
    #[inline(always)]
    fn take(&self, at: u32) -> [u32; WEDGES] {
        from_fn(|wedge| {
            let word = &self.words[wedge * self.stride as usize + at as usize];
            let counts = word.load(Relaxed);
            word.store(0, Relaxed);
            counts
        })
    }
}

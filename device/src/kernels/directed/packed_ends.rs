//! How many wedges of each kind lead to each far end, where these are a window of vertices: packed counters in shared
//! memory.

use core::ops::Range;
use core::sync::atomic::{AtomicU32, Ordering::Relaxed};

use super::pair_products::PairProducts;
use super::ties::WEDGES;
use crate::kernels::own::add_to_own;
use crate::kernels::triangles::shared::{Arena, ThreadTeam};
use crate::simt::{Block, Warp};

/// The first and the third byte of a word.
const LOW_BYTES: u32 = 0x00FF_00FF;

/// Counters for the vertices of a window, of 8 or 16 bits each: no more wedges lead to a far end than the root has
/// neighbours. Vertices that follow each other have counters in different words, as lanes that read a list together
/// meet them at once.
#[derive(Clone, Copy)]
pub(super) struct PackedEnds<'a> {
    /// For each kind of wedges as many words, all zero but while a window is counted.
    words: &'a [AtomicU32],
    /// How many: 0, or a power of two that is no less than 2.
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
        ThreadTeam::block(block).share(words.len(), |at| words[at].store(0, Relaxed));
        PackedEnds { words, stride, log_bits: 0, most: 0, first: 0, end: 0 }
    }

    /// The counters for a root of so many neighbours: of none, if these are too many.
    #[inline(always)]
    pub(super) fn of_root(&self, degree: usize) -> Self {
        let log_bits = if u8::try_from(degree).is_ok() { 3 } else { 4 };
        let fits = u16::try_from(degree).is_ok();
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
        let shift = at >> self.stride.trailing_zeros() << self.log_bits;
        add_to_own::<W, _>(self.word(wedge, at & (self.stride - 1)), 1 << shift);
    }

    /// Adds what was counted to the products, and makes it zero.
    #[inline(always)]
    pub(super) fn add_all<B: Block>(&self, block: B, products: &mut PairProducts<'_>) {
        let used = self.stride.min(self.end - self.first) as usize;
        if self.log_bits == 3 {
            ThreadTeam::block(block).share(used, |at| {
                let mut words = [0; WEDGES];
                for (wedge, word) in words.iter_mut().enumerate() {
                    *word = self.load(wedge, at as u32);
                }
                if words.iter().fold(0, |all, word| all | word) > 0 {
                    products.add_four(words);
                    self.clear(at as u32);
                }
            });
            return;
        }
        // Of 16 bits there are two to a word, and two words make four pairs.
        let half = self.stride / 2;
        ThreadTeam::block(block).share(used.min(half as usize), |at| {
            let ats = [at as u32, at as u32 + half];
            let (mut words, mut all) = ([0; WEDGES], 0);
            for (wedge, word) in words.iter_mut().enumerate() {
                let [one, other] = ats.map(|at| self.load(wedge, at));
                *word = one & LOW_BYTES | (other & LOW_BYTES) << 8;
                all |= one | other;
            }
            if all & !LOW_BYTES > 0 {
                products.add_pairs::<B::Warp>(4, |wedge, pair| {
                    let at = at as u32 + if pair % 2 == 1 { half } else { 0 };
                    self.load(wedge, at) >> (pair / 2 * u16::BITS) & u32::from(u16::MAX)
                });
            } else if all > 0 {
                products.add_four(words);
            }
            if all > 0 {
                ats.iter().for_each(|&at| self.clear(at));
            }
        });
    }

    #[inline(always)]
    fn load(&self, wedge: usize, at: u32) -> u32 {
        self.word(wedge, at).load(Relaxed)
    }

    /// Makes the counters of a word of each kind zero.
    #[inline(always)]
    fn clear(&self, at: u32) {
        for wedge in 0..WEDGES {
            self.word(wedge, at).store(0, Relaxed);
        }
    }

    /// A word of a kind.
    #[inline(always)]
    fn word(&self, wedge: usize, at: u32) -> &'a AtomicU32 {
        let word = wedge * self.stride as usize + at as usize;
        debug_assert!(word < self.words.len());
        // SAFETY: a kind is one of `WEDGES`, and the callers have a place below the stride.
        unsafe { self.words.get_unchecked(word) }
    }
}

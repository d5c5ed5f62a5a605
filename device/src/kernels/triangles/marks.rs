//! A set of vertices, marked in shared memory.

use core::slice::from_raw_parts;
use core::sync::atomic::{AtomicU32, Ordering::Relaxed};

use super::hubs::{WORD, set_bit};
use super::shared::{Arena, ThreadTeam};
use crate::sets::contains;
use crate::simt::{Block, Warp};

/// The shape of marks: a bit for each vertex below `exact`, then a filter for those above.
///
/// In the filter, vertices that agree modulo its size share a bit. Ids are degree ranks, so nearly all that are
/// asked for are below `exact`, and where the filter says yes the list itself is searched.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, cust_core::DeviceCopy)]
pub struct MarksShape {
    /// Vertices with a bit of their own: a multiple of 32.
    pub exact: u32,
    /// Bits of the filter, a power of two of at least 32; or 0, where `exact` covers all vertices.
    pub filter: u32,
}

impl MarksShape {
    /// Words of shared memory.
    #[inline(always)]
    pub const fn words(self) -> u32 {
        (self.exact + self.filter) / WORD
    }

    /// The bit of `v`.
    #[inline(always)]
    fn place(self, v: u32) -> u32 {
        if v < self.exact { v } else { self.exact + (v & self.filter.wrapping_sub(1)) }
    }
}

layout!(MarksShape: 8);

/// The marks of a warp or a block. All its threads hold the same.
///
/// None of the methods waits for other threads: between setting, asking and clearing, the team must meet.
#[derive(Clone, Copy)]
pub(crate) struct Marks<'a> {
    words: &'a [AtomicU32],
    shape: MarksShape,
}

impl<'a> Marks<'a> {
    /// The marks of the calling warp, in shared memory for one of that shape for each of the block's warps.
    ///
    /// # Safety
    /// The kernel uses no shared memory but this, and asks for it once.
    #[inline(always)]
    pub(crate) unsafe fn of_warp<B: Block + 'a>(block: B, shape: MarksShape) -> Marks<'a> {
        let words = shape.words() as usize;
        // SAFETY: the caller uses no other shared memory.
        let mut arena = unsafe { Arena::new(block) };
        let all = arena.atomics(words * block.warps() as usize);
        let mine = block.warp_index() as usize * words;
        Marks::new(&all[mine..mine + words], shape, ThreadTeam::warp(block.warp()))
    }

    /// Marks in `words`, `shape.words()` of them, which this clears.
    #[inline(always)]
    pub(crate) fn new(words: &'a [AtomicU32], shape: MarksShape, team: ThreadTeam) -> Self {
        debug_assert!(words.len() == shape.words() as usize);
        team.share(words.len(), |i| words[i].store(0, Relaxed));
        Marks { words, shape }
    }

    /// Marks the vertices of `list`.
    #[inline(always)]
    pub(crate) fn set<W: Warp>(&self, team: ThreadTeam, list: &[u32]) {
        team.share(list.len(), |i| {
            let place = self.shape.place(list[i]);
            set_bit::<W>(self.word(place), place % WORD);
        });
    }

    /// Removes the marks of `list`, which are all there are.
    #[inline(always)]
    pub(crate) fn clear(&self, team: ThreadTeam, list: &[u32]) {
        team.share(list.len(), |i| self.word(self.shape.place(list[i])).store(0, Relaxed));
    }

    /// The bits of the vertices below `exact`, for as long as no mark is set or cleared.
    #[inline(always)]
    pub(crate) fn exact(&self) -> &'a [u32] {
        // SAFETY: an atomic has the layout of its integer, the words are initialised, and the kernels let go of the
        // slice before the team meets to set or clear marks.
        unsafe { from_raw_parts(self.words.as_ptr().cast(), (self.shape.exact / WORD) as usize) }
    }

    /// Whether `v` is marked, where `list` is what is marked.
    #[inline(always)]
    pub(crate) fn contains(&self, v: u32, list: &[u32]) -> bool {
        self.may_contain(v) && (v < self.shape.exact || contains(list, v))
    }

    /// Whether `v` has a bit of its own: then it is marked if it [may be](Self::may_contain).
    #[inline(always)]
    pub(crate) fn has_own_bit(&self, v: u32) -> bool {
        v < self.shape.exact
    }

    /// 1 if `v`, which [has a bit of its own](Self::has_own_bit), is marked, and else 0. Of other vertices below 2^16
    /// it says anything.
    #[inline(always)]
    pub(crate) fn own_bit(&self, v: u32) -> u32 {
        let word = (v / WORD).min(self.shape.words() - 1);
        // SAFETY: there are so many words, and at least one, as a vertex has a bit of its own.
        unsafe { self.words.get_unchecked(word as usize) }.load(Relaxed) >> (v % WORD) & 1
    }

    /// Whether `v` may be marked: not, if its bit is not set.
    #[inline(always)]
    pub(crate) fn may_contain(&self, v: u32) -> bool {
        let place = self.shape.place(v);
        self.word(place).load(Relaxed) >> (place % WORD) & 1 == 1
    }

    #[inline(always)]
    fn word(&self, place: u32) -> &'a AtomicU32 {
        debug_assert!(((place / WORD) as usize) < self.words.len());
        // SAFETY: `place` is below `exact + filter`, which is as many bits as there are. Without a filter, `exact`
        // covers every vertex.
        unsafe { self.words.get_unchecked((place / WORD) as usize) }
    }
}

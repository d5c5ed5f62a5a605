//! The ties of a vertex, marked in shared memory.

use core::slice::from_raw_parts;
use core::sync::atomic::{AtomicU32, Ordering::Relaxed};

use super::rows::{halves_of, tie_at};
use crate::kernels::triangles::MarksShape;
use crate::kernels::triangles::hubs::{WORD, set_bit};
use crate::kernels::triangles::shared::{Arena, ThreadTeam};
use crate::sets::lower_bound;
use crate::simt::{Block, Warp};

/// Words of shared memory for marks of that shape, of which the exact ones have two bits for each vertex. It is even:
/// the marks of each warp are aligned to a word of both halves.
#[inline(always)]
pub(super) const fn words(shape: MarksShape) -> usize {
    ((2 * (shape.exact / WORD) + shape.filter / WORD) as usize).next_multiple_of(2)
}

/// The marks of a warp: its root's ties to the vertices below `exact`, as words of [`TieRows`](super::rows::TieRows),
/// and a filter for the others, as that of [`Marks`](crate::kernels::triangles::marks::Marks).
///
/// None of the methods waits for other lanes: between setting, asking and clearing, the warp must meet.
#[derive(Clone, Copy)]
pub(super) struct TieMarks<'a> {
    words: &'a [AtomicU32],
    shape: MarksShape,
}

impl<'a> TieMarks<'a> {
    /// The marks of the calling warp, in shared memory for each of the block's warps, which this clears.
    #[inline(always)]
    pub(super) fn of_warp<B: Block + 'a>(block: B, arena: &mut Arena<'a>, shape: MarksShape) -> Self {
        let count = words(shape);
        let all = arena.atomics(count * block.warps() as usize);
        let words = &all[block.warp_index() as usize * count..][..count];
        ThreadTeam::warp(block.warp()).share(count, |i| words[i].store(0, Relaxed));
        TieMarks { words, shape }
    }

    /// Marks the vertices of `list`, which have these ties.
    #[inline(always)]
    pub(super) fn set<W: Warp>(&self, team: ThreadTeam, list: &[u32], ties: &[u8]) {
        team.share(list.len(), |i| {
            let v = list[i];
            if v >= self.shape.exact {
                return set_bit::<W>(self.in_filter(v), v % WORD);
            }
            for (half, bits) in halves_of(ties[i], 0).into_iter().enumerate() {
                if bits != 0 {
                    set_bit::<W>(self.half(v, half), v % WORD);
                }
            }
        });
    }

    /// Removes the marks of `list`, which are all there are.
    #[inline(always)]
    pub(super) fn clear(&self, team: ThreadTeam, list: &[u32]) {
        team.share(list.len(), |i| {
            let v = list[i];
            if v >= self.shape.exact {
                return self.in_filter(v).store(0, Relaxed);
            }
            self.half(v, 0).store(0, Relaxed);
            self.half(v, 1).store(0, Relaxed);
        });
    }

    /// The words of the vertices below `exact`, for as long as no mark is set or cleared.
    #[inline(always)]
    pub(super) fn exact(&self) -> &'a [u64] {
        const { assert!(cfg!(target_endian = "little"), "the lower half comes first") };
        // SAFETY: there are two words of 32 bits for each, which begin at a multiple of 8 bytes: the arena's parts do,
        // and the words of each warp are even. An atomic has the layout of its integer, the words are initialised, and
        // the kernels let go of the slice before the warp meets to set or clear marks.
        unsafe { from_raw_parts(self.words.as_ptr().cast(), (self.shape.exact / WORD) as usize) }
    }

    /// The tie to `v`, if it is marked, where `list` is what is marked, with these ties.
    #[inline(always)]
    pub(super) fn tie(&self, v: u32, list: &[u32], ties: &[u8]) -> Option<u8> {
        if v < self.shape.exact {
            debug_assert!(((v / WORD) as usize) < self.exact().len());
            // SAFETY: there is a word for each 32 vertices below `exact`.
            return tie_at(unsafe { *self.exact().get_unchecked((v / WORD) as usize) }, v % WORD);
        }
        if self.in_filter(v).load(Relaxed) >> (v % WORD) & 1 == 0 {
            return None;
        }
        let place = lower_bound(list, v);
        (list.get(place) == Some(&v)).then(|| ties[place])
    }

    /// One half of the word of `v`, which is below `exact`.
    #[inline(always)]
    fn half(&self, v: u32, half: usize) -> &'a AtomicU32 {
        &self.words[2 * (v / WORD) as usize + half]
    }

    /// The word of `v` in the filter. Without one, `exact` covers every vertex.
    #[inline(always)]
    fn in_filter(&self, v: u32) -> &'a AtomicU32 {
        let place = v & self.shape.filter.wrapping_sub(1);
        &self.words[(2 * (self.shape.exact / WORD) + place / WORD) as usize]
    }
}

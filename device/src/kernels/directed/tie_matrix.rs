//! The ties among the members of a root's list, as a matrix of bits.

use core::slice::from_raw_parts;
use core::sync::atomic::{AtomicU32, Ordering::Relaxed};

use super::cliques::Directed4CliquesArgs;
use super::member_places::MemberPlaces;
use super::rows::halves_of;
use super::ties::reversed;
use crate::kernels::edge_counts::triangles::common;
use crate::kernels::triangles::hubs::{WORD, row_start, row_words};
use crate::kernels::triangles::marks::Marks;
use crate::memory::Scratch;
use crate::simt::Warp;

/// For each place the ties to those before, in rows that stand as those of [`TieRows`](super::rows::TieRows).
pub(super) struct TieMatrix<'a> {
    words: Scratch<'a, u64>,
}

impl<'a> TieMatrix<'a> {
    /// Words for so many places.
    pub(super) const fn words(places: u32) -> usize {
        row_start(places) as usize
    }

    /// A matrix in `room`, from word `start` on.
    #[inline(always)]
    pub(super) fn new(room: Scratch<'a, u64>, start: usize) -> Self {
        TieMatrix { words: room.part(start as u64, room.len() - start as u64) }
    }

    /// The row of a place. It is written, and the block has met since.
    #[inline(always)]
    pub(super) fn row(&self, place: u32) -> &'a [u64] {
        let (start, length) = (row_start(place) as usize, row_words(place) as usize);
        debug_assert!((start + length) as u64 <= self.words.len());
        // SAFETY: there are rows for all places, and nobody writes in them before the block meets again.
        unsafe { from_raw_parts(self.words.pointer().add(start), length) }
    }

    /// Writes the row of a place: what `tie` says of each before, as a word of that one's bit alone; or nothing, if
    /// nothing `is_known`. A collective.
    #[inline(always)]
    pub(super) fn put_row<W: Warp>(&self, warp: W, place: u32, is_known: bool, tie: impl Fn(u32) -> u64) {
        let start = row_start(place) as usize;
        for word in 0..row_words(place) {
            let (first, end) = (word * WORD, place);
            let bits = if is_known { ties_of(warp, first..end, &tie) } else { 0 };
            if warp.lane() == 0 {
                // SAFETY: a word of the row, which is this warp's until the block meets.
                unsafe { self.words.write(start + word as usize, bits) };
            }
        }
    }

    /// Adds the ties of the vertex at a position in the list to those before it, by a warp. The list is marked.
    #[inline(always)]
    pub(super) fn add_list<W: Warp>(
        &self,
        warp: W,
        args: &Directed4CliquesArgs<'_>,
        marks: &Marks<'_>,
        members: &MemberPlaces<'_>,
        list: &[u32],
        position: usize,
    ) {
        let (other, start) = (args.graph.list(list[position]), args.graph.start(list[position]) as usize);
        let own = members.place(position);
        common(warp, other, &list[..position], marks, list, |in_other, in_list| {
            let (place, tie) = (members.place(in_list), args.ties[start + in_other]);
            if place < own {
                self.add::<W>(own, place, tie);
            } else {
                self.add::<W>(place, own, reversed(tie));
            }
        });
    }

    /// Adds the tie from a place to one before it.
    #[inline(always)]
    fn add<W: Warp>(&self, place: u32, before: u32, tie: u8) {
        debug_assert!(before < place);
        let at = row_start(place) as usize + (before / WORD) as usize;
        for (half, bits) in halves_of(tie, before % WORD).into_iter().enumerate() {
            if bits == 0 {
                continue;
            }
            if W::LANES == 1 {
                // SAFETY: the word of a place before is in the row; there is no other lane.
                unsafe {
                    self.words.write(at, self.words.read(at) | u64::from(bits) << (WORD * half as u32))
                };
            } else {
                // SAFETY: the word is in the row, and written. A half is an aligned integer within it, the lower one
                // first, as the machines with many lanes are little-endian. Until the block meets, words are changed in
                // this way alone.
                let half = unsafe { &*self.words.pointer().add(at).cast::<AtomicU32>().add(half) };
                half.fetch_or(bits, Relaxed);
            }
        }
    }
}

/// What `tie` says of some of a word's places, each as a word of its bit alone moved to the first, in one word. A
/// collective.
#[inline(always)]
fn ties_of<W: Warp>(warp: W, places: core::ops::Range<u32>, tie: impl Fn(u32) -> u64) -> u64 {
    let end = places.end.min(places.start + WORD);
    if W::LANES == 1 {
        return (places.start..end).fold(0, |word, place| word | tie(place) << (place - places.start));
    }
    let place = places.start + warp.lane();
    let tie = if place < end { tie(place) } else { 0 };
    let half = |arc: u64| u64::from(warp.ballot(arc & 1 == 1));
    half(tie) | half(tie >> WORD) << WORD
}

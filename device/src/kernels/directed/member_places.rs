//! The members of a root's list in places of their own.

use core::ops::Range;

use super::ties::TIES;
use crate::kernels::triangles::hubs::WORD;
use crate::kernels::triangles::shared::ThreadTeam;
use crate::memory::Scratch;
use crate::simt::Warp;

/// No vertex: what stands at a place that is left free.
const NOBODY: u64 = u64::MAX;

/// The vertices of a list, in places by the ties to them: those of each tie begin at a multiple of [`WORD`], in the
/// order of the list.
pub(super) struct MemberPlaces<'a> {
    /// By place, which vertex is there.
    members: Scratch<'a, u64>,
    /// By position in the list, the place.
    places: Scratch<'a, u64>,
    /// Where the places of each tie begin, and the end of the last.
    starts: [u32; TIES + 1],
    /// How many vertices have each tie.
    counts: [u32; TIES],
}

impl<'a> MemberPlaces<'a> {
    /// The most places of a list of so many vertices.
    pub(super) const fn most_places(length: u32) -> u32 {
        // Of each tie, fewer than a word's are left free.
        length + TIES as u32 * (WORD - 1)
    }

    /// Words for a list of so many vertices.
    pub(super) const fn words(length: u32) -> usize {
        Self::most_places(length) as usize + length as usize
    }

    /// MemberPlaces with these ties, in the first of `words`, before they are put there. A collective of the warp.
    #[inline(always)]
    pub(super) fn new<W: Warp>(warp: W, ties: &[u8], words: Scratch<'a, u64>) -> Self {
        let length = ties.len() as u32;
        let mut counts = [0u32; TIES];
        ThreadTeam::warp(warp).share(ties.len(), |i| {
            for (tie, count) in counts.iter_mut().enumerate() {
                *count += u32::from(usize::from(ties[i]) == tie);
            }
        });
        let mut starts = [0; TIES + 1];
        for tie in 0..TIES {
            counts[tie] = warp.sum(counts[tie]);
            starts[tie + 1] = starts[tie] + counts[tie].next_multiple_of(WORD);
        }
        let places = u64::from(Self::most_places(length));
        MemberPlaces {
            members: words.part(0, places),
            places: words.part(places, length.into()),
            starts,
            counts,
        }
    }

    /// Puts the vertices of the list in their places, by a warp.
    #[inline(always)]
    pub(super) fn put<W: Warp>(&self, warp: W, list: &[u32], ties: &[u8]) {
        let mut next = self.starts;
        let mut first = 0;
        while first < list.len() {
            let i = first + warp.lane() as usize;
            let own = if i < list.len() { usize::from(ties[i]) } else { TIES };
            for (tie, next) in next[..TIES].iter_mut().enumerate() {
                let votes = warp.ballot(own == tie);
                if own == tie {
                    let place = *next + (votes & warp.lanes_below()).count_ones();
                    // SAFETY: no other lane has this place, nor this position.
                    unsafe {
                        self.members.write(place as usize, list[i].into());
                        self.places.write(i, place.into());
                    }
                }
                *next += votes.count_ones();
            }
            first += W::LANES as usize;
        }
        for (&first, &end) in next.iter().zip(&self.starts[1..]) {
            // SAFETY: as above, and of no vertex.
            ThreadTeam::warp(warp)
                .share((end - first) as usize, |i| unsafe { self.members.write(first as usize + i, NOBODY) });
        }
    }

    /// The place behind the last.
    #[inline(always)]
    pub(super) fn end(&self) -> u32 {
        self.starts[TIES]
    }

    /// The places of the vertices with a tie.
    #[inline(always)]
    pub(super) fn places(&self, tie: usize) -> Range<u32> {
        self.starts[tie]..self.starts[tie] + self.counts[tie]
    }

    /// The tie of whoever is at a place.
    #[inline(always)]
    pub(super) fn tie(&self, place: u32) -> usize {
        (1..TIES).map(|tie| usize::from(place >= self.starts[tie])).sum()
    }

    /// The vertex at a place, if there is one.
    #[inline(always)]
    pub(super) fn at(&self, place: u32) -> Option<u32> {
        debug_assert!(place < self.end());
        // SAFETY: all places below the end are written before the block meets.
        let member = unsafe { self.members.read(place as usize) };
        (member != NOBODY).then_some(member as u32)
    }

    /// The place of the vertex at a position in the list.
    #[inline(always)]
    pub(super) fn place(&self, position: usize) -> u32 {
        // SAFETY: all places are written before the block meets.
        unsafe { self.places.read(position) as u32 }
    }
}

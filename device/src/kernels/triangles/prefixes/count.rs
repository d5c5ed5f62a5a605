//! The number of triangles, from prefixes.

use core::ops::Range;
use core::sync::atomic::AtomicU64;

use cust_core::DeviceCopy;

use super::{WIDER, unpacked};
use crate::kernels::count::tally::Tally;
use crate::kernels::motifs::lists::owner;
use crate::kernels::queue::draw;
use crate::kernels::triangles::marks::Marks;
use crate::kernels::triangles::shared::ThreadTeam;
use crate::kernels::triangles::{MarksShape, Oriented};
use crate::memory::Slice;
use crate::sets::contains;
use crate::simt::{Block, Warp};

/// The lists of a graph, and their prefixes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct PrefixedLists<'a> {
    /// The graph.
    pub graph: Oriented<'a>,
    /// Its neighbours in 16 bits, four in a word, the first one lowest; an even number of words.
    pub narrow: Slice<'a, u64>,
    /// For each vertex where its prefixes start, and their number.
    pub starts: Slice<'a, u64>,
    /// The prefixes at each vertex.
    pub prefixes: Slice<'a, u64>,
}

/// What [`count_prefixed_triangles`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct PrefixTrianglesArgs<'a> {
    /// What is gone through.
    pub lists: PrefixedLists<'a>,
    /// One counter, from 0 up: how many prefixes have been drawn.
    pub queue: Slice<'a, AtomicU64>,
    /// [`TOTALS`](crate::kernels::count::tally::TOTALS) sums, zero before the first launch.
    pub totals: Slice<'a, AtomicU64>,
    /// A position in the prefixes. Those of the vertices are drawn whose prefixes start there or later, and before
    /// `end`: they stand in another order on each device, but those of one vertex together.
    pub first: u64,
    /// The position before which they start.
    pub end: u64,
    /// The shape of a warp's marks: no more than [`WIDER`] vertices have a bit of their own, unless all have one.
    pub marks: MarksShape,
    /// How many prefixes a warp draws at a time: few enough for their elements to be counted in 32 bits.
    pub chunk: u32,
}

layout!(PrefixedLists<'_>: 80);
layout!(PrefixTrianglesArgs<'_>: 144, end: 120, chunk: 136);

/// Lanes that take a prefix together: what they read at once is two sectors.
const GROUP: u32 = 4;
/// Elements in a word, and in two.
const IN_WORD: u32 = 4;
const IN_TWO: u32 = 2 * IN_WORD;
/// Bits of an element.
const NARROW: u32 = u16::BITS;

/// Counts each triangle once, at its middle vertex.
///
/// A warp draws prefixes, and marks the list of the vertex that they are at. Groups of four lanes stream a prefix each
/// past the marks. Shared memory: [`shared_bytes`](crate::kernels::triangles::count::shared_bytes). Bound by waiting
/// for device memory.
// May spill two words on sm_80, and does on no card that was measured.
#[cuda_std::kernel(max_threads = 256, min_blocks = 3, may_spill = 16)]
pub unsafe fn count_prefixed_triangles<B: Block>(block: B, args: &PrefixTrianglesArgs<'_>) {
    let warp = block.warp();
    // SAFETY: the only use of shared memory in this kernel.
    let marks = unsafe { Marks::of_warp(block, args.marks) };
    warp.sync();
    let mut sum = 0;
    let starts = args.lists.starts;
    let (start, end) = (vertex_start(starts, args.first), vertex_start(starts, args.end));
    each_vertex(warp, &args.lists, (&args.queue[0], args.chunk), start..end, &marks, |v, list, prefixes| {
        let at = AtVertex { warp, lists: &args.lists, list, marks: &marks };
        // All elements of the prefixes are below the vertex.
        sum += match v <= u32::from(WIDER) && marks.has_own_bit(v) {
            true => at.triangles::<true>(prefixes.start, prefixes.end),
            false => at.triangles::<false>(prefixes.start, prefixes.end),
        };
    });
    let mut tally = Tally::new();
    tally.add(sum);
    tally.store(warp, &args.totals);
}

/// Calls `visit` with the vertices at which a warp draws prefixes, while their lists are marked, and with these and
/// which prefixes they are. From the queue come positions after the start of `all`; so many are drawn at a time. A
/// collective.
#[inline(always)]
pub(in crate::kernels) fn each_vertex<'a, W: Warp>(
    warp: W,
    &PrefixedLists { graph, starts, .. }: &PrefixedLists<'a>,
    (queue, chunk): (&AtomicU64, u32),
    all: Range<u64>,
    marks: &Marks<'_>,
    mut visit: impl FnMut(u32, &'a [u32], Range<u64>),
) {
    let team = ThreadTeam::warp(warp);
    while let Some(drawn) = draw(warp, queue, chunk, all.end - all.start) {
        let (mut first, last) = (all.start + drawn.start, all.start + drawn.end);
        let mut v = owner(starts, first);
        while first < last {
            v = at_or_after(warp, starts, v, first);
            let end = last.min(starts[v as usize + 1]);
            let list = graph.list(v);
            if !list.is_empty() {
                marks.set::<W>(team, list);
                warp.sync();
                visit(v, list, first..end);
                warp.sync();
                marks.clear(team, list);
                warp.sync();
            }
            first = end;
        }
    }
}

/// The first position from `position` on at which the prefixes of a vertex start, or all end.
#[inline(always)]
pub(in crate::kernels) fn vertex_start(starts: Slice<'_, u64>, position: u64) -> u64 {
    let starts = starts.get();
    starts[starts.partition_point(|&start| start < position)]
}

/// The first vertex from `v` on whose prefixes end after `position`. All prefixes do not end before. A collective.
#[inline(always)]
fn at_or_after<W: Warp>(warp: W, starts: Slice<'_, u64>, mut v: u32, position: u64) -> u32 {
    let starts = starts.get();
    loop {
        let end = starts.get((v + warp.lane()) as usize + 1);
        let votes = warp.ballot(end.is_none_or(|&end| position < end));
        if votes != 0 {
            return v + votes.trailing_zeros();
        }
        // Most vertices of low degree have none.
        v += W::LANES;
    }
}

/// A vertex whose list is marked.
struct AtVertex<'r, 'a, W> {
    warp: W,
    lists: &'r PrefixedLists<'a>,
    list: &'a [u32],
    marks: &'r Marks<'a>,
}

impl<W: Warp> AtVertex<'_, '_, W> {
    /// This lane's share of the elements of some of the vertex' prefixes that are in its list. If `SURE`, the vertex
    /// and what is below it have marks of their own. A collective.
    ///
    /// A group goes on to the next prefix when it is done with one, whatever the others do; and what it looks at next
    /// comes while it looks at what came before.
    #[inline(always)]
    fn triangles<const SURE: bool>(&self, first: u64, end: u64) -> u64 {
        let group = GROUP.min(W::LANES);
        let rank = self.warp.lane() % group;
        let mut feed = Feed::new(self.warp, self.lists.prefixes, first, end);
        let (mut next, mut words) = (PrefixPiece::NONE, [0; 2]);
        let mut sum = 0u32;
        loop {
            let (now, of_now) = (next, words);
            next.at += group;
            let is_done = next.at >= next.last;
            if feed.has_more() {
                let prefix = feed.next(is_done, group);
                if is_done {
                    next = PrefixPiece::of(prefix);
                }
            }
            if next.at + rank < next.last {
                words = self.two_words(next.at + rank);
            }
            if now.at + rank < now.last {
                let from = (now.at + rank) * IN_TWO;
                let inside = below(now.end - from) & !below(now.start.saturating_sub(from));
                sum += if SURE { self.sure(of_now, inside) } else { self.unsure(of_now, inside, from) };
            }
            if !feed.has_more() && !self.warp.any(next.at < next.last) {
                return sum.into();
            }
        }
    }

    /// How many elements of two words, of those `inside`, are in the list, where these have marks of their own.
    #[inline(always)]
    fn sure(&self, words: [u64; 2], inside: u32) -> u32 {
        let mut hits = 0;
        for i in 0..IN_TWO {
            hits |= self.marks.own_bit(element(words, i)) << i;
        }
        (hits & inside).count_ones()
    }

    /// How many elements of two words, of those `inside`, are in the list, where these need not have marks of their
    /// own. The elements are the neighbours from position `first` on.
    #[inline(always)]
    fn unsure(&self, words: [u64; 2], inside: u32, first: u32) -> u32 {
        let neighbors = self.lists.graph.neighbors.get();
        let (mut hits, mut left) = (0, 0);
        for i in 0..IN_TWO {
            let mut element = element(words, i);
            if element == u32::from(WIDER) && inside >> i & 1 == 1 {
                element = neighbors[(first + i) as usize];
            }
            let passes = u32::from(self.marks.may_contain(element)) << i;
            if self.marks.has_own_bit(element) {
                hits |= passes;
            } else {
                left |= passes;
            }
        }
        let mut found = (hits & inside).count_ones();
        left &= inside;
        // They are few: one search in the code is enough.
        while left != 0 {
            let place = first + left.trailing_zeros();
            left &= left - 1;
            found += u32::from(contains(self.list, neighbors[place as usize]));
        }
        found
    }

    #[inline(always)]
    fn two_words(&self, at: u32) -> [u64; 2] {
        let (narrow, first) = (self.lists.narrow.get(), 2 * at as usize);
        debug_assert!(first + 1 < narrow.len());
        // SAFETY: there are words for all elements, an even number, and prefixes are parts of the lists.
        unsafe { [*narrow.get_unchecked(first), *narrow.get_unchecked(first + 1)] }
    }
}

/// What a group has of a prefix: its elements from `start` to `end`, which lie in pairs of words, those from `at` to
/// `last`.
#[derive(Clone, Copy)]
struct PrefixPiece {
    at: u32,
    last: u32,
    start: u32,
    end: u32,
}

impl PrefixPiece {
    const NONE: PrefixPiece = PrefixPiece { at: 0, last: 0, start: 0, end: 0 };

    /// All of a prefix.
    #[inline(always)]
    fn of(prefix: u64) -> PrefixPiece {
        let (start, length) = unpacked(prefix);
        let end = start + length;
        PrefixPiece { at: start / IN_TWO, last: end.div_ceil(IN_TWO), start, end }
    }
}

/// Hands out some prefixes, one after the other.
struct Feed<'a, W> {
    warp: W,
    prefixes: Slice<'a, u64>,
    /// Where the prefixes stand that the lanes have, one each, and where all end.
    base: u64,
    end: u64,
    /// How many of the lanes' have been handed out.
    taken: u32,
    own: u64,
    /// Those that the lanes have next.
    coming: u64,
}

impl<'a, W: Warp> Feed<'a, W> {
    #[inline(always)]
    fn new(warp: W, prefixes: Slice<'a, u64>, first: u64, end: u64) -> Self {
        let mut feed = Feed { warp, prefixes, base: first, end, taken: 0, own: 0, coming: 0 };
        feed.own = feed.at(first);
        feed.coming = feed.at(first + u64::from(W::LANES));
        feed
    }

    /// This lane's of the prefixes that stand at `base`; none is one without elements.
    #[inline(always)]
    fn at(&self, base: u64) -> u64 {
        let own = base + u64::from(self.warp.lane());
        if own < self.end { self.prefixes[own as usize] } else { 0 }
    }

    /// Whether there may be more, in all lanes.
    #[inline(always)]
    fn has_more(&self) -> bool {
        self.base < self.end
    }

    /// The next prefix for each group of so many lanes that asks for one; or one without elements, which is none. A
    /// collective.
    #[inline(always)]
    fn next(&mut self, asks: bool, group: u32) -> u64 {
        let (warp, lane) = (self.warp, self.warp.lane());
        let leader = lane - lane % group;
        let leaders = warp.ballot(asks && lane == leader);
        let place = self.taken + (leaders & ((1 << leader) - 1)).count_ones();
        let prefix = warp.shuffle_u64(self.own, place & (W::LANES - 1));
        self.taken += leaders.count_ones();
        // Who asks for more than the lanes have gets none, and asks again.
        let prefix = if place < W::LANES { prefix } else { 0 };
        if self.taken >= W::LANES {
            self.taken = 0;
            self.base += u64::from(W::LANES);
            self.own = self.coming;
            self.coming = self.at(self.base + u64::from(W::LANES));
        }
        prefix
    }
}

/// An element of two words.
#[inline(always)]
fn element(words: [u64; 2], i: u32) -> u32 {
    (words[(i / IN_WORD) as usize] >> (i % IN_WORD * NARROW)) as u32 & u32::from(WIDER)
}

/// The first so many bits, of as many as two words have elements.
#[inline(always)]
fn below(count: u32) -> u32 {
    (1 << count.min(IN_TWO)) - 1
}

//! The triangles through each edge, from prefixes.
//!
//! A triangle `w < v < u` is found at its middle vertex `v`, as in [`prefixes`](crate::kernels::triangles::prefixes).
//! Two of its edges stand in the list of `u`: `uw` where `w` does, within the prefix of `u` at `v`, and `uv` where that
//! prefix ends. So what is added to them at a time stands together. The third, `vw`, is one of the marked list: where
//! each vertex before `v` has a counter in shared memory, that is its mark as well, and a block counts there for all
//! prefixes that it draws.

use core::ops::Range;
use core::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

use cust_core::DeviceCopy;

use crate::kernels::motifs::lists::owner;
use crate::kernels::queue::draw_block;
use crate::kernels::triangles::MarksShape;
use crate::kernels::triangles::marks::Marks;
use crate::kernels::triangles::prefixes::count::{each_vertex, vertex_start};
use crate::kernels::triangles::prefixes::{PrefixedLists, WIDER, unpacked};
use crate::kernels::triangles::shared::{Arena, ThreadTeam, bytes_of};
use crate::memory::Slice;
use crate::sets::lower_bound;
use crate::simt::{Block, Warp};

/// What [`prefixed_edge_triangles_of_hubs`] and [`prefixed_edge_triangles_of_others`] take.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct PrefixedEdgesArgs<'a> {
    /// What is gone through.
    pub lists: PrefixedLists<'a>,
    /// A sum for each edge, in the order of the graph's neighbours; zero before the first launch.
    pub edge_sums: Slice<'a, AtomicU32>,
    /// One counter, from 0 up: how many prefixes have been drawn.
    pub queue: Slice<'a, AtomicU64>,
    /// A position in the prefixes, as for
    /// [`count_prefixed_triangles`](crate::kernels::triangles::prefixes::count::count_prefixed_triangles).
    pub first: u64,
    /// The position before which the prefixes of a vertex start that are drawn.
    pub end: u64,
    /// The vertices before this one are hubs here: at most [`MOST_CELLS`], an even number.
    pub hubs: u32,
    /// The shape of a warp's marks, for the prefixes at other vertices.
    pub marks: MarksShape,
    /// How many prefixes are drawn at a time: fewer than 2^16 - 1, as a counter of 16 bits counts them.
    pub chunk: u32,
}

layout!(PrefixedEdgesArgs<'_>: 144, edge_sums: 80, first: 112, hubs: 128, marks: 132, chunk: 140);

/// Bits of a cell: 0, or one more than has been counted.
const CELL: u32 = u16::BITS;
/// Cells in a word.
const IN_WORD: u32 = u32::BITS / CELL;
/// Elements of a prefix that a lane asks for before it looks at the first.
const AT_ONCE: usize = 4;
/// Vertices that may have a cell: all of them are told in 16 bits.
pub const MOST_CELLS: u32 = 1 << 15;

/// Bytes of shared memory that [`prefixed_edge_triangles_of_hubs`] needs.
pub const fn shared_bytes(hubs: u32) -> usize {
    bytes_of::<u64>(1) + bytes_of::<u32>((hubs / IN_WORD) as usize)
}

/// Counts, at each edge, the triangles whose middle vertex is a hub.
///
/// A block draws prefixes, and sets the cells of the list of the hub that they are at. A warp takes 32 prefixes, one
/// after the other; an element whose cell is set is counted there, and at its place in the list of `u`. Shared memory:
/// [`shared_bytes`]. Bound by instructions, and by adding to a sector for each eight elements.
#[cuda_std::kernel(max_threads = 512, min_blocks = 2)]
pub unsafe fn prefixed_edge_triangles_of_hubs<B: Block>(block: B, args: &PrefixedEdgesArgs<'_>) {
    let (warp, team) = (block.warp(), ThreadTeam::block(block));
    let PrefixedLists { graph, starts, .. } = args.lists;
    assert!(args.hubs <= MOST_CELLS && args.chunk < u32::from(u16::MAX), "more than a cell can hold");
    // SAFETY: the only use of shared memory in this kernel.
    let mut arena = unsafe { Arena::new(block) };
    let slot = arena.take::<u64>(1);
    let cells = Cells { words: arena.atomics((args.hubs / IN_WORD) as usize) };
    team.share(cells.words.len(), |i| cells.words[i].store(0, Relaxed));
    let (all, _) = parts(args);
    let prefixes = WarpPrefixes::of(warp, args);
    while let Some(drawn) = draw_block(block, slot, &args.queue[0], args.chunk, all.end - all.start) {
        let (mut first, last) = (all.start + drawn.start, all.start + drawn.end);
        let mut v = owner(starts, first);
        while first < last {
            while starts[v as usize + 1] <= first {
                v += 1;
            }
            let end = last.min(starts[v as usize + 1]);
            let (list, start) = (graph.list(v), graph.start(v) as usize);
            if !list.is_empty() {
                team.share(list.len(), |i| cells.set(list[i]));
                block.sync();
                // Few for each warp, where there are few: they are waited for one after the other.
                let share = (end - first).div_ceil(block.warps().into()).min(B::Warp::LANES.into());
                let mut own = first + u64::from(block.warp_index()) * share;
                while own < end {
                    prefixes.each_element::<true>(own..end.min(own + share), |element| cells.count(element));
                    own += u64::from(block.warps()) * share;
                }
                block.sync();
                team.share(list.len(), |i| prefixes.add(start + i, cells.take(list[i])));
                block.sync();
            }
            first = end;
        }
    }
}

/// Counts, at each edge, the triangles whose middle vertex is no hub.
///
/// A warp draws prefixes, and marks the list of the vertex that they are at. What is marked of a prefix is looked up
/// there. Shared memory: [`shared_bytes`](crate::kernels::triangles::count::shared_bytes). Bound by waiting for device
/// memory.
#[cuda_std::kernel(max_threads = 256, min_blocks = 3)]
pub unsafe fn prefixed_edge_triangles_of_others<B: Block>(block: B, args: &PrefixedEdgesArgs<'_>) {
    let warp = block.warp();
    // SAFETY: the only use of shared memory in this kernel.
    let marks = unsafe { Marks::of_warp(block, args.marks) };
    warp.sync();
    let (_, all) = parts(args);
    let prefixes = WarpPrefixes::of(warp, args);
    each_vertex(warp, &args.lists, (&args.queue[0], args.chunk), all, &marks, |v, list, at| {
        let start = args.lists.graph.start(v) as usize;
        let mut first = at.start;
        while first < at.end {
            prefixes.each_element::<false>(first..at.end, |element| {
                if !marks.may_contain(element) {
                    return false;
                }
                let place = lower_bound(list, element);
                let closes = list.get(place) == Some(&element);
                if closes {
                    prefixes.add(start + place, 1);
                }
                closes
            });
            first += u64::from(B::Warp::LANES);
        }
    });
}

/// The positions of the prefixes that are to be drawn: those at hubs, and those at others.
#[inline(always)]
fn parts(args: &PrefixedEdgesArgs<'_>) -> (Range<u64>, Range<u64>) {
    let starts = args.lists.starts;
    let [first, end] = [args.first, args.end].map(|position| vertex_start(starts, position));
    let middle = starts[starts.get().len().min(args.hubs as usize + 1) - 1].clamp(first, end);
    (first..middle, middle..end)
}

/// A counter of 16 bits for each hub, in shared memory.
#[derive(Clone, Copy)]
struct Cells<'a> {
    words: &'a [AtomicU32],
}

impl Cells<'_> {
    /// Sets a hub's, which is not set: to one more than it has counted.
    #[inline(always)]
    fn set(self, hub: u32) {
        self.word(hub).fetch_add(1 << shift(hub), Relaxed);
    }

    /// Counts at a hub, if its cell is set. Whether it is.
    #[inline(always)]
    fn count(self, hub: u32) -> bool {
        let word = self.word(hub);
        let is_set = cell(word.load(Relaxed), hub) != 0;
        if is_set {
            word.fetch_add(1 << shift(hub), Relaxed);
        }
        is_set
    }

    /// What a hub that is set has counted, which is not set any more.
    #[inline(always)]
    fn take(self, hub: u32) -> u32 {
        let mask = (1 << CELL) - 1;
        cell(self.word(hub).fetch_and(!(mask << shift(hub)), Relaxed), hub) - 1
    }

    #[inline(always)]
    fn word(&self, hub: u32) -> &AtomicU32 {
        debug_assert!(((hub / IN_WORD) as usize) < self.words.len());
        // SAFETY: there is a cell for each hub, and all that is before a hub is one.
        unsafe { self.words.get_unchecked((hub / IN_WORD) as usize) }
    }
}

/// Where a hub's cell begins in its word.
#[inline(always)]
const fn shift(hub: u32) -> u32 {
    hub % IN_WORD * CELL
}

/// The cell of a hub in its word.
#[inline(always)]
const fn cell(word: u32, hub: u32) -> u32 {
    word >> shift(hub) & ((1 << CELL) - 1)
}

/// The prefixes, as a warp goes through them.
struct WarpPrefixes<'r, 'a, W> {
    warp: W,
    args: &'r PrefixedEdgesArgs<'a>,
}

impl<'r, 'a, W: Warp> WarpPrefixes<'r, 'a, W> {
    #[inline(always)]
    fn of(warp: W, args: &'r PrefixedEdgesArgs<'a>) -> Self {
        let edges = args.lists.graph.neighbors.get().len();
        assert!(args.edge_sums.get().len() >= edges, "fewer sums than edges");
        assert!(4 * args.lists.narrow.get().len() >= edges, "fewer words than the neighbours fill");
        WarpPrefixes { warp, args }
    }

    /// Calls `closes` with the elements of as many of these prefixes as there are lanes, and adds to the edges `uw` and
    /// `uv` of those of which it says that they close a triangle. If `SURE`, all elements are told in 16 bits. A
    /// collective.
    #[inline(always)]
    fn each_element<const SURE: bool>(&self, prefixes: Range<u64>, closes: impl Fn(u32) -> bool) {
        let (warp, lane) = (self.warp, self.warp.lane());
        let own = self.args.lists.prefixes.get().get((prefixes.start + u64::from(lane)) as usize);
        let own = own.copied().unwrap_or_default();
        let count = (prefixes.end - prefixes.start).min(W::LANES.into()) as u32;
        let of = |i: u32| unpacked(warp.shuffle_u64(own, i));
        let elements = |prefix: (u32, u32), at: u32| -> [u32; AT_ONCE] {
            core::array::from_fn(|k| self.element::<SURE>(prefix, at + k as u32 * W::LANES))
        };
        let mut next = of(0);
        let mut coming = elements(next, lane);
        for i in 1..=count {
            // What comes next is on its way meanwhile.
            let ((start, length), mut here) = (next, coming);
            next = of(i.min(count - 1));
            coming = elements(next, lane);
            let (mut first, mut found) = (lane, 0);
            while first < length {
                for (k, &element) in here.iter().enumerate() {
                    let at = first + k as u32 * W::LANES;
                    if at < length && closes(element) {
                        found += 1;
                        self.add((start + at) as usize, 1);
                    }
                }
                first += AT_ONCE as u32 * W::LANES;
                here = elements((start, length), first);
            }
            let found = warp.sum(found);
            if lane == 0 {
                self.add((start + length) as usize, found);
            }
        }
    }

    /// An element of a prefix, or any number where it has ended.
    #[inline(always)]
    fn element<const SURE: bool>(&self, (start, length): (u32, u32), at: u32) -> u32 {
        if at >= length {
            return 0;
        }
        let PrefixedLists { graph, narrow, .. } = &self.args.lists;
        let place = (start + at) as usize;
        debug_assert!(place < 4 * narrow.get().len());
        // SAFETY: prefixes are parts of the lists, of which each element has a quarter of a word, as was asserted; the
        // first one is lowest, as in memory.
        let element = unsafe { *narrow.get().as_ptr().cast::<u16>().add(place) };
        if !SURE && element == WIDER { graph.neighbors[place] } else { element.into() }
    }

    /// Adds to an edge's sum.
    #[inline(always)]
    fn add(&self, edge: usize, triangles: u32) {
        if triangles > 0 {
            debug_assert!(edge < self.args.edge_sums.get().len());
            // SAFETY: an element of a list, and there are as many sums, as was asserted.
            unsafe { self.args.edge_sums.get().get_unchecked(edge) }.fetch_add(triangles, Relaxed);
        }
    }
}

const _: () = assert!(cfg!(target_endian = "little"));

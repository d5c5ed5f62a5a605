//! The number of triangles of a graph whose lists are all short, and in all more than the cache holds.
//!
//! What takes the time in such a graph is to wait for memory: for sectors of 32 bytes, each at a place of its own. So
//! the lists that are asked for at random are read in half as many bytes, from a copy that has the low 16 bits of each
//! element: fewer sectors, more of which are in the cache.

use core::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use cust_core::DeviceCopy;

use super::candidate::TriangleCandidate;
use super::oriented::{Oriented, Roots};
use super::shared::{Arena, ThreadTeam, bytes_of};
use crate::kernels::count::tally::Tally;
use crate::kernels::prepare::positions::for_each;
use crate::kernels::queue::draw;
use crate::memory::{Scratch, Slice};
use crate::primitives::rows::{QUAD, load_one};
use crate::simt::{Block, WIDE_LANES, Warp};

/// What [`halve_neighbors`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct HalveArgs<'a> {
    /// The neighbours.
    pub neighbors: Slice<'a, u32>,
    /// Written: the low 16 bits of each, eight in a number, the first one lowest; as many numbers as these fill.
    pub halves: Scratch<'a, u128>,
}

/// The roots of a graph whose lists are read in halves, and how they are dealt.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct HalvedRoots<'a> {
    /// The graph: fewer than 2^31 edges, and lists so short that the pairs of a task's are fewer than 2^32.
    pub graph: Oriented<'a>,
    /// Its neighbours as [`halve_neighbors`] writes them.
    pub halves: Slice<'a, u128>,
    /// The vertices with at least two smaller neighbours.
    pub roots: Roots<'a>,
    /// One counter, from 0 up: the next task of `roots`.
    pub queue: Slice<'a, AtomicU64>,
}

/// What [`count_halved_triangles`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct HalvedTrianglesArgs<'a> {
    /// The roots.
    pub roots: HalvedRoots<'a>,
    /// [`TOTALS`](crate::kernels::count::tally::TOTALS) sums, zero at the start.
    pub totals: Slice<'a, AtomicU64>,
}

layout!(HalveArgs<'_>: 32, halves: 16);
layout!(HalvedRoots<'_>: 96, roots: 48, queue: 80);
layout!(HalvedTrianglesArgs<'_>: 112, totals: 96);

/// Marks of a warp: vertices that agree modulo their number share one.
const MARKS: u32 = 1 << 12;
/// Elements in a piece: what a lane reads at once.
const PIECE: u32 = 8;
/// Pieces that a lane looks at together.
const AT_ONCE: u32 = 2;
/// Bits of an element there.
const HALF: u32 = u16::BITS;

/// Bytes of shared memory that [`count_halved_triangles`] needs for a block of `warps` warps.
pub const fn shared_bytes(warps: u32) -> usize {
    bytes_of::<u8>((MARKS * warps) as usize) + bytes_of::<u64>((AT_ONCE * WIDE_LANES * warps) as usize)
}

/// Writes the low halves of the neighbours.
///
/// Thread mapping: a thread for eight of them, striding by the grid. Bound by device memory: reads 4 bytes an element,
/// and writes 2.
#[cuda_std::kernel(max_threads = 256)]
pub unsafe fn halve_neighbors<B: Block>(block: B, args: &HalveArgs<'_>) {
    let neighbors = args.neighbors.get();
    let numbers = args.halves.len() as usize;
    assert!(PIECE as usize * numbers >= neighbors.len(), "fewer numbers than the neighbours fill");
    for_each(block, numbers, |at| {
        let [low, high] = load_one::<u32, 2>(neighbors, 2 * QUAD * at, 0);
        let word = |[a, b, c, d]: [u32; QUAD]| {
            u64::from(a & 0xFFFF | b << HALF) | u64::from(c & 0xFFFF | d << HALF) << u32::BITS
        };
        // SAFETY: within the numbers; one thread writes each.
        unsafe { args.halves.write(at, u128::from(word(low)) | u128::from(word(high)) << u64::BITS) };
    });
}

/// Counts each triangle once, at its greatest vertex, where lists have about the length of a warp.
///
/// A warp draws a task. The lanes ask where the lists of its roots are, one each; then they take these one after the
/// other, and mark the elements of each in shared memory by their low bits. A lane asks where the list of one of the
/// root's neighbours is. All these lists together are dealt to the lanes in pieces of 16 bytes, so that each reads as
/// many as the others, whatever the lengths are. What is marked is few, and is looked up: in the neighbours, and among
/// those of the root. Shared memory: [`shared_bytes`]. Bound by the sectors that the pieces lie in.
#[cuda_std::kernel(max_threads = 256, min_blocks = 4)]
pub unsafe fn count_halved_triangles<B: Block>(block: B, args: &HalvedTrianglesArgs<'_>) {
    let mut sum = 0;
    // SAFETY: the only use of shared memory in the kernel.
    unsafe { each_candidate(block, &args.roots, |candidate| sum += u64::from(candidate.closes())) };
    let mut tally = Tally::new();
    tally.add(sum);
    tally.store(block.warp(), &args.totals);
}

/// Calls `visit` with this lane's share of the candidates of all roots, among which are all that close a triangle.
/// Shared memory: [`shared_bytes`].
///
/// # Safety
/// The kernel's threads do this once, and use shared memory in no other way.
#[inline(always)]
pub(in crate::kernels) unsafe fn each_candidate<B: Block>(
    block: B,
    roots: &HalvedRoots<'_>,
    mut visit: impl FnMut(TriangleCandidate<'_>),
) {
    let warp = block.warp();
    assert!(
        PIECE as usize * roots.halves.get().len() >= roots.graph.neighbors.get().len(),
        "fewer halves than neighbours"
    );
    // SAFETY: the caller's promise.
    let mut arena = unsafe { Arena::new(block) };
    let room = AT_ONCE * B::Warp::LANES;
    let marks = arena.flags((MARKS * block.warps()) as usize);
    let pieces = arena.take::<u64>((room * block.warps()) as usize);
    let own = |count: u32| (block.warp_index() * count) as usize..((block.warp_index() + 1) * count) as usize;
    let searching = SearchingWarp {
        warp,
        roots,
        marks: &marks[own(MARKS)],
        pieces: pieces.part(own(room).start as u64, room.into()),
    };
    ThreadTeam::warp(warp).share(MARKS as usize, |at| searching.marks[at].store(0, Relaxed));
    warp.sync();
    while let Some(task) = draw(warp, &roots.queue[0], 1, roots.roots.tasks()) {
        searching.of_task(roots.roots.of(task), &mut visit);
    }
}

/// A list among the neighbours: where it starts, and its length.
#[derive(Clone, Copy)]
struct ListSpan {
    start: u32,
    length: u32,
}

const NO_LIST: ListSpan = ListSpan { start: 0, length: 0 };

/// A warp that looks for triangles.
struct SearchingWarp<'r, 'a, W> {
    warp: W,
    roots: &'r HalvedRoots<'a>,
    marks: &'r [AtomicU8],
    /// Pieces of lists, each its number and of which elements the list is, in one word by [`packed`].
    pieces: Scratch<'r, u64>,
}

impl<W: Warp> SearchingWarp<'_, '_, W> {
    /// Calls `visit` with this lane's share of the candidates of some roots. A collective.
    #[inline(always)]
    fn of_task(&self, roots: &[u32], visit: &mut impl FnMut(TriangleCandidate<'_>)) {
        let (warp, mut first) = (self.warp, 0);
        while first < roots.len() {
            let root = roots.get(first + warp.lane() as usize);
            let ListSpan { start, length } = root.map_or(NO_LIST, |&root| self.list(root));
            let count = (roots.len() - first).min(W::LANES as usize) as u32;
            let of = |i: u32| ListSpan { start: warp.shuffle(start, i), length: warp.shuffle(length, i) };
            let mut next = of(0);
            let mut element = self.element(next, warp.lane());
            for i in 1..=count {
                // What comes next is on its way meanwhile.
                let (list, own) = (next, element);
                next = of(i.min(count - 1));
                element = self.element(next, warp.lane());
                self.of_root(list, own, visit);
            }
            first += W::LANES as usize;
        }
    }

    /// Calls `visit` with this lane's share of the candidates of one root: `list` is its list, and `own` this lane's of
    /// its first elements. A collective.
    #[inline(always)]
    fn of_root(&self, list: ListSpan, own: u32, visit: &mut impl FnMut(TriangleCandidate<'_>)) {
        let (warp, team) = (self.warp, ThreadTeam::warp(self.warp));
        // Before the marks, as it takes longer.
        let mut asked = self.asked(list, 0, own);
        self.mark(list, own, 1);
        warp.sync();
        let mut first = 0;
        loop {
            self.of_lists(asked, list, visit);
            first += W::LANES;
            if first >= list.length {
                break;
            }
            let own = self.element(list, first + team.rank() as u32);
            asked = self.asked(list, first, own);
        }
        self.mark(list, own, 0);
        warp.sync();
    }

    /// Sets all marks of a list to a value. `own` is this lane's of its first elements.
    #[inline(always)]
    fn mark(&self, list: ListSpan, own: u32, value: u8) {
        let (mut i, mut element) = (self.warp.lane(), own);
        while i < list.length {
            self.slot(element).store(value, Relaxed);
            i += W::LANES;
            element = self.element(list, i);
        }
    }

    /// The list of this lane's of the elements of `list` from `first` on; none of the first element, which has none
    /// before it.
    #[inline(always)]
    fn asked(&self, list: ListSpan, first: u32, own: u32) -> ListSpan {
        let place = first + self.warp.lane();
        if place > 0 && place < list.length { self.list(own) } else { NO_LIST }
    }

    /// Calls `visit` with this lane's share of the elements of all lanes' lists that may be in `list`, whose elements
    /// are marked. A collective, after which the marks may change.
    #[inline(always)]
    fn of_lists(
        &self,
        ListSpan { start, length }: ListSpan,
        list: ListSpan,
        visit: &mut impl FnMut(TriangleCandidate<'_>),
    ) {
        let (warp, room) = (self.warp, AT_ONCE * W::LANES);
        let (piece, end) = (start / PIECE, start + length);
        let count = if length > 0 { end.div_ceil(PIECE) - piece } else { 0 };
        let through = warp.inclusive_scan(count);
        let all = warp.shuffle(through, W::LANES - 1);
        let before = through - count;
        let mut dealt = 0;
        while dealt < all {
            let mut k = dealt.saturating_sub(before);
            while k < count && before + k < dealt + room {
                let at = (piece + k) * PIECE;
                let inside = below(end - at) & !below(start.saturating_sub(at));
                // SAFETY: less than the room, and each place is one lane's.
                unsafe { self.pieces.write((before + k - dealt) as usize, packed(piece + k, inside)) };
                k += 1;
            }
            warp.sync();
            let left = (all - dealt).min(room);
            let piece = |place: u32| match place < left {
                // SAFETY: one of those that the lanes have just written.
                true => unsafe { self.pieces.read(place as usize) },
                false => 0,
            };
            let (one, other) = (piece(warp.lane()), piece(W::LANES + warp.lane()));
            // Both are on their way before the first is looked at.
            let (halves_of_one, halves_of_other) = (self.halves(one), self.halves(other));
            self.of_piece(one, halves_of_one, list, visit);
            self.of_piece(other, halves_of_other, list, visit);
            warp.sync();
            dealt += room;
        }
    }

    /// Calls `visit` with those of the elements that a piece has of its list that may be in `list`, whose elements are
    /// marked.
    #[inline(always)]
    fn of_piece(
        &self,
        piece: u64,
        halves: Halves,
        list: ListSpan,
        visit: &mut impl FnMut(TriangleCandidate<'_>),
    ) {
        let (piece, inside) = unpacked(piece);
        if inside == 0 {
            return;
        }
        let marked = self.marked(halves.low) | self.marked(halves.high) << (PIECE / 2);
        let (neighbors, first) = (self.roots.graph.neighbors.get(), list.start as usize);
        // SAFETY: a list of the graph.
        let whole = unsafe { neighbors.get_unchecked(first..first + list.length as usize) };
        let mut elements = marked & inside;
        while elements != 0 {
            let place = piece * PIECE + elements.trailing_zeros();
            elements &= elements - 1;
            // SAFETY: an element of a list of the graph.
            let element = unsafe { *neighbors.get_unchecked(place as usize) };
            visit(TriangleCandidate { list: whole, start: list.start.into(), element, place: place.into() });
        }
    }

    /// Of four halves, a bit for each that is marked.
    #[inline(always)]
    fn marked(&self, halves: u64) -> u32 {
        let mark = |at: u32| u32::from(self.slot((halves >> (at * HALF)) as u32).load(Relaxed)) << at;
        mark(0) | mark(1) | mark(2) | mark(3)
    }

    /// The mark of an element, told by its low bits.
    #[inline(always)]
    fn slot(&self, element: u32) -> &AtomicU8 {
        // SAFETY: there are as many marks.
        unsafe { self.marks.get_unchecked((element % MARKS) as usize) }
    }

    /// The halves of a piece; any, if it has none.
    #[inline(always)]
    fn halves(&self, piece: u64) -> Halves {
        let (piece, inside) = unpacked(piece);
        if inside == 0 {
            return Halves { low: 0, high: 0 };
        }
        let halves = self.roots.halves.get();
        debug_assert!((piece as usize) < halves.len());
        // SAFETY: the piece has an element of a list, and there are numbers for all. They are aligned to 16 bytes, and
        // have no other bits than their two words.
        unsafe { halves.as_ptr().add(piece as usize).cast::<Halves>().read() }
    }

    /// The list of a vertex.
    #[inline(always)]
    fn list(&self, v: u32) -> ListSpan {
        ListSpan { start: self.roots.graph.start(v) as u32, length: self.roots.graph.list(v).len() as u32 }
    }

    /// An element of a list, or any number where it has ended.
    #[inline(always)]
    fn element(&self, list: ListSpan, i: u32) -> u32 {
        if i >= list.length {
            return 0;
        }
        // SAFETY: within a list of the graph.
        unsafe { *self.roots.graph.neighbors.get().get_unchecked((list.start + i) as usize) }
    }
}

/// Eight halves, the first one lowest.
#[repr(C, align(16))]
#[derive(Clone, Copy)]
struct Halves {
    low: u64,
    high: u64,
}
const _: () = assert!(cfg!(target_endian = "little") && size_of::<Halves>() == size_of::<u128>());

/// A piece's number, and which of its elements are meant: none is no piece.
#[inline(always)]
const fn packed(piece: u32, inside: u32) -> u64 {
    (piece as u64) << 32 | inside as u64
}

/// The parts of what [`packed`] gives.
#[inline(always)]
const fn unpacked(piece: u64) -> (u32, u32) {
    ((piece >> 32) as u32, piece as u32)
}

/// The first so many bits, of as many as a piece has elements.
#[inline(always)]
fn below(count: u32) -> u32 {
    (1 << count.min(PIECE)) - 1
}

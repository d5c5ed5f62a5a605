//! The number of cliques of four to seven vertices of a small graph, by one launch.

use core::array::from_fn;
use core::marker::PhantomData;
use core::ops::BitAnd;
use core::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

use cust_core::DeviceCopy;

use super::matrix::{Matrix, PART, WORD, stride, words};
use crate::kernels::landing::LandingSum;
use crate::kernels::queue::{draw, draw_block};
use crate::kernels::triangles::gather::{NONE, each_in_groups};
use crate::kernels::triangles::hubs::{bit, row_start};
use crate::kernels::triangles::marks::Marks;
use crate::kernels::triangles::shared::{Arena, ThreadTeam, bytes_of};
use crate::kernels::triangles::{HubRows, MarksShape, Oriented};
use crate::memory::{Scratch, Slice};
use crate::sets::lower_bound;
use crate::simt::{Block, WIDE_LANES, Warp};

/// What these kernels take.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct CliquesAtOnceArgs<'a> {
    /// The graph.
    pub graph: Oriented<'a>,
    /// Rows of its hubs.
    pub hubs: HubRows<'a>,
    /// The vertices with smaller neighbours enough for a clique, those with the longest lists first.
    pub roots: Slice<'a, u32>,
    /// Two counters, from 0 up: the next root of a block, and of a warp.
    pub queues: Slice<'a, AtomicU64>,
    /// Where the number goes.
    pub total: LandingSum<'a>,
    /// The longest list: at most [`LONGEST`].
    pub longest: u32,
    /// How many of the roots have more than [`ALONE`] vertices in their lists.
    pub long: u32,
    /// How many of the other roots a warp draws at a time.
    pub chunk: u32,
}

layout!(CliquesAtOnceArgs<'_>: 136, longest: 120, chunk: 128);

/// The longest list: a pair of its places is told in 16 bits, and a set of them has two words.
pub const LONGEST: u32 = 2 * WORD;
/// The longest list that a warp takes alone: a lane for each vertex.
pub const ALONE: u32 = WIDE_LANES;

/// Bits of the filters that a root's list is marked in: few vertices that are not in the list pass.
const FILTER_OF_WARP: MarksShape = MarksShape { exact: 0, filter: 1 << 10 };
const FILTER_OF_BLOCK: MarksShape = MarksShape { exact: 0, filter: 1 << 11 };

/// Bytes of shared memory that these kernels need for lists of up to `longest` vertices and blocks of `warps` warps.
pub const fn shared_bytes(longest: u32, warps: u32) -> usize {
    bytes_of::<u64>(1)
        + bytes_of::<u64>(warps as usize)
        + RootRoom::shared_bytes(longest, FILTER_OF_BLOCK, 1)
        + RootRoom::shared_bytes(ALONE, FILTER_OF_WARP, warps)
}

/// Counts each clique of four vertices once, at its greatest vertex.
///
/// What a small graph takes is time to wait for something. Blocks draw the roots of long lists, and when there are no
/// more, their warps draw the others, one each. Who has a root makes the bit matrix of the graph among its list: rows of
/// several hubs are asked for at once, and the lists of other vertices are gathered as
/// [`count_few_triangles`](crate::kernels::triangles::few::count_few_triangles) does. A lane takes a pair of neighbours
/// of the list, and what both have before them in common, and goes through the rest of the cliques by itself. Shared
/// memory: [`shared_bytes`]. Bound by the latency of memory.
// These may spill: as many warps as fit are worth more (benches/results/notes.md).
#[cuda_std::kernel(max_threads = 256, min_blocks = 6, may_spill = 148)]
pub unsafe fn count_4_cliques_at_once<B: Block>(block: B, args: &CliquesAtOnceArgs<'_>) {
    count::<B, Last>(block, args);
}

/// Counts each clique of five vertices once, as [`count_4_cliques_at_once`] does.
#[cuda_std::kernel(max_threads = 256, min_blocks = 6, may_spill = 148)]
pub unsafe fn count_5_cliques_at_once<B: Block>(block: B, args: &CliquesAtOnceArgs<'_>) {
    count::<B, Before<Last>>(block, args);
}

/// Counts each clique of six vertices once, as [`count_4_cliques_at_once`] does. Bound by lanes that wait for others of
/// their warp.
#[cuda_std::kernel(max_threads = 256, min_blocks = 6, may_spill = 300)]
pub unsafe fn count_6_cliques_at_once<B: Block>(block: B, args: &CliquesAtOnceArgs<'_>) {
    count::<B, Before<Before<Last>>>(block, args);
}

/// Counts each clique of seven vertices once, as [`count_6_cliques_at_once`] does those of six.
#[cuda_std::kernel(max_threads = 256, min_blocks = 5, may_spill = 430)]
pub unsafe fn count_7_cliques_at_once<B: Block>(block: B, args: &CliquesAtOnceArgs<'_>) {
    count::<B, Before<Before<Before<Last>>>>(block, args);
}

/// The kernels' body.
#[inline(always)]
fn count<B: Block, C: Chosen>(block: B, args: &CliquesAtOnceArgs<'_>) {
    // SAFETY: the only use of shared memory in the kernel.
    let mut arena = unsafe { Arena::new(block) };
    let slot = arena.take::<u64>(1);
    let sums = arena.sums(block.warps() as usize);
    let (together, alone) = (Team::<B, true> { block }, Team::<B, false> { block });
    let mut sum = 0;
    let room = RootRoom::in_arena(&mut arena, together, args.longest, FILTER_OF_BLOCK);
    while let Some(roots) = draw_block(block, slot, &args.queues[0], 1, args.long.into()) {
        sum += together.cliques_at::<C, u64, 8, 2>(args, &room, roots.start as u32);
    }
    let room = RootRoom::in_arena(&mut arena, alone, ALONE, FILTER_OF_WARP);
    let others = args.roots.len() as u64 - u64::from(args.long);
    while let Some(roots) = draw(block.warp(), &args.queues[1], args.chunk, others) {
        for root in roots.start as u32..roots.end as u32 {
            sum += alone.cliques_at::<C, u32, 8, 1>(args, &room, args.long + root);
        }
    }
    args.total.add(block, sums, sum);
}

/// The threads that have a root: the warps of the block together, or a warp alone.
#[derive(Clone, Copy)]
struct Team<B, const TOGETHER: bool> {
    block: B,
}

impl<B: Block, const TOGETHER: bool> Team<B, TOGETHER> {
    #[inline(always)]
    fn threads(self) -> ThreadTeam {
        if TOGETHER { ThreadTeam::block(self.block) } else { ThreadTeam::warp(self.block.warp()) }
    }

    /// This warp among the team's.
    #[inline(always)]
    fn rank(self) -> u32 {
        if TOGETHER { self.block.warp_index() } else { 0 }
    }

    /// The team's warps.
    #[inline(always)]
    fn warps(self) -> u32 {
        if TOGETHER { self.block.warps() } else { 1 }
    }

    /// Waits for all of the team.
    #[inline(always)]
    fn sync(self) {
        if TOGETHER { self.block.sync() } else { self.block.warp().sync() }
    }
}

/// A team's room.
struct RootRoom<'a> {
    /// The root's list.
    list: Scratch<'a, u32>,
    /// The list's marks, where some of its vertices are no hubs.
    marks: Marks<'a>,
    /// The graph among the list: rows of as many words as their own bits are in.
    matrix: Matrix<'a>,
    /// The matrix as words.
    words: Scratch<'a, u64>,
    /// Pairs of neighbours: the places of the later ones, times 256, and of the others.
    pairs: Scratch<'a, u16>,
    /// How many pairs there are, where warps find them together.
    found: &'a AtomicU32,
}

impl<'a> RootRoom<'a> {
    const fn words(longest: u32) -> usize {
        (longest * stride(longest)) as usize
    }

    /// The most pairs.
    const fn pairs(longest: u32) -> usize {
        (longest * longest.saturating_sub(1) / 2) as usize
    }

    const fn shared_bytes(longest: u32, filter: MarksShape, teams: u32) -> usize {
        let teams = teams as usize;
        bytes_of::<u32>(teams * longest as usize)
            + bytes_of::<u32>(teams * filter.words() as usize)
            + bytes_of::<u64>(teams * Self::words(longest))
            + bytes_of::<u16>(teams * Self::pairs(longest))
            + bytes_of::<u32>(teams)
    }

    /// The team's part of the block's memory, for lists of up to `longest` vertices.
    #[inline(always)]
    fn in_arena<B: Block, const TOGETHER: bool>(
        arena: &mut Arena<'a>,
        team: Team<B, TOGETHER>,
        longest: u32,
        filter: MarksShape,
    ) -> Self {
        let (teams, own) =
            if TOGETHER { (1, 0) } else { (team.block.warps() as usize, team.block.warp_index() as usize) };
        let marks = filter.words() as usize;
        let (words, pairs) = (Self::words(longest), Self::pairs(longest));
        let list = part(arena.take(teams * longest as usize), own, longest as usize);
        let marks = &arena.atomics(teams * marks)[own * marks..][..marks];
        let words = part(arena.take(teams * words), own, words);
        RootRoom {
            list,
            marks: Marks::new(marks, filter, team.threads()),
            matrix: Matrix::new(words, stride(longest)),
            words,
            pairs: part(arena.take(teams * pairs), own, pairs),
            found: &arena.atomics(teams)[own],
        }
    }
}

/// Part `own` of an array of parts of so many elements.
#[inline(always)]
fn part<T: Copy>(all: Scratch<'_, T>, own: usize, length: usize) -> Scratch<'_, T> {
    all.part((own * length) as u64, length as u64)
}

impl<B: Block, const TOGETHER: bool> Team<B, TOGETHER> {
    /// This thread's share of the cliques at the root at a position. Of `ROWS` rows at once, `PARTS` times 32 bits are
    /// asked for, and sets are `S`, or two words where it is one. A collective of the team.
    #[inline(always)]
    fn cliques_at<C: Chosen, S: VertexSet, const ROWS: usize, const PARTS: usize>(
        self,
        args: &CliquesAtOnceArgs<'_>,
        room: &RootRoom<'_>,
        position: u32,
    ) -> u64 {
        let neighbors = args.graph.list(args.roots[position as usize]);
        let threads = self.threads();
        assert!(
            neighbors.len() as u64 <= room.list.len(),
            "a root whose list is longer than its launch allows"
        );
        // What the last root has left may still be in use.
        self.sync();
        // SAFETY: each element is written by one thread, and read after the team has met.
        threads.share(neighbors.len(), |i| unsafe { room.list.write(i, neighbors[i]) });
        let rows = neighbors.len() * (room.words.len() / room.list.len()) as usize;
        // SAFETY: as above; there are so many words for each of the list.
        threads.share(rows, |at| unsafe { room.words.write(at, 0) });
        if TOGETHER && threads.rank() == 0 {
            room.found.store(0, Relaxed);
        }
        self.sync();
        // SAFETY: just written, and not again before the team meets at the next root.
        let list = unsafe { room.list.written(neighbors.len()) };
        let hubs = lower_bound(list, args.hubs.count) as u32;
        let are_hubs = hubs as usize == list.len();
        if !are_hubs {
            room.marks.set::<B::Warp>(threads, list);
        }
        self.put_hub_rows::<ROWS, PARTS>(&args.hubs, room.matrix, &list[..hubs as usize]);
        if !are_hubs {
            self.sync();
            self.set_listed(&args.graph, room, list, hubs);
        }
        self.sync();
        if !are_hubs {
            room.marks.clear(threads, list);
        }
        self.cliques_in::<C, S>(room, list.len() as u32)
    }

    /// Fills the rows of hubs, which are the first of a list, from the hubs' rows. A collective of the team.
    #[inline(always)]
    fn put_hub_rows<const ROWS: usize, const PARTS: usize>(
        self,
        hubs: &HubRows<'_>,
        matrix: Matrix<'_>,
        list: &[u32],
    ) {
        let (warp, count) = (self.block.warp(), list.len() as u32);
        if B::Warp::LANES == 1 {
            for i in (self.rank()..count).step_by(self.warps() as usize) {
                let row = hubs.row(list[i as usize]);
                // SAFETY: the row belongs to this warp until the team meets.
                unsafe { matrix.put(warp, i, |j| bit(row, list[j as usize]) == 1) };
            }
            return;
        }
        // The first row is empty. Beyond it, there are words to read.
        if count < 2 {
            return;
        }
        let all = hubs.words.get();
        for at in 0..words(count) {
            let column = |part: usize| at as u32 * WORD + part as u32 * PART + warp.lane();
            let own: [u32; PARTS] =
                from_fn(|part| if column(part) < count { list[column(part) as usize] } else { 0 });
            // Rows before have no bits here.
            let mut first = at as u32 * WORD + self.rank() * ROWS as u32;
            while first < count {
                // All are read before any is looked at.
                let read: [[u32; PARTS]; ROWS] = from_fn(|row| {
                    let i = first + row as u32;
                    let start = if i < count { row_start(list[i as usize]) } else { 0 };
                    from_fn(|part| {
                        let is_before = i < count && column(part) < i;
                        let place = if is_before { start + own[part] / PART } else { 0 };
                        // SAFETY: a row has a word for each smaller vertex, and the hubs' rows have one at least.
                        let word = unsafe { *all.get_unchecked(place as usize) };
                        if is_before { word >> (own[part] % PART) & 1 } else { 0 }
                    })
                });
                for (row, bits) in read.into_iter().enumerate() {
                    let i = first + row as u32;
                    let halves = bits.map(|bit| u64::from(warp.ballot(bit == 1)));
                    if warp.lane() == 0 && i < count {
                        let word = halves.iter().rev().fold(0, |word, half| word << PART | half);
                        // SAFETY: row and word are in the matrix and belong to this warp until the team meets; one lane
                        // writes.
                        unsafe { matrix.write(i, at, word) };
                    }
                }
                first += self.warps() * ROWS as u32;
            }
        }
    }

    /// Sets the bits in the rows of a list's vertices from `hubs` on, whose lists are gathered. The rows are clear, and
    /// the list is marked. A collective of the team.
    #[inline(always)]
    fn set_listed(self, graph: &Oriented<'_>, room: &RootRoom<'_>, list: &[u32], hubs: u32) {
        /// Rows that a warp takes at once.
        const ROWS: u32 = 8;
        let neighbors = graph.neighbors.get();
        let locate = |place: u32, v: u32| {
            let is_own = place >= hubs && place / ROWS % self.warps() == self.rank();
            if is_own { (graph.start(v), graph.list(v).len() as u32) } else { (0, 0) }
        };
        each_in_groups(self.block.warp(), list, locate, |lane, place, start, length| {
            // SAFETY: within a list that was located.
            let element = |i: u32| unsafe { *neighbors.get_unchecked((start + u64::from(i)) as usize) };
            lane.each_at_once(length, NONE, element, |_, elements| {
                for w in elements {
                    if w != NONE && room.marks.may_contain(w) {
                        let before = &list[..place as usize];
                        let at = lower_bound(before, w);
                        if before.get(at) == Some(&w) {
                            // SAFETY: a bit before the row's own, whose word is written; nobody reads it before the
                            // team meets.
                            unsafe { room.matrix.set::<B::Warp>(place, at as u32) };
                        }
                    }
                }
            });
        });
    }

    /// This thread's share of the cliques of a root's list, whose matrix is filled. A collective of the team.
    #[inline(always)]
    fn cliques_in<C: Chosen, S: VertexSet>(self, room: &RootRoom<'_>, rows: u32) -> u64 {
        let (warp, matrix) = (self.block.warp(), room.matrix);
        let mut sum = 0u64;
        let mut found = 0;
        let mut i = self.rank();
        while i < rows {
            let mut first = 0;
            while first < i {
                let j = first + warp.lane();
                // SAFETY: the rows are filled; `j` is before the row's own bit.
                let is_joined = j < i && unsafe { matrix.bit(i, j) };
                let both = if !is_joined {
                    0
                } else if S::BITS >= i {
                    in_common::<S>(matrix, i, j).size()
                } else {
                    in_common::<u128>(matrix, i, j).size()
                };
                if C::COUNT == 1 {
                    sum += u64::from(both);
                } else {
                    let kept = warp.ballot(both >= C::COUNT);
                    let before = if TOGETHER { reserve(warp, room.found, kept.count_ones()) } else { found };
                    if both >= C::COUNT {
                        let at = before + (kept & warp.lanes_below()).count_ones();
                        // SAFETY: there is a place for each pair, and no other thread has this one.
                        unsafe { room.pairs.write(at as usize, (i << 8 | j) as u16) };
                    }
                    found += kept.count_ones();
                }
                first += B::Warp::LANES;
            }
            i += self.warps();
        }
        if C::COUNT == 1 {
            return sum;
        }
        self.sync();
        let found = if TOGETHER { room.found.load(Relaxed) } else { found };
        self.threads().share(found as usize, |at| {
            // SAFETY: written before the team met, and not again before it meets at the next root.
            let pair = u32::from(unsafe { room.pairs.read(at) });
            let (i, j) = (pair >> 8, pair & 0xFF);
            sum += u64::from(if S::BITS >= i {
                C::cliques(in_common::<S>(matrix, i, j), matrix)
            } else {
                cliques_of_many::<C>(in_common(matrix, i, j), matrix)
            });
        });
        sum
    }
}

/// The cliques of a set of two words.
// Out of line: it is rare, and must not cost the others registers.
#[inline(never)]
fn cliques_of_many<C: Chosen>(set: u128, matrix: Matrix<'_>) -> u32 {
    if set >> WORD == 0 { C::cliques(set as u64, matrix) } else { C::cliques(set, matrix) }
}

/// The next `count` numbers, for a warp. A collective of it.
#[inline(always)]
fn reserve<W: Warp>(warp: W, next: &AtomicU32, count: u32) -> u32 {
    let mut first = 0;
    if warp.lane() == 0 && count > 0 {
        first = next.fetch_add(count, Relaxed);
    }
    warp.shuffle(first, 0)
}

/// What the rows of two vertices have in common, where the other is in the row of the first.
#[inline(always)]
fn in_common<S: VertexSet>(matrix: Matrix<'_>, i: u32, j: u32) -> S {
    row::<S>(matrix, i) & row(matrix, j)
}

/// A row of a filled matrix, whose own bit is at [`BITS`](VertexSet::BITS) at most.
#[inline(always)]
fn row<S: VertexSet>(matrix: Matrix<'_>, i: u32) -> S {
    let word = |at: u32| {
        // SAFETY: who asks has a place in the list whose matrix is filled, with the words up to each row's own bit.
        // Nobody writes until the team meets.
        if at <= i / WORD { unsafe { matrix.word(i, at) } } else { 0 }
    };
    S::of_words(word)
}

/// A set of places in a list.
trait VertexSet: Copy + BitAnd<Output = Self> {
    /// The places are below this.
    const BITS: u32;
    /// The set in the words of a row.
    fn of_words(word: impl Fn(u32) -> u64) -> Self;
    /// How many there are.
    fn size(self) -> u32;
    /// Whether there are none.
    fn is_empty(self) -> bool;
    /// The first place, of some.
    fn first(self) -> u32;
    /// Those after it.
    fn without_first(self) -> Self;
}

/// A [`VertexSet`] in an integer, and how that is made of words.
macro_rules! vertex_set {
    ($set:ty, |$word:ident| $of_words:expr) => {
        impl VertexSet for $set {
            const BITS: u32 = <$set>::BITS;

            #[inline(always)]
            fn of_words($word: impl Fn(u32) -> u64) -> Self {
                $of_words
            }

            #[inline(always)]
            fn size(self) -> u32 {
                self.count_ones()
            }

            #[inline(always)]
            fn is_empty(self) -> bool {
                self == 0
            }

            #[inline(always)]
            fn first(self) -> u32 {
                self.trailing_zeros()
            }

            #[inline(always)]
            fn without_first(self) -> Self {
                self & (self - 1)
            }
        }
    };
}

vertex_set!(u32, |word| word(0) as u32);
vertex_set!(u64, |word| word(0));
vertex_set!(u128, |word| u128::from(word(0)) | u128::from(word(1)) << WORD);

/// The vertices that are still to be chosen, to the compiler.
trait Chosen {
    /// How many there are.
    const COUNT: u32;
    /// The cliques of so many vertices of a set that has as many.
    fn cliques<S: VertexSet>(set: S, matrix: Matrix<'_>) -> u32;
}

/// One vertex.
struct Last;
/// A vertex, and others before it.
struct Before<C>(PhantomData<C>);

impl Chosen for Last {
    const COUNT: u32 = 1;
    #[inline(always)]
    fn cliques<S: VertexSet>(set: S, _: Matrix<'_>) -> u32 {
        set.size()
    }
}

impl<C: Chosen> Chosen for Before<C> {
    const COUNT: u32 = C::COUNT + 1;
    // Of four vertices among 126 there are fewer than 2^32.
    #[inline(always)]
    fn cliques<S: VertexSet>(set: S, matrix: Matrix<'_>) -> u32 {
        let (mut sum, mut left) = (0, set);
        while !left.is_empty() {
            let common = set & row(matrix, left.first());
            left = left.without_first();
            if C::COUNT == 1 || common.size() >= C::COUNT {
                sum += C::cliques(common, matrix);
            }
        }
        sum
    }
}

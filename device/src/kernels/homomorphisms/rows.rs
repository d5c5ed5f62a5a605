//! Rows: for one root at a time, numbers at the vertices that are reached from it.

use core::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

use cust_core::DeviceCopy;

use super::numbers::{self, Numbers, WORDS, add, add_in_block, sum_over_lanes};
use crate::graph::GraphView;
use crate::kernels::queue::draw_block;
use crate::kernels::triangles::shared::{Arena, READERS, ThreadTeam, bytes_of, from_the_end, groups};
use crate::memory::{Scratch, Slice};
use crate::simt::{Block, Warp};

/// The most rows that are pushed for a root.
pub const MOST_PUSHES: usize = 6;

/// A root's row: a product. It has a factor `along`, or a pushed row, or both.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct RowArgs<'a> {
    /// At the edges from the root, where `joined` is set.
    pub along: Numbers<'a>,
    /// How often each pushed row is a factor: four bits each.
    pub powers: u32,
    /// 1 if the row is 0 but at the neighbours of the root.
    pub joined: u32,
}

/// A row that is pushed on to the neighbours of its vertices.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct PushArgs<'a> {
    /// The row, of which earlier pushed rows may be factors.
    pub from: RowArgs<'a>,
    /// At its vertices.
    pub weights: Numbers<'a>,
    /// At the edges from its vertices; of a row that is pulled, at the edges to them.
    pub along: Numbers<'a>,
}

/// What [`push_rows`] takes, for `n` vertices and `p` pushes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct PushRowsArgs<'a> {
    /// The graph.
    pub graph: GraphView<'a>,
    /// The pushes, the first `p`.
    pub pushes: [PushArgs<'a>; MOST_PUSHES],
    /// The row at the end.
    pub last: RowArgs<'a>,
    /// At its vertices, if sums stand at the root; at the root, if they stand at its vertices; not read otherwise.
    pub weights: Numbers<'a>,
    /// At the vertices: roots at which it is 0 are left out, and add nothing.
    pub roots: Numbers<'a>,
    /// `n` numbers, to which sums are added; or a number for each edge in both directions, which is overwritten where
    /// the root is not left out.
    pub sums: Slice<'a, AtomicU64>,
    /// For each block of the grid `p n` numbers, zero at the start and at the end.
    pub values: Slice<'a, AtomicU64>,
    /// For each block `p n` words, zero at the start and at the end.
    pub seen: Slice<'a, AtomicU32>,
    /// For each block room for `p n` vertices: overwritten.
    pub met: Scratch<'a, u32>,
    /// One counter, from 0 up: the next root.
    pub queue: Slice<'a, AtomicU64>,
    /// Where the roots end.
    pub end: u64,
    /// `p`, at least 1 but for [`push_later_rows`].
    pub push_count: u32,
    /// Where what the last row comes to stands: [`AT_ROOT`], [`AT_ROW`] or [`AT_EDGES`].
    pub place: u32,
    /// How many roots a block draws at a time.
    pub chunk: u32,
    /// Bit `i`: whether the `i`-th row is not pushed, but pulled by the neighbours of the root, which alone have it
    /// then. The row that it comes from is a product of pushed ones.
    pub pulled: u32,
}

/// Sums stand at the root.
pub const AT_ROOT: u32 = 0;
/// Sums stand at the last row's vertices.
pub const AT_ROW: u32 = 1;
/// The last row, which is one of the root's neighbours, stands at the edges to them.
pub const AT_EDGES: u32 = 2;

layout!(RowArgs<'_>: 24);
layout!(PushArgs<'_>: 56);
layout!(PushRowsArgs<'_>: 544, last: 384, end: 520, pulled: 540);

/// Bytes of shared memory that the kernel needs.
pub const SHARED_BYTES: usize = bytes_of::<u64>(1) + bytes_of::<u32>(MOST_PUSHES);

/// For each root `r`, pushes rows on one after the other, and adds up what the last row comes to: at the root `Σ_v
/// last(v) · weights(v)`, or at each `v` the sum of `last(v) · weights(r)` over the roots; or writes `last(v)` at each
/// edge `(r, v)`.
///
/// Thread mapping: a block a root, a group of lanes a vertex of the row that is pushed, a lane a neighbour. Shared
/// memory: [`SHARED_BYTES`]. Bound by the caches and atomics: three for each neighbour of a row's vertices, and two for
/// each vertex that pulls.
#[cuda_std::kernel(max_threads = 384, min_blocks = 1)]
pub unsafe fn push_rows<B: Block>(block: B, args: &PushRowsArgs<'_>) {
    push_from_roots::<B, false>(block, args);
}

/// The same of rows that are 0 at the root and at all vertices before it: lists are read from their ends on, down to the
/// root. There may be no pushes, all roots are taken, and sums stand at the root.
///
/// Thread mapping, shared memory and bounds: those of [`push_rows`].
// May spill: a register more than as many threads have, once.
#[cuda_std::kernel(max_threads = 384, min_blocks = 1, may_spill = 8)]
pub unsafe fn push_later_rows<B: Block>(block: B, args: &PushRowsArgs<'_>) {
    push_from_roots::<B, true>(block, args);
}

#[inline(always)]
fn push_from_roots<B: Block, const LATER: bool>(block: B, args: &PushRowsArgs<'_>) {
    // SAFETY: once, and shared memory is used in no other way.
    let mut arena = unsafe { Arena::new(block) };
    let slot = arena.take::<u64>(1);
    let counts = arena.atomics(MOST_PUSHES);
    ThreadTeam::block(block).share(MOST_PUSHES, |push| counts[push].store(0, Relaxed));
    // The barrier of the first draw lets all see the zeros.
    let rows = BlockRows::<B, LATER>::new(block, args, counts);
    while let Some(roots) = draw_block(block, slot, &args.queue[0], args.chunk, args.end) {
        for root in roots {
            rows.take(root as u32);
        }
    }
}

/// What a block has for its roots.
struct BlockRows<'r, 'a, B, const LATER: bool> {
    block: B,
    args: &'r PushRowsArgs<'a>,
    n: usize,
    /// The numbers of the pushed rows, one row after another. All zero between roots.
    values: &'a [AtomicU64],
    /// Whether a vertex has been met by a push. All zero between roots.
    seen: &'a [AtomicU32],
    /// The vertices that each push met, each once.
    met: Scratch<'a, u32>,
    /// How many vertices each push met. Zero between roots.
    counts: &'r [AtomicU32],
}

impl<'r, 'a, B: Block, const LATER: bool> BlockRows<'r, 'a, B, LATER> {
    #[inline(always)]
    fn new(block: B, args: &'r PushRowsArgs<'a>, counts: &'r [AtomicU32]) -> Self {
        let n = args.graph.vertices() as usize;
        let (index, length) = (u64::from(block.index()), u64::from(args.push_count) * n as u64);
        let words = WORDS as u64 * length;
        BlockRows {
            block,
            args,
            n,
            values: args.values.part(index * words, words).get(),
            seen: args.seen.part(index * length, length).get(),
            met: args.met.part(index * length, length),
            counts,
        }
    }

    /// Pushes the rows of a root on. All of the block's threads come here, and a barrier lies between roots.
    #[inline(always)]
    fn take(&self, root: u32) {
        let (block, args) = (self.block, self.args);
        if self.list(root).1.is_empty() || !LATER && args.roots.at(root.into()) == 0 {
            return;
        }
        for push in 0..args.push_count as usize {
            let from = self.row(root, &args.pushes[push].from);
            if args.pulled >> push & 1 != 0 {
                groups(block, READERS, from.neighbors.len(), |i, group| self.pull(push, &from, i, group));
                // All of them have a place, if only for a zero.
                ThreadTeam::block(block)
                    .share(1, |_| self.counts[push].store(from.neighbors.len() as u32, Relaxed));
            } else {
                groups(block, READERS, from.length, |i, group| self.push(push, &from, i, group));
            }
            block.sync();
        }
        self.end(root);
        block.sync();
        self.clear();
        block.sync();
    }

    /// A row of the root, whose pushed factors are there.
    #[inline(always)]
    fn row(&self, root: u32, row: &'r RowArgs<'a>) -> GrowingRow<'r, 'a> {
        let (first, neighbors) = self.list(root);
        // Of a product, any factor has all vertices at which it is not 0.
        let pushed = row.powers.trailing_zeros() as usize / 4;
        let length =
            if row.joined != 0 { neighbors.len() } else { self.counts[pushed].load(Relaxed) as usize };
        GrowingRow { row, root, first, neighbors, pushed, length }
    }

    /// The neighbours of a root that its rows may have, and the position of the first.
    #[inline(always)]
    fn list(&self, root: u32) -> (u64, &'a [u32]) {
        let graph = &self.args.graph;
        let before = if LATER { graph.smaller(root) } else { 0 };
        (graph.offsets[root as usize] + before as u64, &graph.neighbors(root)[before..])
    }

    /// Calls `visit` with a group's share of the neighbours of a vertex that rows of `root` may have, and their
    /// positions.
    #[inline(always)]
    fn each_neighbor(&self, vertex: u32, root: u32, group: ThreadTeam, mut visit: impl FnMut(u64, u32)) {
        let first = self.args.graph.offsets[vertex as usize];
        let neighbors = self.args.graph.neighbors(vertex);
        if LATER {
            from_the_end(neighbors, root, group, |place, neighbor| visit(first + place as u64, neighbor));
        } else {
            group.share(neighbors.len(), |place| visit(first + place as u64, neighbors[place]));
        }
    }

    /// The vertex at a place of a row, and the number there.
    #[inline(always)]
    fn at(&self, row: &GrowingRow<'r, 'a>, i: usize) -> (u32, u128) {
        let (vertex, number) = if row.row.joined != 0 {
            (row.neighbors[i], row.row.along.at(row.first + i as u64))
        } else {
            // SAFETY: fewer than the push met, all of which were written before the barrier.
            (unsafe { self.met.read(row.pushed * self.n + i) }, 1)
        };
        (vertex, self.times_pushed(number, row.row.powers, vertex))
    }

    /// A number, times the pushed rows' at a vertex.
    #[inline(always)]
    fn times_pushed(&self, mut number: u128, mut powers: u32, vertex: u32) -> u128 {
        let mut push = 0;
        while powers != 0 {
            for _ in 0..powers & 15 {
                number = number.wrapping_mul(numbers::get(self.values, push * self.n + vertex as usize));
            }
            powers >>= 4;
            push += 1;
        }
        number
    }

    /// Pushes the `i`-th vertex of a row on to its neighbours, which a group of lanes shares.
    #[inline(always)]
    fn push(&self, push: usize, from: &GrowingRow<'r, 'a>, i: usize, group: ThreadTeam) {
        let PushArgs { weights, along, .. } = &self.args.pushes[push];
        let (vertex, number) = self.at(from, i);
        let number = number.wrapping_mul(weights.at(vertex.into()));
        // What is 0 modulo 2^128 adds nothing.
        if number == 0 {
            return;
        }
        // Most often it is plain edges, which need no product. A card, which waits for memory, has a use for the
        // registers.
        if B::Warp::LANES == 1 && along.is_ones() {
            self.each_neighbor(vertex, from.root, group, |_, neighbor| self.give(push, neighbor, number));
        } else {
            self.each_neighbor(vertex, from.root, group, |place, neighbor| {
                let number = number.wrapping_mul(along.at(place));
                if number != 0 {
                    self.give(push, neighbor, number);
                }
            });
        }
    }

    /// Adds to the number of a pushed row at a vertex.
    #[inline(always)]
    fn give(&self, push: usize, vertex: u32, number: u128) {
        let place = push * self.n + vertex as usize;
        add_in_block::<B::Warp>(self.values, place, number);
        if self.is_first(place) {
            let met = self.next(push);
            // SAFETY: each vertex is met for the first time once, so that there are places for all; nobody else has
            // this one.
            unsafe { self.met.write(push * self.n + met, vertex) };
        }
    }

    /// Has the `i`-th neighbour of the root pull a row from its neighbours, which a group of lanes shares.
    #[inline(always)]
    fn pull(&self, push: usize, from: &GrowingRow<'r, 'a>, i: usize, group: ThreadTeam) {
        let PushArgs { weights, along, .. } = &self.args.pushes[push];
        let vertex = from.neighbors[i];
        let mut sum = 0u128;
        self.each_neighbor(vertex, from.root, group, |place, neighbor| {
            let number = self.times_pushed(weights.at(neighbor.into()), from.row.powers, neighbor);
            if number != 0 {
                sum = sum.wrapping_add(number.wrapping_mul(along.at(place)));
            }
        });
        add_in_block::<B::Warp>(self.values, push * self.n + vertex as usize, sum);
        // SAFETY: there is a place for each vertex, and a neighbour has that of its number.
        group.share(1, |_| unsafe { self.met.write(push * self.n + i, vertex) });
    }

    /// Whether nobody has been here before.
    #[inline(always)]
    fn is_first(&self, place: usize) -> bool {
        debug_assert!(place < self.seen.len());
        // SAFETY: there is a word for each vertex and push.
        let seen = unsafe { self.seen.get_unchecked(place) };
        // Most have been: a look costs less than a write.
        if seen.load(Relaxed) != 0 {
            return false;
        }
        if B::Warp::LANES > 1 {
            return seen.swap(1, Relaxed) == 0;
        }
        seen.store(1, Relaxed);
        true
    }

    /// The place of the next vertex that a push meets.
    #[inline(always)]
    fn next(&self, push: usize) -> usize {
        let count = &self.counts[push];
        if B::Warp::LANES > 1 {
            return count.fetch_add(1, Relaxed) as usize;
        }
        let place = count.load(Relaxed);
        count.store(place + 1, Relaxed);
        place as usize
    }

    /// Adds up what the last row comes to, or writes it down.
    #[inline(always)]
    fn end(&self, root: u32) {
        let (args, team) = (self.args, ThreadTeam::block(self.block));
        let last = self.row(root, &args.last);
        // Registers are short: what rows through all vertices alone are asked for is left out of the others.
        if !LATER && args.place == AT_EDGES {
            team.share(last.length, |i| {
                let (_, number) = self.at(&last, i);
                numbers::put(&args.sums, last.first as usize + i, number);
            });
            return;
        }
        if !LATER && args.place == AT_ROW {
            let weight = args.weights.at(root.into());
            team.share(last.length, |i| {
                let (vertex, number) = self.at(&last, i);
                add(&args.sums, vertex as usize, number.wrapping_mul(weight));
            });
            return;
        }
        let mut sum = 0u128;
        team.share(last.length, |i| {
            let (vertex, number) = self.at(&last, i);
            sum = sum.wrapping_add(number.wrapping_mul(args.weights.at(vertex.into())));
        });
        let warp = self.block.warp();
        let sum = sum_over_lanes(warp, sum);
        if warp.lane() == 0 {
            add(&args.sums, root as usize, sum);
        }
    }

    /// Leaves everything zero for the next root.
    #[inline(always)]
    fn clear(&self) {
        let team = ThreadTeam::block(self.block);
        for push in 0..self.args.push_count as usize {
            team.share(self.counts[push].load(Relaxed) as usize, |i| {
                // SAFETY: fewer than the push met, all of which were written before a barrier.
                let place = push * self.n + unsafe { self.met.read(push * self.n + i) } as usize;
                self.seen[place].store(0, Relaxed);
                numbers::clear(self.values, place);
            });
        }
        // All have read how many there are.
        self.block.sync();
        team.share(MOST_PUSHES, |push| self.counts[push].store(0, Relaxed));
    }
}

/// A root's row under way.
struct GrowingRow<'r, 'a> {
    row: &'r RowArgs<'a>,
    root: u32,
    /// Where the root's neighbours begin that it may have.
    first: u64,
    neighbors: &'a [u32],
    /// The first push that is a factor, if the row is not at the neighbours of the root.
    pushed: usize,
    /// How many vertices to look at.
    length: usize,
}

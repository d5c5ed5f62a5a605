//! Rows of edges: for one edge at a time, numbers at the vertices near its ends.

use core::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

use cust_core::DeviceCopy;

use super::numbers::Numbers;
use crate::graph::GraphView;
use crate::kernels::count::tally::Tally;
use crate::kernels::motifs::lists::owner;
use crate::kernels::own::add_to_own;
use crate::kernels::queue::draw_block;
use crate::kernels::triangles::shared::{Arena, ThreadTeam, bytes_of};
use crate::memory::{Scratch, Slice};
use crate::sets::lower_bound;
use crate::simt::{Block, Warp};

/// The most rows of an edge: there are as many as vertices in a block of a pattern beside the two of the edge.
pub const MOST_EDGE_ROWS: usize = 6;

/// Set in [`EdgeRowArgs::near`] where the vertices of a row are neighbours of the edge's first end.
pub const NEAR_FIRST: u32 = 1;
/// The same of the second end. With both, they are those of both; with none, all that the first of the rows that it is
/// made from reaches.
pub const NEAR_SECOND: u32 = 2;

/// A row of an edge: at a vertex the product of its weight and, for each of the rows that it is made from, the sum of
/// what stands there at the vertex's neighbours.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct EdgeRowArgs<'a> {
    /// At its vertices.
    pub weights: Numbers<'a>,
    /// Which vertices it has: [`NEAR_FIRST`] and [`NEAR_SECOND`].
    pub near: u32,
    /// Bit `i`: whether it is made from row `i`, an earlier one.
    pub from: u32,
}

/// What [`sum_edge_rows`] takes, for `n` vertices and `p` rows.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct EdgeRowSumArgs<'a> {
    /// The graph.
    pub graph: GraphView<'a>,
    /// The rows, the first `p`. Each is made from those before it, and no two are made from the same.
    pub rows: [EdgeRowArgs<'a>; MOST_EDGE_ROWS],
    /// At the two ends of the edge.
    pub ends: [Numbers<'a>; 2],
    /// [`TOTALS`](crate::kernels::count::tally::TOTALS) sums, zero before the first launch.
    pub totals: Slice<'a, AtomicU64>,
    /// For each block of the grid `p n` numbers, zero at the start and at the end.
    pub values: Slice<'a, AtomicU64>,
    /// For each block room for `(p + 1) n` vertices: overwritten.
    pub lists: Scratch<'a, u32>,
    /// One counter, from 0 up: the next edge, a position in the neighbours of `graph`.
    pub queue: Slice<'a, AtomicU64>,
    /// Where the edges end.
    pub end: u64,
    /// How many edges a block draws at a time.
    pub chunk: u32,
    /// `p`.
    pub row_count: u32,
    /// 1 if only edges to greater vertices count.
    pub upward: u32,
}

layout!(EdgeRowArgs<'_>: 24);
layout!(EdgeRowSumArgs<'_>: 312, ends: 192, end: 288, upward: 304);

/// Bytes of shared memory that the kernel needs.
pub const SHARED_BYTES: usize =
    bytes_of::<u64>(1) + bytes_of::<u32>(MOST_EDGE_ROWS + 1) + bytes_of::<u64>(MOST_EDGE_ROWS);

/// Steps of a search for which a neighbour is looked at where lists are gone through.
const SEARCH: usize = 8;

/// Adds up, over the edges in both directions, or in one, the product of the weights of both ends and, for each row that
/// no other is made from, the sum of what stands in it. No number and no product of an edge passes 64 bits.
///
/// Thread mapping: a block an edge, a warp a vertex of the row that is made, a lane a neighbour. Shared memory:
/// [`SHARED_BYTES`]. Bound by the caches: a number for each neighbour of a row's vertices.
#[cuda_std::kernel(max_threads = 256, min_blocks = 2)]
pub unsafe fn sum_edge_rows<B: Block>(block: B, args: &EdgeRowSumArgs<'_>) {
    // SAFETY: once, and shared memory is used in no other way.
    let mut arena = unsafe { Arena::new(block) };
    let slot = arena.take::<u64>(1);
    let (counts, sums) = (arena.atomics(MOST_EDGE_ROWS + 1), arena.sums(MOST_EDGE_ROWS));
    let team = ThreadTeam::block(block);
    team.share(counts.len(), |i| counts[i].store(0, Relaxed));
    team.share(sums.len(), |i| sums[i].store(0, Relaxed));
    // The barrier of the first draw lets all see the zeros.
    let rows = EdgeRowsOfBlock::new(block, args, counts, sums);
    let mut tally = Tally::new();
    while let Some(edges) = draw_block(block, slot, &args.queue[0], args.chunk, args.end) {
        let mut first = owner(args.graph.offsets, edges.start);
        for edge in edges {
            while edge >= args.graph.offsets[first as usize + 1] {
                first += 1;
            }
            let second = args.graph.neighbors.get()[edge as usize];
            if args.upward == 0 || first < second {
                rows.take([first, second], &mut tally);
            }
        }
    }
    tally.store(block.warp(), &args.totals);
}

/// What a block has for its edges.
struct EdgeRowsOfBlock<'r, 'a, B> {
    block: B,
    args: &'r EdgeRowSumArgs<'a>,
    n: usize,
    /// How many rows there are, which is also the list of the vertices near both ends.
    count: usize,
    /// Bit `i`: whether another row is made from row `i`.
    read: u32,
    /// Whether a row has the vertices near both ends.
    asks_for_common: bool,
    /// The numbers of the rows, one row after another. All zero between edges.
    values: &'a [AtomicU64],
    /// For each row that is near no end, the vertices that it has; and the vertices near both.
    lists: Scratch<'a, u32>,
    /// How long these lists are. Zero between edges.
    counts: &'r [AtomicU32],
    /// What stands in each row that is not read. Zero between edges.
    sums: &'r [AtomicU64],
}

impl<'r, 'a, B: Block> EdgeRowsOfBlock<'r, 'a, B> {
    #[inline(always)]
    fn new(block: B, args: &'r EdgeRowSumArgs<'a>, counts: &'r [AtomicU32], sums: &'r [AtomicU64]) -> Self {
        let (n, count) = (u64::from(args.graph.vertices()), u64::from(args.row_count));
        let index = u64::from(block.index());
        let (mut read, mut asks_for_common) = (0, false);
        // By number: a reference that moves would have all arguments copied to each thread.
        let mut row = 0;
        while row < count as usize {
            read |= args.rows[row].from;
            asks_for_common |= args.rows[row].near == NEAR_FIRST | NEAR_SECOND;
            row += 1;
        }
        EdgeRowsOfBlock {
            block,
            args,
            n: n as usize,
            count: count as usize,
            read,
            asks_for_common,
            values: args.values.part(index * count * n, count * n).get(),
            lists: args.lists.part(index * (count + 1) * n, (count + 1) * n),
            counts,
            sums,
        }
    }

    /// Adds what an edge comes to. All of the block's threads come here, and a barrier lies between edges.
    #[inline(always)]
    fn take(&self, ends: [u32; 2], tally: &mut Tally) {
        let (block, args) = (self.block, self.args);
        if self.asks_for_common {
            self.find_common(ends);
            block.sync();
            let is_empty = self.counts[self.count].load(Relaxed) == 0;
            // All have looked before anybody adds to it again.
            block.sync();
            if is_empty {
                return;
            }
        }
        for row in 0..self.count {
            self.make(row, ends);
            block.sync();
        }
        if block.thread() == 0 {
            let (first, second) = (args.ends[0].at(ends[0].into()), args.ends[1].at(ends[1].into()));
            let mut product = (first as u64).wrapping_mul(second as u64);
            for row in (0..self.count).filter(|row| self.read >> row & 1 == 0) {
                product = product.wrapping_mul(self.sums[row].load(Relaxed));
            }
            tally.add(product);
        }
        self.clear(ends);
        // All have read how long the lists are, and what the sums come to.
        block.sync();
        let team = ThreadTeam::block(block);
        team.share(self.counts.len(), |i| self.counts[i].store(0, Relaxed));
        team.share(self.sums.len(), |i| self.sums[i].store(0, Relaxed));
        block.sync();
    }

    /// Lists the vertices near both ends.
    #[inline(always)]
    fn find_common(&self, ends: [u32; 2]) {
        let [one, other] = ends.map(|end| self.args.graph.neighbors(end));
        let (short, long) = if one.len() < other.len() { (one, other) } else { (other, one) };
        ThreadTeam::block(self.block).share(short.len(), |i| {
            if long.get(lower_bound(long, short[i])) == Some(&short[i]) {
                self.put(self.count, short[i]);
            }
        });
    }

    /// Adds a vertex, once, to a list.
    #[inline(always)]
    fn put(&self, list: usize, vertex: u32) {
        let place = add_to_own::<B::Warp, _>(&self.counts[list], 1) as usize;
        // SAFETY: each vertex is put down once, so that there are places for all; nobody else has this one.
        unsafe { self.lists.write(list * self.n + place, vertex) };
    }

    /// The vertices of a row, once the block has met after it was made.
    #[inline(always)]
    fn list(&self, row: usize, [first, second]: [u32; 2]) -> &'a [u32] {
        let graph = &self.args.graph;
        let list = match self.args.rows[row].near {
            NEAR_FIRST => return graph.neighbors(first),
            NEAR_SECOND => return graph.neighbors(second),
            0 => row,
            _ => self.count,
        };
        let length = self.counts[list].load(Relaxed) as usize;
        // SAFETY: so many were put down before the block met.
        unsafe { self.lists.part((list * self.n) as u64, length as u64).written(length) }
    }

    /// Makes a row from those before it.
    #[inline(always)]
    fn make(&self, row: usize, ends: [u32; 2]) {
        let EdgeRowArgs { weights, near, .. } = &self.args.rows[row];
        let mut from = self.args.rows[row].from;
        let is_read = self.read >> row & 1 == 1;
        let reached = *near == 0;
        if reached {
            let first = from.trailing_zeros() as usize;
            self.reach(row, first, ends);
            self.block.sync();
            from &= from - 1;
            if is_read && from == 0 && weights.is_ones() {
                return;
            }
        }
        let list = self.list(row, ends);
        let at = |vertex: u32| {
            let weight = weights.at(vertex.into()) as u64;
            if reached { weight.wrapping_mul(self.value(row, vertex).load(Relaxed)) } else { weight }
        };
        let mut sum = 0u64;
        let mut take = |vertex: u32, number: u64, counts: bool| {
            if is_read && counts {
                self.value(row, vertex).store(number, Relaxed);
            } else if counts {
                sum = sum.wrapping_add(number);
            }
        };
        let warp = self.block.warp();
        if from == 0 {
            ThreadTeam::block(self.block).share(list.len(), |i| take(list[i], at(list[i]), true));
        } else {
            let mut i = self.block.warp_index() as usize;
            while i < list.len() {
                let vertex = list[i];
                let mut number = at(vertex);
                let mut left = from;
                while left != 0 && number != 0 {
                    number = number.wrapping_mul(self.pull(left.trailing_zeros() as usize, vertex, ends));
                    left &= left - 1;
                }
                take(vertex, number, warp.lane() == 0);
                i += self.block.warps() as usize;
            }
        }
        if !is_read {
            let sum = warp.sum_u64(sum);
            if warp.lane() == 0 && sum != 0 {
                add_to_own::<B::Warp, _>(&self.sums[row], sum);
            }
        }
    }

    /// Adds up at all neighbours of its vertices what stands in row `from`, and lists those for `row`.
    #[inline(always)]
    fn reach(&self, row: usize, from: usize, ends: [u32; 2]) {
        let (warp, list) = (self.block.warp(), self.list(from, ends));
        let mut i = self.block.warp_index() as usize;
        while i < list.len() {
            let number = self.value(from, list[i]).load(Relaxed);
            // What is 0 is not listed.
            if number != 0 {
                let neighbors = self.args.graph.neighbors(list[i]);
                ThreadTeam::warp(warp).share(neighbors.len(), |j| {
                    if add_to_own::<B::Warp, _>(self.value(row, neighbors[j]), number) == 0 {
                        self.put(row, neighbors[j]);
                    }
                });
            }
            i += self.block.warps() as usize;
        }
    }

    /// The sum of what stands in a row at the neighbours of a vertex. A collective of the warp.
    #[inline(always)]
    fn pull(&self, row: usize, vertex: u32, ends: [u32; 2]) -> u64 {
        let (warp, list) = (self.block.warp(), self.list(row, ends));
        let neighbors = self.args.graph.neighbors(vertex);
        let mut sum = 0u64;
        if SEARCH * list.len() < neighbors.len() {
            ThreadTeam::warp(warp).share(list.len(), |i| {
                if neighbors.get(lower_bound(neighbors, list[i])) == Some(&list[i]) {
                    sum = sum.wrapping_add(self.value(row, list[i]).load(Relaxed));
                }
            });
        } else {
            ThreadTeam::warp(warp).share(neighbors.len(), |i| {
                sum = sum.wrapping_add(self.value(row, neighbors[i]).load(Relaxed));
            });
        }
        warp.sum_u64(sum)
    }

    #[inline(always)]
    fn value(&self, row: usize, vertex: u32) -> &'a AtomicU64 {
        let place = row * self.n + vertex as usize;
        debug_assert!(place < self.values.len());
        // SAFETY: there is a number for each vertex and row.
        unsafe { self.values.get_unchecked(place) }
    }

    /// Leaves all numbers zero for the next edge.
    #[inline(always)]
    fn clear(&self, ends: [u32; 2]) {
        let team = ThreadTeam::block(self.block);
        for row in 0..self.count {
            if self.read >> row & 1 == 1 || self.args.rows[row].near == 0 {
                let list = self.list(row, ends);
                team.share(list.len(), |i| self.value(row, list[i]).store(0, Relaxed));
            }
        }
    }
}

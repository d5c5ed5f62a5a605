//! 4-cliques by their ties.

use core::mem::offset_of;
use core::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

use cust_core::DeviceCopy;

use super::rows::halves_of;
use super::ties::{IN, OUT, TIES};
use crate::kernels::count::tally::TOTALS;
use crate::kernels::cycles::table::add;
use crate::kernels::edge_counts::triangles::common;
use crate::kernels::queue::draw_block;
use crate::kernels::triangles::hubs::{WORD, set_bit};
use crate::kernels::triangles::marks::Marks;
use crate::kernels::triangles::shared::{Arena, Team, bytes_of};
use crate::kernels::triangles::{MarksShape, Oriented};
use crate::memory::Slice;
use crate::simt::{Block, Warp};

/// How many kinds of 4-cliques `u v w x` there are, with `x < w < v < u`: by the ties `uv`, `uw`, `vw`, `ux`, `vx` and `wx`, the last first to change.
pub const CLIQUES: usize = TIES.pow(6);

/// The bits of the arcs that three ties have: which of those that make a kind are counted apart, until they are added up.
const ARCS: usize = 1 << 6;
/// How many counters a block has: for the first three ties of a kind, which stay the same for long, and the arcs of the others.
const COUNTERS: usize = TIES.pow(3) * ARCS;

/// The kind of a counter. That of three ties one of which has no arc is not counted.
#[inline(always)]
const fn kind_of(counter: usize) -> usize {
    let (three, arcs) = (counter / ARCS, counter % ARCS);
    ((three * TIES + (arcs >> 4) - 1) * TIES + (arcs >> 2 & 3) - 1) * TIES + (arcs & 3) - 1
}

/// What [`count_directed_4_cliques`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct Directed4CliquesArgs<'a> {
    /// The graph.
    pub graph: Oriented<'a>,
    /// The tie of each edge, from its greater end, in the order of the graph's neighbours.
    pub ties: Slice<'a, u8>,
    /// The vertices with at least three smaller neighbours, or more.
    pub roots: Slice<'a, u32>,
    /// One counter: the next root.
    pub queue: Slice<'a, AtomicU64>,
    /// [`CLIQUES`] times [`TOTALS`] sums, zero at the start.
    pub totals: Slice<'a, AtomicU64>,
    /// Two matrices for each block, of [`matrix_words`]: anything.
    pub matrices: Slice<'a, AtomicU32>,
    /// The number behind the last root.
    pub end: u64,
    /// The shape of a block's marks.
    pub marks: MarksShape,
    /// The length of the longest list of a root.
    pub longest: u32,
}

const _: () = {
    assert!(size_of::<Directed4CliquesArgs<'_>>() == 136);
    assert!(offset_of!(Directed4CliquesArgs<'_>, matrices) == 96);
    assert!(offset_of!(Directed4CliquesArgs<'_>, longest) == 128);
};

/// Words of a matrix of the ties among a list of at most so many vertices, and, in the last row, those of the root to them.
pub const fn matrix_words(longest: u32) -> usize {
    (longest as usize + 1) * longest.div_ceil(WORD) as usize
}

/// Bytes of shared memory that [`count_directed_4_cliques`] needs.
pub const fn shared_bytes(marks: MarksShape) -> usize {
    bytes_of::<u64>(1) + bytes_of::<u32>(marks.words() as usize) + bytes_of::<u32>(COUNTERS)
}

/// Counts the 4-cliques of each kind, at their greatest vertex.
///
/// A block takes a root and makes two matrices of the ties among its list, the arcs to smaller vertices and those from them, row by row. Then a warp takes
/// a row `v`, and a lane a smaller neighbour `w` of `v` in it: the bits that both rows have below `w` are cliques. Shared memory: [`shared_bytes`]. Bound by
/// the shared atomics, one a clique, whose results nobody waits for.
#[cuda_std::kernel(max_threads = 256, min_blocks = 2)]
pub unsafe fn count_directed_4_cliques<B: Block>(block: B, args: &Directed4CliquesArgs<'_>) {
    // SAFETY: once, and shared memory is used in no other way.
    let mut arena = unsafe { Arena::new(block) };
    let (warp, team) = (block.warp(), Team::block(block));
    let slot = arena.take::<u64>(1);
    let marks = Marks::new(arena.atomics(args.marks.words() as usize), args.marks, team);
    let mut found = Found::new(team, &mut arena, args.totals);
    let ties = Ties::new(block, args);
    while let Some(roots) = draw_block(block, slot, &args.queue[0], 1, args.end) {
        for root in roots {
            let root = args.roots[root as usize];
            let (list, start) = (args.graph.list(root), args.graph.start(root) as usize);
            let of_root = &args.ties[start..start + list.len()];
            found.make_room(team, list.len() as u64);
            marks.set::<B::Warp>(team, list);
            ties.fill_last_row(team, of_root);
            block.sync();
            let mut row = block.warp_index() as usize;
            while row < list.len() {
                ties.fill_row(warp, args, &marks, list, row);
                row += block.warps() as usize;
            }
            block.sync();
            marks.clear(team, list);
            let mut row = block.warp_index() as usize;
            while row < list.len() {
                Team::warp(warp).share(row, |other| {
                    if ties.joined(row, other / WORD as usize) >> (other % WORD as usize) & 1 == 1 {
                        ties.count::<B::Warp>(of_root, row, other, &found);
                    }
                });
                row += block.warps() as usize;
            }
            block.sync();
        }
    }
    block.sync();
    found.flush(team);
}

/// The cliques that a block has found.
struct Found<'a> {
    /// By [`kind_of`].
    counters: &'a [AtomicU32],
    /// No counter is beyond this.
    most: u64,
    /// Whether the root that comes has so long a list that counters may wrap around.
    may_wrap: bool,
    /// The grid's.
    totals: Slice<'a, AtomicU64>,
}

impl<'a> Found<'a> {
    /// None of any kind.
    #[inline(always)]
    fn new(team: Team, arena: &mut Arena<'a>, totals: Slice<'a, AtomicU64>) -> Self {
        let counters = arena.atomics(COUNTERS);
        team.share(COUNTERS, |at| counters[at].store(0, Relaxed));
        Found { counters, most: 0, may_wrap: false, totals }
    }

    /// Sees to it that there is room for the cliques of a root with a list of so many vertices, when the block has met before and after.
    #[inline(always)]
    fn make_room(&mut self, team: Team, length: u64) {
        // A longer list is taken for one of a million, whose cliques 32 bits do not hold either.
        let length = length.min(1 << 20);
        let cliques = length * length.saturating_sub(1) * length.saturating_sub(2) / 6;
        let full = u64::from(u32::MAX);
        self.may_wrap = cliques > full;
        if self.may_wrap {
            self.most = full;
        } else if self.most + cliques > full {
            self.flush(team);
            self.most = cliques;
        } else {
            self.most += cliques;
        }
    }

    #[inline(always)]
    fn add<W: Warp>(&self, counter: usize) {
        debug_assert!(counter < COUNTERS);
        // SAFETY: three ties, and three times the arcs of a tie, make a number below that of the counters.
        let count = unsafe { self.counters.get_unchecked(counter) };
        if !self.may_wrap {
            add::<W>(count, 1);
        } else if add::<W>(count, 1) == u32::MAX {
            self.totals[kind_of(counter) * TOTALS + 1].fetch_add(1, Relaxed);
        }
    }

    /// Adds the counters to the grid's totals, and makes them zero. Each is a limb of its own.
    #[inline(always)]
    fn flush(&self, team: Team) {
        team.share(COUNTERS, |at| {
            let count = self.counters[at].load(Relaxed);
            if count > 0 {
                self.counters[at].store(0, Relaxed);
                self.totals[kind_of(at) * TOTALS].fetch_add(count.into(), Relaxed);
            }
        });
    }
}

/// The ties among the vertices of a list, in two matrices of bits: of each row those to smaller vertices.
struct Ties<'a> {
    /// Arcs to them.
    to: &'a [AtomicU32],
    /// Arcs from them.
    from: &'a [AtomicU32],
    /// Words of a row.
    stride: usize,
    /// The row of the root.
    last_row: usize,
}

impl<'a> Ties<'a> {
    /// Those of a block.
    #[inline(always)]
    fn new<B: Block>(block: B, args: &Directed4CliquesArgs<'a>) -> Self {
        let words = matrix_words(args.longest);
        let both = &args.matrices.get()[block.index() as usize * 2 * words..][..2 * words];
        let (to, from) = both.split_at(words);
        let stride = args.longest.div_ceil(WORD) as usize;
        Ties { to, from, stride, last_row: args.longest as usize }
    }

    /// Fills a row, by the lanes of a warp. The list is marked.
    #[inline(always)]
    fn fill_row<W: Warp>(
        &self,
        warp: W,
        args: &Directed4CliquesArgs<'_>,
        marks: &Marks<'_>,
        list: &[u32],
        row: usize,
    ) {
        let first = row * self.stride;
        Team::warp(warp).share(row.div_ceil(WORD as usize), |word| {
            self.to[first + word].store(0, Relaxed);
            self.from[first + word].store(0, Relaxed);
        });
        warp.sync();
        let v = list[row];
        let (other, start) = (args.graph.list(v), args.graph.start(v) as usize);
        common(warp, other, &list[..row], marks, list, |in_other, in_list| {
            let tie = args.ties[start + in_other];
            let (word, bit) = (first + in_list / WORD as usize, in_list as u32 % WORD);
            if tie != IN {
                set_bit::<W>(&self.to[word], bit);
            }
            if tie != OUT {
                set_bit::<W>(&self.from[word], bit);
            }
        });
    }

    /// Fills the last row with the ties of the root, by the threads of a block.
    #[inline(always)]
    fn fill_last_row(&self, team: Team, of_root: &[u8]) {
        team.share(of_root.len().div_ceil(WORD as usize), |word| {
            let (mut to, mut from) = (0, 0);
            for (bit, &tie) in of_root[word * WORD as usize..].iter().take(WORD as usize).enumerate() {
                let halves = halves_of(tie, bit as u32);
                (to, from) = (to | halves[0], from | halves[1]);
            }
            let place = self.last_row * self.stride + word;
            self.to[place].store(to, Relaxed);
            self.from[place].store(from, Relaxed);
        });
    }

    /// The neighbours of a row in a word.
    #[inline(always)]
    fn joined(&self, row: usize, word: usize) -> u32 {
        let place = row * self.stride + word;
        self.to[place].load(Relaxed) | self.from[place].load(Relaxed)
    }

    /// Counts the cliques of the root, whose ties to the list are given, and two neighbours of its list.
    #[inline(always)]
    fn count<W: Warp>(&self, of_root: &[u8], v: usize, w: usize, found: &Found<'_>) {
        let bits = |row: usize, word: usize| {
            let place = row * self.stride + word;
            [self.to[place].load(Relaxed), self.from[place].load(Relaxed)]
        };
        let arcs = |[to, from]: [u32; 2], bit: u32| (to >> bit & 1 | (from >> bit & 1) << 1) as usize;
        // A tie has an arc at least, and so its number is one less.
        let vw = arcs(bits(v, w / WORD as usize), w as u32 % WORD) - 1;
        let three = (usize::from(of_root[v]) * TIES + usize::from(of_root[w])) * TIES + vw;
        for word in 0..w.div_ceil(WORD as usize) {
            let (of_v, of_w) = (bits(v, word), bits(w, word));
            let mut left = (of_v[0] | of_v[1]) & (of_w[0] | of_w[1]);
            if left == 0 {
                continue;
            }
            let of_u = bits(self.last_row, word);
            while left != 0 {
                let bit = left.trailing_zeros();
                left &= left - 1;
                found
                    .add::<W>(three * ARCS + (arcs(of_u, bit) << 4 | arcs(of_v, bit) << 2 | arcs(of_w, bit)));
            }
        }
    }
}

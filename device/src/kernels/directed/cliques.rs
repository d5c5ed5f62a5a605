//! 4-cliques by their ties.

use core::mem::offset_of;
use core::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

use cust_core::DeviceCopy;

use super::ties::{IN, OUT, TIES};
use crate::kernels::count::tally::{TOTALS, Tally};
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

/// Words of a matrix of the ties among a list of at most so many vertices.
pub const fn matrix_words(longest: u32) -> usize {
    longest as usize * longest.div_ceil(WORD) as usize
}

/// Bytes of shared memory that [`count_directed_4_cliques`] needs.
pub const fn shared_bytes(marks: MarksShape) -> usize {
    bytes_of::<u64>(1) + bytes_of::<u32>(marks.words() as usize) + bytes_of::<u32>(2 * CLIQUES)
}

/// Counts the 4-cliques of each kind, at their greatest vertex.
///
/// A block takes a root and makes two matrices of the ties among its list, the arcs to smaller vertices and those from them, row by row. Then a warp takes
/// a row `v`, and a lane a smaller neighbour `w` of `v` in it: the bits that both rows have below `w` are cliques. Shared memory: [`shared_bytes`]. Bound by
/// the shared atomics, one a clique.
#[cuda_std::kernel(max_threads = 256, min_blocks = 2)]
pub unsafe fn count_directed_4_cliques<B: Block>(block: B, args: &Directed4CliquesArgs<'_>) {
    // SAFETY: once, and shared memory is used in no other way.
    let mut arena = unsafe { Arena::new(block) };
    let (warp, team) = (block.warp(), Team::block(block));
    let slot = arena.take::<u64>(1);
    let marks = Marks::new(arena.atomics(args.marks.words() as usize), args.marks, team);
    let found = Found::new(team, &mut arena);
    let ties = Ties::new(block, args);
    while let Some(roots) = draw_block(block, slot, &args.queue[0], 1, args.end) {
        for root in roots {
            let root = args.roots[root as usize];
            let (list, start) = (args.graph.list(root), args.graph.start(root) as usize);
            marks.set::<B::Warp>(team, list);
            block.sync();
            let mut row = block.warp_index() as usize;
            while row < list.len() {
                ties.fill_row(warp, args, &marks, list, row);
                row += block.warps() as usize;
            }
            block.sync();
            marks.clear(team, list);
            let of_root = &args.ties[start..start + list.len()];
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
    if block.warp_index() == 0 {
        found.store(warp, args.totals);
    }
}

/// The cliques of each kind that a block has found.
struct Found<'a> {
    /// For each kind the lower half.
    low: &'a [AtomicU32],
    /// And the upper one.
    high: &'a [AtomicU32],
}

impl<'a> Found<'a> {
    /// None of any kind.
    #[inline(always)]
    fn new(team: Team, arena: &mut Arena<'a>) -> Self {
        let (low, high) = arena.atomics(2 * CLIQUES).split_at(CLIQUES);
        team.share(CLIQUES, |kind| {
            low[kind].store(0, Relaxed);
            high[kind].store(0, Relaxed);
        });
        Found { low, high }
    }

    #[inline(always)]
    fn add<W: Warp>(&self, kind: usize) {
        // No two blocks share them, and shared memory adds no 64 bits at a time.
        if add::<W>(&self.low[kind], 1) == u32::MAX {
            add::<W>(&self.high[kind], 1);
        }
    }

    /// Adds them to the grid's totals, by one warp. A collective.
    #[inline(always)]
    fn store<W: Warp>(&self, warp: W, totals: Slice<'_, AtomicU64>) {
        for kind in 0..CLIQUES {
            let (low, high) = (self.low[kind].load(Relaxed), self.high[kind].load(Relaxed));
            let mut tally = Tally::new();
            tally.add(if warp.lane() == 0 { u64::from(high) << u32::BITS | u64::from(low) } else { 0 });
            tally.store(warp, &totals.get()[kind * TOTALS..(kind + 1) * TOTALS]);
        }
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
}

impl<'a> Ties<'a> {
    /// Those of a block.
    #[inline(always)]
    fn new<B: Block>(block: B, args: &Directed4CliquesArgs<'a>) -> Self {
        let words = matrix_words(args.longest);
        let both = &args.matrices.get()[block.index() as usize * 2 * words..][..2 * words];
        let (to, from) = both.split_at(words);
        Ties { to, from, stride: args.longest.div_ceil(WORD) as usize }
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
        // Of an arc to and one from there is one at least: these are the numbers of the ties.
        let tie = |[to, from]: [u32; 2], bit: u32| ((to >> bit & 1) + 2 * (from >> bit & 1) - 1) as usize;
        let vw = tie(bits(v, w / WORD as usize), w as u32 % WORD);
        let three = (usize::from(of_root[v]) * TIES + usize::from(of_root[w])) * TIES + vw;
        for word in 0..w.div_ceil(WORD as usize) {
            let (of_v, of_w) = (bits(v, word), bits(w, word));
            let mut left = (of_v[0] | of_v[1]) & (of_w[0] | of_w[1]);
            while left != 0 {
                let bit = left.trailing_zeros();
                left &= left - 1;
                let ux = usize::from(of_root[word * WORD as usize + bit as usize]);
                found.add::<W>(((three * TIES + ux) * TIES + tie(of_v, bit)) * TIES + tie(of_w, bit));
            }
        }
    }
}

//! The cliques of four and of five vertices at each vertex, from the same matrices as their number.
//!
//! In a matrix of whole rows, the AND of row `i` with the row of each of its bits has twice the triangles at vertex
//! `i`. With the root, those are 4-cliques; in the matrix of the vertices before and beside one of the root's list,
//! they are 5-cliques with the root and that one. No two warps meet the same clique at the same vertex, so that a
//! vertex is added to once for each row.

use core::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

use cust_core::DeviceCopy;

use super::build::build;
use super::compact::Compacted;
use super::matrix::{Matrix, WORD, below, words};
use super::room::{CliqueArgs, CliqueRoom};
use super::small;
use super::source::GraphLists;
use super::tickets::take;
use crate::kernels::queue::draw_block;
use crate::memory::Slice;
use crate::simt::{Block, Warp};

/// What these kernels take.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct SmallCliquesArgs<'a> {
    /// The graph, the launch's roots, and the sizes of a block. `totals` is not used.
    pub cliques: CliqueArgs<'a>,
    /// Added to: for each vertex three times the cliques that it is in.
    pub counts: Slice<'a, AtomicU64>,
}

layout!(SmallCliquesArgs<'_>: 176, counts: 160);

/// Counts the cliques of four vertices at each vertex. Roots' matrices stand in shared memory.
///
/// Requires that three times the cliques at each vertex are below 2^64.
///
/// A block takes a root and makes the bit matrix of the graph among its list, both ways round. A warp takes a row, a
/// lane its bits. Shared memory: [`CliqueShape::shared_bytes`](super::CliqueShape::shared_bytes). Bound by filling the
/// matrices.
#[cuda_std::kernel(max_threads = 512, min_blocks = 2)]
pub unsafe fn count_4_cliques_at_vertices<B: Block>(block: B, args: &SmallCliquesArgs<'_>) {
    count::<B, false, 4>(block, args);
}

/// Counts the cliques of four vertices at each vertex, for roots whose matrices are too large for shared memory: they
/// stand in `words`.
///
/// Shared memory: [`CliqueShape::shared_bytes_wide`](super::CliqueShape::shared_bytes_wide).
#[cuda_std::kernel(max_threads = 512, min_blocks = 1)]
pub unsafe fn count_4_cliques_at_vertices_wide<B: Block>(block: B, args: &SmallCliquesArgs<'_>) {
    count::<B, true, 4>(block, args);
}

/// Counts the cliques of five vertices at each vertex. Roots' matrices stand in shared memory.
///
/// Requires that three times the cliques at each vertex are below 2^64.
///
/// Among the vertices of each row the matrix is made anew, with no gaps: by one warp in registers where they are at
/// most 32, and by the block where they are more. Shared memory:
/// [`CliqueShape::shared_bytes`](super::CliqueShape::shared_bytes). Bound by the popcounts.
// May spill: twice as many warps are worth more (benches/results/notes.md). On the H100 7-cliques of rmat16 take 49.7
// ms with 64 registers, and 58.0 with the 126 that nothing spills with; 5-cliques at the vertices of ego-facebook 0.53
// and 0.75 ms.
#[cuda_std::kernel(max_threads = 512, min_blocks = 2, may_spill = 160)]
pub unsafe fn count_5_cliques_at_vertices<B: Block>(block: B, args: &SmallCliquesArgs<'_>) {
    count::<B, false, 5>(block, args);
}

/// Counts the cliques of five vertices at each vertex, for roots whose matrices are too large for shared memory: they
/// stand in `words`.
///
/// Shared memory: [`CliqueShape::shared_bytes_wide`](super::CliqueShape::shared_bytes_wide).
#[cuda_std::kernel(max_threads = 384, min_blocks = 1)]
pub unsafe fn count_5_cliques_at_vertices_wide<B: Block>(block: B, args: &SmallCliquesArgs<'_>) {
    count::<B, true, 5>(block, args);
}

/// The kernels' body.
#[inline(always)]
fn count<B: Block, const WIDE: bool, const SIZE: u32>(block: B, args: &SmallCliquesArgs<'_>) {
    let CliqueArgs { roots, queue, parts, chunk, .. } = args.cliques;
    // SAFETY: once, and shared memory is used in no other way. The host makes `words` for the whole grid.
    let room = unsafe { CliqueRoom::new::<B, WIDE, SIZE>(block, &args.cliques) };
    let tasks = roots.len() as u64 * u64::from(parts);
    while let Some(tasks) = draw_block(block, room.slot, &queue[0], chunk, tasks) {
        // The host makes fewer than 2^32 tasks: half the registers.
        for task in tasks.start as u32..tasks.end as u32 {
            let position = task / parts;
            let list = build(block, &args.cliques, &room, GraphLists, position);
            let at = HalfMatrixRoot { block, room: &room, list, counts: args.counts };
            let thrice = match SIZE {
                4 => at.fours((task % parts, parts)),
                _ if B::Warp::LANES == 1 => at.fives_alone((task % parts, parts)),
                _ => at.fives((task % parts, parts)),
            };
            at.add(roots[position as usize], thrice);
        }
    }
}

/// A root whose matrix is filled below the diagonal.
struct HalfMatrixRoot<'r, 'a, B> {
    block: B,
    room: &'r CliqueRoom<'a>,
    /// The root's list.
    list: &'r [u32],
    counts: Slice<'a, AtomicU64>,
}

impl<B: Block> HalfMatrixRoot<'_, '_, B> {
    /// Adds the 4-cliques of the root at the vertices of its list, of which this task takes those that are `part.0`
    /// modulo `part.1`. Returns, in all lanes of a warp, those of its rows, of which there are three for each clique. A
    /// collective of the block.
    #[inline(always)]
    fn fours(&self, part: (u32, u32)) -> u64 {
        let rows = self.list.len() as u32;
        // SAFETY: `build` filled so many rows; the block has met since.
        unsafe { self.room.matrix.mirror(self.block, rows) };
        let ticket = self.room.ticket;
        self.each_row::<false>(self.room.matrix, rows, part, ticket, |i| i)
    }

    /// Adds the 5-cliques of the root at the vertices of its list, of whose rows this task takes those that are
    /// `part.0` modulo `part.1`. Returns three times those that the warp has counted, in all its lanes. A collective of
    /// the block, of many lanes.
    #[inline(always)]
    fn fives(&self, part: (u32, u32)) -> u64 {
        let (block, room) = (self.block, self.room);
        let compacted = Compacted { block, room, rows: self.list.len() as u32, k: 5, part };
        let mut thrice =
            compacted.small_rows::<false>(|row, set, candidates| self.among_few(row, set, candidates));
        block.sync();
        for turn in 0..room.waiting.load(Relaxed) {
            // SAFETY: `small_rows` wrote it before the barrier.
            let row = unsafe { room.large.read(turn as usize) };
            let rows = compacted.fill::<true>(row, turn);
            let ticket = &room.tickets[turn as usize % 2];
            // SAFETY: `fill` wrote a place for each row before the block met, and no one writes before it meets below.
            let places = unsafe { room.places.written(rows as usize) };
            let place = |i: u32| places[i as usize];
            let of_row = self.each_row::<true>(room.compact, rows, (0, 1), ticket, place);
            self.add(self.list[row as usize], of_row);
            thrice += of_row;
            // The places are read until here.
            block.sync();
        }
        thrice
    }

    /// Adds the 5-cliques of the root and a row of at most [`MOST`](small::MOST) vertices, which are those of `set`.
    /// Returns three times their number, in all lanes.
    #[inline(always)]
    fn among_few(&self, row: u32, set: &[u64], count: u32) -> u64 {
        let (place, twice) = small::twice_at_each(self.block, self.room, set, count);
        if twice > 0 {
            self.counts[self.list[place as usize] as usize].fetch_add(u64::from(twice / 2 * 3), Relaxed);
        }
        let thrice = u64::from(self.block.warp().sum(twice / 2));
        self.add(self.list[row as usize], thrice);
        thrice
    }

    /// Adds the 5-cliques of the root at the vertices of its list, by one lane in the matrix itself, of whose rows it
    /// takes those that are `part` modulo `parts`. Returns three times their number.
    #[inline(always)]
    fn fives_alone(&self, (part, parts): (u32, u32)) -> u64 {
        let (warp, room, rows) = (self.block.warp(), self.room, self.list.len() as u32);
        // SAFETY: as in `fours`.
        unsafe { room.matrix.mirror(self.block, rows) };
        let mut thrice = 0;
        let mut i = part;
        while i < rows {
            // SAFETY: all rows are whole, and no one writes any more.
            let row = |i: u32| unsafe { room.matrix.row(i, words(rows)) };
            let before = |at: usize| row(i)[at] & below(i.saturating_sub(at as u32 * WORD));
            let mut of_row = 0;
            each_bit(words(i), before, |a| {
                // SAFETY: the stack has a row of a list's length, which is this lane's.
                let set = unsafe {
                    room.rows.put_words(warp, 0, words(i), |at| before(at) & row(a)[at]);
                    room.rows.row(0, words(i))
                };
                let mut twice = 0;
                each_bit(set.len(), |at| set[at], |b| twice += u64::from(in_common(set, row(b))));
                self.add(self.list[a as usize], twice / 2 * 3);
                of_row += twice / 2;
            });
            self.add(self.list[i as usize], of_row);
            thrice += of_row;
            i += parts;
        }
        thrice
    }

    /// For each row of a matrix of `rows` whole rows that the warp takes by a ticket, of those that are `part.0` modulo
    /// `part.1`, adds three times the triangles at it to the vertex of the list at `place`. Returns the triangles of
    /// all of them, in all lanes. `OWN` is whether rows have the bits of their own vertices.
    #[inline(always)]
    fn each_row<const OWN: bool>(
        &self,
        matrix: Matrix<'_>,
        rows: u32,
        (part, parts): (u32, u32),
        ticket: &AtomicU32,
        place: impl Fn(u32) -> u32,
    ) -> u64 {
        let warp = self.block.warp();
        let mut sum = 0;
        let mut taken = take(self.block, ticket, 0);
        while taken * parts + part < rows {
            let i = taken * parts + part;
            let triangles = warp.sum_u64(twice_at::<B::Warp, OWN>(warp, matrix, i, rows)) / 2;
            self.add(self.list[place(i) as usize], 3 * triangles);
            sum += triangles;
            taken = take(self.block, ticket, taken + 1);
        }
        sum
    }

    /// Adds to the count of a vertex, by one lane of the warp.
    #[inline(always)]
    fn add(&self, vertex: u32, thrice: u64) {
        if thrice > 0 && self.block.warp().lane() == 0 {
            self.counts[vertex as usize].fetch_add(thrice, Relaxed);
        }
    }
}

/// This lane's share of twice the triangles at vertex `i` in a matrix of `size` whole rows, which have the bits of
/// their own vertices if `OWN`.
#[inline(always)]
fn twice_at<W: Warp, const OWN: bool>(warp: W, matrix: Matrix<'_>, i: u32, size: u32) -> u64 {
    // SAFETY: the rows were written before the block met, and no one writes until it meets again.
    let row = |i: u32| unsafe { matrix.row(i, words(size)) };
    let set = row(i);
    // Two rows have both their own vertices in common besides.
    let own = if OWN { 2 } else { 0 };
    let beside =
        |word: u64, at: usize| if OWN && i / WORD == at as u32 { word & !(1 << (i % WORD)) } else { word };
    if W::LANES == 1 {
        let mut twice = 0;
        let visit = |j| twice += u64::from(in_common(set, row(j)) - own);
        each_bit(set.len(), |at| beside(set[at], at), visit);
        return twice;
    }
    let mut twice = 0;
    match *set {
        [a] => twice += among::<W, 1>(warp, matrix, [a], own, beside),
        [a, b] => twice += among(warp, matrix, [a, b], own, beside),
        [a, b, c] => twice += among(warp, matrix, [a, b, c], own, beside),
        _ => each_bit_of_lane(
            warp,
            set.len(),
            |at| beside(set[at], at),
            |j| twice += in_common(set, row(j)) - own,
        ),
    }
    // A lane has one in 32 rows: those of a list of up to 2^18 vertices come to less than 2^32. With a longer one, a
    // graph has 2^35 edges, which are in no card's memory.
    u64::from(twice)
}

/// What `set` and the rows of this lane's share of its bits have in common, less `own` for each row. Bits that `beside`
/// leaves out are not looked at.
#[inline(always)]
fn among<W: Warp, const WORDS: usize>(
    warp: W,
    matrix: Matrix<'_>,
    set: [u64; WORDS],
    own: u32,
    beside: impl Fn(u64, usize) -> u64,
) -> u32 {
    let mut sum = 0;
    each_bit_of_lane(
        warp,
        WORDS,
        |at| beside(set[at], at),
        |j| {
            // SAFETY: as in `twice_at`; the rows have so many words.
            let row = unsafe { matrix.row(j, WORDS) };
            sum += (0..WORDS).map(|at| (set[at] & row[at]).count_ones()).sum::<u32>() - own;
        },
    );
    sum
}

/// How many bits two sets of as many words have in common.
#[inline(always)]
fn in_common(one: &[u64], other: &[u64]) -> u32 {
    one.iter().zip(other).map(|(a, b)| (a & b).count_ones()).sum()
}

/// Calls `visit` with the bits that are set in so many words.
#[inline(always)]
fn each_bit(length: usize, word: impl Fn(usize) -> u64, mut visit: impl FnMut(u32)) {
    for at in 0..length {
        let mut left = word(at);
        while left != 0 {
            visit(at as u32 * WORD + left.trailing_zeros());
            left &= left - 1;
        }
    }
}

/// Calls `visit` with this lane's share of the bits that are set in so many words: all lanes have the same words.
#[inline(always)]
fn each_bit_of_lane<W: Warp>(
    warp: W,
    length: usize,
    word: impl Fn(usize) -> u64,
    mut visit: impl FnMut(u32),
) {
    for at in 0..length {
        let word = word(at);
        let mut bit = warp.lane();
        while bit < WORD {
            if word >> bit & 1 == 1 {
                visit(at as u32 * WORD + bit);
            }
            bit += W::LANES;
        }
    }
}

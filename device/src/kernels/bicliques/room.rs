//! What the kernels take, and how a block's room is dealt.

use core::slice::from_raw_parts;
use core::sync::atomic::{AtomicU32, AtomicU64};

use cust_core::DeviceCopy;

use crate::graph::GraphView;
use crate::kernels::count::tally::Tally;
use crate::memory::{Scratch, Slice};
use crate::simt::Block;

/// What the kernels take.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct PqBicliqueArgs<'a> {
    /// The graph.
    pub graph: GraphView<'a>,
    /// The roots of the launch. A task is one of them, or a part of one.
    pub roots: Slice<'a, u32>,
    /// One counter: the next task.
    pub queue: Slice<'a, AtomicU64>,
    /// [`TOTALS`](crate::kernels::count::tally::TOTALS) sums, zero before the first launch.
    pub totals: Slice<'a, AtomicU64>,
    /// For each number up to the longest list of a root: the ways to choose `common` of so many.
    pub choices: Slice<'a, Choices>,
    /// The same: the ways to choose `common - 1` of one less, which are those with a given one. None where nothing is
    /// counted at arcs.
    pub choices_with_one: Slice<'a, Choices>,
    /// For each arc, a place in the lists, the low and the high half of a sum, zero before the first launch. None where
    /// nothing is counted at arcs.
    pub arc_sums: Slice<'a, AtomicU64>,
    /// [`PqBicliqueShape::block_words`] for each block, not initialised.
    pub rooms: Scratch<'a, u64>,
    /// The end of the tasks.
    pub end: u64,
    /// How large a block's room is, and how it is dealt.
    pub shape: PqBicliqueShape,
    /// How many tasks each root is dealt in: 1 where candidates have no rows.
    pub parts: u64,
}

layout!(PqBicliqueArgs<'_>: 216, rooms: 144, shape: 168);

/// A number of 128 bits; what would pass them is [`TOO_MANY`](Self::TOO_MANY).
#[repr(C, align(16))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, DeviceCopy)]
pub struct Choices {
    low: u64,
    high: u64,
}

impl Choices {
    /// More than 128 bits hold.
    pub const TOO_MANY: Choices = Choices { low: u64::MAX, high: u64::MAX };

    /// So many; `None` for more than 128 bits hold.
    pub fn of(number: Option<u128>) -> Choices {
        number.map_or(Self::TOO_MANY, |number| Choices { low: number as u64, high: (number >> 64) as u64 })
    }

    /// Adds it to a tally, which knows then if it was too many.
    #[inline(always)]
    pub(super) fn add_to(self, tally: &mut Tally) {
        tally.add_wide(self.low, self.high, self == Self::TOO_MANY);
    }

    /// The sum. One that passes 128 bits wraps: there is a total then that does so, too.
    #[inline(always)]
    pub(super) fn plus(self, other: Choices) -> Choices {
        let (low, carry) = self.low.overflowing_add(other.low);
        Choices { low, high: self.high.wrapping_add(other.high).wrapping_add(carry.into()) }
    }

    /// Its halves.
    #[inline(always)]
    pub(super) fn halves(self) -> (u64, u64) {
        (self.low, self.high)
    }

    /// A number of halves.
    #[inline(always)]
    pub(super) fn of_halves(low: u64, high: u64) -> Choices {
        Choices { low, high }
    }
}

/// What is looked for, and the room that it takes.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, DeviceCopy)]
pub struct PqBicliqueShape {
    /// Words of the rows of a root's candidates, at most.
    pub cells: u64,
    /// Vertices of the graph.
    pub vertices: u32,
    /// Vertices of the anchored side in a biclique: 2 at least.
    pub take: u32,
    /// Vertices of the other side in a biclique: 2 at least.
    pub common: u32,
    /// Candidates of a root, at most.
    pub candidates: u32,
    /// Words of one row, at most. 0 where there are no rows: where two are taken, and nothing is counted at arcs.
    pub row_words: u32,
    /// Warps of a block, as the kernel sees them.
    pub warps: u32,
    /// Whether there are sums for the arcs.
    pub at_arcs: u32,
    /// Nothing.
    pub unused: u32,
}

/// Nodes after which a warp looks whether the search is to end.
pub(in crate::kernels) const LOOK: u32 = 64;
/// Numbers that a node has besides its lists.
pub(super) const NODE: usize = 4;

impl PqBicliqueShape {
    /// Bytes of shared memory that a block takes.
    pub const fn shared_bytes() -> usize {
        use crate::kernels::triangles::shared::bytes_of;
        bytes_of::<u64>(1) + bytes_of::<u32>(2)
    }

    /// Whether candidates have rows.
    #[inline(always)]
    pub fn has_rows(&self) -> bool {
        self.take > 2 || self.at_arcs != 0
    }

    /// How many nodes are on a path: the root, and all that are taken but the last.
    #[inline(always)]
    pub(super) fn levels(&self) -> usize {
        self.take as usize - 1
    }

    /// How many of them have a list of candidates: not the root, nor who takes the last but one.
    #[inline(always)]
    fn lists(&self) -> usize {
        self.levels().saturating_sub(2)
    }

    /// Words for the sums of a node's columns.
    #[inline(always)]
    fn sum_words(&self) -> usize {
        if self.at_arcs == 0 { 0 } else { 2 * u64::BITS as usize * self.row_words as usize }
    }

    /// Words of a warp.
    fn warp_words(&self) -> usize {
        let row = self.row_words as usize;
        let small = self.levels() * (NODE + row) + self.lists() * self.candidates as usize;
        self.levels() * (row + self.sum_words()) + small.div_ceil(2)
    }

    /// Words of a block.
    pub fn block_words(&self) -> u64 {
        let own = if self.has_rows() { self.warps as usize * self.warp_words() } else { 0 };
        self.cells + (own + self.small_words()) as u64
    }

    /// Words of the counters of far ends, and of the candidates.
    fn small_words(&self) -> usize {
        (self.vertices as usize).div_ceil(2) + (self.candidates as usize).div_ceil(2)
    }
}

/// A block's room.
#[derive(Clone, Copy)]
pub(in crate::kernels) struct BlockRoom<'a> {
    /// For each vertex, how often it was met; or, marked, its place among the candidates.
    pub met: &'a [AtomicU32],
    /// The candidates of the root.
    pub candidates: Scratch<'a, u32>,
    /// Their rows.
    pub cells: &'a [AtomicU64],
}

/// A warp's room. Nodes are told by their level: 0 is the root, and each of the others has taken one candidate more.
#[derive(Clone, Copy)]
pub(super) struct WarpRoom<'a> {
    shape: PqBicliqueShape,
    /// For each node the words of its set that are not zero.
    words: Scratch<'a, u64>,
    /// For each node the sum of each column, a low and a high half.
    sums: Scratch<'a, u64>,
    /// For each node [`NODE`] numbers; where the words of its set stand in a row; the candidates below it.
    small: Scratch<'a, u32>,
}

impl<'a> BlockRoom<'a> {
    /// The room of the block, and of the warp. All threads of a block get the same.
    #[inline(always)]
    pub(super) fn of<B: Block>(block: B, args: &PqBicliqueArgs<'a>) -> (Self, WarpRoom<'a>) {
        let shape = args.shape;
        let size = shape.block_words();
        let mut rest = args.rooms.part(u64::from(block.index()) * size, size);
        let mut cut = |words: u64| {
            let first = rest.part(0, words);
            rest = rest.part(words, rest.len() - words);
            first
        };
        let met = cut(u64::from(shape.vertices).div_ceil(2)).pointer().cast::<AtomicU32>();
        let candidates = cut(u64::from(shape.candidates).div_ceil(2)).pointer().cast();
        let cells = cut(shape.cells).pointer().cast::<AtomicU64>();
        // SAFETY: parts of the room, which has so many words for each, and is the block's alone. What is left in them
        // from before are numbers, whatever they are; nobody but the block's threads changes them, by atomics where
        // these share them.
        let room = unsafe {
            BlockRoom {
                met: from_raw_parts(met, shape.vertices as usize),
                candidates: Scratch::from_raw_parts(candidates, shape.candidates.into()),
                cells: from_raw_parts(cells, shape.cells as usize),
            }
        };
        if !shape.has_rows() {
            let none =
                WarpRoom { shape, words: Scratch::empty(), sums: Scratch::empty(), small: Scratch::empty() };
            return (room, none);
        }
        let (size, levels) = (shape.warp_words() as u64, shape.levels() as u64);
        let mut rest = rest.part(u64::from(block.warp_index()) * size, size);
        let mut cut = |words: u64| {
            let first = rest.part(0, words);
            rest = rest.part(words, rest.len() - words);
            first
        };
        let (words, sums) =
            (cut(levels * u64::from(shape.row_words)), cut(levels * shape.sum_words() as u64));
        let small = rest.len() * 2;
        // SAFETY: what is left of the warp's part, in halves of words.
        let small = unsafe { Scratch::from_raw_parts(rest.pointer().cast(), small) };
        (room, WarpRoom { shape, words, sums, small })
    }
}

impl<'a> WarpRoom<'a> {
    /// The numbers of a node.
    #[inline(always)]
    pub fn node(&self, level: usize) -> Scratch<'a, u32> {
        self.small.part((NODE * level) as u64, NODE as u64)
    }

    /// The words of a node's set.
    #[inline(always)]
    pub fn words(&self, level: usize) -> Scratch<'a, u64> {
        let row = u64::from(self.shape.row_words);
        self.words.part(level as u64 * row, row)
    }

    /// Where they stand in a row.
    #[inline(always)]
    pub fn places(&self, level: usize) -> Scratch<'a, u32> {
        let row = u64::from(self.shape.row_words);
        self.small.part((NODE * self.shape.levels()) as u64 + level as u64 * row, row)
    }

    /// The list of the candidates below a node, which is neither the root nor the last but one.
    #[inline(always)]
    pub fn list(&self, level: usize) -> Scratch<'a, u32> {
        let (levels, most) = (self.shape.levels(), u64::from(self.shape.candidates));
        let first = levels * (NODE + self.shape.row_words as usize);
        self.small.part(first as u64 + (level as u64 - 1) * most, most)
    }

    /// The sums of a node's columns: a low and a high half for each.
    #[inline(always)]
    pub fn sums(&self, level: usize) -> Scratch<'a, u64> {
        let words = self.shape.sum_words() as u64;
        self.sums.part(level as u64 * words, words)
    }
}

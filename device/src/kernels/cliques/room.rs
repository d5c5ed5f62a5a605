//! What a block needs to work on one root, and where it stands.

use core::sync::atomic::{AtomicU32, AtomicU64};

use cust_core::DeviceCopy;

use super::matrix::{Matrix, stride};
use crate::kernels::triangles::marks::Marks;
use crate::kernels::triangles::shared::{Arena, ThreadTeam, bytes_of};
use crate::kernels::triangles::{HubRows, MarksShape, Oriented};
use crate::memory::{Scratch, Slice};
use crate::simt::{Block, WIDE_LANES};

/// What the clique kernels take.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct CliqueArgs<'a> {
    /// The graph.
    pub graph: Oriented<'a>,
    /// Rows of its hubs.
    pub hubs: HubRows<'a>,
    /// The roots of this launch, the longest lists first: no list is longer than `longest`.
    pub roots: Slice<'a, u32>,
    /// One counter, from 0 up: the next task.
    pub queue: Slice<'a, AtomicU64>,
    /// For the kernels of [`count`](super::count), [`TOTALS`](crate::kernels::count::tally::TOTALS) sums, zero before
    /// the first launch.
    pub totals: Slice<'a, AtomicU64>,
    /// For the wide kernels, [`CliqueShape::words_wide`] words for each block of the grid.
    pub words: Scratch<'a, u64>,
    /// The sizes that host and kernel must agree on.
    pub shape: CliqueShape,
    /// How many tasks a block draws at a time.
    pub chunk: u32,
    /// How many tasks a root is: they share its rows, so that a few heavy roots keep all blocks busy.
    pub parts: u32,
}

layout!(CliqueArgs<'_>: 160, chunk: 152, parts: 156);
layout!(CliqueShape: 32);

/// The sizes of what a block works with.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, DeviceCopy)]
pub struct CliqueShape {
    /// The longest list of a root: rows of the matrix.
    pub longest: u32,
    /// Vertices of the cliques asked for.
    pub k: u32,
    /// Rows of bits that each warp keeps on its stack, and twice as many numbers: see [`CliqueShape::levels`].
    pub levels: u32,
    /// Rows of the block's compact matrix: `longest`, or 0 where there is none.
    pub compact: u32,
    /// For the wide kernels, whether the compact matrix stands in shared memory nevertheless.
    pub compact_shared: u32,
    /// Warps in a block, as the kernel sees them.
    pub warps: u32,
    /// The shape of the block's marks.
    pub marks: MarksShape,
}

impl CliqueShape {
    /// Rows of a warp's stack for cliques of `k >= 4` vertices on a machine of `lanes` lanes: with many lanes, a
    /// compact matrix takes the place of the first, and the last four vertices are counted together.
    pub const fn levels(k: u32, lanes: u32) -> u32 {
        match k {
            _ if lanes == 1 => k - 4,
            4 | 5 => 0,
            6 => 1,
            _ => k - 6,
        }
    }

    /// Whether there is a compact matrix for cliques of `k` vertices on a machine of `lanes` lanes.
    pub const fn compacts(k: u32, lanes: u32) -> bool {
        lanes > 1 && k > 4
    }

    /// Bytes of shared memory that a block needs, where matrices and stacks stand there too.
    pub const fn shared_bytes(self) -> usize {
        self.small_bytes()
            + bytes_of::<u64>(self.matrix_words())
            + bytes_of::<u64>(self.compact_words())
            + bytes_of::<u64>(self.stack_words())
    }

    /// Bytes of shared memory that a block needs, where matrix and stacks stand in device memory.
    pub const fn shared_bytes_wide(self) -> usize {
        let compact = if self.compact_shared > 0 { bytes_of::<u64>(self.compact_words()) } else { 0 };
        self.small_bytes() + compact
    }

    /// Words of device memory that a block needs for what does not stand in shared memory.
    pub const fn words_wide(self) -> usize {
        let compact = if self.compact_shared > 0 { 0 } else { self.compact_words() };
        self.matrix_words() + compact + self.stack_words()
    }

    /// Bytes of everything but matrices and stacks.
    const fn small_bytes(self) -> usize {
        bytes_of::<u64>(1)
            + bytes_of::<u32>(COUNTERS)
            + bytes_of::<u32>(self.longest as usize)
            + bytes_of::<u32>(self.marks.words() as usize)
            + bytes_of::<u32>(self.saved_words())
            + bytes_of::<u32>(self.compact as usize)
            + bytes_of::<u32>(self.place_words())
            + bytes_of::<u64>(self.share_words())
    }

    const fn matrix_words(self) -> usize {
        self.longest as usize * stride(self.longest) as usize
    }

    const fn compact_words(self) -> usize {
        self.compact as usize * stride(self.compact) as usize
    }

    const fn stack_words(self) -> usize {
        (self.warps * self.levels) as usize * stride(self.longest) as usize
    }

    /// Two words for each level of a stack.
    const fn saved_words(self) -> usize {
        (self.warps * self.levels) as usize * 2
    }

    /// A number for each warp, where warps share the cliques of four vertices.
    const fn share_words(self) -> usize {
        if self.compact > 0 && self.k == 6 { self.warps as usize } else { 0 }
    }

    /// A word for each row of the compact matrix, and for each lane, which use them in turns.
    const fn place_words(self) -> usize {
        let lanes = self.warps * WIDE_LANES;
        match self.compact {
            0 => 0,
            rows if rows < lanes => lanes as usize,
            rows => rows as usize,
        }
    }
}

/// A block's counters.
const COUNTERS: usize = 4;

/// A block's room. All its threads hold the same, but for the stack, which is their warp's.
pub(in crate::kernels) struct CliqueRoom<'a> {
    /// For drawing roots.
    pub slot: Scratch<'a, u64>,
    /// The next row to be taken.
    pub ticket: &'a AtomicU32,
    /// The next row of the compact matrix to be taken: two, in turns.
    pub tickets: &'a [AtomicU32],
    /// How many rows wait in `large`.
    pub waiting: &'a AtomicU32,
    /// The root's list.
    pub list: Scratch<'a, u32>,
    /// The list's marks.
    pub marks: Marks<'a>,
    /// The graph among the list.
    pub matrix: Matrix<'a>,
    /// Rows that the block works on together.
    pub large: Scratch<'a, u32>,
    /// Where in the list the rows of the compact matrix stand; before there is one, a word for each lane.
    pub places: Scratch<'a, u32>,
    /// What each warp has counted in the compact matrix, where they count it together.
    pub shares: Scratch<'a, u64>,
    /// The graph among the vertices of one row of `matrix`: for cliques of more than five vertices, whole rows, with a
    /// bit for the row's own vertex.
    pub compact: Matrix<'a>,
    /// The warp's rows.
    pub rows: Matrix<'a>,
    /// The warp's two words a level.
    pub saved: Scratch<'a, u32>,
}

impl<'a> CliqueRoom<'a> {
    /// Deals out the block's memory. Matrices and stacks stand in device memory if `WIDE`, else in shared memory: the
    /// compiler must know which, to address either well. Cliques of `SIZE` 4 need no compact matrix.
    ///
    /// # Safety
    /// The kernel's threads do this once, and use shared memory in no other way; `'a` ends with the kernel's body.
    /// The grid has no more blocks than `args.words` has room for.
    ///
    /// # Panics
    /// If the launch gave too little memory, or other warps than the shape says.
    #[inline(always)]
    pub(super) unsafe fn new<B: Block, const WIDE: bool, const SIZE: u32>(
        block: B,
        args: &CliqueArgs<'a>,
    ) -> Self {
        // SAFETY: the caller's promise.
        let mut arena = unsafe { Arena::new(block) };
        Self::in_arena::<B, WIDE, SIZE>(block, args, &mut arena)
    }

    /// Deals out the block's memory from the next part of `arena`: all threads of the kernel do this, once. Matrices
    /// and stacks stand in device memory if `WIDE`, else in shared memory. Cliques of `SIZE` 4 need no compact matrix.
    ///
    /// # Panics
    /// If the launch gave too little memory, or other warps than the shape says, or the grid has more blocks than
    /// `args.words` has room for.
    #[inline(always)]
    pub(in crate::kernels) fn in_arena<B: Block, const WIDE: bool, const SIZE: u32>(
        block: B,
        args: &CliqueArgs<'a>,
        arena: &mut Arena<'a>,
    ) -> Self {
        let shape = args.shape;
        assert!(block.warps() == shape.warps, "a launch of another shape than the kernel was told");
        let slot = arena.take::<u64>(1);
        let [ticket, waiting, tickets @ ..] = arena.atomics(COUNTERS) else { unreachable!() };
        let list = arena.take::<u32>(shape.longest as usize);
        let marks = arena.atomics(shape.marks.words() as usize);
        let saved = arena.take::<u32>(shape.saved_words());
        let large = arena.take::<u32>(shape.compact as usize);
        let places = arena.take::<u32>(shape.place_words());
        let shares = arena.take::<u64>(shape.share_words());
        let [matrix, compact, stack] =
            if WIDE { wide::<B, SIZE>(block, args, arena) } else { narrow(shape, arena) };
        let stride_of_rows = stride(shape.longest);
        let warp = u64::from(block.warp_index());
        let warp_rows = u64::from(shape.levels * stride_of_rows);
        let warp_saved = u64::from(shape.levels * 2);
        CliqueRoom {
            slot,
            ticket,
            tickets,
            waiting,
            list,
            marks: Marks::new(marks, shape.marks, ThreadTeam::block(block)),
            matrix: Matrix::new(matrix, stride_of_rows),
            large,
            places,
            shares,
            compact: Matrix::new(compact, stride(shape.compact)),
            rows: Matrix::new(stack.part(warp * warp_rows, warp_rows), stride_of_rows),
            saved: saved.part(warp * warp_saved, warp_saved),
        }
    }
}

/// Matrix, compact matrix and stacks in shared memory.
#[inline(always)]
fn narrow<'a>(shape: CliqueShape, arena: &mut Arena<'a>) -> [Scratch<'a, u64>; 3] {
    [shape.matrix_words(), shape.compact_words(), shape.stack_words()].map(|words| arena.take::<u64>(words))
}

/// Matrix, compact matrix and stacks in the block's part of `args.words`, but for a compact matrix that fits in shared
/// memory.
#[inline(always)]
fn wide<'a, B: Block, const SIZE: u32>(
    block: B,
    args: &CliqueArgs<'a>,
    arena: &mut Arena<'a>,
) -> [Scratch<'a, u64>; 3] {
    let shape = args.shape;
    let words = shape.words_wide() as u64;
    let all = args.words.part(u64::from(block.index()) * words, words);
    let (matrix, compact) = (shape.matrix_words() as u64, shape.compact_words() as u64);
    let stack = shape.stack_words() as u64;
    let compact = if SIZE == 4 {
        all.part(0, 0)
    } else if shape.compact_shared > 0 {
        arena.take::<u64>(compact as usize)
    } else {
        all.part(matrix, compact)
    };
    [all.part(0, matrix), compact, all.part(words - stack, stack)]
}

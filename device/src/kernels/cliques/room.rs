//! What a block needs to work on one root, and where it stands.

use core::mem::offset_of;
use core::sync::atomic::{AtomicU32, AtomicU64};

use cust_core::DeviceCopy;

use super::matrix::{Matrix, stride};
use crate::kernels::triangles::marks::Marks;
use crate::kernels::triangles::shared::{Arena, Team, bytes_of};
use crate::kernels::triangles::{HubRows, MarksShape, Oriented};
use crate::memory::{Scratch, Slice};
use crate::simt::Block;

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
    /// One counter, from 0 up: the next root.
    pub queue: Slice<'a, AtomicU64>,
    /// What is counted, zero before the first launch: see the kernels.
    pub totals: Slice<'a, AtomicU64>,
    /// For the wide kernels, [`Shape::words_wide`] words for each block of the grid.
    pub words: Scratch<'a, u64>,
    /// The sizes that host and kernel must agree on.
    pub shape: Shape,
    /// How many roots a block draws at a time.
    pub chunk: u32,
}

const _: () = {
    assert!(size_of::<CliqueArgs<'_>>() == 152 && size_of::<Shape>() == 24);
    assert!(offset_of!(CliqueArgs<'_>, shape) == 120 && offset_of!(CliqueArgs<'_>, chunk) == 144);
};

/// The sizes of what a block works with.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, DeviceCopy)]
pub struct Shape {
    /// The longest list of a root: rows of the matrix.
    pub longest: u32,
    /// Vertices of the cliques asked for.
    pub k: u32,
    /// Rows of bits that each warp keeps on its stack, and twice as many numbers.
    pub levels: u32,
    /// Warps in a block, as the kernel sees them.
    pub warps: u32,
    /// The shape of the block's marks.
    pub marks: MarksShape,
}

impl Shape {
    /// Bytes of shared memory that a block needs, where matrix and stacks stand there too.
    pub const fn shared_bytes(self) -> usize {
        self.shared_bytes_wide() + bytes_of::<u64>(self.matrix_words()) + bytes_of::<u64>(self.stack_words())
    }

    /// Bytes of shared memory that a block needs, where matrix and stacks stand in device memory.
    pub const fn shared_bytes_wide(self) -> usize {
        bytes_of::<u64>(1)
            + bytes_of::<u32>(1)
            + bytes_of::<u32>(self.longest as usize)
            + bytes_of::<u32>(self.marks.words() as usize)
            + bytes_of::<u32>(self.saved_words())
    }

    /// Words of device memory that a block needs for matrix and stacks, where they stand there.
    pub const fn words_wide(self) -> usize {
        self.matrix_words() + self.stack_words()
    }

    const fn matrix_words(self) -> usize {
        self.longest as usize * stride(self.longest) as usize
    }

    const fn stack_words(self) -> usize {
        (self.warps * self.levels) as usize * stride(self.longest) as usize
    }

    /// Two words for each level of a stack.
    const fn saved_words(self) -> usize {
        (self.warps * self.levels) as usize * 2
    }
}

/// A block's room. All its threads hold the same, but for the stack, which is their warp's.
pub(super) struct Room<'a> {
    /// For drawing roots.
    pub slot: Scratch<'a, u64>,
    /// The next row to be taken.
    pub ticket: &'a AtomicU32,
    /// The root's list.
    pub list: Scratch<'a, u32>,
    /// The list's marks.
    pub marks: Marks<'a>,
    /// The graph among the list.
    pub matrix: Matrix<'a>,
    /// The warp's rows.
    pub rows: Matrix<'a>,
    /// The warp's two words a level.
    pub saved: Scratch<'a, u32>,
}

impl<'a> Room<'a> {
    /// Deals out the block's memory. Matrix and stacks stand in device memory if `WIDE`, else in shared memory: the
    /// compiler must know which, to address either well.
    ///
    /// # Safety
    /// The kernel's threads do this once, and use shared memory in no other way; `'a` ends with the kernel's body.
    /// The grid has no more blocks than `args.words` has room for.
    ///
    /// # Panics
    /// If the launch gave too little memory, or other warps than the shape says.
    #[inline(always)]
    pub(super) unsafe fn new<B: Block, const WIDE: bool>(block: B, args: &CliqueArgs<'a>) -> Self {
        let shape = args.shape;
        assert!(block.warps() == shape.warps, "a launch of another shape than the kernel was told");
        // SAFETY: the caller's promise.
        let mut arena = unsafe { Arena::new(block) };
        let slot = arena.take::<u64>(1);
        let ticket = &arena.atomics(1)[0];
        let list = arena.take::<u32>(shape.longest as usize);
        let marks = arena.atomics(shape.marks.words() as usize);
        let saved = arena.take::<u32>(shape.saved_words());
        let (matrix, stack) = if WIDE {
            let words = shape.words_wide() as u64;
            let all = args.words.part(u64::from(block.index()) * words, words);
            let matrix = shape.matrix_words() as u64;
            (all.part(0, matrix), all.part(matrix, words - matrix))
        } else {
            (arena.take::<u64>(shape.matrix_words()), arena.take::<u64>(shape.stack_words()))
        };
        let stride = stride(shape.longest);
        let warp_rows = u64::from(shape.levels * stride);
        let warp_saved = u64::from(shape.levels * 2);
        let warp = u64::from(block.warp_index());
        Room {
            slot,
            ticket,
            list,
            marks: Marks::new(marks, shape.marks, Team::block(block)),
            matrix: Matrix::new(matrix, stride),
            rows: Matrix::new(stack.part(warp * warp_rows, warp_rows), stride),
            saved: saved.part(warp * warp_saved, warp_saved),
        }
    }
}

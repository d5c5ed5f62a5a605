//! What a block needs to work on one root, and where it stands.

use core::mem::offset_of;
use core::sync::atomic::AtomicU64;

use cust_core::DeviceCopy;

use super::few::FEW;
use super::leaves::{Leaves, near_cells};
use crate::kernels::cliques::matrix::{Matrix, stride, words};
use crate::kernels::cliques::room::CliqueRoom;
use crate::kernels::cliques::{CliqueArgs, CliqueShape};
use crate::kernels::triangles::shared::{Arena, bytes_of};
use crate::memory::{Scratch, Slice};
use crate::simt::Block;

/// What these kernels take.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct PivotArgs<'a> {
    /// As for [`cliques`](crate::kernels::cliques), but that there are no totals, and no parts of roots on a machine of one lane.
    pub cliques: CliqueArgs<'a>,
    /// Added to: leaves by [`leaf_cell`](super::leaf_cell), of cliques of at most `most` vertices.
    pub leaves: Slice<'a, AtomicU64>,
    /// [`PivotShape::stack_words`] words for each block of the grid.
    pub stack: Scratch<'a, u64>,
    /// Vertices of the largest clique, at most.
    pub most: u32,
    /// Nothing.
    pub unused: u32,
}

const _: () = {
    assert!(size_of::<PivotArgs<'_>>() == 200);
    assert!(offset_of!(PivotArgs<'_>, leaves) == 160 && offset_of!(PivotArgs<'_>, stack) == 176);
    assert!(offset_of!(PivotArgs<'_>, most) == 192);
};

/// The sizes of what a block works with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PivotShape {
    /// As the kernel is told: `k` is 6, with no `levels`, and no `compact` matrix.
    pub cliques: CliqueShape,
    /// Vertices of the largest clique, at most.
    pub most: u32,
}

impl PivotShape {
    /// Bytes of shared memory that a block needs, where matrices stand there too.
    pub const fn shared_bytes(self) -> usize {
        self.cliques.shared_bytes() + self.own_bytes()
    }

    /// Bytes of shared memory that a block needs, where matrices stand in device memory.
    pub const fn shared_bytes_wide(self) -> usize {
        self.cliques.shared_bytes_wide() + self.own_bytes()
    }

    /// Words of device memory that a block's stacks take.
    pub const fn stack_words(self) -> usize {
        self.cliques.warps as usize * self.levels() as usize * (stride(self.cliques.longest) as usize + 2)
    }

    /// Levels of a warp's stack, up to where few candidates are left. Each level has a candidate less than the one before, and a
    /// vertex more that is taken.
    pub(super) const fn levels(self) -> u32 {
        match self.cliques.longest {
            0..=FEW => 0,
            longest if longest - FEW < self.most => longest - FEW + 1,
            _ => self.most,
        }
    }

    const fn own_bytes(self) -> usize {
        let (longest, warps) = (self.cliques.longest, self.cliques.warps as usize);
        bytes_of::<u32>(near_cells(self.most))
            + bytes_of::<u64>(words(longest))
            + bytes_of::<u32>(longest as usize)
            + 2 * bytes_of::<u32>(longest as usize + 1)
            + bytes_of::<u32>(1)
            + bytes_of::<u64>(warps * FRAMES_OF_FEW)
            + bytes_of::<u64>(warps * self.rows_of_few())
            + bytes_of::<u32>(warps * self.rows_of_few())
    }

    /// Rows of a warp's matrix of few candidates: a list of few has its own.
    const fn rows_of_few(self) -> usize {
        if self.cliques.longest > FEW { FEW as usize } else { 0 }
    }
}

/// Words of a warp's stack for few candidates: three a level.
const FRAMES_OF_FEW: usize = 3 * FEW as usize;

/// A block's room. All its threads hold the same, but for what is their warp's.
pub(super) struct PivotRoom<'a> {
    /// The root's list, its matrix, and more.
    pub cliques: CliqueRoom<'a>,
    /// The block's table.
    pub leaves: Leaves<'a>,
    /// Candidates at the end of the spine.
    pub set: Scratch<'a, u64>,
    /// By place in the list, where it stands in the order of the spine.
    pub ranks: Scratch<'a, u32>,
    /// What branches off the spine: places in the list.
    pub branches: Scratch<'a, u32>,
    /// And how many pivots were taken before.
    pub pivots: Scratch<'a, u32>,
    /// How many branches there are.
    pub count: Scratch<'a, u32>,
    /// The warp's stack for many candidates: a row a level.
    pub sets: Matrix<'a>,
    /// Two words a level besides.
    pub saved: Scratch<'a, u64>,
    /// The warp's stack for few.
    pub frames: Scratch<'a, u64>,
    /// The warp's matrix of few.
    pub rows: Scratch<'a, u64>,
    /// Where in the list its rows stand.
    pub places: Scratch<'a, u32>,
}

impl<'a> PivotRoom<'a> {
    /// Deals out the block's memory. Matrices stand in device memory if `WIDE`, else in shared memory. The block meets.
    ///
    /// # Safety
    /// The kernel's threads do this once, and use shared memory in no other way; `'a` ends with the kernel's body.
    ///
    /// # Panics
    /// If the launch gave too little memory, or other warps than the shape says.
    #[inline(always)]
    pub(super) unsafe fn new<B: Block, const WIDE: bool>(block: B, args: &PivotArgs<'a>) -> Self {
        let shape = PivotShape { cliques: args.cliques.shape, most: args.most };
        let longest = shape.cliques.longest as usize;
        // SAFETY: the caller's promise.
        let mut arena = unsafe { Arena::new(block) };
        // Without a compact matrix, as for cliques of 4.
        let cliques = CliqueRoom::in_arena::<B, WIDE, 4>(block, &args.cliques, &mut arena);
        let leaves = Leaves::new(block, &mut arena, args.leaves, args.most);
        let (warps, warp) = (block.warps() as usize, u64::from(block.warp_index()));
        let own = |all: Scratch<'a, u64>, words: usize| all.part(warp * words as u64, words as u64);
        let (stack_words, rows) = (shape.stack_words(), shape.rows_of_few());
        let block_stack = args.stack.part(u64::from(block.index()) * stack_words as u64, stack_words as u64);
        let stack = own(block_stack, stack_words / warps);
        let row = stride(shape.cliques.longest);
        let set_words = u64::from(shape.levels() * row);
        PivotRoom {
            cliques,
            leaves,
            set: arena.take(words(longest as u32)),
            ranks: arena.take(longest),
            branches: arena.take(longest + 1),
            pivots: arena.take(longest + 1),
            count: arena.take(1),
            sets: Matrix::new(stack.part(0, set_words), row),
            saved: stack.part(set_words, stack.len() - set_words),
            frames: own(arena.take(warps * FRAMES_OF_FEW), FRAMES_OF_FEW),
            rows: own(arena.take(warps * rows), rows),
            places: arena.take(warps * rows).part(warp * rows as u64, rows as u64),
        }
    }
}

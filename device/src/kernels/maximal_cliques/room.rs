//! What a block needs to work on one root, and where it stands.

use core::sync::atomic::AtomicU64;

use cust_core::DeviceCopy;

use super::few::FRAME;
use crate::graph::GraphView;
use crate::kernels::cliques::few::{FEW, FewRoom};
use crate::kernels::cliques::matrix::{Matrix, words};
use crate::kernels::cliques::room::CliqueRoom;
use crate::kernels::cliques::{CliqueArgs, CliqueShape};
use crate::kernels::pivots::among::{Among, among_words};
use crate::kernels::pivots::tallies::Tallies;
use crate::kernels::pivots::{HandOver, Resumed};
use crate::kernels::triangles::shared::{Arena, bytes_of};
use crate::memory::{Scratch, Slice};
use crate::simt::Block;

/// What these kernels take.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct MaximalCliqueArgs<'a> {
    /// The graph, the launch's roots, and the sizes of a block. `totals` is not used; `parts` is 1 on a machine of one
    /// lane.
    pub cliques: CliqueArgs<'a>,
    /// The same graph, each edge in the lists of both its ends.
    pub whole: GraphView<'a>,
    /// Added to: maximal cliques by their vertices, up to `most`.
    pub sizes: Slice<'a, AtomicU64>,
    /// [`MaximalCliqueShape::stack_words`] words for each block of the grid.
    pub stack: Scratch<'a, u64>,
    /// Where searches are handed over: records of [`RECORD_SETS`] sets.
    pub over: HandOver<'a>,
    /// What the launch goes on with; if there is nothing, it begins with the roots.
    pub resumed: Resumed<'a>,
    /// Vertices of the largest clique, at most.
    pub most: u32,
    /// Greater neighbours of a root, at most.
    pub excluded: u32,
    /// Cliques of fewer vertices are not counted.
    pub least: u32,
    /// Nothing.
    pub unused: u32,
}

layout!(MaximalCliqueArgs<'_>: 376, whole: 160, sizes: 208, stack: 224, over: 240, resumed: 312, most: 360);

/// Sets of a record that is handed over: its candidates, those that are to be taken, and what was taken.
pub const RECORD_SETS: usize = 3;

/// The sizes of what a block works with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MaximalCliqueShape {
    /// The sizes of lists, matrix and marks: `k` is 6, with no `levels`, and no `compact` matrix.
    pub cliques: CliqueShape,
    /// Vertices of the largest clique, at most.
    pub most: u32,
    /// Greater neighbours of a root, at most.
    pub excluded: u32,
}

/// Copies of excluded vertices that a warp has room for, at most. Where there are more, they are looked at where they
/// are.
const MOST_COPIES: usize = 1 << 13;

/// The most vertices of cliques that a block counts in shared memory.
const NEAR: u32 = 64;

impl MaximalCliqueShape {
    /// Bytes of shared memory that a block needs, where matrices stand there too.
    pub const fn shared_bytes(self) -> usize {
        self.cliques.shared_bytes() + self.own_bytes()
    }

    /// Bytes of shared memory that a block needs, where matrices stand in device memory.
    pub const fn shared_bytes_wide(self) -> usize {
        self.cliques.shared_bytes_wide() + self.own_bytes()
    }

    /// Words of device memory that a block's stacks take, the rows of excluded vertices, and what its warps hand to
    /// each other.
    pub const fn stack_words(self) -> usize {
        self.cliques.warps as usize * self.stack_words_of_warp() + self.among_words() + self.excluded_words()
    }

    const fn stack_words_of_warp(self) -> usize {
        self.levels() as usize * frame_words(self.cliques.longest) + self.few_copies() + self.many_copies()
    }

    const fn among_words(self) -> usize {
        among_words(self.cliques.longest, RECORD_SETS, self.cliques.warps as usize)
    }

    /// Rows of excluded vertices: one for each, and one that each warp has in hand.
    const fn excluded_words(self) -> usize {
        (self.excluded as usize + self.cliques.warps as usize) * words(self.cliques.longest)
    }

    /// Words for copies of excluded vertices among few candidates: greater than the root, or of its list. Twice as many
    /// are all of them, and a part of them for each of a few levels.
    const fn few_copies(self) -> usize {
        let all = 2 * (self.excluded as usize + self.cliques.longest as usize);
        if all < MOST_COPIES { all } else { MOST_COPIES }
    }

    /// Words for the numbers of rows of excluded vertices.
    const fn many_copies(self) -> usize {
        if self.cliques.longest > FEW { self.few_copies() } else { 0 }
    }

    /// Levels of a warp's stack. Each has a candidate less than the one before, and a vertex more that is taken.
    const fn levels(self) -> u32 {
        match self.cliques.longest {
            0..=FEW => 0,
            longest if longest < self.most => longest + 1,
            _ => self.most + 1,
        }
    }

    const fn own_bytes(self) -> usize {
        let warps = self.cliques.warps as usize;
        bytes_of::<u32>(near_cells(self.most))
            + FewRoom::<FRAME>::shared_bytes(self.cliques.longest, warps)
            + Among::BYTES
    }
}

/// Sizes that a block counts in its own memory.
const fn near_cells(most: u32) -> usize {
    1 + if most < NEAR { most } else { NEAR } as usize
}

/// Words of a level of a warp's stack: four sets, and two words besides.
const fn frame_words(longest: u32) -> usize {
    4 * words(longest) + 2
}

/// A block's room. All its threads hold the same, but for what is their warp's.
pub(super) struct MaximalCliqueRoom<'a> {
    /// The root's list, its matrix, and more.
    pub cliques: CliqueRoom<'a>,
    /// How many maximal cliques were found, by their vertices.
    pub sizes: Tallies<'a>,
    /// The warp's stack for many candidates.
    pub sets: Matrix<'a>,
    /// The warp's copies of excluded vertices, among many candidates, and among few.
    pub many_copies: Scratch<'a, u64>,
    pub few_copies: Scratch<'a, u64>,
    /// The warp's room for few.
    pub few: FewRoom<'a, FRAME>,
    /// What the block's warps hand to each other.
    pub among: Among<'a>,
    /// The rows of the root's greater neighbours.
    pub excluded: Matrix<'a>,
    /// The same, where they are one word each.
    pub excluded_words: Scratch<'a, u64>,
}

impl<'a> MaximalCliqueRoom<'a> {
    /// Deals out the block's memory. Matrices stand in device memory if `WIDE`, else in shared memory. The block meets.
    ///
    /// # Safety
    /// The kernel's threads do this once, and use shared memory in no other way; `'a` ends with the kernel's body.
    ///
    /// # Panics
    /// If the launch gave too little memory, or other warps than the shape says; or lists of another length than the
    /// kernel is for. That comes first: the sizes of all that follows are computed with it.
    #[inline(always)]
    pub(super) unsafe fn new<B: Block, const WIDE: bool, const LONG: bool>(
        block: B,
        args: &MaximalCliqueArgs<'a>,
    ) -> Self {
        assert!(LONG == (args.cliques.shape.longest > FEW), "a launch for lists of another length");
        let shape =
            MaximalCliqueShape { cliques: args.cliques.shape, most: args.most, excluded: args.excluded };
        let longest = shape.cliques.longest;
        // SAFETY: the caller's promise.
        let mut arena = unsafe { Arena::new(block) };
        // Without a compact matrix, as for cliques of 4.
        let cliques = CliqueRoom::in_arena::<B, WIDE, 4>(block, &args.cliques, &mut arena);
        let sizes = Tallies::new(block, &mut arena, args.sizes, near_cells(args.most));
        let few = FewRoom::in_arena(block, &mut arena, longest);
        let of_block = shape.stack_words() as u64;
        let mut left = args.stack.part(u64::from(block.index()) * of_block, of_block);
        let mut take = |words: usize| {
            let taken = left.part(0, words as u64);
            left = left.part(words as u64, left.len() - words as u64);
            taken
        };
        let among = Among::in_arena(block, &mut arena, take(shape.among_words()), (longest, RECORD_SETS));
        let excluded_words = take(shape.excluded_words());
        let warp = u64::from(block.warp_index());
        let of_warp = shape.stack_words_of_warp();
        let stack = take(block.warps() as usize * of_warp).part(warp * of_warp as u64, of_warp as u64);
        let (few_copies, many_copies) = (shape.few_copies() as u64, shape.many_copies() as u64);
        MaximalCliqueRoom {
            cliques,
            sizes,
            few_copies: stack.part(0, few_copies),
            many_copies: stack.part(few_copies, many_copies),
            sets: Matrix::new(
                stack.part(few_copies + many_copies, of_warp as u64 - few_copies - many_copies),
                frame_words(longest) as u32,
            ),
            few,
            among,
            excluded: Matrix::new(excluded_words, words(longest) as u32),
            excluded_words,
        }
    }
}

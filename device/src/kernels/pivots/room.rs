//! What a block needs to work on one root, and where it stands.

use core::sync::atomic::AtomicU64;

use cust_core::DeviceCopy;

use super::among::{Among, among_words};
use super::few::CliqueSizes;
use super::handover::{HandOver, Resumed};
use super::leaves::{LeafTable, near_cells};
use super::tiny::{Tiny, tiny_bytes};
use crate::kernels::cliques::few::{FEW, FRAME, FewRoom, levels_of_many};
use crate::kernels::cliques::matrix::{Matrix, words};
use crate::kernels::cliques::room::CliqueRoom;
use crate::kernels::cliques::{CliqueArgs, CliqueShape};
use crate::kernels::triangles::shared::{Arena, bytes_of};
use crate::memory::{Scratch, Slice};
use crate::simt::Block;

/// What these kernels take.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct PivotArgs<'a> {
    /// The graph, the launch's roots, and the sizes of a block. `totals` is not used; `parts` is 1 on a machine of one
    /// lane.
    pub cliques: CliqueArgs<'a>,
    /// Added to: leaves by [`leaf_cell`](super::leaf_cell), of cliques of at most `most` vertices:
    /// [`leaf_cells`](super::leaf_cells) of them.
    pub leaves: Slice<'a, AtomicU64>,
    /// [`PivotShape::stack_words`] words for each block of the grid.
    pub stack: Scratch<'a, u64>,
    /// Where searches are handed over.
    pub over: HandOver<'a>,
    /// For the kernels that go on with such: what they go on with.
    pub resumed: Resumed<'a>,
    /// Vertices of the largest clique, at most.
    pub most: u32,
    /// Leaves that stand for no clique of so many vertices and more may be left out.
    pub least: u32,
    /// Leaves need not tell cliques of more vertices than this, which is 3 at least.
    pub largest: u32,
    /// Nothing.
    pub unused: u32,
}

layout!(PivotArgs<'_>: 328, leaves: 160, stack: 176, over: 192, resumed: 264, most: 312);

impl PivotArgs<'_> {
    /// Which cliques are counted.
    #[inline(always)]
    pub(super) fn sizes(&self) -> CliqueSizes {
        CliqueSizes { least: self.least, largest: self.largest }
    }
}

/// The sizes of what a block works with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PivotShape {
    /// The sizes of lists, matrix and marks: `k` is 6, with no `levels`, and no `compact` matrix.
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

    /// Words of device memory that a block's stacks take, and what its warps hand to each other.
    pub const fn stack_words(self) -> usize {
        self.cliques.warps as usize * self.stack_words_of_warp() + self.among_words()
    }

    /// Words of a warp's stack.
    const fn stack_words_of_warp(self) -> usize {
        levels_of_many(self.cliques.longest, self.most) as usize * frame_words(self.cliques.longest)
    }

    /// Words of what the warps of a block hand to each other. Lists of few are not searched for long.
    const fn among_words(self) -> usize {
        let CliqueShape { longest, warps, .. } = self.cliques;
        if longest > FEW { among_words(longest, SETS, warps as usize) } else { 0 }
    }

    const fn own_bytes(self) -> usize {
        let (longest, warps) = (self.cliques.longest, self.cliques.warps as usize);
        bytes_of::<u32>(near_cells(self.most))
            + bytes_of::<u64>(words(longest))
            + bytes_of::<u32>(spine_words(longest))
            + FewRoom::<FRAME>::shared_bytes(longest, warps)
            + tiny_bytes(warps)
            + Among::BYTES
    }
}

/// Sets of a record that is handed over: its candidates.
const SETS: usize = 1;

/// Words for the spine.
const fn spine_words(longest: u32) -> usize {
    3 * (longest as usize + 1)
}

/// Words of a level of a warp's stack: a set, and two words besides.
#[inline(always)]
pub(super) const fn frame_words(longest: u32) -> usize {
    words(longest) + 2
}

/// A block's room. All its threads hold the same, but for what is their warp's.
pub(super) struct PivotRoom<'a> {
    /// The root's list, its matrix, and more.
    pub cliques: CliqueRoom<'a>,
    /// The block's table.
    pub leaves: LeafTable<'a>,
    /// Candidates at the end of the spine.
    pub set: Scratch<'a, u64>,
    /// What is known of the spine, in three parts.
    spine: Scratch<'a, u32>,
    longest: u32,
    /// The warp's stack for many candidates: a row a level, and two words besides.
    pub sets: Matrix<'a>,
    /// The warp's room for few.
    pub few: FewRoom<'a, FRAME>,
    /// The nodes that the warp puts aside.
    pub tiny: Tiny<'a>,
    /// What the block's warps hand to each other.
    pub among: Among<'a>,
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
        let longest = shape.cliques.longest;
        // SAFETY: the caller's promise.
        let mut arena = unsafe { Arena::new(block) };
        // Without a compact matrix, as for cliques of 4.
        let cliques = CliqueRoom::in_arena::<B, WIDE, 4>(block, &args.cliques, &mut arena);
        let leaves = LeafTable::new(block, &mut arena, args.leaves, args.most);
        let warp = u64::from(block.warp_index());
        let set = arena.take(words(longest));
        let spine = arena.take(spine_words(longest));
        let few = FewRoom::in_arena(block, &mut arena, longest);
        let tiny = Tiny::in_arena(block, &mut arena);
        let (of_block, of_warp) = (shape.stack_words() as u64, shape.stack_words_of_warp() as u64);
        let stacks = args.stack.part(u64::from(block.index()) * of_block, of_block);
        let records = stacks.part(u64::from(block.warps()) * of_warp, shape.among_words() as u64);
        let among = Among::in_arena(block, &mut arena, records, (longest, SETS));
        PivotRoom {
            cliques,
            leaves,
            set,
            spine,
            longest,
            sets: Matrix::new(stacks.part(warp * of_warp, of_warp), frame_words(longest) as u32),
            few,
            tiny,
            among,
        }
    }

    /// By place in the list, where it stands in the order of the spine.
    #[inline(always)]
    pub(super) fn ranks(&self) -> Scratch<'a, u32> {
        self.spine.part(0, self.longest.into())
    }

    /// What branches off the spine, places in the list: one more than the list has.
    #[inline(always)]
    pub(super) fn branches(&self) -> Scratch<'a, u32> {
        self.spine.part(self.longest.into(), u64::from(self.longest) + 1)
    }

    /// How many pivots were taken before each branch; and how many branches there are, in place of a branch that is
    /// not.
    #[inline(always)]
    pub(super) fn pivots(&self) -> Scratch<'a, u32> {
        self.spine.part(2 * u64::from(self.longest) + 1, u64::from(self.longest) + 2)
    }

    /// Where the number of branches is.
    #[inline(always)]
    pub(super) fn count_at(&self) -> usize {
        self.longest as usize + 1
    }
}

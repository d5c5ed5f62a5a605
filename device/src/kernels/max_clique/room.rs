//! What a block needs to work on one root, and where it stands.

use core::sync::atomic::{AtomicU32, AtomicU64};

use cust_core::DeviceCopy;

use super::conflicts::{KeptClasses, class_words};
use super::order::pack_words;
use crate::kernels::cliques::few::{FEW, FRAME, FewRoom, levels_of_many};
use crate::kernels::cliques::matrix::{Matrix, words};
use crate::kernels::cliques::room::CliqueRoom;
use crate::kernels::cliques::{CliqueArgs, CliqueShape};
use crate::kernels::queue::QueueStop;
use crate::kernels::triangles::shared::{Arena, bytes_of};
use crate::memory::{Scratch, Slice};
use crate::simt::{Block, Warp};

/// What these kernels take.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct MaxCliqueArgs<'a> {
    /// The graph, the launch's roots, and the sizes of a block. `totals` is not used; `parts` is 1 on a machine of one
    /// lane.
    pub cliques: CliqueArgs<'a>,
    /// One number, the [`standing`](super::standing) of the best so far: a clique that has it was found, or one of the
    /// size is known to be there.
    pub best: Slice<'a, AtomicU64>,
    /// [`MaxCliqueShape::stack_words`] words for each block of the grid.
    pub stack: Scratch<'a, u64>,
    /// For the kernel that finds a root's first clique: where its vertices go.
    pub found: Scratch<'a, u32>,
    /// Vertices of the largest clique, at most.
    pub most: u32,
    /// The position of the launch's first root among all.
    pub first: u32,
    /// [`MaxCliqueShape::classes`].
    pub classes: u32,
    /// [`MaxCliqueShape::packed`].
    pub packed: u32,
}

layout!(MaxCliqueArgs<'_>: 224, best: 160, stack: 176, found: 192, most: 208);

impl<'a> MaxCliqueArgs<'a> {
    /// How many tasks the launch has.
    #[inline(always)]
    pub(super) fn tasks(&self) -> u64 {
        self.cliques.roots.len() as u64 * u64::from(self.cliques.parts)
    }

    /// What the host ends it with.
    #[inline(always)]
    pub(super) fn stop(&self) -> QueueStop<'a> {
        QueueStop { queue: &self.cliques.queue.get()[0], end: self.tasks() }
    }
}

/// The sizes of what a block works with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MaxCliqueShape {
    /// The sizes of lists, matrix and marks: `k` is 6, with no `levels`, and no `compact` matrix.
    pub cliques: CliqueShape,
    /// Vertices of the largest clique, at most.
    pub most: u32,
    /// Classes that a warp may keep at a node, to bound it better; 0 where it keeps none.
    pub classes: u32,
    /// The most candidates of a root that get a matrix of their own, and the most rows of a matrix of which classes are
    /// kept.
    pub packed: u32,
}

impl MaxCliqueShape {
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
        self.cliques.warps as usize * (self.level_words() + self.class_words()) + self.pack_words()
    }

    /// Words of a warp's stack.
    const fn level_words(self) -> usize {
        match levels_of_many(self.cliques.longest, self.most) {
            0 => 0,
            // One more, for the classes.
            levels => (levels as usize + 1) * frame_words(self.cliques.longest),
        }
    }

    /// Words of a warp for the classes of a node.
    const fn class_words(self) -> usize {
        class_words(self.rows_packed(), self.classes)
    }

    /// Words of a block for the candidates of a root: lists of few have a small matrix anyway.
    const fn pack_words(self) -> usize {
        if self.cliques.longest > FEW { pack_words(self.rows_packed()) } else { 0 }
    }

    /// Rows of a matrix of which classes are kept, at most.
    const fn rows_packed(self) -> u32 {
        if self.packed < self.cliques.longest { self.packed } else { self.cliques.longest }
    }

    const fn own_bytes(self) -> usize {
        let (longest, warps) = (self.cliques.longest, self.cliques.warps as usize);
        bytes_of::<u32>(1)
            + SETS * bytes_of::<u64>(words(longest))
            + FewRoom::<FRAME>::shared_bytes(longest, warps)
    }
}

/// Sets of the block's.
const SETS: usize = 3;
/// Words of a level of a warp's stack: two sets, and a word besides.
#[inline(always)]
pub(super) const fn frame_words(longest: u32) -> usize {
    2 * words(longest) + 1
}

/// A block's room. All its threads hold the same, but for what is their warp's.
pub(super) struct SearchRoom<'a> {
    /// The root's list, its matrix, and more.
    pub cliques: CliqueRoom<'a>,
    /// The root's candidates, those that are to be held first, and room for a third set.
    pub sets: [Scratch<'a, u64>; SETS],
    /// The least vertex for which something was found.
    pub least: &'a AtomicU32,
    /// The warp's stack for many candidates, by frames.
    pub stack: Scratch<'a, u64>,
    /// Where the matrix of a root's candidates is made.
    pub packed: Scratch<'a, u64>,
    /// Its rows, at most.
    pub rows_packed: u32,
    /// The words of a frame.
    pub frame: usize,
    /// Whether there is a stack: there are lists of many.
    pub is_long: bool,
    /// The warp's room for few.
    pub few: FewRoom<'a, FRAME>,
    /// The warp's room for classes.
    classes: Scratch<'a, u64>,
    /// How many these may be.
    most_classes: u32,
}

impl<'a> SearchRoom<'a> {
    /// Deals out the block's memory. Matrices stand in device memory if `WIDE`, else in shared memory. The block meets.
    ///
    /// # Safety
    /// The kernel's threads do this once, and use shared memory in no other way; `'a` ends with the kernel's body.
    ///
    /// # Panics
    /// If the launch gave too little memory, or other warps than the shape says.
    #[inline(always)]
    pub(super) unsafe fn new<B: Block, const WIDE: bool>(block: B, args: &MaxCliqueArgs<'a>) -> Self {
        let MaxCliqueArgs { most, classes, packed, .. } = *args;
        let shape = MaxCliqueShape { cliques: args.cliques.shape, most, classes, packed };
        let longest = shape.cliques.longest;
        // SAFETY: the caller's promise.
        let mut arena = unsafe { Arena::new(block) };
        // Without a compact matrix, as for cliques of 4.
        let cliques = CliqueRoom::in_arena::<B, WIDE, 4>(block, &args.cliques, &mut arena);
        let [least] = arena.atomics(1) else { unreachable!() };
        let sets = [(); SETS].map(|()| arena.take(words(longest)));
        let warp = u64::from(block.warp_index());
        let few = FewRoom::in_arena(block, &mut arena, longest);
        let stack = shape.stack_words() as u64;
        let own = args.stack.part(u64::from(block.index()) * stack, stack);
        let (levels, classes) = (shape.level_words() as u64, shape.class_words() as u64);
        let warps = u64::from(block.warps());
        SearchRoom {
            cliques,
            sets,
            least,
            stack: own.part(warp * levels, levels),
            packed: own.part(warps * (levels + classes), shape.pack_words() as u64),
            rows_packed: shape.rows_packed(),
            frame: frame_words(longest),
            is_long: longest > FEW,
            few,
            classes: own.part(warps * levels + warp * classes, classes),
            most_classes: shape.classes,
        }
    }

    /// The warp's room for classes of a matrix with sets of `length` words: none if there is no room for so long ones.
    ///
    /// # Safety
    /// The matrix has a row of so many words for each vertex, which were written before the lanes met. What classes the
    /// warp had before are lost.
    #[inline(always)]
    pub(super) unsafe fn classes<W: Warp>(
        &self,
        warp: W,
        matrix: Matrix<'a>,
        length: usize,
    ) -> KeptClasses<'a, W> {
        let room = if length <= words(self.rows_packed) { self.classes } else { Scratch::empty() };
        // SAFETY: the caller's promise, and the room has words for sets as long as these.
        unsafe { KeptClasses::new(warp, matrix, length, self.most_classes, room) }
    }
}

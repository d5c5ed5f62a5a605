//! What a block needs to work on one root, and where it stands.

use core::sync::atomic::AtomicU64;

use cust_core::DeviceCopy;

use super::number::CountInteger;
use crate::kernels::cliques::matrix::words;
use crate::kernels::cliques::room::CliqueRoom;
use crate::kernels::cliques::{CliqueArgs, CliqueShape};
use crate::kernels::pivots::among::{Among, among_words};
use crate::kernels::pivots::handover::{HandOver, Resumed};
use crate::kernels::triangles::shared::Arena;
use crate::memory::{Scratch, Slice};
use crate::places::Places;
use crate::simt::Block;

/// What these kernels take.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct LocalCliquesArgs<'a> {
    /// The graph, the launch's roots, and the sizes of a block. `totals` is not used, and `parts` is 1.
    pub cliques: CliqueArgs<'a>,
    /// For each `p` up to `most` the C(p, i), for `i` from 0 to `k`, a number each; those that do not fit in one are of
    /// no use.
    pub binomials: Slice<'a, u64>,
    /// Added to: for each vertex, or each edge, the cliques that it is in, a number each. Edges go as in the graph's
    /// lists.
    pub counts: Slice<'a, AtomicU64>,
    /// [`LocalCliquesShape::stack_words`] words for each block of the grid.
    pub stack: Scratch<'a, u64>,
    /// At edges, [`LocalCliquesShape::pair_words`] words for each block of the grid: zero before a launch, and after
    /// it.
    pub pairs: Slice<'a, AtomicU64>,
    /// Where searches are handed over, in records of [`RECORD_SETS`] sets.
    pub over: HandOver<'a>,
    /// For the kernels that go on with such: what they go on with.
    pub resumed: Resumed<'a>,
    /// Vertices of a clique, 3 at least.
    pub k: u32,
    /// Vertices of the largest clique, at most.
    pub most: u32,
}

layout!(LocalCliquesArgs<'_>: 352, binomials: 160, counts: 176, stack: 192, pairs: 208, over: 224, resumed: 296, k: 344);

impl LocalCliquesArgs<'_> {
    /// C(p, i), and 0 for less than nothing.
    #[inline(always)]
    pub(super) fn choose<N: CountInteger>(&self, p: u32, i: u32) -> N {
        let first = (p * (self.k + 1) + i) as usize * N::WORDS;
        N::of(|word| self.binomials[first + word])
    }
}

/// The sizes of what a block works with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LocalCliquesShape {
    /// The sizes of lists, matrix and marks: `k` is 6, with no `levels`, and no `compact` matrix.
    pub cliques: CliqueShape,
    /// Vertices of the largest clique, at most.
    pub most: u32,
    /// Words of a number of cliques: 1, or 2 for the kernels in 128 bits.
    pub number_words: u32,
    /// Whether cliques are counted at edges: a number for each pair among a root and its list.
    pub of_pairs: bool,
}

impl LocalCliquesShape {
    /// Bytes of shared memory that a block needs, where matrices stand there too.
    pub const fn shared_bytes(self) -> usize {
        self.cliques.shared_bytes() + Among::BYTES
    }

    /// Bytes of shared memory that a block needs, where matrices stand in device memory.
    pub const fn shared_bytes_wide(self) -> usize {
        self.cliques.shared_bytes_wide() + Among::BYTES
    }

    /// Words of device memory that a block's stacks take, and what its warps hand to each other.
    pub const fn stack_words(self) -> usize {
        let warps = self.cliques.warps as usize;
        warps * self.stack_words_of_warp() + among_words(self.cliques.longest, RECORD_SETS, warps)
    }

    /// Words of device memory that a block's numbers of pairs take.
    pub const fn pair_words(self) -> usize {
        let longest = self.cliques.longest as usize;
        if self.of_pairs { longest * (longest + 1) / 2 * self.number_words as usize } else { 0 }
    }

    /// Words of a warp's stack: what stands below the levels, and these.
    const fn stack_words_of_warp(self) -> usize {
        let longest = self.cliques.longest;
        let levels = if longest < self.most { longest } else { self.most } as usize + 1;
        let frame = frame_words(longest, self.number_words as usize, self.of_pairs);
        self.below_levels() + levels * frame
    }

    /// Words of a warp's stack below the levels: what is known of vertices, and the two sets of what was taken before.
    const fn below_levels(self) -> usize {
        self.vertex_words() + 2 * words(self.cliques.longest)
    }

    /// A number for each vertex of the list; or, at edges, a word for each vertex that is taken: the root, those of the
    /// list, and a last one that nothing was found with.
    const fn vertex_words(self) -> usize {
        let longest = self.cliques.longest as usize;
        if self.of_pairs { longest + 2 } else { longest * self.number_words as usize }
    }
}

/// Sets of a record that is handed over: the candidates that are left, those of them that are to be held, and of the
/// vertices that were taken those that are held, and the pivots.
pub const RECORD_SETS: usize = 4;

/// Sets of a level.
const SETS: usize = 3;
/// Words of a level besides: the child that is searched, what was taken, and two numbers, or three.
#[inline(always)]
pub(super) const fn state_words(number: usize, of_pairs: bool) -> usize {
    2 + if of_pairs { 3 } else { 2 } * number
}

/// Words of a level.
#[inline(always)]
const fn frame_words(longest: u32, number: usize, of_pairs: bool) -> usize {
    SETS * words(longest) + state_words(number, of_pairs)
}

/// A block's room. All its threads hold the same, but for what is their warp's.
pub(super) struct LocalRoom<'a> {
    /// The root's list, its matrix, and more.
    pub cliques: CliqueRoom<'a>,
    /// At vertices: for each vertex of the list, what was found of it: a number.
    pub sums: Scratch<'a, u64>,
    /// At edges: the vertices that were taken, one after the other, in the same place.
    pub taken: Scratch<'a, u64>,
    /// At edges: what the block's warps have found of each pair of vertices of the list, and of each with the root: a
    /// number.
    pub pairs: Slice<'a, AtomicU64>,
    /// The vertices that were held before the warp's search began, as a set.
    pub held: Scratch<'a, u64>,
    /// The pivots that were taken before.
    pub pivots: Scratch<'a, u64>,
    /// The warp's stack, by frames.
    pub stack: Scratch<'a, u64>,
    /// The words of a frame.
    pub frame: usize,
    /// What the block's warps hand to each other.
    pub among: Among<'a>,
}

impl<'a> LocalRoom<'a> {
    /// Deals out the block's memory. Matrices stand in device memory if `WIDE`, else in shared memory.
    ///
    /// # Safety
    /// The kernel's threads do this once, and use shared memory in no other way; `'a` ends with the kernel's body.
    ///
    /// # Panics
    /// If the launch gave too little memory, or other warps than the shape says.
    #[inline(always)]
    pub(super) unsafe fn new<B: Block, N: CountInteger, P: Places, const WIDE: bool>(
        block: B,
        args: &LocalCliquesArgs<'a>,
    ) -> Self {
        let shape = LocalCliquesShape {
            cliques: args.cliques.shape,
            most: args.most,
            number_words: N::WORDS as u32,
            of_pairs: P::PAIRS,
        };
        let longest = shape.cliques.longest;
        // SAFETY: the caller's promise.
        let mut arena = unsafe { Arena::new(block) };
        // Without a compact matrix, as for cliques of 4.
        let cliques = CliqueRoom::in_arena::<B, WIDE, 4>(block, &args.cliques, &mut arena);
        let (of_block, of_warp) = (shape.stack_words() as u64, shape.stack_words_of_warp() as u64);
        let stacks = args.stack.part(u64::from(block.index()) * of_block, of_block);
        let all = stacks.part(u64::from(block.warp_index()) * of_warp, of_warp);
        let of_warps = u64::from(block.warps()) * of_warp;
        let records = stacks.part(of_warps, of_block - of_warps);
        let among = Among::in_arena(block, &mut arena, records, (longest, RECORD_SETS));
        let (first, set) = (shape.vertex_words() as u64, words(longest) as u64);
        let (levels, pairs) = (shape.below_levels() as u64, shape.pair_words() as u64);
        LocalRoom {
            cliques,
            sums: all.part(0, first),
            taken: all.part(0, first),
            pairs: args.pairs.part(u64::from(block.index()) * pairs, pairs),
            held: all.part(first, set),
            pivots: all.part(first + set, set),
            stack: all.part(levels, of_warp - levels),
            frame: frame_words(longest, N::WORDS, P::PAIRS),
            among,
        }
    }
}

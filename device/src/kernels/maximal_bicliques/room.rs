//! What the kernels take, and how a block's room is dealt.

use core::slice::from_raw_parts;
use core::sync::atomic::AtomicU64;

use cust_core::DeviceCopy;

use super::found::SizeTable;
use crate::graph::GraphView;
use crate::kernels::bicliques::room::BlockRoom;
use crate::memory::{Scratch, Slice};
use crate::simt::Block;

/// What the kernels take.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct MaximalBicliqueArgs<'a> {
    /// The graph.
    pub graph: GraphView<'a>,
    /// The roots.
    pub roots: Slice<'a, u32>,
    /// One counter: the next task.
    pub queue: Slice<'a, AtomicU64>,
    /// Where bicliques are counted by size.
    pub table: SizeTable<'a>,
    /// For each root how many numbers its bicliques take, as they are written: those of its task are added up by the
    /// kernel that counts, and are the next place in `output` for the one that writes.
    pub written: Slice<'a, AtomicU64>,
    /// For the kernel that writes: of each biclique the sizes of its two sets, and these; those of the anchored side
    /// first.
    pub output: Scratch<'a, u32>,
    /// [`MaximalBicliqueShape::block_words`] for each block, not initialised.
    pub rooms: Scratch<'a, u64>,
    /// For each root how many of its shares have been drawn, 0 at first.
    pub shares: Slice<'a, AtomicU64>,
    /// The first root of the launch.
    pub first: u64,
    /// The end of its roots, each of which is a task.
    pub roots_end: u64,
    /// The end of the tasks. Those behind the roots help, one after the other with the roots from the first on, again
    /// and again.
    pub end: u64,
    /// With how many roots: 1 or more, if there are such tasks.
    pub helped: u64,
    /// How large a block's room is, and how it is dealt.
    pub shape: MaximalBicliqueShape,
}

layout!(MaximalBicliqueArgs<'_>: 272, written: 128, shape: 224);

/// What is looked for, and the room that it takes.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, DeviceCopy)]
pub struct MaximalBicliqueShape {
    /// Words of the rows of a root, at most.
    pub cells: u64,
    /// Numbers of a warp's stack.
    pub stack: u64,
    /// Vertices of the graph.
    pub vertices: u32,
    /// Vertices of the anchored side that bicliques have at least: 1 or more.
    pub least_taken: u32,
    /// Vertices of the other side that they have at least: 1 or more.
    pub least_common: u32,
    /// Those who have a row, at most.
    pub candidates: u32,
    /// Warps of a block, as the kernel sees them.
    pub warps: u32,
    /// Whether those who are greater than a root have rows: 1, or 0 where their lists are looked at instead.
    pub greater_have_rows: u32,
    /// How many candidates a root has at least whose search is shared.
    pub shared_from: u32,
    /// Nothing.
    pub unused: u32,
}

/// Numbers that a node has besides its set and its list.
pub(super) const NODE: usize = 6;
/// Numbers that a word of its set takes: its place in a row, and its halves.
pub(super) const WORD: usize = 3;

impl MaximalBicliqueShape {
    /// Bytes of shared memory that a block takes.
    pub const fn shared_bytes() -> usize {
        use crate::kernels::triangles::shared::bytes_of;
        bytes_of::<u64>(1) + bytes_of::<u32>(2)
    }

    /// Numbers of a stack that is large enough for so many nodes on a path, with rows of so many words and lists of so
    /// many candidates.
    pub const fn stack_of(levels: u64, row_words: u64, candidates: u64) -> u64 {
        levels * (NODE as u64 + WORD as u64 * row_words + candidates)
    }

    /// Words of a block.
    pub fn block_words(&self) -> u64 {
        self.cells
            + u64::from(self.vertices.div_ceil(2))
            + u64::from(self.candidates.div_ceil(2))
            + u64::from(self.warps) * self.stack.div_ceil(2)
    }
}

/// The room of the block, and the stack of the warp. All threads of a block get the same room.
#[inline(always)]
pub(super) fn rooms_of<'a, B: Block>(
    block: B,
    args: &MaximalBicliqueArgs<'a>,
) -> (BlockRoom<'a>, Scratch<'a, u32>) {
    let shape = args.shape;
    let size = shape.block_words();
    let mut rest = args.rooms.part(u64::from(block.index()) * size, size);
    let mut cut = |words: u64| {
        let first = rest.part(0, words);
        rest = rest.part(words, rest.len() - words);
        first.pointer()
    };
    let met = cut(u64::from(shape.vertices.div_ceil(2)));
    let candidates = cut(u64::from(shape.candidates.div_ceil(2)));
    let cells = cut(shape.cells);
    let size = shape.stack.div_ceil(2);
    let stack = rest.part(u64::from(block.warp_index()) * size, size);
    // SAFETY: parts of the room, which has so many words for each, and is the block's alone; the stack is the warp's.
    // What is left in them from before are numbers, whatever they are; nobody but the block's threads changes them, by
    // atomics where these share them.
    unsafe {
        let room = BlockRoom {
            met: from_raw_parts(met.cast(), shape.vertices as usize),
            candidates: Scratch::from_raw_parts(candidates.cast(), shape.candidates.into()),
            cells: from_raw_parts(cells.cast(), shape.cells as usize),
        };
        (room, Scratch::from_raw_parts(stack.pointer().cast(), shape.stack))
    }
}

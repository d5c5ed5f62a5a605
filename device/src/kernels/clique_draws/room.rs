//! What these kernels take, and what a block needs to draw.

use core::sync::atomic::AtomicU64;

use bytemuck::AnyBitPattern;
use cust_core::DeviceCopy;

use crate::kernels::cliques::matrix::words;
use crate::kernels::cliques::room::CliqueRoom;
use crate::kernels::cliques::{CliqueArgs, CliqueShape};
use crate::kernels::triangles::shared::{Arena, bytes_of};
use crate::memory::{Scratch, Slice};
use crate::simt::Block;

/// The draws of a group, but for the last of a root, which may have fewer: a warp makes them one after the other.
pub const DRAWS_A_GROUP: u32 = 4;

/// What the kernels of [`weigh`](super::weigh) take.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct RootEdgesArgs<'a> {
    /// The graph, the launch's roots, and the sizes of a block: `k` is 6, with no `levels`, and no `compact` matrix.
    /// `totals` is not used, and `parts` is 1.
    pub cliques: CliqueArgs<'a>,
    /// For each root of the launch, the edges among its list: added to.
    pub edges: Slice<'a, AtomicU64>,
}

/// What a group of draws came to.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, DeviceCopy, AnyBitPattern)]
pub struct CliqueDrawSums {
    /// What the draws stand for, added up.
    pub weights: f64,
    /// The squares of that.
    pub squares: f64,
    /// The draws that stand for something.
    pub hits: f64,
}

/// What the kernels of [`draw`](super::draw) take.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct CliqueDrawArgs<'a> {
    /// The graph, the roots of all launches, and the sizes of a block: `k` is 6, with no `levels`, and no `compact`
    /// matrix. A task is one of the launch's `positions`; `totals` is not used, and `parts` is 1.
    pub cliques: CliqueArgs<'a>,
    /// The positions of the launch's roots among all.
    pub positions: Slice<'a, u32>,
    /// How many draws each has: at least one.
    pub draws: Slice<'a, u32>,
    /// The number of each one's first group, and that after the last one's last.
    pub first_groups: Slice<'a, u32>,
    /// For each group from `first` on, what it came to: written.
    pub sums: Scratch<'a, CliqueDrawSums>,
    /// [`CliqueDrawShape::list_words`] words for each block of the grid.
    pub lists: Scratch<'a, u32>,
    /// What names the streams of random numbers, with the numbers of the groups.
    pub seed: u64,
    /// The group that is written first.
    pub first: u32,
    /// Vertices of a clique besides the root: at least 3.
    pub others: u32,
}

layout!(RootEdgesArgs<'_>: 176);
layout!(CliqueDrawArgs<'_>: 256, positions: 160, sums: 208, seed: 240);
layout!(CliqueDrawSums: 24);

/// The sizes of what a block draws with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CliqueDrawShape(pub CliqueShape);

impl CliqueDrawShape {
    /// Bytes of shared memory that a block needs, where matrices stand there too.
    pub const fn shared_bytes(self) -> usize {
        self.0.shared_bytes() + self.own_bytes()
    }

    /// Bytes of shared memory that a block needs, where matrices stand in device memory.
    pub const fn shared_bytes_wide(self) -> usize {
        self.0.shared_bytes_wide() + self.own_bytes()
    }

    /// Words of 32 bits of device memory that a block needs for its warps' lists of candidates.
    pub const fn list_words(self) -> usize {
        self.0.warps as usize * LISTS * self.0.longest as usize
    }

    /// A set for each warp.
    const fn own_bytes(self) -> usize {
        bytes_of::<u64>(self.0.warps as usize * words(self.0.longest))
    }
}

/// A warp's lists: the candidates, their chances, and those of the whole list.
const LISTS: usize = 3;

/// A block's room. All its threads hold the same, but for what is their warp's.
pub(super) struct DrawRoom<'a> {
    /// The root's list, its matrix, and more.
    pub cliques: CliqueRoom<'a>,
    /// The warp's set of candidates.
    pub set: Scratch<'a, u64>,
    /// The warp's candidates, as places in the root's list.
    pub places: Scratch<'a, u32>,
    /// The chances of these.
    pub chances: Scratch<'a, u32>,
    /// The chances of the root's whole list.
    pub first: Scratch<'a, u32>,
}

impl<'a> DrawRoom<'a> {
    /// Deals out the block's memory. Matrices stand in device memory if `WIDE`, else in shared memory.
    ///
    /// # Safety
    /// The kernel's threads do this once, and use shared memory in no other way; `'a` ends with the kernel's body.
    ///
    /// # Panics
    /// If the launch gave too little memory, or other warps than the shape says.
    #[inline(always)]
    pub(super) unsafe fn new<B: Block, const WIDE: bool>(block: B, args: &CliqueDrawArgs<'a>) -> Self {
        let (longest, warp) = (u64::from(args.cliques.shape.longest), u64::from(block.warp_index()));
        // SAFETY: the caller's promise.
        let mut arena = unsafe { Arena::new(block) };
        // Without a compact matrix, as for cliques of 4.
        let cliques = CliqueRoom::in_arena::<B, WIDE, 4>(block, &args.cliques, &mut arena);
        let length = words(args.cliques.shape.longest) as u64;
        let sets = arena.take(block.warps() as usize * length as usize);
        let lists =
            args.lists.part(u64::from(block.grid_warp()) * LISTS as u64 * longest, LISTS as u64 * longest);
        DrawRoom {
            cliques,
            set: sets.part(warp * length, length),
            places: lists.part(0, longest),
            chances: lists.part(longest, longest),
            first: lists.part(2 * longest, longest),
        }
    }
}

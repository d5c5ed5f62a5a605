//! Bringing together what an extension wrote to the blocks of a pool.

use core::mem::offset_of;

use cust_core::DeviceCopy;

use crate::memory::{Scratch, Slice};
use crate::simt::{Block, Warp};

/// What [`pack_blocks`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct PackArgs<'a> {
    /// A column, in blocks.
    pub from: Slice<'a, u32>,
    /// For each block, how many elements those before it have; and of all at the end.
    pub starts: Slice<'a, u64>,
    /// Written: the elements of all blocks, side by side.
    pub to: Scratch<'a, u32>,
    /// Elements for which a block has room.
    pub block: u32,
}

const _: () = {
    assert!(size_of::<PackArgs<'_>>() == 56 && offset_of!(PackArgs<'_>, block) == 48);
};

/// Copies the elements of each block to their place. A warp for each block, striding by the grid. Bound by device memory: 8 bytes an
/// element.
#[cuda_std::kernel]
pub unsafe fn pack_blocks<B: Block>(block: B, args: &PackArgs<'_>) {
    let warp = block.warp();
    let blocks = args.starts.len() - 1;
    let mut index = block.grid_warp() as usize;
    while index < blocks {
        let (start, end) = (args.starts[index] as usize, args.starts[index + 1] as usize);
        let from = &args.from[index * args.block as usize..][..end - start];
        let mut element = warp.lane() as usize;
        while element < from.len() {
            // SAFETY: the starts end at the length of what is written; each element has a place of its own.
            unsafe { args.to.write(start + element, from[element]) };
            element += B::Warp::LANES as usize;
        }
        index += block.grid_warps() as usize;
    }
}

//! Where each tile of the segmented kernels starts.
//!
//! - Computes: for each tile, and for the end, the number of segments that end before it in the merged list.
//! - Requires: `offsets` ascending from 0 to the number of values.
//! - Thread mapping: a lane for each boundary, striding by the grid; a binary search along its diagonal.
//! - Memory: bound by the latency of the searches, which the many lanes hide.

use core::mem::offset_of;

use cust_core::DeviceCopy;

use super::offsets::{OffsetWord, Segments};
use crate::memory::{Scratch, Slice};
use crate::simt::Block;

/// What the partition kernels take.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct PartitionArgs<'a, I> {
    /// Read: `segments + 1` offsets.
    pub offsets: Slice<'a, I>,
    /// Written: `tiles + 1` numbers of segments.
    pub splits: Scratch<'a, u64>,
    /// The number of values.
    pub values: u64,
    /// Items of the merged list in a tile.
    pub tile: u64,
}

const _: () =
    assert!(size_of::<PartitionArgs<'_, u32>>() == 48 && offset_of!(PartitionArgs<'_, u64>, values) == 32);

#[inline(always)]
fn partition<B: Block, I: OffsetWord>(block: B, args: &PartitionArgs<'_, I>) {
    let segments = Segments::new(args.offsets, args.values as usize);
    let items = segments.count() + segments.values();
    let stride = u64::from(block.count()) * u64::from(block.threads());
    let mut boundary = u64::from(block.index()) * u64::from(block.threads()) + u64::from(block.thread());
    while boundary < args.splits.len() {
        let ended = segments.ended_before(items.min((boundary * args.tile) as usize));
        // SAFETY: within the array, and no other thread of the grid has this boundary.
        unsafe { args.splits.write(boundary as usize, ended as u64) };
        boundary += stride;
    }
}

/// Cuts segments with offsets of 32 bits into tiles.
#[cuda_std::kernel(max_threads = 256)]
pub unsafe fn partition_segments_u32<B: Block>(block: B, args: &PartitionArgs<'_, u32>) {
    partition(block, args);
}

/// Cuts segments with offsets of 64 bits into tiles.
#[cuda_std::kernel(max_threads = 256)]
pub unsafe fn partition_segments_u64<B: Block>(block: B, args: &PartitionArgs<'_, u64>) {
    partition(block, args);
}

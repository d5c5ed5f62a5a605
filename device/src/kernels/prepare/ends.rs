//! Edges by their old ends.

use cust_core::DeviceCopy;

use super::positions::for_each;
use crate::memory::{Scratch, Slice};
use crate::simt::Block;

/// What [`end_keys`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct EndKeysArgs<'a> {
    /// For each edge one of its ends.
    pub smaller: Slice<'a, u32>,
    /// For each edge the other end.
    pub greater: Slice<'a, u32>,
    /// For each vertex its old number.
    pub old_of_new: Slice<'a, u32>,
    /// Written: for each edge a key.
    pub keys: Scratch<'a, u64>,
    /// Bits of an old number.
    pub bits: u32,
}

layout!(EndKeysArgs<'_>: 72, keys: 48, bits: 64);

/// Writes keys by which edges are sorted as those of the graph are: by their smaller ends, and by the greater ones
/// then, both by the old numbers.
///
/// Thread mapping: a thread for each edge, striding by the grid. Reads 8 bytes an edge and writes 8; the old numbers,
/// which are read at random, mostly lie in the L2 cache.
#[cuda_std::kernel(max_threads = 256)]
pub unsafe fn end_keys<B: Block>(block: B, args: &EndKeysArgs<'_>) {
    let old_of_new = args.old_of_new.get();
    for_each(block, args.keys.len() as usize, |edge| {
        let [one, other] = [args.smaller, args.greater].map(|ends| old_of_new[ends[edge] as usize]);
        let key = u64::from(one.min(other)) << args.bits | u64::from(one.max(other));
        // SAFETY: within the array, and no other thread has this index.
        unsafe { args.keys.write(edge, key) };
    });
}

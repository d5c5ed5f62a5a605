//! The shapes in which the kernels that prepare a graph, or views of it, are launched.

use motherlode_device::Kernel;
use motherlode_device::kernels::prepare::positions::CHUNK;

use crate::runtime::{Lend, RuntimeError};

/// Warps in a block.
#[doc(hidden)]
pub const WARPS: u32 = 8;

/// Bits of the numbers up to `most`.
#[doc(hidden)]
pub fn bits(most: u32) -> u32 {
    u32::BITS - most.leading_zeros()
}

/// Launches a kernel with a thread for each item.
#[doc(hidden)]
pub fn launch_items<K: Kernel>(lend: &Lend<'_>, items: u64, args: &K::Args<'_>) -> Result<(), RuntimeError> {
    lend.launch_up_to::<K>(lend.device().blocks_for(items, WARPS), WARPS, 0, args)
}

/// Launches a kernel with a warp for each chunk of positions.
#[doc(hidden)]
pub fn launch_chunks<K: Kernel>(
    lend: &Lend<'_>,
    positions: u64,
    args: &K::Args<'_>,
) -> Result<(), RuntimeError> {
    lend.launch_up_to::<K>(positions.div_ceil(CHUNK * u64::from(WARPS)), WARPS, 0, args)
}

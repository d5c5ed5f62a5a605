//! The shapes in which the kernels that prepare a graph are launched.

use motherlode_device::Kernel;
use motherlode_device::kernels::prepare::positions::CHUNK;

use crate::runtime::{Device, Grid, RuntimeError};

/// Warps in a block.
pub(super) const WARPS: u32 = 8;

/// Bits of the numbers up to `most`.
pub(super) fn bits(most: u32) -> u32 {
    u32::BITS - most.leading_zeros()
}

/// Launches a kernel with a thread for each item.
pub(super) fn launch_items<K: Kernel>(
    device: &Device,
    items: u64,
    args: &K::Args<'_>,
) -> Result<(), RuntimeError> {
    launch::<K>(device, items.div_ceil(u64::from(WARPS) * u64::from(u32::BITS)), args)
}

/// Launches a kernel with a warp for each chunk of positions.
pub(super) fn launch_chunks<K: Kernel>(
    device: &Device,
    positions: u64,
    args: &K::Args<'_>,
) -> Result<(), RuntimeError> {
    launch::<K>(device, positions.div_ceil(CHUNK * u64::from(WARPS)), args)
}

/// Launches a kernel with as many blocks as run at once, but no more than `most`.
pub(super) fn launch<K: Kernel>(device: &Device, most: u64, args: &K::Args<'_>) -> Result<(), RuntimeError> {
    let resident = device.resident_blocks::<K>(WARPS, 0)?;
    let blocks = most.min(resident.into()) as u32;
    device.launch::<K>(Grid { blocks, warps: WARPS, shared_bytes: 0 }, args)
}

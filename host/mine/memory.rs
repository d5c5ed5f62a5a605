//! How many warps a walk may have: its buffers must fit in the memory budget.

use crate::runtime::{Device, Grid, RuntimeError};

/// Bytes that are left alone for what the driver and the job allocate besides.
const RESERVE: u64 = 16 << 20;

/// The largest grid of at most `blocks` blocks whose buffers fit: `bytes_per_warp` for each warp.
///
/// # Errors
/// [`RuntimeError::OverBudget`] when not even one block fits.
pub(super) fn fit(
    device: &Device,
    blocks: u32,
    warps: u32,
    shared_bytes: usize,
    bytes_per_warp: u64,
) -> Result<Grid, RuntimeError> {
    let grid = |blocks| Grid { blocks, warps, shared_bytes };
    let bytes_per_block = device.grid_warps(grid(1)).saturating_mul(bytes_per_warp);
    let left = device.budget().left();
    let room = left - RESERVE.min(left / 8);
    let fitting =
        room.checked_div(bytes_per_block).map_or(blocks, |fitting| fitting.min(blocks.into()) as u32);
    match fitting {
        0 => Err(device.budget().too_small(bytes_per_block)),
        blocks => Ok(grid(blocks)),
    }
}

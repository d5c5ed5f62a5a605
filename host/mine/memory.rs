//! How many warps a walk may have: its buffers must fit in the memory budget.

use crate::runtime::{Device, Grid, RuntimeError};

/// Bytes that are left alone for what the driver and the job allocate besides.
const RESERVE: u64 = 16 << 20;

/// `grid`, with as many of its blocks as have room for buffers: `bytes_per_warp` for each warp.
///
/// # Errors
/// [`RuntimeError::OverBudget`] when not even one block fits.
pub(super) fn fit(device: &Device, grid: Grid, bytes_per_warp: u64) -> Result<Grid, RuntimeError> {
    let bytes_per_block = device.grid_warps(Grid { blocks: 1, ..grid }).saturating_mul(bytes_per_warp);
    let left = device.budget().left();
    let room = left - RESERVE.min(left / 8);
    let fitting = room
        .checked_div(bytes_per_block)
        .map_or(grid.blocks, |fitting| fitting.min(grid.blocks.into()) as u32);
    match fitting {
        0 => Err(device.budget().too_small(bytes_per_block)),
        blocks => Ok(Grid { blocks, ..grid }),
    }
}

//! Jobs within the memory budget: how many warps a walk may have, and what to do without.

use super::MineError;
use crate::runtime::{Device, Grid, RuntimeError};

/// Bytes that are left alone for what the driver and the job allocate besides.
const RESERVE: u64 = 16 << 20;

/// Bytes of a batch of rows on a card: enough for copies at the full speed of the bus.
const CARD_BATCH: u64 = 64 << 20;
/// Bytes of a batch on the CPU: they should stay in its caches.
const HOST_BATCH: u64 = 4 << 20;

/// Bytes of rows that are written at a time, where there is room for so many.
pub(super) fn batch_bytes(device: &Device) -> u64 {
    if device.card().is_some() { CARD_BATCH } else { HOST_BATCH }
}

/// What was done, or why it did not fit in the memory budget.
///
/// # Errors
/// Those that are no lack of memory.
pub(super) fn if_it_fits<T, E: Into<MineError>>(
    done: Result<T, E>,
) -> Result<Result<T, MineError>, MineError> {
    match done.map_err(Into::into) {
        Err(error) if !error.is_lack_of_memory() => Err(error),
        done => Ok(done),
    }
}

/// What came of a walk that was to do instead of something that did not fit in the memory budget, for the reason that
/// is given: if the walk does not fit either, both reasons.
///
/// # Errors
/// Those of the walk.
pub(super) fn instead<T>(walked: Result<T, MineError>, refused: Option<MineError>) -> Result<T, MineError> {
    walked.map_err(|walk| match refused {
        Some(best) if walk.is_lack_of_memory() => {
            MineError::NeitherFits { best: Box::new(best), walk: Box::new(walk) }
        }
        _ => walk,
    })
}

/// `grid`, with as many of its blocks as have room for buffers: `bytes_per_warp` for each warp.
///
/// # Errors
/// [`RuntimeError::OverBudget`] when not even one block fits.
pub(super) fn fit(device: &Device, grid: Grid, bytes_per_warp: u64) -> Result<Grid, RuntimeError> {
    let bytes_per_block = device.grid_warps(Grid { blocks: 1, ..grid }).saturating_mul(bytes_per_warp);
    let blocks = fitting(device, grid.blocks.into(), bytes_per_block)?;
    Ok(Grid { blocks: blocks as u32, ..grid })
}

/// `grid`, with as many of its blocks as have room for so many bytes each.
///
/// # Errors
/// [`RuntimeError::OverBudget`] when not even one block fits.
pub(super) fn fit_blocks(device: &Device, grid: Grid, bytes_of_block: usize) -> Result<Grid, RuntimeError> {
    fit(device, grid, (bytes_of_block as u64).div_ceil(grid.warps.into()))
}

/// As many of so many items as have room, each for that many bytes.
///
/// # Errors
/// [`RuntimeError::OverBudget`] when not even one fits.
pub(super) fn fitting(device: &Device, items: u64, bytes_of_item: u64) -> Result<u64, RuntimeError> {
    let left = device.budget().left();
    let room = left - RESERVE.min(left / 8);
    match room.checked_div(bytes_of_item).map_or(items, |fitting| fitting.min(items)) {
        0 => Err(device.budget().too_small(bytes_of_item)),
        fitting => Ok(fitting),
    }
}

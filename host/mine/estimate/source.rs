//! What an estimate draws from.

use super::pilot::Pilot;
use super::strata::{DrawMoments, TaskRange};
use crate::{Context, MineError};

/// Tasks in strata, from which is drawn.
pub(super) trait DrawSource {
    /// Draws so many groups of [`GROUP`](motherlode_device::kernels::estimate::GROUP) from each stratum. Returns what
    /// came of each stratum's.
    ///
    /// # Errors
    /// When a device fails, what is drawn passes 128 bits, or the job is to stop.
    fn draw(&mut self, strata: &[TaskRange], groups: &[u64]) -> Result<Vec<DrawMoments>, MineError>;

    /// What counts the strata one by one; none if that cannot be done.
    fn counter(&self) -> Option<&dyn CountStratum>;

    /// Whether all had better be counted than drawn from, as the pilot tells.
    ///
    /// # Errors
    /// When a device fails or its memory is too small, or the job is to stop.
    fn had_better_be_counted(&mut self, pilot: &Pilot) -> Result<bool, MineError>;

    /// Counts all matches, under this context where it can be told, as the semantics counts them.
    ///
    /// # Errors
    /// As those of a count.
    fn count_all(&mut self, context: Context) -> Result<u128, MineError>;
}

/// Counts strata.
pub(super) trait CountStratum {
    /// Counts what the tasks of a stratum hold.
    ///
    /// # Errors
    /// When a device fails, the count passes 128 bits, or the job is to stop.
    fn count(&self, stratum: &TaskRange) -> Result<u128, MineError>;
}

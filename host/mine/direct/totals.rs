//! What the launches of a count draw from, and what they add to.

use motherlode_device::kernels::count::tally::{TOTALS, total};

use crate::mine::MineError;
use crate::runtime::{Buffer, Device, RuntimeError};

/// The queues that launches draw their tasks from, and the totals that they add to.
///
/// They are made before the first launch that needs them: what is allocated between launches would hold them up.
pub(super) struct Totals {
    pub queues: Buffer<'static, u64>,
    pub totals: Buffer<'static, u64>,
    used: bool,
}

impl Totals {
    /// `queues` queues and `sums` totals, all zero.
    ///
    /// # Errors
    /// When they do not fit the budget, or the driver fails.
    pub fn new(device: &Device, queues: usize, sums: usize) -> Result<Self, RuntimeError> {
        Ok(Totals { queues: device.zeroed(queues)?, totals: device.zeroed(sums * TOTALS)?, used: false })
    }

    /// Makes them all zero again, if they have been used.
    ///
    /// # Errors
    /// When the driver fails.
    pub fn restart(&mut self) -> Result<(), RuntimeError> {
        if std::mem::replace(&mut self.used, true) {
            self.queues.overwrite(&vec![0; self.queues.len()])?;
            self.totals.overwrite(&vec![0; self.totals.len()])?;
        }
        Ok(())
    }

    /// The totals, when the launches are done.
    ///
    /// # Errors
    /// When a kernel failed, or a total passes 128 bits.
    pub fn read(&self) -> Result<Vec<u128>, MineError> {
        values(&self.totals)
    }
}

/// The sums that stand in a buffer of totals.
///
/// # Errors
/// When a kernel failed, or a sum passes 128 bits.
pub(super) fn values(totals: &Buffer<'_, u64>) -> Result<Vec<u128>, MineError> {
    totals.download()?.chunks(TOTALS).map(|limbs| total(limbs).ok_or(MineError::CountOverflow)).collect()
}

//! What the launches of a count draw from, and what they add to.

use std::cell::RefCell;

use motherlode_device::kernels::count::tally::{TOTALS, total};

use crate::MineError;
use crate::runtime::{Buffer, Device, RuntimeError, Staging};

/// The queues that launches draw their tasks from, and the totals that they add to.
///
/// They are made before the first launch that needs them: what is allocated between launches would hold them up.
pub(crate) struct Totals {
    pub queues: Buffer<'static, u64>,
    pub totals: Buffer<'static, u64>,
    /// The totals on their way to the host.
    fetched: RefCell<Staging<u64>>,
    used: bool,
}

impl Totals {
    /// The bytes that so many queues and totals take on a device.
    pub fn bytes(queues: usize, sums: usize) -> u64 {
        ((queues + sums * TOTALS) * size_of::<u64>()) as u64
    }

    /// `queues` queues and `sums` totals, all zero.
    ///
    /// # Errors
    /// When they do not fit the budget, or the driver fails.
    pub fn new(device: &Device, queues: usize, sums: usize) -> Result<Self, RuntimeError> {
        let fetched = RefCell::new(Staging::new(device, sums * TOTALS)?);
        let (queues, totals) = (device.zeroed(queues)?, device.zeroed(sums * TOTALS)?);
        Ok(Totals { queues, totals, fetched, used: false })
    }

    /// Makes them all zero again, if they have been used. Says whether they had been.
    ///
    /// # Errors
    /// When the driver fails.
    pub fn restart(&mut self) -> Result<bool, RuntimeError> {
        self.restart_from(&vec![0; self.queues.len()])
    }

    /// Makes the totals zero again, if they have been used, and has each queue begin at its element of `starts`. Says
    /// whether they had been.
    ///
    /// # Errors
    /// When the driver fails.
    pub fn restart_from(&mut self, starts: &[u64]) -> Result<bool, RuntimeError> {
        let used = std::mem::replace(&mut self.used, true);
        if used || starts.iter().any(|&start| start > 0) {
            self.queues.overwrite(starts)?;
        }
        if used {
            self.totals.overwrite(&vec![0; self.totals.len()])?;
        }
        Ok(used)
    }

    /// Begins to bring the totals to the host: as soon as what has been launched is done, they come, and nobody has to
    /// ask for them then.
    ///
    /// # Errors
    /// When the driver fails.
    pub fn fetch(&self) -> Result<(), RuntimeError> {
        self.fetched.borrow_mut().begin_in_order(&self.totals, self.totals.len())
    }

    /// The totals, as last fetched, when the launches are done.
    ///
    /// # Errors
    /// When a kernel failed, or a total passes 128 bits.
    pub fn read(&self) -> Result<Vec<u128>, MineError> {
        let mut fetched = self.fetched.borrow_mut();
        let limbs = fetched.wait()?.chunks(TOTALS);
        limbs.map(|limbs| total(limbs).ok_or(MineError::CountOverflow)).collect()
    }
}

//! Numbers of small graphs, by one launch that nobody deals.

use std::time::Instant;

use motherlode_device::kernels::landing::LandingSum;

use super::on_device::OnDevice;
use super::session::Session;
use crate::MineError;
use crate::runtime::{Buffer, Landing, Lend, RuntimeError};

/// A kernel that counts something of a whole graph by one launch.
///
/// # Safety
/// [`launch`](Self::launch) keeps the promises of [`Device::lend`](crate::runtime::Device::lend), given that what
/// [`OnDevice`] has of the graph is of one graph, that the sum is zero, and that it is called once. The number stays
/// below 2^[`SUM_BITS`](motherlode_device::kernels::landing::SUM_BITS).
pub(super) unsafe trait AtOnce {
    /// Launches it.
    ///
    /// # Errors
    /// When the launch fails.
    fn launch(&self, on: &OnDevice, lend: &Lend<'_>, total: LandingSum<'_>) -> Result<(), RuntimeError>;
}

impl Session<'_> {
    /// What the kernel counts that `make` makes: of a small graph, on the first device.
    ///
    /// A card is done with it sooner than the host could deal it: what that does for a job, before the first launch and
    /// after the last, runs for the first time in the process, and takes longer than the count. So nothing is dealt, and
    /// nobody watches: a request to stop is heeded before and after.
    ///
    /// # Errors
    /// When what it needs does not fit in the memory, the device fails, or the job is to stop.
    pub(super) fn count_at_once<K: AtOnce>(
        &mut self,
        make: impl FnOnce(&OnDevice) -> Result<K, RuntimeError>,
    ) -> Result<u128, MineError> {
        self.first.get_hubs(self.run.clock)?;
        let (kernel, landing) =
            self.room(|session| Ok((make(&session.first)?, SumOfGrid::new(&session.first)?)))?;
        self.run.context.check()?;
        let start = Instant::now();
        let number = self.run.clock.mine(|| landing.of(&self.first, &kernel))?;
        let took = start.elapsed();
        self.run.context.check()?;
        self.run.context.report_share(&self.device().to_string(), self.first.tasks(), took);
        Ok(number.into())
    }
}

/// Where a grid adds up what it finds, and leaves it.
struct SumOfGrid {
    sum: Buffer<'static, u64>,
    number: Landing,
}

impl SumOfGrid {
    fn new(on: &OnDevice) -> Result<Self, RuntimeError> {
        Ok(SumOfGrid { sum: on.device().zeroed(1)?, number: Landing::new(on.device())? })
    }

    fn of<K: AtOnce>(&self, on: &OnDevice, kernel: &K) -> Result<u64, RuntimeError> {
        // SAFETY: `AtOnce` keeps the promises; the sum is zero, as this is the only launch, and nobody else has it.
        let lend = unsafe { on.lend() };
        let total = LandingSum { sum: lend.atomics(&self.sum), number: lend.slice(self.number.place()) };
        kernel.launch(on, &lend, total)?;
        self.number.wait()
    }
}

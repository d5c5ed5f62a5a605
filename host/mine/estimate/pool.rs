//! What the devices of a team work with, kept from round to round.

use parking_lot::{Mutex, MutexGuard};

use crate::deal::{Crew, Work};
use crate::runtime::{Device, RuntimeError, Team};
use crate::{Context, MineError};

/// What is on a device.
pub(super) trait HasDevice {
    /// The device.
    fn device(&self) -> &Device;
}

/// Tools of all devices, of which the first one's is there from the start.
pub(super) struct Pool<'p, S> {
    team: &'p Team,
    /// Those that are not at work.
    idle: Mutex<Vec<S>>,
    context: Context,
}

impl<'p, S: HasDevice + Send> Pool<'p, S> {
    /// With the tool of the first device.
    pub fn new(team: &'p Team, first: S, context: Context) -> Pool<'p, S> {
        Pool { team, idle: Mutex::new(vec![first]), context }
    }

    /// Deals a job to all devices, whose tools `work` takes and `idle` gives back; `new` makes that of another device.
    ///
    /// # Errors
    /// When a tool cannot be made, a device fails, a count passes 128 bits, or the job is to stop.
    pub fn dealt<W: Work>(
        &self,
        new: impl Fn(&Device) -> Result<S, RuntimeError> + Sync,
        work: impl Fn(S) -> Result<W, MineError> + Sync,
        idle: impl Fn(W) -> S,
    ) -> Result<W::Tally, MineError> {
        let others = |device: &Device| work(self.on(device, &new)?);
        let crew = Crew { team: self.team, first: others(self.team.first())?, others };
        let dealt = crew.deal(&self.context)?;
        self.lock().extend(dealt.workers.into_iter().map(idle));
        Ok(dealt.done.tally)
    }

    /// The tool of a device: one that was there, or a new one.
    fn on(
        &self,
        device: &Device,
        new: impl Fn(&Device) -> Result<S, RuntimeError>,
    ) -> Result<S, RuntimeError> {
        let mut idle = self.lock();
        if let Some(place) = idle.iter().position(|tool| tool.device().is(device)) {
            return Ok(idle.swap_remove(place));
        }
        drop(idle);
        new(device)
    }

    fn lock(&self) -> MutexGuard<'_, Vec<S>> {
        self.idle.lock()
    }
}

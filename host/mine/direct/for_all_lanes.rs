//! What the workers of one device read, and one of them makes.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use parking_lot::{Mutex, MutexGuard};

use super::on_device::OnDevice;
use crate::runtime::{Device, RuntimeError};

/// What is made on a device for all of its lanes.
pub(super) trait ForAllLanes: Sized {
    /// Room for it.
    ///
    /// # Errors
    /// When it does not fit in the budget, or the driver fails.
    fn room(on: &OnDevice) -> Result<Self, RuntimeError>;

    /// Makes it in fresh room, and waits until it is made: the other lanes do not wait for this one's launches.
    ///
    /// # Errors
    /// When a launch fails.
    fn fill(&mut self, on: &OnDevice) -> Result<(), RuntimeError>;
}

/// Something that each device of a deal has once: the worker that comes to it first makes it, within the time that is
/// measured, in room that was found before.
#[derive(Debug)]
pub(super) struct MadeForLanes<T> {
    room: Mutex<Option<T>>,
    made: OnceLock<T>,
}

impl<T: ForAllLanes> MadeForLanes<T> {
    /// What was made; it is, if it was not. Whoever comes meanwhile waits.
    ///
    /// # Errors
    /// Those of making it.
    pub fn get(&self, on: &OnDevice) -> Result<&T, RuntimeError> {
        if let Some(made) = self.made.get() {
            return Ok(made);
        }
        let mut left = lock_in_turn(&self.room);
        if let Some(made) = self.made.get() {
            return Ok(made);
        }
        // There is no room left where a lane failed that was to make it.
        let mut new = left.take().map_or_else(|| T::room(on), Ok)?;
        new.fill(on)?;
        Ok(self.made.get_or_init(|| new))
    }
}

/// These things on the devices of a deal. Other deals have others: a thread of a pool that makes one may be given
/// another job, which must not wait for it.
#[derive(Debug)]
pub(super) struct OnEachDevice<T>(Mutex<Vec<(Device, Arc<MadeForLanes<T>>)>>);

impl<T> Default for OnEachDevice<T> {
    fn default() -> Self {
        OnEachDevice(Mutex::default())
    }
}

impl<T: ForAllLanes> OnEachDevice<T> {
    /// That of a device: room for it, where there is none yet and `is_wanted` says that there should be.
    ///
    /// # Errors
    /// When there is no room, or the driver fails.
    pub fn on(
        &self,
        on: &OnDevice,
        is_wanted: impl FnOnce() -> bool,
    ) -> Result<Option<Arc<MadeForLanes<T>>>, RuntimeError> {
        let mut all = self.0.lock();
        if let Some((_, made)) = all.iter().find(|(device, _)| device.is(on.device())) {
            return Ok(Some(made.clone()));
        }
        if !is_wanted() {
            return Ok(None);
        }
        let room = Mutex::new(Some(T::room(on)?));
        let new = Arc::new(MadeForLanes { room, made: OnceLock::new() });
        all.push((on.device().clone(), new.clone()));
        Ok(Some(new))
    }
}

/// Locks. A thread of a pool does not block for it: who has the lock may wait for the pool.
fn lock_in_turn<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    while rayon::current_thread_index().is_some() {
        if let Some(guard) = mutex.try_lock() {
            return guard;
        }
        rayon::yield_now();
        std::thread::sleep(Duration::from_micros(50));
    }
    mutex.lock()
}

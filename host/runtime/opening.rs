//! Starting a device while something else is done: a card takes a fifth of a second.

use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::{Choice, Device, MemorySize, RuntimeError};

/// A device that is being opened on a thread of its own.
#[derive(Debug)]
pub struct Opening(JoinHandle<(Result<Device, RuntimeError>, Duration)>);

impl Opening {
    /// Begins to open the device that `choice` names, and to load those families of kernels; see [`Device::open`] and
    /// [`Device::preload`].
    pub fn start(choice: Choice, memory: Option<MemorySize>, families: Vec<&'static str>) -> Opening {
        Opening(thread::spawn(move || {
            let start = Instant::now();
            let device =
                Device::open(choice, memory).and_then(|device| device.preload(&families).map(|()| device));
            (device, start.elapsed())
        }))
    }

    /// Waits for the device. Also returns how long it took to open.
    ///
    /// # Errors
    /// As [`Device::open`] and [`Device::preload`].
    pub fn finish(self) -> Result<(Device, Duration), RuntimeError> {
        let (device, took) = self.0.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        Ok((device?, took))
    }
}

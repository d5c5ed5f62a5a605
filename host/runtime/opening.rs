//! Starting a device while something else is done: a card takes a fifth of a second.

use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::{Choice, Device, MemorySize, RuntimeError};

/// A device that is being opened on a thread of its own.
#[derive(Debug)]
pub struct Opening(JoinHandle<(Result<Device, RuntimeError>, Duration)>);

impl Opening {
    /// Begins to open the device that `choice` names; see [`Device::open`].
    pub fn start(choice: Choice, memory: Option<MemorySize>) -> Opening {
        Opening(thread::spawn(move || {
            let start = Instant::now();
            (Device::open(choice, memory), start.elapsed())
        }))
    }

    /// Waits for the device. Also returns how long it took to open.
    ///
    /// # Errors
    /// As [`Device::open`].
    pub fn finish(self) -> Result<(Device, Duration), RuntimeError> {
        let (device, took) = self.0.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        Ok((device?, took))
    }
}

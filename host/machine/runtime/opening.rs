//! Starting devices while something else is done: a card takes a fifth of a second.

use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::{Members, RuntimeError, Team};

/// Devices that are being opened on a thread of their own.
#[derive(Debug)]
pub struct Opening(JoinHandle<(Result<Team, RuntimeError>, Duration)>);

impl Opening {
    /// Begins to open the devices that are asked for, and to load those families of kernels; see [`Team::open`].
    pub fn start(members: Members, families: Vec<&'static str>) -> Opening {
        Opening(thread::spawn(move || {
            let start = Instant::now();
            let team = Team::open(&members, &families);
            (team, start.elapsed())
        }))
    }

    /// Waits for the first device; the others may still be opening. Also returns how long the first took to open.
    ///
    /// # Errors
    /// No driver, no such card, a card or a driver too old, or a budget beyond what is free; kernels that the driver
    /// cannot compile.
    pub fn finish(self) -> Result<(Team, Duration), RuntimeError> {
        let (team, took) = self.0.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        Ok((team?, took))
    }
}

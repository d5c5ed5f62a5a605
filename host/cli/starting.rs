//! Devices that start while a graph is read, until it, or the job, needs them.

use std::time::{Duration, Instant};

use motherlode::runtime::{Opening, RuntimeError, Team};

/// Devices that are being started, or are.
#[derive(Debug)]
pub struct Starting {
    opening: Option<Opening>,
    /// The devices, and how long the first took to open.
    opened: Option<(Team, Duration)>,
    waited: Duration,
}

impl Starting {
    /// Devices that are being opened.
    pub fn new(opening: Opening) -> Starting {
        Starting { opening: Some(opening), opened: None, waited: Duration::ZERO }
    }

    /// Waits for the first device.
    ///
    /// # Errors
    /// Those of [`Opening::finish`], after which nobody is to ask again.
    pub fn team(&mut self) -> Result<&Team, RuntimeError> {
        if let Some(opening) = self.opening.take() {
            let start = Instant::now();
            self.opened = Some(opening.finish()?);
            self.waited += start.elapsed();
        }
        Ok(&self.opened.as_ref().expect("a job ends where a device does not start").0)
    }

    /// How long somebody waited for the first device.
    pub fn waited(&self) -> Duration {
        self.waited
    }

    /// Waits for the first device. Also returns how long it took to open.
    ///
    /// # Errors
    /// Those of [`team`](Self::team).
    pub fn finish(mut self) -> Result<(Team, Duration), RuntimeError> {
        self.team()?;
        Ok(self.opened.expect("a team that was just seen"))
    }
}

//! What a job says of itself while it runs, and how long its parts took.

use std::time::{Duration, Instant};

use serde::Serialize;

/// How far a job has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Tasks drawn by the device.
    pub done: u64,
    /// All tasks.
    pub all: u64,
}

/// Seconds that the parts of a job took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Seconds {
    /// Relabelling, peeling, orientation and statistics.
    pub prepare: f64,
    /// Making the plan.
    pub plan: f64,
    /// Copying to the device.
    pub transfer: f64,
    /// From the first launch to the count, with everything in between.
    pub mine: f64,
}

impl Seconds {
    /// Adds those of another part of the job.
    pub(super) fn add(&mut self, other: &Seconds) {
        self.prepare += other.prepare;
        self.plan += other.plan;
        self.transfer += other.transfer;
        self.mine += other.mine;
    }
}

/// Runs `work` and adds the seconds that it took.
pub(super) fn timed<T>(seconds: &mut f64, work: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let result = work();
    *seconds += Duration::as_secs_f64(&start.elapsed());
    result
}

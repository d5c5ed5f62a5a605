//! How long the parts of a job took.

use std::time::Instant;

use parking_lot::Mutex;
use serde::Serialize;

/// Seconds that the parts of a job took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Seconds {
    /// Relabelling, peeling, orientation and statistics.
    pub prepare: f64,
    /// Making the plan.
    pub plan: f64,
    /// Copying to the device.
    pub transfer: f64,
    /// From the first launch to the result, with everything in between.
    pub mine: f64,
}

impl std::ops::AddAssign for Seconds {
    fn add_assign(&mut self, other: Seconds) {
        self.prepare += other.prepare;
        self.plan += other.plan;
        self.transfer += other.transfer;
        self.mine += other.mine;
    }
}

/// The clock of a job under way: whoever works for the job adds the time that it took.
#[derive(Debug, Default)]
#[doc(hidden)]
pub struct Clock(Mutex<Seconds>);

impl Clock {
    /// The seconds so far.
    pub fn seconds(&self) -> Seconds {
        *self.0.lock()
    }

    /// Times a part of a job that prepares the graph.
    pub fn prepare<T>(&self, work: impl FnOnce() -> T) -> T {
        self.time(|seconds| &mut seconds.prepare, work)
    }

    /// Times a part of a job that makes a plan.
    pub fn plan<T>(&self, work: impl FnOnce() -> T) -> T {
        self.time(|seconds| &mut seconds.plan, work)
    }

    /// Times a part of a job that copies to the device, or makes room there.
    pub fn transfer<T>(&self, work: impl FnOnce() -> T) -> T {
        self.time(|seconds| &mut seconds.transfer, work)
    }

    /// Times a part of a job that mines.
    pub fn mine<T>(&self, work: impl FnOnce() -> T) -> T {
        self.time(|seconds| &mut seconds.mine, work)
    }

    fn time<T>(&self, part: fn(&mut Seconds) -> &mut f64, work: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let result = work();
        self.add(part, start);
        result
    }

    /// Adds the time since `start`. It is compiled once, and not for each job.
    fn add(&self, part: fn(&mut Seconds) -> &mut f64, start: Instant) {
        *part(&mut self.0.lock()) += start.elapsed().as_secs_f64();
    }
}

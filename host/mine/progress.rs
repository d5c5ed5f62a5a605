//! What a job says of itself while it runs.

/// How far a job has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Tasks drawn by the device.
    pub done: u64,
    /// All tasks.
    pub all: u64,
}

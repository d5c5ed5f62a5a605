//! Threads do not survive a fork: whose they are.

use std::process;
use std::sync::OnceLock;

use pyo3::prelude::*;

use crate::errors::raise;

/// The process that the threads are of, once they may have begun.
static OWNER: OnceLock<u32> = OnceLock::new();

/// Whether the threads are those of a process that this one was forked from: they are not here, and whoever waits for
/// them waits for ever.
pub fn is_forked() -> bool {
    OWNER.get().is_some_and(|&owner| owner != process::id())
}

/// To be asked before anything that uses threads or a device.
///
/// # Errors
/// In a process that was forked from one that has used them.
pub fn claim() -> PyResult<()> {
    OWNER.get_or_init(process::id);
    match is_forked() {
        false => Ok(()),
        true => Err(raise(
            "DeviceError",
            "this process was forked from one that had made a graph, and threads and cards do not survive a fork: start workers by 'spawn' \
             or 'forkserver' (multiprocessing.set_start_method, or multiprocessing_context= of a loader), or make the first graph in the \
             worker",
        )),
    }
}

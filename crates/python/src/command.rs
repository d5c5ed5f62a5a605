//! `python -m motherlode`.

use std::ffi::OsString;

use pyo3::prelude::*;

/// Runs the command with these words, of which the first is its own name, and returns the exit code. The process is its
/// own.
#[pyfunction]
pub fn command(py: Python<'_>, words: Vec<OsString>) -> u8 {
    py.detach(|| motherlode::cli::run(words))
}
